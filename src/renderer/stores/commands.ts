/**
 * What a person can do, as data: the palette lists it, the keyboard runs it, the help shows it. A view registers its own
 * while it is there, and they count while its pane is active; of two that share keys the one that was registered later is
 * run.
 */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, type Component, type ComputedRef } from 'vue'
import type { Shortcut } from '#shared/shortcuts.ts'
import { chordOf, isShifted } from '#renderer/lib/key-chord.ts'
import { usePane } from '#renderer/lib/pane.ts'
import { useSettings } from './settings.ts'
import { useWorkspace } from './workspace.ts'

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
  /** Does the same, and is not shown. */
  readonly otherKeys?: string | undefined
  /** Of no use in the palette, for example what opens it. */
  readonly keyboardOnly?: boolean
  /** It is about what the page shows: the menu of its header names it, in this order. A line stands between tens. */
  readonly inMenu?: { readonly icon: Component; readonly order: number }
  readonly run: () => unknown
}

/** The id of the command that opens a group of the watchlist. */
export const groupCommand = (name: string) => `group.${name}`

type CommandProvider = () => readonly Command[]

interface Provider {
  readonly provide: CommandProvider
  /** Of a view in it; undefined for what can be done everywhere. */
  readonly paneId: string | undefined
}

export const useCommands = defineStore('commands', () => {
  const settings = useSettings()
  const workspace = useWorkspace()
  const providers = shallowRef<readonly Provider[]>([])

  /** Returns the function that removes them again. */
  function register(provide: CommandProvider, paneId?: string): () => void {
    const provider = { provide, paneId }
    providers.value = [...providers.value, provider]
    return () => {
      providers.value = providers.value.filter((other) => other !== provider)
    }
  }

  /** All that can be done in a pane, in the order it was registered. */
  const inPane = (pane: string) =>
    providers.value
      .filter(({ paneId }) => paneId === undefined || paneId === pane)
      .flatMap(({ provide }) => provide())
      .map((command) =>
        command.shortcut === undefined ? command : { ...command, keys: settings.keys[command.shortcut] },
      )
  /** All that can be done now. */
  const all = computed(() => inPane(workspace.current.activePane))

  const run = (id: string): unknown => all.value.find((command) => command.id === id)?.run()

  /** The command of these keys; undefined also where a person is typing, unless `mod` is held. */
  function findByKeys(event: KeyboardEvent): Command | undefined {
    if (event.defaultPrevented) return undefined
    const keys = chordOf(event)
    if (isTyping(event.target) && !keys.startsWith('mod+')) return undefined
    const byKeys = (wanted: string) =>
      all.value.findLast(({ keys: own, otherKeys }) => own === wanted || otherKeys === wanted)
    // With Shift it is a command of its own, where there is one.
    return (isShifted(event) ? byKeys(withShift(keys)) : undefined) ?? byKeys(keys)
  }

  return { all, inPane, register, run, findByKeys }
})

/** Registers commands for as long as the calling component (or effect scope) lives. `provide` may read reactive state. */
export function registerCommands(provide: CommandProvider): void {
  onScopeDispose(useCommands().register(provide, usePane()?.id))
}

/** What the menu of a page's header names. */
export interface MenuCommand {
  readonly command: Command
  readonly icon: Component
  readonly order: number
}

/** Those of its own pane, whichever is active. */
export function useMenuCommands(): ComputedRef<readonly MenuCommand[]> {
  const commands = useCommands()
  const pane = usePane()
  return computed(() =>
    (pane ? commands.inPane(pane.id) : commands.all)
      .flatMap((command) => (command.inMenu ? [{ command, ...command.inMenu }] : []))
      .sort((one, other) => one.order - other.order),
  )
}

const withShift = (keys: string) => keys.replace(/^((?:mod\+|alt\+)+)/, '$1shift+')

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** Read once: asking the browser costs more than all that is formatted with it. */
const IS_MAC = /Mac|iP/.test(navigator.platform)

/** `mod+k` as it stands on the keyboard of this machine: `Ctrl K`, `⌘ K`. Nothing for no keys. */
export function formatKeys(keys: string | undefined, mac = IS_MAC): string {
  if (keys === undefined) return ''
  const [, before = '', key = ''] = /^((?:mod\+|alt\+|shift\+)*)(.*)$/u.exec(keys) ?? []
  const modifiers = before
    .replace('mod+', mac ? '⌘ ' : 'Ctrl ')
    .replace('alt+', mac ? '⌥ ' : 'Alt ')
    .replace('shift+', mac ? '⇧ ' : 'Shift ')
  return modifiers + key.toUpperCase()
}
