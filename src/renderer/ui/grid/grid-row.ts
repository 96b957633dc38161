import { describeValue } from '#shared/chain/value-phrases.ts'
import { $gettext, $msgid, $ngettext } from '#shared/text/gettext.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

/** What stands for an item that could not be read. */
export interface UnreadRow {
  /** Which member could not be read, as `total.value`; empty for the item as a whole. */
  readonly path: string
  /** What was found there and what was expected, as phrases. */
  readonly found: string
  readonly expected: string
  /** The item as it came, as JSON. */
  readonly raw: string
}

type Unread = Pick<UnreadRow, 'found' | 'expected'>

const MISSING = $msgid('%{path} is missing')
const UNEXPECTED = $msgid('%{path} is %{found}, %{expected} was expected')

/** `total.value is missing`; `it` where no member is named. */
export function describeUnread(path: string, unread: Unread): string {
  const isMissing = unread.found === 'missing'
  const values = { found: describeValue(unread.found), expected: describeValue(unread.expected) }
  if (path !== '') return isMissing ? $gettext(MISSING, { path }) : $gettext(UNEXPECTED, { path, ...values })
  return isMissing ? $gettext('it is missing') : $gettext('it is %{found}, %{expected} was expected', values)
}

/** The same before anything stands in it: where the member is an element of its own, what was found may name places too. */
export const unreadText = ({ found }: Unread): string =>
  $gettext<string>(found === 'missing' ? MISSING : UNEXPECTED)

/**
 * What stands for rows that are missing between its neighbours: those of the blocks below `from` and above `to`. `beside`:
 * for a row of another list that stands beside it, with why this list shows none.
 */
export interface GapRow {
  readonly from: number | null
  readonly to: number | null
  readonly beside?: keyof typeof BESIDE
}

const BESIDE = {
  lacks: $msgid('not in this list'),
  hides: $msgid('hidden in this list'),
  unknown: $msgid('not known'),
}

/** `Not read: what lies between block 19,204,118 and block 19,200,002.` */
export function describeGap({ from, to, beside }: GapRow): string {
  if (beside) return $gettext(BESIDE[beside])
  if (from === null || to === null) return $gettext('Rows between these two were not read.')
  if (from - to < 2)
    return $gettext('Not all rows of block %{block} were read.', { block: formatCount(from) })
  const count = from - to - 1
  return $ngettext(
    '%{count} block between these rows were not read.',
    '%{count} blocks between these rows were not read.',
    count,
    { count: formatCount(count) },
  )
}

/** A row of a list: an item, or what stands for one that could not be read. */
export type GridRow<Item = unknown> =
  | {
      readonly kind: 'item'
      readonly key: string
      readonly item: Item
      /** It stands out among the others, by its edge and tint; its cells say why. */
      readonly isEdged?: true
    }
  | { readonly kind: 'unread'; readonly key: string; readonly unread: UnreadRow }
  | { readonly kind: 'gap'; readonly key: string; readonly gap: GapRow }

/** Rows that belong together. */
export interface RowGroup {
  readonly key: string
  readonly first: number
  readonly count: number
  /** What a screen reader calls them. */
  readonly label: string
}

/** What a view can tell its grid to do. */
export interface GridHandle {
  focus(): void
  /** In px of rows. */
  scrollTo(position: number): void
  /** Moves the keyboard to this row and scrolls it into view. */
  reveal?(index: number): void
  /** How far it is scrolled, px of rows. */
  position(): number
  /** How high a row is, px. Absent of pictures. */
  readonly rowHeight?: number
  /** A key that nothing else on the page takes: the next row, the one before, all of them. */
  onOutsideKey?(event: KeyboardEvent): void
}

/** The rows a grid shows: a new object whenever any of them changes. */
export interface GridRows {
  readonly count: number
  /** The row at this index, from 0; undefined of one that is not read yet. */
  at(index: number): GridRow | undefined
  /** Where rows are read as they are seen: the keys of these, the first and the last included. */
  readKeys?(first: number, last: number): Promise<ReadonlySet<string>>
}
