/**
 * What a person can do, as data: the palette lists it, the keyboard runs it, the help shows it. A view offers its own
 * while it is in front; of two that share keys the later offered is run.
 */
import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'

/** `Tab`: the parts of the place in front. In the order the palette lists them. */
export const COMMAND_GROUPS = ['Here', 'View', 'Tab', 'Go'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  readonly id: string
  /** As an order: `Copy address`. */
  readonly label: string
  readonly group: CommandGroup
  /** As `?`, `1`, `[`, `mod+k`: `mod` is Command on a Mac, Control elsewhere. */
  readonly keys?: string
  /** Of no use in the palette, for example what opens it. */
  readonly keyboardOnly?: boolean
  run(): unknown
}

const offers = shallowRef<readonly (() => readonly Command[])[]>([])

/** All that can be done now, in the order it was offered. */
export const commands: ComputedRef<readonly Command[]> = computed(() =>
  offers.value.flatMap((offer) => offer()),
)

/** Offers commands for as long as the calling component (or effect scope) lives. `offer` may read reactive state. */
export function registerCommands(offer: () => readonly Command[]): void {
  offers.value = [...offers.value, offer]
  onScopeDispose(() => {
    offers.value = offers.value.filter((other) => other !== offer)
  })
}

/** The command these keys stand for, or undefined: also where a person is typing, unless `mod` is held. */
export function commandFor(event: KeyboardEvent): Command | undefined {
  if (event.defaultPrevented || event.altKey || event.isComposing) return undefined
  const mod = event.metaKey || event.ctrlKey
  if (!mod && isTyping(event.target)) return undefined
  const keys = (mod ? 'mod+' : '') + event.key.toLowerCase()
  return commands.value.findLast((command) => command.keys === keys)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** `mod+k` as a person reads it on their machine. */
export function formatKeys(keys: string, mac = /Mac|iP/.test(navigator.platform)): string {
  return keys
    .split('+')
    .map((key) => (key === 'mod' ? (mac ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key))
    .join(' ')
}
