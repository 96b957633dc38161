/**
 * The approvals that an address set by its own transactions. A permit, and a contract that approves for its caller,
 * stand in no such transaction, and what a spender has used up is not known.
 */
import type { ListItem } from '#shared/lists/list-table.ts'
import { callNameOf, calledMethod } from '#shared/chain/call-name.ts'
import {
  MAX_APPROVAL_PAIRS,
  type ApprovalCall,
  type ApprovalEvidence,
  type ApprovalsProgress,
} from '#shared/rpc/contract/approvals.ts'
import { archivedRows } from '../flow/read-movements.ts'
import { archiveOf, isOfArchive, type FlowDeps } from '../flow/flow-deps.ts'
import type { ListRow } from '../ledger/kept/list-rows.ts'
import { readPages } from '../ledger/read-lists.ts'
import { createPairs, wasOpen, type EventPlace, type KnownPair, type Pair } from './approval-events.ts'
import { addressAt, numberAt } from './words.ts'
import { HUGE } from './ask-tokens.ts'

type Transaction = ListItem<'address-transactions'>
const LIST = 'address-transactions'
/** The maximal number of transactions that are read. */
const MAX_ROWS = 400_000
/** Rows from one report of progress to the next: a page has some fifty, and a window draws each number. */
const PROGRESS_ROWS = 1_000

export interface ReadingOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ApprovalsProgress) => void
}

/** An approval that a transaction set. The number is an amount, or the id of an NFT. */
interface SetByTransaction {
  readonly pair: Pair
  readonly number: bigint
  /** Expiry of an allowance of Permit2, in seconds since 1970. */
  readonly expires: number | null
  readonly place: EventPlace
  readonly by: ApprovalCall
  readonly isOfNft: boolean
}

/** The state of a pair after its newest transaction. */
interface SaidOfPair {
  readonly amount: bigint
  readonly expires: number | null
}

export interface SetInTransactions {
  readonly pairs: readonly KnownPair[]
  readonly said: ReadonlyMap<KnownPair, SaidOfPair>
  /** The calls of transactions, by hash. */
  readonly calls: ReadonlyMap<string, ApprovalCall>
  readonly evidence: Extract<ApprovalEvidence, { readonly kind: 'transactions' }>
}

export async function approvalsInTransactions(
  deps: FlowDeps,
  { source, address }: { readonly source: string; readonly address: string },
  { signal, onProgress }: ReadingOptions,
): Promise<SetInTransactions> {
  const owner = address.toLowerCase()
  const found: SetByTransaction[] = []
  let nextProgressAt = 1
  let [rows, from, to]: [number, number | null, number | null] = [0, null, null]
  const open = openRows(deps, { source, list: LIST, params: { address_hash: address } }, signal)
  const isFull = () => rows >= MAX_ROWS || found.length >= MAX_APPROVAL_PAIRS
  for await (const page of open.rows) {
    for (const { height, item } of page) {
      if (isFull()) break
      rows += 1
      from = Math.min(from ?? height, height)
      to = Math.max(to ?? height, height)
      const set = setBy(item as Transaction, owner, height)
      if (set) found.push(set)
    }
    if (rows >= nextProgressAt) {
      nextProgressAt = rows + PROGRESS_ROWS
      onProgress({ step: 'transactions', rows, pairs: found.length })
    }
    if (isFull()) break
  }
  const state = isFull() ? 'incomplete' : open.state()
  const evidence = { kind: 'transactions', list: LIST, rows, state, from, to } as const
  return { ...pairsOf(found), evidence }
}

/** `found`: the newest first. */
function pairsOf(found: readonly SetByTransaction[]): Omit<SetInTransactions, 'evidence'> {
  const collections = new Set(found.flatMap(({ pair, isOfNft }) => (isOfNft ? [pair.token] : [])))
  const pairs = createPairs()
  const numbers = new Map<string, SaidOfPair>()
  const calls = new Map<string, ApprovalCall>()
  for (const { pair: given, number, expires, place, by } of found) {
    const isNft = given.kind === 'amount' && collections.has(given.token)
    const pair: Pair = isNft ? { ...given, kind: 'nft', id: String(number) } : given
    const isEnd = !wasOpen(pair) || (!isNft && number === 0n)
    pairs.addEarlier({ ...pair, place, isEnd })
    const key = keyOf(pair, place.transaction)
    if (!numbers.has(key)) numbers.set(key, { amount: number, expires })
    calls.set(place.transaction, by)
  }
  const all = pairs.all()
  const said = all.flatMap((pair) => {
    const known = numbers.get(keyOf(pair, pair.set.transaction))
    return known === undefined ? [] : [[pair, known] as const]
  })
  return { pairs: all, said: new Map(said), calls }
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

/** The approval that a transaction sets; undefined if it failed, or the owner did not send it. */
function setBy(transaction: Transaction, owner: string, block: number): SetByTransaction | undefined {
  const { from, to, status, raw_input: input } = transaction
  if (from?.hash.toLowerCase() !== owner || status === 'error' || !to || input == null) return undefined
  const [selector, contract] = [input.slice(0, 10).toLowerCase(), to.hash.toLowerCase()]
  const words = `0x${input.slice(10).toLowerCase()}`
  const time = secondsOf(transaction.timestamp)
  const rest = {
    place: { block, index: transaction.position ?? 0, transaction: transaction.hash, time },
    by: { from: owner, to: contract, method: calledMethod(transaction) ?? selector },
  }
  const of = { token: contract, via: null, id: null }
  if (selector === '0x095ea7b3' || selector === '0xa22cb465') {
    const [spender, number] = [addressAt(words, 0), numberAt(words, 1)]
    const kind = selector === '0x095ea7b3' ? 'amount' : 'collection'
    if (spender === undefined || number === undefined) return undefined
    // Nobody can take an amount as the address 0, so only of a collection it is approved: an NFT, to nobody.
    const isOfNft =
      kind === 'amount' &&
      number < HUGE &&
      (callNameOf(transaction)?.from === 'ERC-721' || (BigInt(spender) === 0n && number > 0n))
    return { ...rest, pair: { ...of, kind, spender }, number, expires: null, isOfNft }
  }
  if (selector !== '0x87517c45') return undefined
  const [token, spender, number] = [addressAt(words, 0), addressAt(words, 1), numberAt(words, 2)]
  const expires = numberAt(words, 3)
  if (token === undefined || spender === undefined || number === undefined || expires === undefined)
    return undefined
  const pair = { kind: 'permit2', token, spender, via: contract, id: null } as const
  // Permit2 takes 0 as the time of the block.
  return { ...rest, pair, number, expires: expires === 0n ? (time ?? 0) : Number(expires), isOfNft: false }
}

function secondsOf(timestamp: string | null | undefined): number | null {
  const time = Date.parse(timestamp ?? '')
  return Number.isNaN(time) ? null : Math.floor(time / 1_000)
}
