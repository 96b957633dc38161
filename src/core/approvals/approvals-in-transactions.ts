/**
 * The approvals that an address set by its own transactions. A permit, and a contract that approves for its caller,
 * stand in no such transaction, and what a spender has used up is not known.
 */
import type { ListItem } from '#shared/lists/list-table.ts'
import type { ApprovalEvidence } from '#shared/rpc/contract/approvals.ts'
import { archivedRows } from '../flow/read-movements.ts'
import { archiveOf, isOfArchive, type FlowDeps } from '../flow/flow-deps.ts'
import type { ListRow } from '../ledger/kept/list-rows.ts'
import { readPages } from '../ledger/read-lists.ts'
import { createPairs, type KnownPair, type Pair } from './approval-events.ts'
import { addressAt, numberAt } from './words.ts'

type Transaction = ListItem<'address-transactions'>
const LIST = 'address-transactions'
/** The maximal number of transactions that are read. */
const MAX_ROWS = 400_000

interface SetAmount {
  readonly amount: bigint
  /** Of Permit2, in seconds since 1970. */
  readonly expires: number | null
}

export interface SetInTransactions {
  readonly pairs: readonly KnownPair[]
  /** The amounts that the newest transactions set. */
  readonly amounts: ReadonlyMap<KnownPair, SetAmount>
  readonly evidence: Extract<ApprovalEvidence, { readonly kind: 'transactions' }>
}

export async function approvalsInTransactions(
  deps: FlowDeps,
  { source, address }: { readonly source: string; readonly address: string },
  signal: AbortSignal,
): Promise<SetInTransactions> {
  const owner = address.toLowerCase()
  const pairs = createPairs()
  const amounts = new Map<string, SetAmount>()
  let [rows, from, to]: [number, number | null, number | null] = [0, null, null]
  const open = openRows(deps, { source, list: LIST, params: { address_hash: address } }, signal)
  for await (const page of open.rows) {
    for (const { height, item } of page) {
      rows += 1
      from = Math.min(from ?? height, height)
      to = Math.max(to ?? height, height)
      const transaction = item as Transaction
      const set = setBy(transaction, owner)
      if (!set) continue
      const [time, index] = [secondsOf(transaction.timestamp), transaction.position ?? 0]
      const place = { block: height, index, transaction: transaction.hash, time }
      // Permit2 takes 0 as the time of the block.
      const expires = set.expires === 0 ? (time ?? 0) : set.expires
      const isOver = expires !== null && expires < Date.now() / 1_000
      // Nobody can take as the address 0: it ends the approval of an NFT.
      const isEnd = set.amount === 0n || BigInt(set.pair.spender) === 0n || isOver
      pairs.addEarlier({ ...set.pair, place, isEnd })
      amounts.set(keyOf(set.pair, place.transaction), { amount: set.amount, expires })
    }
    if (rows >= MAX_ROWS || pairs.droppedAt() !== null) break
  }
  const all = pairs.all()
  const found = all.flatMap((pair) => {
    const amount = amounts.get(keyOf(pair, pair.set.transaction))
    return amount === undefined ? [] : [[pair, amount] as const]
  })
  const dropped = pairs.droppedAt()
  if (dropped !== null) from = Math.min(dropped + 1, to ?? dropped)
  const state = dropped !== null || rows >= MAX_ROWS ? 'incomplete' : open.state()
  const evidence = { kind: 'transactions', list: LIST, rows, state, from, to } as const
  return { pairs: all, amounts: new Map(found), evidence }
}

const keyOf = ({ kind, token, spender }: Pair, transaction: string) =>
  `${transaction} ${kind} ${token} ${spender}`

/** Without requests to a source that counts them: of such a one, the rows that are kept. */
function openRows(deps: FlowDeps, request: Parameters<typeof readPages>[1], signal: AbortSignal) {
  if (!isOfArchive(deps, request.source)) {
    const paged = readPages(deps, request, signal)
    return { rows: paged.rows, state: () => paged.state.state }
  }
  const archived = archiveOf(deps, request.source)?.list({ ...request, filters: {} })
  const covered = archived?.coverage()
  const state = covered?.isComplete ? 'whole' : (covered?.rows ?? 0) > 0 ? 'incomplete' : 'absent'
  const rows: AsyncGenerator<readonly ListRow[]> = archivedRows(archived)
  return { rows, state: () => state } as const
}

/** What a transaction sets, if it is one of the address's that did not fail. */
function setBy(transaction: Transaction, owner: string): (SetAmount & { pair: Pair }) | undefined {
  const { from, to, status, raw_input: input } = transaction
  if (from?.hash.toLowerCase() !== owner || status === 'error' || !to || input == null) return undefined
  const [selector, contract] = [input.slice(0, 10).toLowerCase(), to.hash.toLowerCase()]
  const words = `0x${input.slice(10).toLowerCase()}`
  const of = { token: contract, via: null, id: null }
  if (selector === '0x095ea7b3' || selector === '0xa22cb465') {
    const [spender, amount] = [addressAt(words, 0), numberAt(words, 1)]
    const kind = selector === '0x095ea7b3' ? 'amount' : 'collection'
    return spender === undefined || amount === undefined
      ? undefined
      : { pair: { ...of, kind, spender }, amount, expires: null }
  }
  if (selector !== '0x87517c45') return undefined
  const [token, spender, amount] = [addressAt(words, 0), addressAt(words, 1), numberAt(words, 2)]
  const expires = numberAt(words, 3)
  if (token === undefined || spender === undefined || amount === undefined || expires === undefined)
    return undefined
  const pair = { kind: 'permit2', token, spender, via: contract, id: null } as const
  return { pair, amount, expires: Number(expires) }
}

function secondsOf(timestamp: string | null | undefined): number | null {
  const time = Date.parse(timestamp ?? '')
  return Number.isNaN(time) ? null : Math.floor(time / 1_000)
}
