/** Counts the items of a list that are new since the last poll. */
import * as z from 'zod/mini'
import type { Page } from '#shared/lists/page.ts'

/**
 * The position in a list at a poll: its highest block (null: nothing mined yet), and the keys of that block's items
 * and of pending ones.
 */
export const listMark = z.object({ block: z.nullable(z.number()), keys: z.array(z.string()) })
export type ListMark = z.infer<typeof listMark>

export interface NewItems {
  readonly mark: ListMark
  readonly fresh: number
  /** Every item was new, so the next page may have more. */
  readonly continues: boolean
  /** Items that came into a block since the last poll: new ones, and earlier ones that were pending. */
  readonly mined: readonly NewItem[]
}

export interface NewItem {
  readonly key: string
  readonly item: unknown
}

/**
 * `page` is a list's first or a further page. Without a mark, at the first poll, it counts nothing: rows from before
 * an address was watched are not new.
 */
export function countNewItems(page: Pick<Page, 'items' | 'keys'>, mark: ListMark | undefined): NewItems {
  const items = page.items.map((item, index) => ({ key: page.keys[index] ?? '', block: blockOf(item), item }))
  const top = items.reduce<number | null>(
    (highest, { block }) => (block === null ? highest : Math.max(highest ?? block, block)),
    null,
  )
  const newMark: ListMark = {
    block: top ?? mark?.block ?? null,
    keys: items.filter(({ block }) => block === null || block === top).map(({ key }) => key),
  }
  if (!mark) return { mark: newMark, fresh: 0, continues: false, mined: [] }
  const known = new Set(mark.keys)
  const fresh = items.filter(
    ({ key, block }) => !known.has(key) && (block === null || mark.block === null || block >= mark.block),
  ).length
  const last = mark.block ?? -1
  const mined = items.filter(
    ({ key, block }) => block !== null && (block > last || (block === last && !known.has(key))),
  )
  return { mark: newMark, fresh, continues: items.length > 0 && fresh === items.length, mined }
}

function blockOf(item: unknown): number | null {
  const block = (item as { block_number?: unknown }).block_number
  return typeof block === 'number' ? block : null
}
