/**
 * Commands: the palette lists them, the keyboard runs them, the help shows them. A view registers its commands while it
 * is mounted, and they apply while its pane is active. Of two commands with the same keys, the later one runs.
 */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, type Component, type ComputedRef } from 'vue'
import type { Shortcut } from '#shared/shortcuts.ts'
import { chordOf, isShifted } from '#renderer/lib/key-chord.ts'
import { usePane } from '#renderer/lib/pane.ts'
import { useSettings } from './settings.ts'
import { useWorkspace } from './workspace.ts'

/** In the order of the palette. `Tab`: the tabs of the current page. */
export const COMMAND_GROUPS = ['Here', 'View', 'Tab', 'Go'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  readonly id: string
  /** In the imperative, for example `Copy address`. */
  readonly label: string
  readonly group: CommandGroup
  /** Single key of the command, which a person can change or switch off. */
  readonly shortcut?: Shortcut | undefined
  /**
   * For example `mod+k`: `mod` is Command on a Mac and Control elsewhere. For a command with `shortcut`, its current
   * key.
   */
  readonly keys?: string | undefined
  /** Further keys, which are not shown. */
  readonly otherKeys?: string | undefined
  /** Not listed in the palette, for example the command that opens it. */
  readonly keyboardOnly?: boolean
  /** Shown in the menu of the page's header, in this order. A line separates the tens. */
  readonly inMenu?: { readonly icon: Component; readonly order: number }
  readonly run: () => unknown
}

/** Id of the command that opens a group of the watchlist. */
export const groupCommand = (name: string) => `group.${name}`

type CommandProvider = () => readonly Command[]

interface Provider {
  readonly provide: CommandProvider
  /** The pane of the view; undefined for commands of the whole window. */
  readonly paneId: string | undefined
}

export const useCommands = defineStore('commands', () => {
  const settings = useSettings()
  const workspace = useWorkspace()
  const providers = shallowRef<readonly Provider[]>([])

  /** Adds commands. Returns a function that removes them. */
  function register(provide: CommandProvider, paneId?: string): () => void {
    const provider = { provide, paneId }
    providers.value = [...providers.value, provider]
    return () => {
      providers.value = providers.value.filter((other) => other !== provider)
    }
  }

  /** All commands of a pane, in the order of registration. */
  const inPane = (pane: string) =>
    providers.value
      .filter(({ paneId }) => paneId === undefined || paneId === pane)
      .flatMap(({ provide }) => provide())
      .map((command) =>
        command.shortcut === undefined ? command : { ...command, keys: settings.keys[command.shortcut] },
      )
  /** All commands that apply now. */
  const all = computed(() => inPane(workspace.current.activePane))

  const run = (id: string): unknown => all.value.find((command) => command.id === id)?.run()

  /** The command of pressed keys; undefined without one, and while a person types, unless `mod` is held. */
  function findByKeys(event: KeyboardEvent): Command | undefined {
    if (event.defaultPrevented) return undefined
    const keys = chordOf(event)
    if (isTyping(event.target) && !keys.startsWith('mod+')) return undefined
    const byKeys = (wanted: string) =>
      all.value.findLast(({ keys: own, otherKeys }) => own === wanted || otherKeys === wanted)
    // A command with Shift takes precedence over the same key without.
    return (isShifted(event) ? byKeys(withShift(keys)) : undefined) ?? byKeys(keys)
  }

  return { all, inPane, register, run, findByKeys }
})

/** Registers commands while the calling component or effect scope lives. `provide` may read reactive state. */
export function registerCommands(provide: CommandProvider): void {
  onScopeDispose(useCommands().register(provide, usePane()?.id))
}

/** The commands of the calling component's pane, also while another pane is active. */
export function useOwnCommands(): ComputedRef<readonly Command[]> {
  const commands = useCommands()
  const pane = usePane()
  return computed(() => (pane ? commands.inPane(pane.id) : commands.all))
}

const withShift = (keys: string) => keys.replace(/^((?:mod\+|alt\+)+)/, '$1shift+')

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** Read once, since asking the browser takes longer than formatting. */
const IS_MAC = /Mac|iP/.test(navigator.platform)

/** Keys in the notation of this machine: `mod+k` becomes `Ctrl K` or `⌘ K`. Empty without keys. */
export function formatKeys(keys: string | undefined, mac = IS_MAC): string {
  if (keys === undefined) return ''
  const [, before = '', key = ''] = /^((?:mod\+|alt\+|shift\+)*)(.*)$/u.exec(keys) ?? []
  const modifiers = before
    .replace('mod+', mac ? '⌘ ' : 'Ctrl ')
    .replace('alt+', mac ? '⌥ ' : 'Alt ')
    .replace('shift+', mac ? '⇧ ' : 'Shift ')
  return modifiers + key.toUpperCase()
}
