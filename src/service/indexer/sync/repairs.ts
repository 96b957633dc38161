import type { RepairKind } from '#shared/node-status.ts'
import { countInvalidFields, type ChainBlock } from '../model/chain-block.ts'
import type { BalanceRow } from '../model/missing-data.ts'
import { identifyChain } from '../node/chain-identity.ts'
import { readBlocks } from '../node/read-chain.ts'
import { addCounts } from '../store/address-counts.ts'
import type { IndexStore } from '../store/index-store.ts'
import { noteInvalidFields, readInvalidRows } from '../store/invalid-rows.ts'
import { positionOf } from '../store/positions.ts'
import { repairBlock } from '../store/repair-block.ts'
import type { Repair } from '../store/repair-table.ts'
import { undoInParts } from '../store/undo-blocks.ts'
import { fetchContractFlags } from './facts/contract-flags.ts'
import { fetchNftMetadata } from './facts/nft-metadata.ts'
import { fetchTokens } from './facts/tokens.ts'
import { verifyBalances } from './facts/verify-balances.ts'
import type { SyncContext } from './sync-context.ts'

type FactKind = Exclude<RepairKind, 'frames'>

/** The work for due repairs, by kind. */
const WORK: Readonly<Record<FactKind, (context: SyncContext, due: readonly Repair[]) => Promise<unknown>>> = {
  blocks: findEarlierBlocks,
  field: (context, due) => readInvalidAgain(context, new Set(due.map(subjectOf))),
  token: (context, due) => fetchTokens(context, due.map(subjectOf)),
  contract: (context, due) => fetchContractFlags(context, due.map(subjectOf)),
  nft: (context, due) =>
    fetchNftMetadata(
      context,
      due.map(({ subject, item }) => ({ token: subject, tokenId: item })),
    ),
  balance: (context, due) => verifyBalances(context, balancesOf(context, due)),
}
export const FACT_KINDS = Object.keys(WORK) as FactKind[]

const BATCH_SIZE = 25

/** Background step: asks again for what was refused. True where it asked for something. */
export async function repairNextFacts(context: SyncContext): Promise<boolean> {
  const { repairs } = context.store
  for (const kind of FACT_KINDS) {
    const due = repairs.due(kind, BATCH_SIZE)
    if (due.length === 0) continue
    await WORK[kind](context, due)
    if (context.store.database.isOpen) postpone(context.store, kind, due)
    return true
  }
  return false
}

/** Postpones repairs that the work left undone because the chain has moved on. */
function postpone(store: IndexStore, kind: FactKind, worked: readonly Repair[]) {
  const idOf = ({ subject, item }: Repair) => `${String(subject)}:${Buffer.from(item).toString('hex')}`
  const ids = new Set(worked.map(idOf))
  const left = store.repairs.due(kind, BATCH_SIZE).filter((repair) => ids.has(idOf(repair)))
  if (left.length === 0) return
  store.write(() => {
    for (const { subject, item } of left) store.repairs.add(kind, subject, item)
  })
}

const subjectOf = ({ subject }: Repair) => subject

function balancesOf({ store }: SyncContext, due: readonly Repair[]): BalanceRow[] {
  return due.flatMap(
    ({ subject }) =>
      store.database.get<BalanceRow>(
        'SELECT id, token, token_id, holder, type, value FROM balance WHERE id = ?',
        subject,
      ) ?? [],
  )
}

/** The node has blocks before the first of the index: they are indexed after a new connection. */
export class EarlierBlocks extends Error {
  constructor() {
    super('the node gives blocks that it refused before')
    this.name = 'EarlierBlocks'
  }
}

/** Asks again from which block on the node has its chain. Throws EarlierBlocks. */
async function findEarlierBlocks({ connection, store }: SyncContext, [repair]: readonly Repair[]) {
  const { oldest, oldestBecause } = await identifyChain(connection)
  const first = store.database.isOpen ? store.firstBlock() : null
  if (!repair || first === null) return
  if (Math.max(oldest, repair.subject) < first) throw new EarlierBlocks()
  // The node has said now that it has pruned them.
  if (oldestBecause !== 'refused') {
    store.write(() => {
      store.repairs.removeAll('blocks')
    })
  }
}

/** Reads blocks of which something could not be read once more, and writes what can be read now. */
async function readInvalidAgain(context: SyncContext, heights: ReadonlySet<number>): Promise<void> {
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
