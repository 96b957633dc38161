/** A page of a list as it crosses the bridge: JSON only. */
import * as z from 'zod/mini'
import type { ChainglassError } from '../errors/errors.ts'

/** The cursor of the next page: an opaque map of scalars. Integers beyond 2^53 are decimal strings. */
export const cursor = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type Cursor = z.infer<typeof cursor>

/**
 * An item that could not be read: its position, the invalid member (`path`; empty for the item as a whole), the found
 * and the expected value as phrases (`the text "soon"`, `a whole number`), and its JSON, within bounds. `text`: its
 * JSON as the source wrote it, if that was asked for.
 */
export interface UnreadItem {
  readonly position: number
  readonly path: string
  readonly found: string
  readonly expected: string
  readonly raw: string
  readonly text?: string | undefined
}

/**
 * A source's message about a list, in the source's words. `pending`: it is still preparing the list. `unsupported`:
 * it can't give the list.
 */
export interface SourceNotice {
  readonly kind: 'pending' | 'unsupported' | 'message'
  readonly message: string
}

/**
 * A message about the list besides its rows. `cursor_repeats`: the source sent a cursor that was used before, so the
 * list can't be read further, although `next` is null.
 */
export type PageNotice = SourceNotice | { readonly kind: 'cursor_repeats' }
export const sourceNoticeOf = (notice: PageNotice | undefined): SourceNotice | undefined =>
  notice?.kind === 'cursor_repeats' ? undefined : notice

/** The rate limits in the source's last response; a field that the response lacked is absent. */
export interface SourceLimits {
  readonly limit?: number | undefined
  readonly remaining?: number | undefined
  readonly resetMs?: number | undefined
  readonly credits?: number | undefined
  /** Requests per second that Chainglass makes under these limits, in the long run; absent if there is no limit. */
  readonly perSecond?: number | undefined
}

/** `readAt`: when the source sent the rows, in ms since 1970. `failure`: the source was asked again and failed. */
export interface Kept {
  readonly readAt: number
  readonly failure?: ChainglassError | undefined
}

export interface Page<Item = unknown> {
  /** Items in the API's order, in the common form of shared/chain. */
  readonly items: readonly Item[]
  /** The identity of each item, parallel to `items`. Two pages may contain the same row; its key tells. */
  readonly keys: readonly string[]
  readonly unread: readonly UnreadItem[]
  readonly next: Cursor | null
  readonly notice?: PageNotice | undefined
  /** Present if the page comes from the archive. */
  readonly kept?: Kept | undefined
  /**
   * Rows are missing before this page, because the source could not be asked for them: rows of the blocks below
   * `from` and above `to`, if those are known. The cursor that the page was requested with leads to them.
   */
  readonly gap?: PageGap | undefined
}

export interface PageGap {
  readonly from: number | null
  readonly to: number | null
  /** For merged lists: the addresses whose rows are missing. If reading one failed, all its rows from here on are. */
  readonly of?: readonly MissingRows[] | undefined
}

/**
 * `error`: the source failed. `limit`: the number of rows at which reading stops. Neither: the source could not be
 * asked.
 */
export interface MissingRows {
  readonly address: string
  readonly error?: ChainglassError | undefined
  readonly limit?: number | undefined
}

/** A row of a page: an item, or an unreadable item. */
export type PageRow<Unread = UnreadItem> = { readonly item: object } | { readonly unread: Unread }

interface Rows<Unread> {
  readonly items: readonly unknown[]
  readonly unread: readonly Unread[]
}

/** Rows of a page in the order of the source. Unreadable items without a position come last. */
export function rowsInOrder<Unread extends Partial<UnreadItem>>(page: Rows<Unread>): PageRow<Unread>[] {
  const rows: PageRow<Unread>[] = page.items.map((item) => ({ item: item as object }))
  for (const unread of page.unread) rows.splice(unread.position ?? rows.length, 0, { unread })
  return rows
}

/** The items that pass the test, with the positions that the unreadable items get among them. */
export function filterRows<Unread extends Partial<UnreadItem>>(
  page: Rows<Unread>,
  fits: (item: object, at: number) => boolean,
  fitsUnread: (unread: Unread) => boolean,
): { readonly items: readonly object[]; readonly unread: readonly Unread[] } {
  let at = -1
  const rows = rowsInOrder(page).filter((row) =>
    'item' in row ? fits(row.item, (at += 1)) : fitsUnread(row.unread),
  )
  return {
    items: rows.flatMap((row) => ('item' in row ? [row.item] : [])),
    unread: rows.flatMap((row, position) => ('item' in row ? [] : [{ ...row.unread, position }])),
  }
}
