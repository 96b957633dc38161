import type { StateOverrides } from '#platform/json-rpc/contract-calls.ts'
import { together } from '#platform/unanswered.ts'
import type { TokenType } from '#shared/chain/token-events.ts'
import { ZERO_ADDRESS, toHex } from '../../model/hex.ts'
import type { TokenChange } from '../../model/state-change.ts'
import { transactionHashes } from '../../node/read-block.ts'
import { NodeFailure, REFUSED, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { data, object, optional, quantity } from '#platform/json-rpc/wire.ts'
import { amountToDecimal, decodeAmount } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { heightOf, positionOf, POSITIONS_PER_BLOCK, indexOf } from '../../store/positions.ts'
import { fetchTokenBalances, type BalanceAnswer, type BalanceKey } from '../facts/token-balances.ts'
import type { SyncContext } from '../sync-context.ts'
import { blockAt, parentOf } from './blocks-of-change.ts'

interface TransferRow {
  readonly log: number
  readonly tx: number
  readonly token: number
  readonly type: TokenType
  readonly sender: number
  readonly receiver: number
  readonly token_id: Uint8Array | null
  readonly value: Uint8Array | null
}

/** A balance that transfers changed. `tokenId` is null for amounts, and for the count of NFTs of a collection. */
interface BalanceChange extends BalanceKey {
  change: bigint
  readonly nfts: { direction: 'from' | 'to'; tokenId: string }[]
}

/**
 * Token balances before and after one transaction, as the token contracts give them at the end of its block and of the one
 * before; where the transfers do not explain these, before and after each transaction.
 */
export async function readTokenChanges(
  store: IndexStore,
  context: SyncContext,
  position: number,
): Promise<readonly TokenChange[]> {
  const height = heightOf(position)
  const { changes, sums } = summedChanges(store, position)
  const fetched = await fetchBlockBalances(context, changes, height)
  const blocks = changes.map((each, index) => blockBalances(store, each, height, fetched[index]))
  // Only a trace shows what a token does without an event in one transaction.
  const isTraced =
    hasOthers(store, position) &&
    changes.some(
      (each, index) => !isInEvents(each, sums[index], blocks[index]) || store.tokens.isRebasing(each.token),
    )
  const traced = isTraced ? await readTracedBalances(context, changes, position) : null
  return changes.map((each, index) => changeOf(store, each, sums[index], blocks[index], traced?.[index]))
}

/** Changes as the index has them: the balance at the end of the parent block plus the transfers since. */
export function indexedTokenChanges(store: IndexStore, position: number): readonly TokenChange[] {
  const height = heightOf(position)
  const { changes, sums } = summedChanges(store, position)
  return together(
    changes.map(
      (each, index) => () =>
        changeOf(store, each, sums[index], blockBalances(store, each, height, undefined), undefined),
    ),
  )
}

interface Sums {
  readonly earlier: bigint
  readonly later: bigint
}

/** Sums of a transaction's transfers, and of those before and after it in the block. */
function summedChanges(store: IndexStore, position: number) {
  const height = heightOf(position)
  const transfers = store.database.all<TransferRow>(
    `SELECT log, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE log >= ? AND log < ? ORDER BY log, item`,
    positionOf(height, 0),
    positionOf(height, POSITIONS_PER_BLOCK),
  )
  const changes = [...sumTransfers(transfers.filter(({ tx }) => tx === position)).values()]
  const earlier = sumTransfers(transfers.filter(({ tx }) => tx < position))
  const later = sumTransfers(transfers.filter(({ tx }) => tx > position))
  const sums = changes.map((each) => ({
    earlier: earlier.get(keyOf(each))?.change ?? 0n,
    later: later.get(keyOf(each))?.change ?? 0n,
  }))
  return { changes, sums }
}

const isInEvents = (each: BalanceChange, sums: Sums | undefined, block: BlockBalances | undefined): boolean =>
  block !== undefined &&
  sums !== undefined &&
  block.start + sums.earlier + each.change + sums.later === block.end

function changeOf(
  store: IndexStore,
  each: BalanceChange,
  sums: Sums | undefined,
  block: BlockBalances | undefined,
  own: { readonly start: bigint | null; readonly end: bigint | null } | undefined,
): TokenChange {
  const holder = store.addresses.hashOf(each.holder)
  const { earlier: changeBefore = 0n, later: changeAfter = 0n } = sums ?? {}
  // In an index that is kept for other addresses, what else of the block changed this balance may be missing.
  const isUnknown =
    own?.start == null && !store.hasTransfers(each.token, each.holder) && !isInEvents(each, sums, block)
  const isNobody = holder === ZERO_ADDRESS || block === undefined || isUnknown
  const before = isNobody ? null : (own?.start ?? block.start + changeBefore)
  // No other transaction of the block changed it: then the contract's balance is right, whatever its events say.
  const isOnlyChange = changeBefore === 0n && changeAfter === 0n
  const after = isNobody
    ? null
    : (own?.end ?? (isOnlyChange ? block.end : block.start + changeBefore + each.change))
  return {
    kind: 'token',
    address: holder,
    token: store.addresses.hashOf(each.token),
    tokenId: each.tokenId && amountToDecimal(each.tokenId),
    before: before === null ? null : String(before < 0n ? 0n : before),
    after: after === null ? null : String(after < 0n ? 0n : after),
    change:
      each.nfts.length > 0
        ? each.nfts
        : String(before === null || after === null ? each.change : after - before),
  }
}

/** Whether the block of a transaction has other ones. */
const hasOthers = ({ database }: IndexStore, position: number): boolean =>
  (database.get<{ transactions: number }>(
    'SELECT transactions FROM block WHERE number = ?',
    heightOf(position),
  )?.transactions ?? 0) > 1

const keyOf = ({ token, holder, tokenId }: Pick<BalanceKey, 'token' | 'holder' | 'tokenId'>) =>
  `${String(token)}:${String(holder)}:${tokenId ? Buffer.from(tokenId).toString('hex') : ''}`

/** The sum of the transfers for each balance, by `keyOf`, in the order of the transfers. */
function sumTransfers(transfers: readonly TransferRow[]): Map<string, BalanceChange> {
  const changes = new Map<string, BalanceChange>()
  for (const { token, type, sender, receiver, token_id: id, value } of transfers) {
    const isNft = type === 'ERC-721'
    const tokenId = isNft ? null : id
    const amount = value ? decodeAmount(value) : 1n
    for (const [holder, direction] of [
      [sender, 'from'],
      [receiver, 'to'],
    ] as const) {
      const key = keyOf({ token, holder, tokenId })
      const entry = changes.get(key) ?? { token, holder, type, tokenId, change: 0n, nfts: [] }
      changes.set(key, entry)
      entry.change += direction === 'to' ? amount : -amount
      if (isNft && id) entry.nfts.push({ direction, tokenId: amountToDecimal(id) })
    }
  }
  return changes
}

interface BlockBalances {
  readonly start: bigint
  readonly end: bigint
}

/** At the end of the parent block and of this one: from the token contract where it gave them, else from the index. */
function blockBalances(
  store: IndexStore,
  balance: BalanceKey,
  height: number,
  fetched: { start: bigint | null; end: bigint | null } | undefined,
): BlockBalances {
  return {
    start: fetched?.start ?? indexedBalance(store, balance, height - 1),
    end: fetched?.end ?? indexedBalance(store, balance, height),
  }
}

function indexedBalance({ database }: IndexStore, balance: BalanceKey, height: number): bigint {
  const row = database.get<{ value: Uint8Array }>(
    `SELECT h.value FROM balance b JOIN balance_history h ON h.balance = b.id
     WHERE b.token = ? AND b.token_id = ? AND b.holder = ? AND h.block <= ? ORDER BY h.block DESC LIMIT 1`,
    balance.token,
    balance.tokenId ?? new Uint8Array(),
    balance.holder,
    height,
  )
  return row ? decodeAmount(row.value) : 0n
}

/** Throws NodeFailure `refused` where the node refuses any. */
async function fetchBlockBalances(context: SyncContext, balances: readonly BalanceKey[], height: number) {
  const [starts, ends] = await Promise.all([
    fetchTokenBalances(context, balances, parentOf(context.store, height)),
    fetchTokenBalances(context, balances, blockAt(context.store, height)),
  ])
  return balances.map((_, index) => ({ start: notRefused(starts[index]), end: notRefused(ends[index]) }))
}

function notRefused(answer: BalanceAnswer | undefined): bigint | null {
  if (answer === REFUSED) throw new NodeFailure('refused', 'the node refuses a balance for now')
  return answer ?? null
}

/** Transactions that are traced for one. */
const MAX_TRACED = 200

/**
 * Reads token balances right before and right after one transaction: from the state at the end of the parent block, and
 * the changes that the block's transactions made until then. Null if the node does not trace them, or takes no state
 * with a call.
 */
async function readTracedBalances(
  context: SyncContext,
  balances: readonly BalanceKey[],
  position: number,
): Promise<readonly { start: bigint | null; end: bigint | null }[] | null> {
  const { store } = context
  if (context.balanceChanges === 'computed' || indexOf(position) >= MAX_TRACED) return null
  const height = heightOf(position)
  const hashes = await hashesUntil(context, position)
  if (hashes === null) return null
  const diffs = await context.connection.many(
    hashes.map((hash) => ({
      method: 'debug_traceTransaction',
      params: [hash, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
    })),
    { priority: 'visible' },
  )
  const overrides = noOverrides()
  let before = copyOverrides(overrides)
  try {
    for (const diff of diffs) {
      if (diff instanceof NodeRefusal) {
        if (diff.meaning !== 'refused' || context.balanceChanges === null) return null
        throw new NodeFailure('refused', 'the node refuses to trace for now')
      }
      before = copyOverrides(overrides)
      addDiff(overrides, diff.result)
    }
  } catch (error) {
    if (error instanceof NodeFailure && error.kind === 'garbage') return null
    throw error
  }
  const parent = parentOf(store, height)
  const [starts, ends] = await Promise.all([
    fetchTokenBalances(context, balances, parent, { overrides: before }),
    fetchTokenBalances(context, balances, parent, { overrides }),
  ])
  const known = (answer: BalanceAnswer | undefined) => (answer === REFUSED ? null : (answer ?? null))
  return balances.map((_, index) => ({ start: known(starts[index]), end: known(ends[index]) }))
}

/** Hashes of the block's transactions up to this one; null where the node no longer has the block. */
async function hashesUntil(
  { store, connection }: SyncContext,
  position: number,
): Promise<readonly string[] | null> {
  const height = heightOf(position)
  if (store.filter === null)
    return store.database
      .all<{ hash: Uint8Array }>(
        'SELECT hash FROM tx WHERE position >= ? AND position <= ? ORDER BY position',
        positionOf(height, 0),
        position,
      )
      .map(({ hash }) => toHex(hash))
  // The index does not have all of them.
  const block = await connection.request('eth_getBlockByHash', [store.hashAt(height), false], {
    priority: 'visible',
  })
  return block === null ? null : transactionHashes(block).slice(0, indexOf(position) + 1)
}

interface Account {
  balance?: string
  code?: string
  stateDiff: Record<string, string>
}

const ZERO_WORD = `0x${'0'.repeat(64)}`

/**
 * The state after one more transaction: adds to `overrides` what the result of `prestateTracer` in diff mode says that it
 * changed. `post` has only what is not zero after it. Throws NodeFailure `garbage` where the result has another shape.
 */
function addDiff(overrides: Record<string, Account>, result: unknown) {
  const diff = object(result, 'a state diff')
  const pre = object(diff.pre, 'the state before')
  const post = object(diff.post, 'the state after')
  for (const address of new Set([...Object.keys(pre), ...Object.keys(post)])) {
    const before = object(pre[address] ?? {}, 'an account')
    const after = object(post[address] ?? {}, 'an account')
    const account = (overrides[address.toLowerCase()] ??= { stateDiff: {} })
    const isGone = post[address] === undefined
    const balance = isGone ? '0x0' : optional(quantity, after.balance, 'a balance')
    const code = isGone ? '0x' : optional(data, after.code, 'code')
    if (balance !== null) account.balance = balance
    if (code !== null) account.code = code
    for (const slot of Object.keys(object(before.storage ?? {}, 'the storage')))
      account.stateDiff[slot] = ZERO_WORD
    for (const [slot, value] of Object.entries(object(after.storage ?? {}, 'the storage')))
      account.stateDiff[slot] = data(value, 'a word of storage')
  }
}

/** A copy that later transactions do not change. */
const copyOverrides = (overrides: Readonly<Record<string, Account>>): StateOverrides =>
  structuredClone(overrides)

const noOverrides = (): Record<string, Account> => ({})
