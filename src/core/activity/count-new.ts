/** How much of a list is new since the last look at it: pure. */
import * as z from 'zod/mini'
import type { Page } from '#shared/lists/page.ts'

/** Where a list stood: its highest block (null: nothing mined yet), and the items at that block and those pending. */
export const listMark = z.object({ block: z.nullable(z.number()), keys: z.array(z.string()) })
export type ListMark = z.infer<typeof listMark>

export interface Counted {
  readonly mark: ListMark
  readonly fresh: number
  /** Every item was new, so the next page has to be looked at as well. */
  readonly goesOn: boolean
}

/**
 * `page` is a list's newest, or a further one. The first look at a list, without a mark, counts nothing: what was
 * there before an address was watched is not news.
 */
export function countNew(page: Pick<Page, 'items' | 'keys'>, mark: ListMark | undefined): Counted {
  const items = page.items.map((item, n) => ({ key: page.keys[n] ?? '', block: blockOf(item) }))
  const top = items.reduce<number | null>(
    (highest, { block }) => (block === null ? highest : Math.max(highest ?? block, block)),
    null,
  )
  const newMark: ListMark = {
    block: top ?? mark?.block ?? null,
    keys: items.filter(({ block }) => block === null || block === top).map(({ key }) => key),
  }
  if (!mark) return { mark: newMark, fresh: 0, goesOn: false }
  const known = new Set(mark.keys)
  const fresh = items.filter(
    ({ key, block }) => !known.has(key) && (block === null || mark.block === null || block >= mark.block),
  ).length
  return { mark: newMark, fresh, goesOn: items.length > 0 && fresh === items.length }
}

function blockOf(item: unknown): number | null {
  const block = (item as { block_number?: unknown }).block_number
  return typeof block === 'number' ? block : null
}
