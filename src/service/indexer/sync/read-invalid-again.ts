import { countInvalidFields, type ChainBlock } from '../model/chain-block.ts'
import { readBlocks } from '../node/read-chain.ts'
import { addCounts } from '../store/address-counts.ts'
import type { IndexStore } from '../store/index-store.ts'
import { noteInvalidFields, readInvalidRows } from '../store/invalid-rows.ts'
import { positionOf } from '../store/positions.ts'
import { repairBlock } from '../store/repair-block.ts'
import { undoInParts } from '../store/undo-blocks.ts'
import type { SyncContext } from './sync-context.ts'

/** Reads blocks of which something could not be read once more, and writes what can be read now. */
export async function readInvalidAgain(context: SyncContext, heights: ReadonlySet<number>): Promise<void> {
  const { connection, receipts, nodes, store } = context
  for (const height of heights) {
    const [block] = await (nodes ? nodes.read([height]) : readBlocks(connection, receipts, [height]))
    if (!store.database.isOpen) return
    if (block === undefined) continue
    if (store.hashAt(height) !== block.hash) continue
    // The block's transfers differ from those that can be read now: balances are added up again from there.
    if (!rewrite(store, block)) await undoInParts(store, height - 1)
  }
}

/** False where its transfers are others than those in the index. */
function rewrite(store: IndexStore, block: ChainBlock): boolean {
  const { block: own, transactions } = readInvalidRows(store.database, block.number)
  const noted = [own, ...transactions.values()].reduce((sum, invalid) => sum + invalid.length, 0)
  if (countInvalidFields(block) >= noted) return true
  return store.write(() => {
    const before = countsOf(store, block)
    if (repairBlock(store, block, new Set()) === null) return false
    const after = countsOf(store, block)
    const ids = new Set([...before.keys(), ...after.keys()])
    const differences = [...ids].map((id) => {
      const [was, is] = [before.get(id) ?? NONE, after.get(id) ?? NONE]
      const added = { transactions: is.transactions - was.transactions, gas: is.gas - was.gas }
      return [id, { ...added, transfers: 0, blocks: 0 }] as const
    })
    addCounts(store, new Map(differences))
    store.repairs.removeSubject('field', block.number)
    noteInvalidFields(store, block)
    return true
  })
}

interface Counts {
  readonly transactions: number
  readonly gas: bigint
}
const NONE: Counts = { transactions: 0, gas: 0n }

/** By address: what the transactions of the block, as indexed, add to its counts. */
function countsOf({ database }: IndexStore, { number }: ChainBlock): ReadonlyMap<number, Counts> {
  const counts = new Map<number, Counts>()
  const rows = database.all<{ sender: number; receiver: number | null; created: number | null; gas: string }>(
    `SELECT sender, receiver, created, CAST(gas_used AS TEXT) AS gas FROM tx
     WHERE position >= ? AND position < ?`,
    positionOf(number, 0),
    positionOf(number + 1, 0),
  )
  for (const { sender, receiver, created, gas } of rows)
    for (const party of new Set([sender, receiver ?? sender, created ?? sender])) {
      const { transactions, gas: used } = counts.get(party) ?? NONE
      const paid = party === sender ? BigInt(gas) : 0n
      counts.set(party, { transactions: transactions + 1, gas: used + paid })
    }
  return counts
}
