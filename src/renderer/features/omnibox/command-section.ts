import { $gettext } from '#shared/text/gettext.ts'
import { COMMAND_GROUPS, formatKeys, type Command } from '#renderer/stores/commands.ts'
import { otherWords } from './command-words.ts'
import type { PaletteQuery, PaletteSection } from '../palette-provider.ts'

/** Number of commands shown for an empty text. Typing finds the others. */
const MAX_UNASKED = 8

/**
 * Commands by group whose label or other words contain each word of the text; matches in the label come first.
 * Returns no items when the text points to a target.
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
