/** What stands for an item that could not be read. */
export interface UnreadRow {
  /** Among all items of its page, from 0. */
  readonly position: number
  /** Which member could not be read, as `total.value`; empty for the item as a whole. */
  readonly path: string
  /** What was found there and what was expected, as phrases. */
  readonly found: string
  readonly expected: string
  /** The item as it came, as JSON. */
  readonly raw: string
}

export const describeUnread = ({ found, expected }: Pick<UnreadRow, 'found' | 'expected'>): string =>
  // What is missing has its name before these words already.
  found === 'missing' ? 'is missing' : `is ${found}, ${expected} was expected`

/** A row of a list: an item, or what stands for one that could not be read. */
export type GridRow<Item = unknown> =
  | { readonly kind: 'item'; readonly key: string; readonly item: Item }
  | { readonly kind: 'unread'; readonly key: string; readonly unread: UnreadRow }

/** What a view can tell its grid to do. */
export interface GridHandle {
  focus(): void
  /** In px of rows. */
  scrollTo(position: number): void
  /** Moves the keyboard to this row and scrolls it into view. */
  reveal?(index: number): void
  /** A key that nothing else on the page takes: the next row, the one before, all of them. */
  onOutsideKey?(event: KeyboardEvent): void
}

/** The rows a grid shows: a new object whenever any of them changes. */
export interface GridRows {
  readonly count: number
  /** The row at this index, from 0. */
  at(index: number): GridRow | undefined
}
