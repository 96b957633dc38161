/** One look at one address on one source: a few requests, each in its turn. */
import * as z from 'zod/mini'
import type { Cursor, Page } from '#shared/page.ts'
import { ChainglassFailure } from '#shared/errors.ts'
import { countNew, listMark, type ListMark } from './count-new.ts'

export type LookedAtList = 'address-transactions' | 'address-internal-transactions'

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
const MOST_PAGES = 3

/** `turn` resolves when the next request may go. Throws the source's failure; then nothing of the look counts. */
export async function look(
  reader: LookReader,
  at: { readonly source: string; readonly address: string; readonly mark: LookMark },
  turn: () => Promise<void>,
  signal: AbortSignal,
): Promise<Looked> {
  const transactions = await lookAtList('address-transactions', at.mark.transactions)
  const internal = await lookAtList('address-internal-transactions', at.mark.internal)
  await turn()
  const transfers = await reader.transfersCount(at.source, at.address, signal)
  return {
    mark: {
      ...(transactions ? { transactions: transactions.mark } : {}),
      ...(internal ? { internal: internal.mark } : {}),
      ...(transfers === undefined ? {} : { transfers }),
    },
    transactions: transactions?.fresh ?? 0,
    internal: internal?.fresh ?? 0,
    transfers: growth(at.mark.transfers, transfers),
    more: (transactions?.more ?? false) || (internal?.more ?? false),
  }

  async function lookAtList(list: LookedAtList, mark: ListMark | undefined) {
    let cursor: Cursor | null = null
    let newest: ListMark | undefined
    let fresh = 0
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
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
