import { $gettext } from '#shared/text/gettext.ts'
import { COMMAND_GROUPS, formatKeys, type Command } from '#renderer/stores/commands.ts'
import { otherWords } from './command-words.ts'
import type { PaletteQuery, PaletteSection } from '../palette-provider.ts'

/** With nothing typed: those that are most likely meant. All others are found by their words. */
const MAX_UNASKED = 8

/**
 * Commands by group: those that have each word of the text in their label or in another name for them, the former first.
 * None for a text that points to something.
 */
export function commandSection(
  { text, targets }: PaletteQuery,
  commands: readonly Command[],
): PaletteSection {
  const wanted = text.toLowerCase()
  const words = wanted.split(/\s+/)
  const isFound = ({ id, label }: Command) => {
    const others = otherWords(id)
    return words.every(
      (word) => label.toLowerCase().includes(word) || others.some((other) => other.startsWith(word)),
    )
  }
  const rankOf = (label: string) => (label.toLowerCase().includes(wanted) ? 0 : 1)
  const found =
    targets.length > 0 ? [] : commands.filter((command) => !command.keyboardOnly && isFound(command))
  return {
    order: 60,
    title: $gettext('Commands'),
    items: found
      .sort(
        (a, b) =>
          rankOf(a.label) - rankOf(b.label) ||
          COMMAND_GROUPS.indexOf(a.group) - COMMAND_GROUPS.indexOf(b.group),
      )
      .slice(0, wanted === '' ? MAX_UNASKED : undefined)
      .map(({ id, label, keys, run }) => ({
        id: `command:${id}`,
        label,
        keys: keys === undefined ? undefined : formatKeys(keys),
        isExact: label.toLowerCase() === wanted,
        icon: { kind: 'command' },
        action: { kind: 'run', run },
      })),
  }
}
