/**
 * Counts token transfers of an address if the source does not count them and the API does not list them: holdings on
 * the first page that were added, removed, or changed. Each counts once, however often it moved; a rebase counts as a
 * transfer.
 */
import * as z from 'zod/mini'
import type { Page } from '#shared/lists/page.ts'

/** Amounts as decimal strings by holding. `whole`: the page had all holdings, so any other holding is new. */
export const holdingsMark = z.object({ whole: z.boolean(), amounts: z.record(z.string(), z.string()) })
export type HoldingsMark = z.infer<typeof holdingsMark>

/** Without a mark, at the first poll, it counts nothing. */
export function countMovedTokens(
  page: Pick<Page, 'items' | 'keys' | 'next'>,
  mark: HoldingsMark | undefined,
): { readonly mark: HoldingsMark; readonly moved: number } {
  const amounts = Object.fromEntries(
    page.items.map((item, index) => [page.keys[index] ?? '', amountOf(item)]),
  )
  const newMark: HoldingsMark = { whole: page.next === null, amounts }
  if (!mark) return { mark: newMark, moved: 0 }
  const countedTokens = Object.keys(amounts)
  const came = mark.whole ? countedTokens.filter((key) => !(key in mark.amounts)) : []
  const went = newMark.whole && mark.whole ? Object.keys(mark.amounts).filter((key) => !(key in amounts)) : []
  const changed = countedTokens.filter((key) => key in mark.amounts && mark.amounts[key] !== amounts[key])
  return { mark: newMark, moved: came.length + went.length + changed.length }
}

function amountOf(item: unknown): string {
  const { value } = item as { value?: unknown }
  return typeof value === 'string' ? value : ''
}
