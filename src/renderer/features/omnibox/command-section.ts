import { $gettext } from '#shared/text/gettext.ts'
import { COMMAND_GROUPS, formatKeys, type Command } from '#renderer/stores/commands.ts'
import type { PaletteQuery, PaletteSection } from '../palette-provider.ts'

/** Commands whose label has the text in it, by group; none for a text that points to something. */
export function commandSection(
  { text, targets }: PaletteQuery,
  commands: readonly Command[],
): PaletteSection {
  const wanted = text.toLowerCase()
  const found =
    targets.length > 0
      ? []
      : commands.filter(({ keyboardOnly, label }) => !keyboardOnly && label.toLowerCase().includes(wanted))
  return {
    order: 60,
    title: $gettext('Commands'),
    items: found
      .sort((a, b) => COMMAND_GROUPS.indexOf(a.group) - COMMAND_GROUPS.indexOf(b.group))
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
