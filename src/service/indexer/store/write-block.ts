import { delegatorsOf, type ChainBlock } from '../model/chain-block.ts'
import { ZERO_ADDRESS } from '../model/hex.ts'
import { addCounts, type AddressCounts, countsOf } from './address-counts.ts'
import { decodeBlock, type DecodedBlock, type DecodedTransfer, type DecodeFacts } from './decode-block.ts'
import { asIndexed, transferRow } from './as-indexed.ts'
import type { IndexDatabase } from './index-database.ts'
import type { IndexStore } from './index-store.ts'
import { noteInvalidFields } from './invalid-rows.ts'
import { prefetch } from './prefetch.ts'
import { positionOf } from './positions.ts'
import {
  BLOCK,
  CONTRACT,
  DELEGATION,
  INSTANCE,
  type InstanceRow,
  LOG,
  TRANSFER,
  type TransferRow,
  TX,
  WITHDRAWAL,
} from './table-rows.ts'
import { beginEarlier } from './undo-blocks.ts'

/** Blocks that are written together. */
interface Written {
  readonly blocks: DecodedBlock[]
  readonly transfers: TransferRow[]
  readonly instances: InstanceRow[]
  readonly counts: Map<number, AddressCounts>
}

const nothing = (): Written => ({ blocks: [], transfers: [], instances: [], counts: new Map() })

/**
 * Writes blocks with their transactions, logs, transfers and balances. Only within a database transaction; the first block
 * must be the child of the newest one in the index, and each other one of that before it.
 */
export function writeBlocks(store: IndexStore, blocks: readonly ChainBlock[]) {
  const written = nothing()
  for (const { number } of blocks) store.database.reachBlock(number)
  if (store.database.lookUp) prefetch(store, blocks)
  let time: number | undefined
  for (const block of blocks) {
    const timeBefore = () => time ?? timeOf(store.database, block.number - 1)
    const decoded = decodeBlock(block, { ...factsOf(store, block), timeBefore })
    time = decoded.block.timestamp
    writeBlock(store, block, decoded, written)
  }
  const headers = written.blocks.map(({ block }) => block)
  store.database.insertRows(
    WITHDRAWAL,
    written.blocks.flatMap(({ withdrawals }) => withdrawals),
  )
  writeRows(store, written)
  store.database.insertRows(BLOCK, headers)
}

/**
 * Writes transactions of a block that is in the index without them: of an index that is kept for some addresses, what only
 * call frames name. They move no token of those addresses, so that no balance changes. Only within a database transaction.
 */
export function writeMoreTransactions(store: IndexStore, block: ChainBlock, hashes: ReadonlySet<string>) {
  const written = nothing()
  const decoded = decodeBlock(block, {
    ...factsOf(store, block),
    keepsTransaction: ({ hash }, index) =>
      hashes.has(hash) && !hasTransaction(store, positionOf(block.number, index)),
  })
  addTransactions(store, decoded, written)
  store.balances.flush(block.number)
  writeRows(store, written)
  beginEarlier(store.database, block.number)
}

const hasTransaction = ({ database }: IndexStore, position: number): boolean =>
  database.get('SELECT 1 FROM tx WHERE position = ?', position) !== undefined

const timeOf = (database: IndexDatabase, height: number): number | undefined =>
  database.get<{ timestamp: number }>('SELECT timestamp FROM block WHERE number = ?', height)?.timestamp

/** The parts of the index that a block is decoded with. */
export function factsOf(
  { addresses, deposits, database, filter }: IndexStore,
  block: ChainBlock,
): DecodeFacts {
  return {
    addressId: (hash) => addresses.idOf(hash),
    topicId: (hash) => addresses.topicIdOf(hash),
    mints: (contract) => deposits.mints(contract),
    keepsTransaction: (transaction) => filter?.isNamedIn(transaction) ?? true,
    keepsAddress: (hash) => filter?.has(hash) ?? true,
    timeBefore: () => timeOf(database, block.number - 1),
  }
}

function writeBlock(store: IndexStore, block: ChainBlock, decoded: DecodedBlock, written: Written) {
  const { addresses, totals } = store
  countsOf(written.counts, decoded.block.miner).blocks++
  addTransactions(store, decoded, written)
  for (const transaction of block.transactions)
    for (const delegator of delegatorsOf(transaction)) {
      const id = addresses.find(delegator)
      if (id !== null) addresses.forgetContract(id)
    }
  noteInvalidFields(store, block)
  store.balances.flush(block.number)
  totals.blocks++
  totals.transactions += block.transactions.length
  if (decoded.block.traced === 1) totals.traced += block.transactions.length
}

/** The other changes of the blocks, besides their own rows. */
function addTransactions(store: IndexStore, decoded: DecodedBlock, written: Written) {
  const { addresses, tokens } = store
  const { counts } = written
  written.blocks.push(decoded)
  for (const { address } of decoded.logs) addresses.markContract(address)
  for (const { address } of decoded.contracts) addresses.markContract(address)
  for (const transfer of decoded.transfers) addTransfer(store, transfer, decoded.block.number, written)
  for (const token of decoded.cut) tokens.markRebasing(token, decoded.block.number)
  // The call may have changed a token without an event, and an event that moves nothing may come from such a change.
  for (const { address } of decoded.logs) tokens.markSupplyChanged(address)
  for (const { sender, receiver, created, succeeded, gas_used: gas } of decoded.transactions) {
    if (receiver !== null && succeeded === 1) tokens.markSupplyChanged(receiver)
    for (const party of new Set([sender, receiver ?? sender, created ?? sender]))
      countsOf(counts, party).transactions++
    countsOf(counts, sender).gas += BigInt(gas)
  }
  store.totals.transfers += decoded.transfers.length
}

function addTransfer(store: IndexStore, transfer: DecodedTransfer, height: number, written: Written) {
  const { tokens, balances } = store
  const { token, log, sender, receiver } = transfer
  const read = asIndexed(store, transfer)
  const { type: tokenType, retyped } = tokens.addTransfer(token, read.type, log, transfer.isAmount)
  const row = transferRow(transfer, read, tokenType)
  if (retyped) {
    // All that is there has its new type.
    balances.flush(height)
    writeTransfers(store, written)
    tokens.retype(token, row.type)
    balances.clear()
  }
  written.transfers.push(row)
  if (row.token_id !== null) written.instances.push({ token, token_id: row.token_id, first_log: log })
  if (row.type === tokenType) {
    balances.addTransfer({
      ...{ token, type: tokenType, tokenId: read.tokenId, value: read.value },
      sender: read.from === ZERO_ADDRESS ? null : sender,
      receiver: read.to === ZERO_ADDRESS ? null : receiver,
    })
  }
  countsOf(written.counts, sender).transfers++
  if (receiver !== sender) countsOf(written.counts, receiver).transfers++
}

function writeTransfers({ database, balances, tokens }: IndexStore, { transfers, instances }: Written) {
  tokens.flush()
  balances.save()
  database.insertRows(TRANSFER, transfers.splice(0))
  database.insertRows(INSTANCE, instances.splice(0), 'keep')
}

function writeRows(store: IndexStore, written: Written) {
  const { database } = store
  const { blocks, counts } = written
  const every = <Row>(of: (block: DecodedBlock) => readonly Row[]) => blocks.flatMap(of)
  database.insertRows(
    CONTRACT,
    every(({ contracts }) => contracts),
    'replace',
  )
  database.insertRows(
    TX,
    every(({ transactions }) => transactions),
  )
  database.insertRows(
    LOG,
    every(({ logs }) => logs),
  )
  database.insertRows(
    DELEGATION,
    every(({ delegations }) => delegations),
  )
  store.deposits.hold(every(({ deposits }) => deposits))
  writeTransfers(store, written)
  addCounts(store, counts)
}
