import { tokenMoves } from '../decode/token-events.ts'
import type { ChainBlock, ChainTransaction } from '../model/chain-block.ts'
import { amountOf, amountOfHex, bytesOf } from './amounts.ts'
import type { IndexStore } from './index-store.ts'
import { placeOf } from './positions.ts'

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
/** What a transaction costs that runs no code. */
const PLAIN_GAS = 21_000

/** What a block adds to one address's counts. */
interface Activity {
  transactions: number
  transfers: number
  gas: number
  blocks: number
}

/**
 * Puts one block with all that follows from its transactions and logs into the index. Only within a transaction; the
 * block must follow the newest one there.
 */
export function writeBlock(store: IndexStore, block: ChainBlock) {
  const activity = new Map<number, Activity>()
  const miner = store.addresses.idOf(block.miner)
  active(activity, miner).blocks++
  let log = 0
  let fees = 0n
  block.transactions.forEach((transaction, index) => {
    const fee = BigInt(transaction.gasPrice) * BigInt(transaction.gasUsed)
    fees += fee
    log = writeTransaction(store, { block, transaction, index, fee, firstLog: log, activity })
  })
  writeWithdrawals(store, block)
  store.balances.flush(block.number)
  store.tokens.flush()
  writeHeader(store, block, miner, fees)
  for (const [id, add] of activity) {
    store.database.run(
      'UPDATE address SET transactions = transactions + ?, transfers = transfers + ?, gas_used = gas_used + ?, blocks = blocks + ? WHERE id = ?',
      add.transactions,
      add.transfers,
      add.gas,
      add.blocks,
      id,
    )
  }
  store.totals.blocks++
  store.totals.transactions += block.transactions.length
  if (isPlain(block)) store.totals.traced += block.transactions.length
}

/** No transaction in it runs code: there are no frames to ask for. */
const isPlain = (block: ChainBlock) =>
  block.transactions.every(
    (each) => each.gasUsed === PLAIN_GAS && each.succeeded && each.to !== null && each.input === '0x',
  )

function writeHeader(store: IndexStore, block: ChainBlock, miner: number, fees: bigint) {
  store.database.run(
    `INSERT INTO block (number, hash, parent_hash, timestamp, miner, gas_limit, gas_used, base_fee, difficulty, total_difficulty,
       nonce, state_root, extra_data, size, uncles, transactions, withdrawals, fees, traced)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    block.number,
    bytesOf(block.hash),
    bytesOf(block.parentHash),
    block.timestamp,
    miner,
    amountOfHex(block.gasLimit),
    block.gasUsed,
    optionalAmount(block.baseFee),
    optionalAmount(block.difficulty),
    optionalAmount(block.totalDifficulty),
    optionalBytes(block.nonce),
    optionalBytes(block.stateRoot),
    optionalBytes(block.extraData),
    block.size,
    block.uncles.length > 0 ? Buffer.concat(block.uncles.map(bytesOf)) : null,
    block.transactions.length,
    block.withdrawals.length,
    amountOf(fees),
    isPlain(block) ? 1 : 0,
  )
}

interface TransactionAt {
  block: ChainBlock
  transaction: ChainTransaction
  index: number
  fee: bigint
  firstLog: number
  activity: Map<number, Activity>
}

/** Gives the number of the next log. Logs are counted through the block by us: some nodes count within a transaction. */
function writeTransaction(store: IndexStore, at: TransactionAt): number {
  const { block, transaction, index, activity } = at
  const { addresses, database } = store
  const place = placeOf(block.number, index)
  const sender = addresses.idOf(transaction.from)
  const receiver = transaction.to === null ? null : addresses.idOf(transaction.to)
  const created =
    transaction.created !== null && transaction.succeeded ? addresses.idOf(transaction.created) : null
  if (created !== null) writeContract(store, created, sender, place)
  const transfers = writeLogs(store, at, place)
  database.run(
    `INSERT INTO tx (place, hash, sender, receiver, created, value, nonce, type, gas_limit, gas_used, gas_price, fee, max_fee,
       max_tip, succeeded, first_log, logs, transfers, input)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    place,
    bytesOf(transaction.hash),
    sender,
    receiver,
    created,
    amountOfHex(transaction.value),
    transaction.nonce,
    transaction.type,
    amountOfHex(transaction.gasLimit),
    transaction.gasUsed,
    amountOfHex(transaction.gasPrice),
    amountOf(at.fee),
    optionalAmount(transaction.maxFee),
    optionalAmount(transaction.maxTip),
    transaction.succeeded ? 1 : 0,
    placeOf(block.number, at.firstLog),
    transaction.logs.length,
    transfers,
    bytesOf(transaction.input),
  )
  const parties = new Set([sender, receiver ?? sender, created ?? sender])
  for (const party of parties) active(activity, party).transactions++
  active(activity, sender).gas += transaction.gasUsed
  return at.firstLog + transaction.logs.length
}

/** Called for creations by a transaction and, when its frames are known, for those inside it. */
export function writeContract(store: IndexStore, address: number, creator: number, place: number) {
  store.database.run(
    'INSERT INTO contract (address, creator, tx) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET creator = excluded.creator, tx = excluded.tx',
    address,
    creator,
    place,
  )
  store.addresses.markContract(address)
}

/** Gives how many tokens moved. */
function writeLogs(store: IndexStore, at: TransactionAt, tx: number): number {
  let transfers = 0
  at.transaction.logs.forEach((log, index) => {
    const place = placeOf(at.block.number, at.firstLog + index)
    const emitter = store.addresses.idOf(log.address)
    store.addresses.markContract(emitter)
    const [first, ...others] = log.topics
    store.database.run(
      'INSERT INTO log (place, address, topic, topics, data) VALUES (?, ?, ?, ?, ?)',
      place,
      emitter,
      first === undefined ? null : store.addresses.topicOf(first),
      Buffer.from(others.map((topic) => topic.slice(2)).join(''), 'hex'),
      bytesOf(log.data),
    )
    tokenMoves(log).forEach((move, item) => {
      const seen = store.tokens.see(emitter, move.type, place)
      // A contract that is no multi-token for itself keeps its kind; the transfer tells which event it was.
      const type = seen.type === 'ERC-404' ? 'ERC-404' : move.type
      const sender = store.addresses.idOf(move.from)
      const receiver = store.addresses.idOf(move.to)
      if (seen.retyped) {
        store.balances.flush(at.block.number)
        store.tokens.retype(emitter, type)
        store.balances.clear()
      }
      store.database.run(
        'INSERT INTO transfer (log, item, tx, token, type, sender, receiver, token_id, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        place,
        item,
        tx,
        emitter,
        type,
        sender,
        receiver,
        optionalAmount(move.tokenId),
        optionalAmount(move.value),
      )
      if (move.from === ZERO_ADDRESS || move.to === ZERO_ADDRESS) store.tokens.markStale(emitter)
      if (move.tokenId !== null) writeInstance(store, emitter, move.tokenId, place)
      if (type === seen.type) {
        store.balances.move({
          token: emitter,
          type,
          sender: move.from === ZERO_ADDRESS ? null : sender,
          receiver: move.to === ZERO_ADDRESS ? null : receiver,
          tokenId: move.tokenId,
          value: move.value,
        })
      }
      active(at.activity, sender).transfers++
      if (receiver !== sender) active(at.activity, receiver).transfers++
      transfers++
    })
  })
  store.totals.transfers += transfers
  return transfers
}

function writeInstance(store: IndexStore, token: number, tokenId: string, place: number) {
  store.database.run(
    'INSERT OR IGNORE INTO instance (token, token_id, first_log) VALUES (?, ?, ?)',
    token,
    amountOfHex(tokenId),
    place,
  )
}

/** The beacon chain counts in gwei; the API and the index in wei. */
const WEI_PER_GWEI = 1_000_000_000n

function writeWithdrawals(store: IndexStore, block: ChainBlock) {
  block.withdrawals.forEach((withdrawal, position) => {
    store.database.run(
      'INSERT INTO withdrawal (block, position, withdrawal_index, validator, receiver, amount) VALUES (?, ?, ?, ?, ?, ?)',
      block.number,
      position,
      amountOfHex(withdrawal.index),
      amountOfHex(withdrawal.validator),
      store.addresses.idOf(withdrawal.address),
      amountOf(BigInt(withdrawal.amount) * WEI_PER_GWEI),
    )
  })
}

function active(activity: Map<number, Activity>, id: number): Activity {
  let entry = activity.get(id)
  if (!entry) activity.set(id, (entry = { transactions: 0, transfers: 0, gas: 0, blocks: 0 }))
  return entry
}

const optionalAmount = (hex: string | null) => (hex === null ? null : amountOfHex(hex))
const optionalBytes = (hex: string | null) => (hex === null ? null : bytesOf(hex))
