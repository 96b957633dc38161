import type { TracedBlock, TransactionFrames } from '../model/call-frame.ts'
import { undoneBelow } from '../node/frames/self-destruct-values.ts'
import { amountOfHex, amountValue, bytesOf, hexText } from './amounts.ts'
import type { IndexStore } from './index-store.ts'
import { placeOf, PLACES_PER_BLOCK } from './positions.ts'
import { writeContract } from './write-block.ts'

/** A block as its frames are asked for; null where it is not in the index (any more). */
export function tracedBlock(store: IndexStore, height: number): TracedBlock | null {
  const { database, addresses } = store
  const block = database.get<{ hash: Uint8Array }>('SELECT hash FROM block WHERE number = ?', height)
  if (!block) return null
  const rows = database.all<{
    hash: Uint8Array
    sender: number
    receiver: number | null
    created: number | null
    value: Uint8Array
    gas_used: number
    succeeded: number
    logs: number
  }>(
    'SELECT hash, sender, receiver, created, value, gas_used, succeeded, logs FROM tx WHERE place >= ? AND place < ? ORDER BY place',
    placeOf(height, 0),
    placeOf(height, PLACES_PER_BLOCK),
  )
  return {
    number: height,
    hash: hexText(block.hash),
    transactions: rows.map((row) => ({
      hash: hexText(row.hash),
      from: addresses.hashOf(row.sender),
      to: row.receiver === null ? null : addresses.hashOf(row.receiver),
      created: row.created === null ? null : addresses.hashOf(row.created),
      value: amountValue(row.value),
      gasUsed: row.gas_used,
      succeeded: row.succeeded === 1,
      logs: row.logs,
    })),
  }
}

/** What a failed call gave back, in bounds: reasons are short. */
const MAX_REASON_LENGTH = 4_096

/** Puts the frames of a block into the index; only within a transaction, and only while the block is in it. */
export function writeFrames(store: IndexStore, block: TracedBlock, traced: readonly TransactionFrames[]) {
  if (!isUntraced(store, block)) return
  traced.forEach((transaction, index) => {
    const place = placeOf(block.number, index)
    const undone = undoneBelow(transaction.frames)
    const succeeded = block.transactions[index]?.succeeded ?? false
    transaction.frames.forEach((frame, position) => {
      const sender = store.addresses.idOf(frame.from)
      const created = frame.created === null ? null : store.addresses.idOf(frame.created)
      store.database.run(
        `INSERT INTO internal (tx, position, depth, type, sender, receiver, created, value, gas, error)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        place,
        position + 1,
        frame.depth,
        frame.type,
        sender,
        frame.to === null ? null : store.addresses.idOf(frame.to),
        created,
        amountOfHex(frame.value),
        amountOfHex(frame.gas),
        frame.error,
      )
      if (created !== null && succeeded && !undone[position]) writeContract(store, created, sender, place)
    })
    const failed = transaction.frames.some((frame) => frame.error !== null)
    const output = succeeded ? null : transaction.output
    store.database.run(
      'UPDATE tx SET inner_failure = ?, failure = ?, revert = ? WHERE place = ?',
      failed ? 1 : 0,
      succeeded ? null : transaction.error,
      output === null ? null : bytesOf(output).subarray(0, MAX_REASON_LENGTH),
      place,
    )
  })
  store.database.run('UPDATE block SET traced = 1 WHERE number = ?', block.number)
  store.totals.traced += block.transactions.length
}

/** This node can't give the frames of a block it has. */
export function markUntraceable(store: IndexStore, block: TracedBlock) {
  if (!isUntraced(store, block)) return
  store.database.run('UPDATE block SET traced = 2 WHERE number = ?', block.number)
  store.totals.untraceable += block.transactions.length
}

/** The chain may have moved since the frames were asked for. */
const isUntraced = ({ database }: IndexStore, block: TracedBlock) =>
  database.get(
    'SELECT 1 FROM block WHERE number = ? AND hash = ? AND traced = 0',
    block.number,
    bytesOf(block.hash),
  ) !== undefined
