/** A page as it crosses the bridge: JSON only. */
import * as z from 'zod/mini'
import type { ChainglassError } from '../errors/errors.ts'

/** What to send back for the next page: an opaque map of scalars. Integers beyond 2^53 are held as their digits. */
export const cursor = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type Cursor = z.infer<typeof cursor>

/**
 * An item that could not be read: where it stood, which member is to blame (`path`; empty for the item as a whole), what
 * was found there and what was expected, as phrases (`the text "soon"`, `a whole number`), and its JSON.
 */
export interface UnreadItem {
  readonly position: number
  readonly path: string
  readonly found: string
  readonly expected: string
  readonly raw: string
}

/** `pending`, `unsupported`: the source is still preparing this list, or can't give it; `message`: something else. In its words. */
export interface SourceNotice {
  readonly kind: 'pending' | 'unsupported' | 'message'
  readonly message: string
}

/**
 * Something to say about the list besides its rows. `cursor_repeats`: the source sent a cursor that was used before, so
 * that the list can't be read further, though `next` is null.
 */
export type PageNotice = SourceNotice | { readonly kind: 'cursor_repeats' }
export const saidBySource = (notice: PageNotice | undefined): SourceNotice | undefined =>
  notice?.kind === 'cursor_repeats' ? undefined : notice

/** What a source allows, as its last answer said; absent where it did not say. */
export interface SourceLimits {
  readonly limit?: number | undefined
  readonly remaining?: number | undefined
  readonly resetMs?: number | undefined
  readonly credits?: number | undefined
  /** How many requests a second Chainglass makes by that, in the long run; absent where there is no limit. */
  readonly perSecond?: number | undefined
}

/** `readAt`: when the source gave it, in ms since 1970. `failure`: the source was asked, and can't give it now. */
export interface Kept {
  readonly readAt: number
  readonly failure?: ChainglassError | undefined
}

export interface Page<Item = unknown> {
  /** Items in the API's order, read into the one shape of shared/chain. */
  readonly items: readonly Item[]
  /** Identity of each item, parallel to `items`: two pages may repeat a row, its key tells. */
  readonly keys: readonly string[]
  readonly unread: readonly UnreadItem[]
  readonly next: Cursor | null
  readonly notice?: PageNotice | undefined
  /** It comes from the archive. */
  readonly kept?: Kept | undefined
  /**
   * Rows are missing before this page, because the source could not be asked for them: those of the blocks below `from`
   * and above `to`, as far as these are known. The cursor that the page was asked for with leads to them.
   */
  readonly gap?: PageGap | undefined
}

export interface PageGap {
  readonly from: number | null
  readonly to: number | null
  /** Of several addresses as one: whose rows are missing, from here on where the reading of them failed. */
  readonly of?: readonly MissingRows[] | undefined
}

/** `error`: why. `limit`: no more of its rows than these are read. Neither: its source could not be asked. */
export interface MissingRows {
  readonly address: string
  readonly error?: ChainglassError | undefined
  readonly limit?: number | undefined
}

/** One of a page: as it was read, or what could not be. */
export type PageRow<Unread = UnreadItem> = { readonly item: object } | { readonly unread: Unread }

interface Rows<Unread> {
  readonly items: readonly unknown[]
  readonly unread: readonly Unread[]
}

/** Rows of a page in the order of their source; what could not be read and has no place comes last. */
export function rowsInOrder<Unread extends Partial<UnreadItem>>(page: Rows<Unread>): PageRow<Unread>[] {
  const rows: PageRow<Unread>[] = page.items.map((item) => ({ item: item as object }))
  for (const unread of page.unread) rows.splice(unread.position ?? rows.length, 0, { unread })
  return rows
}

/** Those that fit, with the places that what could not be read has among them. */
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
