/**
 * What a person can do, as data: the palette lists it, the keyboard runs it, the help shows it. A view registers its own
 * while it is in front; of two that share keys the one that was registered later is run.
 */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Shortcut } from '#shared/shortcuts.ts'
import { chordOf } from '#renderer/lib/key-chord.ts'
import { useSettings } from './settings.ts'

/** `Tab`: the parts of the current page. In the order the palette lists them. */
export const COMMAND_GROUPS = ['Here', 'View', 'Tab', 'Go'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  readonly id: string
  /** As an order: `Copy address`. */
  readonly label: string
  readonly group: CommandGroup
  /** Its single key, which a person may change or switch off. */
  readonly shortcut?: Shortcut | undefined
  /** As `mod+k`: `mod` is Command on a Mac, Control elsewhere. Of a shortcut, the key it has now. */
  readonly keys?: string | undefined
  /** Of no use in the palette, for example what opens it. */
  readonly keyboardOnly?: boolean
  readonly run: () => unknown
}

type CommandProvider = () => readonly Command[]

export const useCommands = defineStore('commands', () => {
  const settings = useSettings()
  const providers = shallowRef<readonly CommandProvider[]>([])

  /** Returns the function that removes them again. */
  function register(provide: CommandProvider): () => void {
    providers.value = [...providers.value, provide]
    return () => {
      providers.value = providers.value.filter((other) => other !== provide)
    }
  }

  /** All that can be done now, in the order it was registered. */
  const all = computed(() =>
    providers.value
      .flatMap((provide) => provide())
      .map((command) =>
        command.shortcut === undefined ? command : { ...command, keys: settings.keys[command.shortcut] },
      ),
  )

  const run = (id: string): unknown => all.value.find((command) => command.id === id)?.run()

  /** The command of these keys; undefined also where a person is typing, unless `mod` is held. */
  function findByKeys(event: KeyboardEvent): Command | undefined {
    if (event.defaultPrevented || event.isComposing) return undefined
    const keys = chordOf(event)
    if (isTyping(event.target) && !keys.startsWith('mod+')) return undefined
    return all.value.findLast((command) => command.keys === keys)
  }

  return { all, register, run, findByKeys }
})

/** Registers commands for as long as the calling component (or effect scope) lives. `provide` may read reactive state. */
export function registerCommands(provide: CommandProvider): void {
  onScopeDispose(useCommands().register(provide))
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** Read once: asking the browser costs more than all that is formatted with it. */
const IS_MAC = /Mac|iP/.test(navigator.platform)

/** `mod+k` as it stands on the keyboard of this machine: `Ctrl K`, `⌘ K`. Nothing for no keys. */
export function formatKeys(keys: string | undefined, mac = IS_MAC): string {
  if (keys === undefined) return ''
  const [, before = '', key = ''] = /^((?:mod\+|alt\+)*)(.*)$/u.exec(keys) ?? []
  return before.replace('mod+', mac ? '⌘ ' : 'Ctrl ').replace('alt+', mac ? '⌥ ' : 'Alt ') + key.toUpperCase()
}
