import { $gettext } from '#shared/text/gettext.ts'
import type { Shortcut } from '#shared/shortcuts.ts'
import { formatKeys } from '#renderer/stores/commands.ts'

type Keys = Readonly<Partial<Record<Shortcut, string>>>

/** The keys that all lists have while focused; the grid itself handles them. */
export const listKeys = ({ next, previous, copy, reading }: Keys) =>
  [
    { label: $gettext('Next, previous row'), keys: [formatKeys(next), formatKeys(previous), '↓ ↑'] },
    { label: $gettext('Cell to the left, to the right'), keys: ['← →'] },
    { label: $gettext('A page on, back'), keys: ['Page ↓ Page ↑'] },
    { label: $gettext('First, last loaded row'), keys: ['Ctrl Home, Ctrl End'] },
    { label: $gettext('Open the row'), keys: ['Enter'] },
    { label: $gettext('Select more rows'), keys: ['Shift ↓ ↑'] },
    { label: $gettext('Select all loaded rows'), keys: ['Ctrl A'] },
    { label: $gettext('Copy the cell, row or selected rows'), keys: [or(copy), 'Ctrl C'] },
    { label: $gettext('Copy as JSON'), keys: [isLetter(copy) ? or(copy, 'Shift ') : '', 'Ctrl Shift C'] },
    { label: $gettext('Read a word of data as the next kind'), keys: [formatKeys(reading)] },
  ].map(({ label, keys }) => ({ label, keys: keys.filter((key) => key !== '').join(' ') }))

const or = (key: string | undefined, before = '') =>
  key === undefined ? '' : `${before}${formatKeys(key)}  ${$gettext('or')} `
const isLetter = (key: string | undefined) => key?.length === 1 && key.toUpperCase() !== key
