/** Polls one address on one source with a few requests, and counts what is new. */
import * as z from 'zod/mini'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { ActivityCounts } from '#shared/rpc/contract/activity.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { countMovedTokens, holdingsMark } from './count-moved-tokens.ts'
import { countNewItems, listMark, type ListMark, type NewItem } from './count-new-items.ts'

type PolledList = 'address-transactions' | 'address-internal-transactions' | 'address-tokens'

/** The part of the API client that a poll needs, at background priority. */
export interface PollReader {
  page(
    source: string,
    list: PolledList,
    address: string,
    cursor: Cursor | null,
    signal: AbortSignal,
  ): Promise<Page>
  /** A decimal string; undefined if the source has no such counter. */
  transfersCount(source: string, address: string, signal: AbortSignal): Promise<string | undefined>
}

/** The positions in an address's lists at the last poll; stored as JSON. */
export const pollMark = z.object({
  transactions: z.optional(listMark),
  internal: z.optional(listMark),
  transfers: z.optional(z.string()),
  holdings: z.optional(holdingsMark),
})
export type PollMark = z.infer<typeof pollMark>

export interface PollResult extends ActivityCounts {
  readonly mark: PollMark
  /** Transactions that came into a block since the last poll. */
  readonly mined: readonly NewItem[]
}

export interface PollContext {
  readonly reader: PollReader
  readonly source: string
  readonly address: string
  readonly mark: PollMark
  /** Resolves when the next request may be sent. */
  readonly waitForTurn: () => Promise<void>
  readonly signal: AbortSignal
}

/** The maximal number of pages of one list in a poll: if there are more, the result says `more`. */
const MAX_PAGES = 3

/** Rejects with the source's failure; then nothing of the poll counts. */
export async function pollAddress(context: PollContext): Promise<PollResult> {
  const transactions = await pollList(context, 'address-transactions', context.mark.transactions)
  const internal = await pollList(context, 'address-internal-transactions', context.mark.internal)
  const transfers = await pollTransfers(context)
  return {
    mark: {
      ...(transactions ? { transactions: transactions.mark } : {}),
      ...(internal ? { internal: internal.mark } : {}),
      ...transfers.mark,
    },
    transactions: transactions?.fresh ?? 0,
    internal: internal?.fresh ?? 0,
    transfers: transfers.fresh,
    mined: transactions?.mined ?? [],
    more: (transactions?.more ?? false) || (internal?.more ?? false),
  }
}

/** Undefined if the source does not have the list. */
async function pollList(
  context: PollContext,
  list: Exclude<PolledList, 'address-tokens'>,
  mark: ListMark | undefined,
) {
  let cursor: Cursor | null = null
  let newest: ListMark | undefined
  let fresh = 0
  const mined: NewItem[] = []
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Page | undefined = await readPage(context, list, cursor)
    if (!page) return undefined
    const counted = countNewItems(page, mark)
    newest ??= counted.mark
    fresh += counted.fresh
    mined.push(...counted.mined)
    cursor = page.next
    if (!counted.continues || cursor === null) return { mark: newest, fresh, mined, more: false }
  }
  return newest && { mark: newest, fresh, mined, more: true }
}

/** Uses the source's counter. If a first poll shows that it has none, the held tokens are compared. */
async function pollTransfers(
  context: PollContext,
): Promise<{ readonly mark: Partial<PollMark>; readonly fresh: number }> {
  const { reader, source, address, mark, waitForTurn, signal } = context
  if (!mark.holdings) {
    await waitForTurn()
    const count = await reader.transfersCount(source, address, signal)
    if (count !== undefined) return { mark: { transfers: count }, fresh: growth(mark.transfers, count) }
  }
  const page = await readPage(context, 'address-tokens', null)
  if (!page) return { mark: {}, fresh: 0 }
  const { mark: holdings, moved } = countMovedTokens(page, mark.holdings)
  return { mark: { holdings }, fresh: moved }
}

/** Undefined if the source does not have the list, which is no failure of the poll. */
async function readPage(context: PollContext, list: PolledList, cursor: Cursor | null) {
  await context.waitForTurn()
  try {
    return await context.reader.page(context.source, list, context.address, cursor, context.signal)
  } catch (error) {
    if (error instanceof ChainglassFailure && error.error.code === 'not_found') return undefined
    throw error
  }
}

const MAX_GROWTH = 1_000_000n

/** An instance's counter may lag, and decrease after a reorganisation: then nothing is new. */
function growth(before: string | undefined, now: string): number {
  if (before === undefined) return 0
  const more = BigInt(now) - BigInt(before)
  return more > 0n ? Number(more > MAX_GROWTH ? MAX_GROWTH : more) : 0
}
