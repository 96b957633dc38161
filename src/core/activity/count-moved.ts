/**
 * Transfers of tokens where a source counts none and the API lists none of one address: holdings that came, went, or
 * changed on the first page of them. Each counts once, however often it moved; one that rebases counts as moved. Pure.
 */
import * as z from 'zod/mini'
import type { Page } from '#shared/lists/page.ts'

/** Amounts as decimal strings by holding. `whole`: there were no others, so that one that is not among them is new. */
export const holdingsMark = z.object({ whole: z.boolean(), amounts: z.record(z.string(), z.string()) })
export type HoldingsMark = z.infer<typeof holdingsMark>

/** The first look, without a mark, counts nothing. */
export function countMoved(
  page: Pick<Page, 'items' | 'keys' | 'next'>,
  mark: HoldingsMark | undefined,
): { readonly mark: HoldingsMark; readonly moved: number } {
  const amounts = Object.fromEntries(page.items.map((item, n) => [page.keys[n] ?? '', amountOf(item)]))
  const now: HoldingsMark = { whole: page.next === null, amounts }
  if (!mark) return { mark: now, moved: 0 }
  const held = Object.keys(amounts)
  const came = mark.whole ? held.filter((key) => !(key in mark.amounts)) : []
  const went = now.whole && mark.whole ? Object.keys(mark.amounts).filter((key) => !(key in amounts)) : []
  const changed = held.filter((key) => key in mark.amounts && mark.amounts[key] !== amounts[key])
  return { mark: now, moved: came.length + went.length + changed.length }
}

function amountOf(item: unknown): string {
  const { value } = item as { value?: unknown }
  return typeof value === 'string' ? value : ''
}
