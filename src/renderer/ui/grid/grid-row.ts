import type { VNodeChild } from 'vue'
import { describeValue } from '#shared/chain/value-phrases.ts'
import { $gettext, $msgid, $ngettext } from '#shared/text/gettext.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

/** Stands for an item that could not be read. */
export interface UnreadRow {
  /** The unreadable member, for example `total.value`; empty for the whole item. */
  readonly path: string
  /** Found and expected value, as phrases. */
  readonly found: string
  readonly expected: string
  /** The item as it came, as JSON. */
  readonly raw: string
}

type Unread = Pick<UnreadRow, 'found' | 'expected'>

const MISSING = $msgid('%{path} is missing')
const UNEXPECTED = $msgid('%{path} is %{found}, %{expected} was expected')

/** For example `total.value is missing`; `it` where no member is named. */
export function describeUnread(path: string, unread: Unread): string {
  const isMissing = unread.found === 'missing'
  const values = { found: describeValue(unread.found), expected: describeValue(unread.expected) }
  if (path !== '') return isMissing ? $gettext(MISSING, { path }) : $gettext(UNEXPECTED, { path, ...values })
  return isMissing ? $gettext('it is missing') : $gettext('it is %{found}, %{expected} was expected', values)
}

/** The message with its placeholders. The caller puts in elements: the found value may contain placeholders, too. */
export const unreadText = ({ found }: Unread): string =>
  $gettext<string>(found === 'missing' ? MISSING : UNEXPECTED)

/**
 * Stands for missing rows between its neighbours: those of the blocks below `from` and above `to`. With `beside`, it
 * stands beside a row of the compared list, and says why this list shows no such row.
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

/** For example `Not read: what lies between block 19,204,118 and block 19,200,002.` */
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

/** A row of a list: an item, or a stand-in for an unreadable item or a gap. */
export type GridRow<Item = unknown> =
  | {
      readonly kind: 'item'
      readonly key: string
      readonly item: Item
      /** Marked by edge and tint. A cell says why. */
      readonly isEdged?: true
    }
  | { readonly kind: 'unread'; readonly key: string; readonly unread: UnreadRow }
  | { readonly kind: 'gap'; readonly key: string; readonly gap: GapRow }

/** Consecutive rows with something in common. */
export interface RowGroup {
  readonly key: string
  readonly first: number
  readonly count: number
  /** Name for screen readers. */
  readonly label: string
}

/** The content that rows unfold below their cells. */
export interface RowsBelow {
  /** Height below this row, px at the default text size; 0 where it unfolds nothing. */
  heightOf(row: GridRow): number
  /** `isActive`: the keyboard is at this row, and reaches what is in it. */
  draw(row: GridRow, isActive: boolean): VNodeChild
}

/** Commands of a parent to its grid. */
export interface GridHandle {
  focus(): void
  /** In px of rows. */
  scrollTo(position: number): void
  /** Moves the keyboard to this row and scrolls it into view. */
  reveal?(index: number): void
  /** The scroll position, px of rows. */
  position(): number
  /** Height of a row, px. Undefined for pictures. */
  readonly rowHeight?: number
  /** Handles a key that no other element takes: the next row, the row before, or all rows. */
  onOutsideKey?(event: KeyboardEvent): void
}

/** The rows of a grid. Each change makes a new object. */
export interface GridRows {
  readonly count: number
  /** The row at this index, from 0; undefined where it is not loaded. */
  at(index: number): GridRow | undefined
  /** Reads the keys of the rows from `first` to `last`, both included, where not all rows are in memory. */
  readKeys?(first: number, last: number): Promise<ReadonlySet<string>>
}
