/**
 * The history of an address's coin balance. Which blocks changed it, and by how much, the index adds up from values,
 * fees, call frames, tips and withdrawals; what it was at the end of each is asked of the node, whose word counts.
 */
import { together } from '#platform/unanswered.ts'
import { type SqlDialect, sqlIn } from '#platform/sql-dialect.ts'
import type { ListPage, ListRequest, WireItem } from '../../../chain-reader.ts'
import { coinChangesOfBlocks } from '../../store/coin-movements.ts'
import type { IndexDatabase } from '../../store/index-database.ts'
import { positionOf, POSITIONS_PER_BLOCK } from '../../store/positions.ts'
import { isPositive } from '../../store/schema.ts'
import type { ListSources } from './list-sources.ts'
import { readInteger } from '../page.ts'
import { requirePrepared } from '../prepared.ts'
import type { ReadContext } from '../read-context.ts'
import { addNotice, startNotice, traceNotice } from '../notices.ts'
import { formatTimestamp } from '../timestamps.ts'

/** How long a page waits for balances from the node. */
export const BALANCES_TIMEOUT_MS = 1_500
/** Blocks that are looked at for one page: those of a router, which passes on all it gets, change nothing. */
const MAX_EXAMINED = 2_000

/** `/addresses/{hash}/coin-balance-history`: newest first. */
export async function coinBalancesOfAddress(sources: ListSources, request: ListRequest): Promise<ListPage> {
  const hash = request.params.address_hash ?? ''
  const { changes, end, notices } = await sources.readWithFetch((context) => ({
    ...changesBefore(context, request),
    notices: [traceNotice(context.store.totals, sources.onDemand), startNotice(context.start)],
  }))
  const shown = changes.slice(0, request.limit)
  const blocks = shown.flatMap(({ block, parent }) => (parent ? [block, parent] : [block]))
  const found = await sources.onDemand.fetchCoinBalances(hash, blocks, BALANCES_TIMEOUT_MS)
  const balances = new Map(blocks.map((block, index) => [block.hash, found[index] ?? null]))
  const items = shown.map((change) => balanceItem(change, balances)).filter((item) => item !== null)
  const last = changes.length > request.limit ? shown.at(-1)?.block.number : end
  const page = { items, next: last == null ? null : { block_number: last } }
  return [...notices, unknownNotice(items)].reduce(
    (noticed: ListPage, notice) => addNotice(noticed, notice),
    page,
  )
}

interface BlockRef {
  readonly number: number
  readonly hash: string
}

interface CoinChange {
  readonly block: BlockRef
  /** `null` before the first block of the chain. */
  readonly parent: BlockRef | null
  readonly timestamp: number
  /** As the index adds it up; null where it can't, as in the first block of a chain. */
  readonly change: bigint | null
  readonly transactionHash: string | null
}

/** The changes after the page before: one more than the page holds, or the height at which looking for them ended. */
function changesBefore(
  context: ReadContext,
  { params, after, limit }: ListRequest,
): { readonly changes: readonly CoinChange[]; readonly end: number | null } {
  const address = context.addressOf(params.address_hash)
  let before = readInteger(after?.block_number) ?? context.head + 1
  const changes: CoinChange[] = []
  let examined = 0
  while (address !== null) {
    const heights = heightsBefore(context.store.database, address, before, limit + 1)
    for (const change of changesAt(context, address, heights)) {
      if (change.change !== 0n) changes.push(change)
      if (changes.length > limit) return { changes, end: null }
    }
    examined += heights.length
    const last = heights.at(-1)
    if (last === undefined) break
    if (examined >= MAX_EXAMINED) return { changes, end: last }
    before = last
  }
  const first = before > 0 && context.start === null ? genesis(context) : null
  return { changes: first ? [...changes, first] : changes, end: null }
}

/** The balance that the genesis block allocates has no transaction. */
function genesis(context: ReadContext): CoinChange {
  const { hash, timestamp } = context.block(0)
  return { block: { number: 0, hash }, parent: null, timestamp, change: null, transactionHash: null }
}

/** At heights from the highest to the lowest, with all between them at which the balance may have changed. */
function* changesAt(
  context: ReadContext,
  address: number,
  heights: readonly number[],
): Generator<CoinChange> {
  const { store, missing } = context
  const [highest, lowest] = [heights[0], heights.at(-1)]
  if (highest === undefined || lowest === undefined) return
  const changes = coinChangesOfBlocks(store, address, lowest, highest)
  const blocks = store.database.all<{
    number: number
    hash: string
    parent_hash: string
    timestamp: number
    traced: number
  }>(
    ({
      inNumbers,
    }) => `SELECT number, '0x' || lower(hex(hash)) AS hash, '0x' || lower(hex(parent_hash)) AS parent_hash, timestamp, traced
     FROM block WHERE number IN ${inNumbers} ORDER BY number DESC`,
    JSON.stringify(heights),
  )
  for (const { number, hash, parent_hash: parentHash, timestamp, traced } of blocks) {
    if (traced === 0) missing.frames.add(number)
    const { change, transactions } = changes.get(number) ?? NO_CHANGE
    const [only, ...others] = transactions
    yield {
      block: { number, hash },
      parent: number > 0 ? { number: number - 1, hash: parentHash } : null,
      timestamp,
      // Without its call frames, that the rest adds up to nothing says nothing.
      change: traced === 1 || change !== 0n ? change : null,
      transactionHash: only !== undefined && others.length === 0 ? context.transaction(only).hash : null,
    }
  }
}

const NO_CHANGE = { change: 0n, transactions: [] as readonly number[] }

/** Null for a block that changed nothing, as the node says. */
function balanceItem(change: CoinChange, balances: ReadonlyMap<string, string | null>): WireItem | null {
  const { block, parent, timestamp, transactionHash } = change
  const value = balances.get(block.hash) ?? null
  const before = parent ? (balances.get(parent.hash) ?? null) : '0'
  const delta = value === null || before === null ? change.change : BigInt(value) - BigInt(before)
  if (delta === 0n || (parent === null && delta === null)) return null
  return {
    block_number: block.number,
    block_timestamp: formatTimestamp(timestamp),
    value,
    delta: delta?.toString() ?? null,
    transaction_hash: transactionHash,
  }
}

const UNKNOWN: Pick<ListPage, 'meta'> = {
  meta: {
    status: 'unavailable',
    message: 'The node does not give the balances of all these blocks: only what changed is shown.',
  },
}
const unknownNotice = (items: readonly WireItem[]): Pick<ListPage, 'meta'> =>
  items.some(({ value }) => value === null) ? UNKNOWN : {}

/** Where the heights of blocks come from that may have changed a balance: a column of positions or of heights each. */
const SOURCES = [
  ['position', 'tx WHERE sender = ?1'],
  [
    'position',
    (dialect: SqlDialect) => `tx WHERE receiver = ?1 AND receiver IS NOT NULL AND ${isPositive(dialect)}`,
  ],
  [
    'position',
    (dialect: SqlDialect) => `tx WHERE created = ?1 AND created IS NOT NULL AND ${isPositive(dialect)}`,
  ],
  ['tx', (dialect: SqlDialect) => `internal WHERE sender = ?1 AND ${isPositive(dialect)}`],
  [
    'tx',
    (dialect: SqlDialect) =>
      `internal WHERE receiver = ?1 AND receiver IS NOT NULL AND ${isPositive(dialect)}`,
  ],
  [
    'tx',
    (dialect: SqlDialect) => `internal WHERE created = ?1 AND created IS NOT NULL AND ${isPositive(dialect)}`,
  ],
  ['number', 'block WHERE miner = ?1 AND transactions > 0'],
  ['block', 'withdrawal WHERE receiver = ?1'],
] as const

/** The rows that are walked through without an index each. Of withdrawals all are read for each of the heights. */
const rowsOf = (address: number, limit: number) =>
  [
    { index: 'tx_paying_of_receiver', from: 'tx WHERE receiver = ?', values: [address] },
    { index: 'tx_paying_of_created', from: 'tx WHERE created = ?', values: [address] },
    { index: 'block_with_tips_of_miner', from: 'block WHERE miner = ?', values: [address] },
    {
      index: 'withdrawal_of_receiver_by_block',
      from: 'withdrawal WHERE receiver = ?',
      values: [address],
      steps: limit,
    },
  ] as const

/** The newest `limit` heights below `before` at which the balance may have changed. */
function heightsBefore(database: IndexDatabase, address: number, before: number, limit: number): number[] {
  requirePrepared(database, rowsOf(address, limit), 'The history of this balance')
  const found = SOURCES.map(([column, rows]) => () => {
    const scale = column === 'number' || column === 'block' ? 1 : POSITIONS_PER_BLOCK
    // From one block to the next below it, however many rows a block has.
    return database.all<{ height: number }>(
      (dialect) => `WITH RECURSIVE step (height) AS (
         SELECT (SELECT max(${column}) FROM ${sqlIn(dialect, rows)} AND ${column} < ?2) / ${String(scale)}
         UNION ALL
         SELECT (SELECT max(${column}) FROM ${sqlIn(dialect, rows)} AND ${column} < height * ${String(scale)}) / ${String(scale)}
         FROM step WHERE height IS NOT NULL
       ) SELECT height FROM step WHERE height IS NOT NULL LIMIT ?3`,
      address,
      scale === 1 ? before : positionOf(before, 0),
      limit,
    )
  })
  const heights = together(found).flat()
  return [...new Set(heights.map(({ height }) => height))].sort((a, b) => b - a).slice(0, limit)
}
