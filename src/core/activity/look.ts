/** One look at one address on one source: a few requests, each in its turn. */
import * as z from 'zod/mini'
import type { Cursor, Page } from '#shared/lists/page.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import { countMoved, holdingsMark } from './count-moved.ts'
import { countNew, listMark, type ListMark } from './count-new.ts'

export type LookedAtList = 'address-transactions' | 'address-internal-transactions' | 'address-tokens'

/** The part of the API client that is needed here, at background priority. */
export interface LookReader {
  page(
    source: string,
    list: LookedAtList,
    address: string,
    cursor: Cursor | null,
    signal: AbortSignal,
  ): Promise<Page>
  /** Decimal string; undefined where the source has no such counter. */
  transfersCount(source: string, address: string, signal: AbortSignal): Promise<string | undefined>
}

export const lookMark = z.object({
  transactions: z.optional(listMark),
  internal: z.optional(listMark),
  transfers: z.optional(z.string()),
  holdings: z.optional(holdingsMark),
})
export type LookMark = z.infer<typeof lookMark>

export interface Looked {
  readonly mark: LookMark
  readonly transactions: number
  readonly internal: number
  readonly transfers: number
  readonly more: boolean
}

/** An address with more news than this many pages at once is told as "more than". */
const MAX_PAGES = 3

/** `turn` resolves when the next request may go. Throws the source's failure; then nothing of the look counts. */
export async function look(
  reader: LookReader,
  at: { readonly source: string; readonly address: string; readonly mark: LookMark },
  turn: () => Promise<void>,
  signal: AbortSignal,
): Promise<Looked> {
  const transactions = await lookAtList('address-transactions', at.mark.transactions)
  const internal = await lookAtList('address-internal-transactions', at.mark.internal)
  const transfers = await lookAtTransfers()
  return {
    mark: {
      ...(transactions ? { transactions: transactions.mark } : {}),
      ...(internal ? { internal: internal.mark } : {}),
      ...transfers.mark,
    },
    transactions: transactions?.fresh ?? 0,
    internal: internal?.fresh ?? 0,
    transfers: transfers.fresh,
    more: (transactions?.more ?? false) || (internal?.more ?? false),
  }

  async function lookAtList(list: Exclude<LookedAtList, 'address-tokens'>, mark: ListMark | undefined) {
    let cursor: Cursor | null = null
    let newest: ListMark | undefined
    let fresh = 0
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      await turn()
      const page: Page | undefined = await pageOrNone(list, cursor)
      if (!page) return undefined
      const counted = countNew(page, mark)
      newest ??= counted.mark
      fresh += counted.fresh
      cursor = page.next
      if (!counted.goesOn || cursor === null) return { mark: newest, fresh, more: false }
    }
    return newest && { mark: newest, fresh, more: true }
  }

  /** By the source's counter; where it has none, which is asked once, by what is held. */
  async function lookAtTransfers(): Promise<{ mark: Partial<LookMark>; fresh: number }> {
    if (!at.mark.holdings) {
      await turn()
      const count = await reader.transfersCount(at.source, at.address, signal)
      if (count !== undefined) return { mark: { transfers: count }, fresh: growth(at.mark.transfers, count) }
    }
    await turn()
    const page = await pageOrNone('address-tokens', null)
    if (!page) return { mark: {}, fresh: 0 }
    const { mark, moved } = countMoved(page, at.mark.holdings)
    return { mark: { holdings: mark }, fresh: moved }
  }

  /** A list the source does not have is no failure of the look. */
  async function pageOrNone(list: LookedAtList, cursor: Cursor | null) {
    try {
      return await reader.page(at.source, list, at.address, cursor, signal)
    } catch (error) {
      if (error instanceof ChainglassFailure && error.error.code === 'not_found') return undefined
      throw error
    }
  }
}

/** Counters of an instance may be late and, after a reorganisation, lower. */
function growth(before: string | undefined, now: string | undefined): number {
  if (before === undefined || now === undefined) return 0
  const more = BigInt(now) - BigInt(before)
  return more > 0n ? Number(more > 1_000_000n ? 1_000_000n : more) : 0
}
