import { computed, nextTick, ref, type ComputedRef, type Ref } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { allKeys, DEFAULT_KEYS, isShortcutKey, SHORTCUTS, type Shortcut } from '#shared/shortcuts.ts'
import { chordOf } from '#renderer/lib/key-chord.ts'
import { formatKeys } from '#renderer/stores/commands.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { SHORTCUT_LABELS } from './shortcut-labels.ts'

export interface KeyEditor {
  readonly lines: ComputedRef<
    readonly {
      readonly id: Shortcut
      readonly label: string
      readonly key: string
      readonly changed: boolean
    }[]
  >
  /** The shortcut that waits for its new key. */
  readonly waiting: Readonly<Ref<Shortcut | undefined>>
  /** The result of the last key. */
  readonly message: Readonly<Ref<string>>
  readonly start: (shortcut: Shortcut) => void
  readonly stop: () => void
  /** Handles a key while a shortcut waits for one. */
  readonly press: (event: KeyboardEvent) => void
  /** Resets one shortcut, or all of them, to their default keys. */
  readonly reset: (shortcut?: Shortcut) => void
}

/** Changes the keys of shortcuts. A key of another shortcut is refused, with a message that names the other. */
export function useKeyEditor(): KeyEditor {
  const settings = useSettings()
  const waiting = ref<Shortcut>()
  const message = ref('')
  const keys = computed(() => allKeys(settings.shortcuts))

  /** Clears the message first, so that a screen reader reads a repeated one. */
  function announce(sentence: string): void {
    message.value = ''
    void nextTick(() => (message.value = sentence))
  }

  function assign(shortcut: Shortcut, key: string): void {
    const label = $gettext(SHORTCUT_LABELS[shortcut])
    const other = SHORTCUTS.find((each) => each !== shortcut && keys.value[each] === key)
    if (other !== undefined) {
      announce(
        $gettext('%{key} is the key of “%{other}”. “%{label}” keeps its own.', {
          key: formatKeys(key),
          other: $gettext(SHORTCUT_LABELS[other]),
          label,
        }),
      )
      return
    }
    const { [shortcut]: _before, ...others } = settings.shortcuts
    void settings.change({
      shortcuts: key === DEFAULT_KEYS[shortcut] ? others : { ...others, [shortcut]: key },
    })
    announce(`${label}: ${formatKeys(key)}.`)
  }

  return {
    lines: computed(() =>
      SHORTCUTS.map((id) => ({
        id,
        label: $gettext(SHORTCUT_LABELS[id]),
        key: formatKeys(keys.value[id]),
        changed: keys.value[id] !== DEFAULT_KEYS[id],
      })),
    ),
    waiting,
    message,
    start(shortcut) {
      message.value = ''
      waiting.value = shortcut
    },
    stop: () => (waiting.value = undefined),
    press(event) {
      const shortcut = waiting.value
      if (shortcut === undefined || event.key === 'Tab' || MODIFIERS.has(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      waiting.value = undefined
      if (event.key === 'Escape') return
      const key = chordOf(event)
      if (isShortcutKey(key)) assign(shortcut, key)
      else announce($gettext('A letter, a digit or a sign, alone or with Alt. Nothing was changed.'))
    },
    reset(shortcut) {
      if (shortcut !== undefined) {
        assign(shortcut, DEFAULT_KEYS[shortcut])
        return
      }
      void settings.change({ shortcuts: {} })
      announce($gettext('All keys are as they were at first.'))
    },
  }
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])
