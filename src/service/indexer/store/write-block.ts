import { rangeLength, readDeposit, readTokenTransfers } from '#shared/chain/token-events.ts'
import type { TokenTransfer } from '#shared/chain/token-events.ts'
import type { ChainBlock, ChainLog, ChainWithdrawal } from '../model/chain-block.ts'
import { hexToBytes, ZERO_ADDRESS } from '../model/hex.ts'
import { encodeAmount, encodeHexAmount, encodeOptionalAmount } from './amounts.ts'
import { asIndexed } from './as-indexed.ts'
import type { IndexStore } from './index-store.ts'
import { noteOdd, timestampOf } from './odd-rows.ts'
import { prefetch } from './prefetch.ts'
import { positionOf } from './positions.ts'
import { rowStatements } from './rows.ts'
import type { RowValues } from './rows.ts'
import { gasFee, TRANSACTION, transactionValues } from './transaction-values.ts'
import type { TransactionAt } from './transaction-values.ts'
import { beginEarlier } from './undo-blocks.ts'

/** What SQLite can hold: beyond it a sum is no integer any more. */
const MAX_INTEGER = 2n ** 63n - 1n
/** Gas of a transaction that runs no code. */
const PLAIN_GAS = 21_000

/** NFTs that events of ranges (ERC-2309) move in one block: such an event costs little, however many it names. */
const MAX_RANGED = 20_000

/** What blocks add to the counts of one address. */
interface AddressCounts {
  transactions: number
  transfers: number
  gas: bigint
  blocks: number
}

/**
 * Writes blocks with their transactions, logs, transfers and balances. Only within a database transaction; the first block
 * must be the child of the newest one in the index, and each other one of that before it.
 */
export function writeBlocks(store: IndexStore, blocks: readonly ChainBlock[]) {
  const counts = new Map<number, AddressCounts>()
  for (const { number } of blocks) store.database.reachBlock(number)
  if (store.database.lookUp) prefetch(store, blocks)
  for (const block of blocks) writeBlock(store, block, counts)
  store.balances.save()
  store.tokens.flush()
  addCounts(store, counts)
}

/**
 * Writes transactions of a block that is in the index without them: of an index that is kept for some addresses, what only
 * call frames name. They move no token of those addresses, so that no balance changes. Only within a database transaction.
 */
export function writeMoreTransactions(store: IndexStore, block: ChainBlock, hashes: ReadonlySet<string>) {
  const counts = new Map<number, AddressCounts>()
  const ranges = newRanges()
  for (const at of transactionsAt(block)) {
    const isWritten = hasTransaction(store, positionOf(block.number, at.index))
    if (hashes.has(at.transaction.hash) && !isWritten) writeTransaction(store, { ...at, counts, ranges })
  }
  store.balances.flush(block.number)
  store.balances.save()
  store.tokens.flush()
  addCounts(store, counts)
  beginEarlier(store.database, block.number)
}

export const hasTransaction = ({ database }: IndexStore, position: number): boolean =>
  database.get('SELECT 1 FROM tx WHERE position = ?', position) !== undefined

/** Only within a database transaction. */
export function addCounts({ database }: IndexStore, counts: ReadonlyMap<number, AddressCounts>) {
  for (const [id, add] of counts) {
    database.send(
      ({ least }) =>
        `UPDATE address SET transactions = transactions + ?, transfers = transfers + ?, gas_used = gas_used + ${least('?', `${String(MAX_INTEGER)} - gas_used`)}, blocks = blocks + ? WHERE id = ?`,
      add.transactions,
      add.transfers,
      add.gas < MAX_INTEGER ? add.gas : MAX_INTEGER,
      add.blocks,
      id,
    )
  }
}

/** What it adds to the counts of addresses and tokens is not in the file yet. */
function writeBlock(store: IndexStore, block: ChainBlock, counts: Map<number, AddressCounts>) {
  const miner = store.addresses.idOf(block.miner)
  countsOf(counts, miner).blocks++
  const ranges = newRanges()
  for (const at of transactionsAt(block)) {
    if (store.filter?.isNamedIn(at.transaction) ?? true) writeTransaction(store, { ...at, counts, ranges })
    for (const delegator of at.transaction.delegators ?? []) {
      const id = store.addresses.find(delegator)
      if (id !== null) store.addresses.forgetContract(id)
    }
  }
  writeWithdrawals(store, block)
  noteOdd(store, block)
  store.balances.flush(block.number)
  store.database.send(HEADER.insert, ...headerValues(store, block, isPlain(block) ? 1 : 0))
  store.totals.blocks++
  store.totals.transactions += block.transactions.length
  if (isPlain(block)) store.totals.traced += block.transactions.length
}

/** No transaction of the block runs code, so none has call frames. */
export const isPlain = (block: ChainBlock) =>
  block.transactions.every(
    (each) => each.gasUsed === PLAIN_GAS && each.succeeded && each.to !== null && each.input === '0x',
  )

export const HEADER = rowStatements(
  'block',
  ['number'],
  [
    'number',
    'hash',
    'parent_hash',
    'timestamp',
    'miner',
    'gas_limit',
    'gas_used',
    'base_fee',
    'difficulty',
    'total_difficulty',
    'nonce',
    'state_root',
    'extra_data',
    'size',
    'uncles',
    'transactions',
    'withdrawals',
    'fees',
    'traced',
  ],
)

/** `traced`: see schema.ts. */
export const headerValues = (store: IndexStore, block: ChainBlock, traced: number): RowValues => [
  block.number,
  hexToBytes(block.hash),
  hexToBytes(block.parentHash),
  timestampOf(store.database, block),
  store.addresses.idOf(block.miner),
  encodeHexAmount(block.gasLimit),
  block.gasUsed,
  encodeOptionalAmount(block.baseFee),
  encodeOptionalAmount(block.difficulty),
  encodeOptionalAmount(block.totalDifficulty),
  encodeOptionalBytes(block.nonce),
  encodeOptionalBytes(block.stateRoot),
  encodeOptionalBytes(block.extraData),
  block.size,
  block.uncles.length > 0 ? Buffer.concat(block.uncles.map(hexToBytes)) : null,
  block.transactions.length,
  block.withdrawals.length,
  encodeAmount(
    block.transactions.reduce((sum, each) => sum + (each.feeToken == null ? gasFee(each) : 0n), 0n),
  ),
  traced,
]

/** Where each transaction of a block stands. Logs are numbered here, because some nodes number them within a transaction. */
export function transactionsAt(block: ChainBlock): TransactionAt[] {
  let firstLog = 0
  return block.transactions.map((transaction, index) => {
    const at = { block, transaction, index, firstLog }
    firstLog += transaction.logs.length
    return at
  })
}

interface CountedTransaction extends TransactionAt {
  readonly counts: Map<number, AddressCounts>
  readonly ranges: Ranges
}

function writeTransaction(store: IndexStore, at: CountedTransaction) {
  const { block, transaction, index, counts } = at
  const { addresses, database } = store
  const position = positionOf(block.number, index)
  const sender = addresses.idOf(transaction.from)
  const receiver = transaction.to === null ? null : addresses.idOf(transaction.to)
  const created =
    transaction.created !== null && transaction.succeeded ? addresses.idOf(transaction.created) : null
  if (created !== null) writeContract(store, created, sender, position)
  const transfers = writeLogs(store, at, position)
  // What it did may have changed a token without an event.
  if (receiver !== null && transaction.succeeded) store.tokens.markSupplyChanged(receiver)
  database.send(TRANSACTION.insert, ...transactionValues(store, at, transfers))
  const parties = new Set([sender, receiver ?? sender, created ?? sender])
  for (const party of parties) countsOf(counts, party).transactions++
  countsOf(counts, sender).gas += BigInt(transaction.gasUsed)
}

/** For a contract created by a transaction or, when its frames are known, inside one (`position`: the transaction's). */
export function writeContract(store: IndexStore, address: number, creator: number, position: number) {
  store.database.send(
    'INSERT INTO contract (address, creator, tx) VALUES (?, ?, ?) ON CONFLICT (address) DO UPDATE SET creator = excluded.creator, tx = excluded.tx',
    address,
    creator,
    position,
  )
  store.addresses.markContract(address)
}

export const LOG = rowStatements('log', ['position'], ['position', 'address', 'topic', 'topics', 'data'])

export function logValues({ addresses }: IndexStore, log: ChainLog, position: number): RowValues {
  const [first, ...others] = log.topics
  return [
    position,
    addresses.idOf(log.address),
    first === undefined ? null : addresses.topicIdOf(first),
    Buffer.from(others.map((topic) => topic.slice(2)).join(''), 'hex'),
    hexToBytes(log.data),
  ]
}

/** Returns the number of token transfers. */
function writeLogs(store: IndexStore, at: CountedTransaction, tx: number): number {
  const { logs } = at.transaction
  const read = readLogs(store, logs, at.ranges)
  let transfers = 0
  logs.forEach((log, index) => {
    const position = positionOf(at.block.number, at.firstLog + index)
    const emitter = store.addresses.idOf(log.address)
    store.addresses.markContract(emitter)
    store.database.send(LOG.insert, ...logValues(store, log, position))
    const { moved = [], unproven = null, isCut = false } = read[index] ?? {}
    if (unproven) holdDeposit(store, emitter, unproven, { log: position, tx })
    if (isCut) store.tokens.markAsked(emitter, at.block.number)
    moved.forEach((transfer, item) => {
      writeTransfer(store, at, transfer, { position, item, tx, emitter })
    })
    transfers += moved.length
    // An event that moves nothing may tell that something else has changed.
    if (moved.length === 0) store.tokens.markSupplyChanged(emitter)
  })
  store.totals.transfers += transfers
  return transfers
}

/** How many more NFTs events of ranges may move in a block. */
interface Ranges {
  left: number
}
export const newRanges = (): Ranges => ({ left: MAX_RANGED })

interface ReadLog {
  readonly moved: readonly TokenTransfer[]
  /** A deposit that is a transfer if the contract mints by it, which is not known yet. */
  readonly unproven: TokenTransfer | null
  /** Of a long range only the first are read, and the token is asked for its balances. */
  readonly isCut: boolean
}

/** What each of the logs of a transaction moves, as far as the index knows. */
export function readLogs(store: IndexStore, logs: readonly ChainLog[], ranges: Ranges): ReadLog[] {
  const deposits = depositsIn(logs)
  return logs.map((log) => {
    const deposit = deposits.get(log)
    if (!deposit) return { unproven: null, ...readWithin(log, ranges) }
    const mints = store.deposits.mints(store.addresses.idOf(log.address))
    return {
      moved: mints === true ? [deposit] : [],
      unproven: mints === null ? deposit : null,
      isCut: false,
    }
  })
}

/** What transfers of the same transaction tell already is no deposit. */
function depositsIn(logs: readonly ChainLog[]): ReadonlyMap<ChainLog, TokenTransfer> {
  const found = logs.flatMap((log) => {
    const deposit = readDeposit(log)
    return deposit ? [[log, deposit] as const] : []
  })
  if (found.length === 0) return NO_DEPOSITS
  const keyOf = ({ address }: ChainLog, { from, to, value }: TokenTransfer) =>
    `${address}:${from}:${to}:${String(BigInt(value ?? 0))}`
  const told = new Set(logs.flatMap((log) => readTokenTransfers(log).map((each) => keyOf(log, each))))
  return new Map(found.filter(([log, deposit]) => !told.has(keyOf(log, deposit))))
}

const NO_DEPOSITS: ReadonlyMap<ChainLog, TokenTransfer> = new Map()

/** A deposit is kept apart until it is known whether it is a transfer. */
export function holdDeposit(
  store: IndexStore,
  emitter: number,
  deposit: TokenTransfer,
  at: { readonly log: number; readonly tx: number },
) {
  store.deposits.hold(emitter, {
    ...at,
    sender: store.addresses.idOf(deposit.from),
    receiver: store.addresses.idOf(deposit.to),
    value: encodeHexAmount(deposit.value ?? '0x0'),
  })
}

function readWithin(log: ChainLog, ranges: Ranges): Pick<ReadLog, 'moved' | 'isCut'> {
  const read = readTokenTransfers(log)
  const length = rangeLength(log)
  if (length < 1n) return { moved: read, isCut: false }
  const within = read.slice(0, Math.max(1, ranges.left))
  ranges.left -= within.length
  return { moved: within, isCut: BigInt(within.length) < length }
}

function writeTransfer(
  store: IndexStore,
  at: CountedTransaction,
  read: TokenTransfer,
  { position, item, tx, emitter }: { position: number; item: number; tx: number; emitter: number },
) {
  const transfer = asIndexed(store, emitter, read)
  const { type: tokenType, retyped } = store.tokens.addTransfer(emitter, transfer.type, position)
  // A transfer keeps the type of its event, except in an ERC-404, whose transfers all have that type.
  const type = tokenType === 'ERC-404' ? 'ERC-404' : transfer.type
  const sender = store.addresses.idOf(transfer.from)
  const receiver = store.addresses.idOf(transfer.to)
  if (retyped) {
    store.balances.flush(at.block.number)
    store.balances.save()
    store.tokens.retype(emitter, type)
    store.balances.clear()
  }
  store.database.send(
    TRANSFER.insert,
    position,
    item,
    tx,
    emitter,
    type,
    sender,
    receiver,
    encodeOptionalAmount(transfer.tokenId),
    encodeOptionalAmount(transfer.value),
  )
  store.tokens.markSupplyChanged(emitter)
  if (transfer.tokenId !== null)
    store.database.send(INSTANCE, emitter, encodeHexAmount(transfer.tokenId), position)
  if (type === tokenType) {
    store.balances.addTransfer({
      token: emitter,
      type,
      sender: transfer.from === ZERO_ADDRESS ? null : sender,
      receiver: transfer.to === ZERO_ADDRESS ? null : receiver,
      tokenId: transfer.tokenId,
      value: transfer.value,
    })
  }
  countsOf(at.counts, sender).transfers++
  if (receiver !== sender) countsOf(at.counts, receiver).transfers++
}

export const TRANSFER = rowStatements(
  'transfer',
  ['log', 'item'],
  ['log', 'item', 'tx', 'token', 'type', 'sender', 'receiver', 'token_id', 'value'],
)

/** Adds an NFT that the index does not have. */
export const INSTANCE =
  'INSERT INTO instance (token, token_id, first_log) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'

/** Withdrawals are in gwei; the API and the index use wei. */
const WEI_PER_GWEI = 1_000_000_000n

function writeWithdrawals(store: IndexStore, block: ChainBlock) {
  block.withdrawals.forEach((withdrawal, index) => {
    if (keepsWithdrawal(store, withdrawal))
      store.database.send(WITHDRAWAL.insert, ...withdrawalValues(store, block, withdrawal, index))
  })
}

export const keepsWithdrawal = ({ filter }: IndexStore, { address }: ChainWithdrawal): boolean =>
  filter?.has(address) ?? true

export const WITHDRAWAL = rowStatements(
  'withdrawal',
  ['block', 'position'],
  ['block', 'position', 'withdrawal_index', 'validator', 'receiver', 'amount'],
)

export const withdrawalValues = (
  { addresses }: IndexStore,
  block: ChainBlock,
  withdrawal: ChainWithdrawal,
  index: number,
): RowValues => [
  block.number,
  index,
  encodeHexAmount(withdrawal.index),
  encodeHexAmount(withdrawal.validator),
  addresses.idOf(withdrawal.address),
  encodeAmount(BigInt(withdrawal.amount) * WEI_PER_GWEI),
]

function countsOf(counts: Map<number, AddressCounts>, id: number): AddressCounts {
  let entry = counts.get(id)
  if (!entry) counts.set(id, (entry = { transactions: 0, transfers: 0, gas: 0n, blocks: 0 }))
  return entry
}

const encodeOptionalBytes = (hex: string | null) => (hex === null ? null : hexToBytes(hex))
