/** The movements of one transaction: its value, its calls, its token transfers. Its fee is not included. */
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { CoinFacts } from '#shared/coin-facts.ts'
import { detailEndpoint } from '#shared/lists/detail-table.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { FlowCost, FlowList, FlowTransaction } from '#shared/rpc/contract/flow.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { creditsOf } from '../keep/keep-budgets.ts'
import { createBlockReader, type BlockRow, type LedgerListId } from '../ledger/collect-rows.ts'
import type { ListRow } from '../ledger/kept/list-rows.ts'
import { COIN, COIN_ASSET, lower, toTime, type Movement } from '../ledger/movement.ts'
import { isCounted, createPageReader, readPages, rowsIn } from '../ledger/read-lists.ts'
import { pagesByWayOf } from '../read/read-through.ts'
import { reportReachability } from '../sources/report-response.ts'
import { archiveOf, isOfArchive, type FlowDeps } from './flow-deps.ts'
import { addSum, assetsOf, flowAsset, writeSum, type Sum } from './flow-sums.ts'
import { toFlowParty } from './parties.ts'
import { archivedRows } from './read-movements.ts'

export interface TransactionFlowRequest {
  readonly source: string
  readonly hash: string
  readonly asks: boolean
}

/** Maps each list to the address list whose rules apply to its rows. */
const LISTS = {
  'transaction-internal-transactions': 'address-internal-transactions',
  'transaction-token-transfers': 'address-token-transfers',
} as const satisfies Partial<Record<ListId, LedgerListId>>
type TransactionList = keyof typeof LISTS
const LIST_IDS = Object.keys(LISTS) as TransactionList[]

/** The maximal number of rows of one list. Some transactions pay thousands of people. */
const MAX_ROWS = 1_000

export async function transactionFlow(
  deps: FlowDeps,
  request: TransactionFlowRequest,
  signal: AbortSignal,
): Promise<FlowTransaction> {
  const transaction = await readTransaction(deps, request, signal)
  const read = await Promise.all(LIST_IDS.map((list) => readList(deps, request, list, signal)))
  const rows: BlockRow[] = [
    ...(transaction ? [{ list: 'address-transactions' as const, key: request.hash, item: transaction }] : []),
    ...read.flatMap(({ list, rows: found }) => found.map((row) => ({ ...row, list: LISTS[list] }))),
  ]
  const hasFailed = transaction?.status === 'error'
  const lists = read.map(({ list, rows: { length }, state }): FlowList => ({ list, rows: length, state }))
  return {
    time: toTime(transaction?.timestamp),
    hasFailed,
    lists,
    cost: request.asks ? null : costOf(deps, request.source, transaction !== undefined, lists),
    ...addUpRows(hasFailed ? [] : rows, deps.sources.get(request.source).coin),
  }
}

/** Null if nothing is missing. */
function costOf(
  { sources }: FlowDeps,
  source: string,
  isRead: boolean,
  lists: readonly FlowList[],
): FlowCost | null {
  const missing = lists.filter(({ state }) => state === 'absent')
  const of = sources.get(source)
  const credits = missing.reduce((sum, { list }) => sum + creditsOf(of, list), 0)
  const ofItself = of.kind === 'pro' ? detailEndpoint('transaction').credits : 0
  const requests = missing.length + (isRead ? 0 : 1)
  // A case has no server to ask.
  if (requests === 0 || of.kind === 'case' || !isCounted(sources, source)) return null
  return { requests, credits: credits + (isRead ? 0 : ofItself) }
}

async function readTransaction(
  deps: FlowDeps,
  { source, hash, asks }: TransactionFlowRequest,
  signal: AbortSignal,
): Promise<Transaction | undefined> {
  const request = { source, detail: 'transaction' as const, params: { transaction_hash: hash } }
  const keeps = isOfArchive(deps, source)
  const archived = keeps
    ? (archiveOf(deps, source)?.detail(request)?.item as Transaction | undefined)
    : undefined
  if (archived || (keeps && !asks)) return archived
  const { client, sources } = deps
  const item = await reportReachability(sources, source, async () =>
    client.readDetail(await sources.ready(source), 'transaction', request.params, { signal }),
  )
  if (keeps) deps.archive.writeDetail(request, item)
  return item
}

interface ReadList {
  readonly list: TransactionList
  readonly rows: readonly ListRow[]
  readonly state: FlowList['state']
}

async function readList(
  deps: FlowDeps,
  { source, hash, asks }: TransactionFlowRequest,
  list: TransactionList,
  signal: AbortSignal,
): Promise<ReadList> {
  const request = { source, list, params: { transaction_hash: hash } }
  if (!isOfArchive(deps, source)) {
    const paged = readPages(deps, request, signal)
    const rows = await collect(paged.rows)
    return { list, rows, state: rows.length >= MAX_ROWS ? 'incomplete' : paged.state.state }
  }
  const archived = archiveOf(deps, source)?.list({ ...request, filters: {} })
  if (archived && !asks) {
    const { isComplete, rows } = archived.coverage()
    return {
      list,
      rows: await collect(archivedRows(archived)),
      state: isComplete ? 'whole' : rows > 0 ? 'incomplete' : 'absent',
    }
  }
  return asks ? askFor(deps, request, list, signal) : { list, rows: [], state: 'absent' }
}

async function askFor(
  deps: FlowDeps,
  request: Parameters<typeof createPageReader>[1],
  list: TransactionList,
  signal: AbortSignal,
): Promise<ReadList> {
  const pages = pagesByWayOf(deps.archive)
  const ask = createPageReader(deps, request, signal)
  const rows: ListRow[] = []
  try {
    for (let cursor = null; ;) {
      const page = await pages.read({ ...request, filters: {}, cursor }, ask)
      rows.push(...rowsIn(page))
      if (page.next === null) return { list, rows, state: 'whole' }
      if (rows.length >= MAX_ROWS) return { list, rows, state: 'incomplete' }
      cursor = page.next as never
    }
  } catch (error) {
    const { code } = error instanceof ChainglassFailure ? error.error : { code: '' }
    // Instances turn off lists that their chain does not need.
    if (code === 'not_found') return { list, rows, state: 'absent' }
    throw error
  }
}

async function collect(pages: AsyncIterable<readonly ListRow[]>): Promise<readonly ListRow[]> {
  const rows: ListRow[] = []
  for await (const page of pages) {
    rows.push(...page)
    if (rows.length >= MAX_ROWS) break
  }
  return rows
}

function addUpRows(
  rows: readonly BlockRow[],
  coin: CoinFacts,
): Pick<FlowTransaction, 'sums' | 'assets' | 'parties'> {
  const parties = new Map<string, AddressRef>()
  const assets = new Map<string, LedgerAsset>([[COIN, COIN_ASSET]])
  const seen = (asset: LedgerAsset) => assets.get(asset.id) ?? assets.set(asset.id, asset)
  const byPair = new Map<string, Map<string, Sum>>()
  for (const [address, own] of rowsByParty(rows, parties)) {
    const read = createBlockReader({ address, coin }, { seen, hidden: () => undefined })
    for (const movement of read(own).movements.filter(isOnce)) {
      const { amount, asset, time, counterparty } = movement
      const other = lower(counterparty)
      const key = amount < 0n ? `${address} ${other}` : `${other} ${address}`
      const sums = byPair.get(key) ?? new Map<string, Sum>()
      byPair.set(key, sums)
      const id = flowAsset(assets.get(asset) ?? COIN_ASSET)
      addSum(sums, id, { amount: amount < 0n ? -amount : amount, movements: 1, first: time, last: time })
    }
  }
  const written = [...byPair].flatMap(([pair, sums]) => {
    const [from = '', to = ''] = pair.split(' ')
    return [...sums].map(([asset, sum]) => writeSum(from, to, asset, sum))
  })
  const named = new Set(written.flatMap(({ from, to }) => [from, to]))
  return {
    sums: written,
    assets: assetsOf({ assets }, written),
    parties: [...named].map((hash) => parties.get(hash) ?? { hash }),
  }
}

/** Each row is a movement of both its ends: the sender's counts, and the receiver's for a minted or wrapped amount. */
const isOnce = ({ amount, rule, counterparty }: Movement) =>
  counterparty !== null && (amount < 0n || rule === 'mint' || rule === 'wrapped')

/** The rows of each party except the zero address, in the order of appearance. */
function rowsByParty(rows: readonly BlockRow[], parties: Map<string, AddressRef>): Map<string, BlockRow[]> {
  const byParty = new Map<string, BlockRow[]>()
  for (const row of rows) {
    const {
      from,
      to,
      created_contract: created,
    } = row.item as Readonly<Record<'from' | 'to' | 'created_contract', AddressRef | null | undefined>>
    for (const party of [from, to ?? created]) {
      const hash = lower(party)
      if (!party || hash === ZERO_ADDRESS) {
        if (party) parties.set(hash, toFlowParty(party))
        continue
      }
      if (!parties.has(hash)) parties.set(hash, toFlowParty(party))
      const own = byParty.get(hash) ?? []
      byParty.set(hash, own)
      if (own.at(-1) !== row) own.push(row)
    }
  }
  return byParty
}
