import type { RepairKind } from '#shared/node-status.ts'
import type { BalanceRow } from '../model/missing-data.ts'
import { identifyChain } from '../node/chain-identity.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { Repair } from '../store/repair-table.ts'
import { fetchContractFlags } from './facts/contract-flags.ts'
import { fetchNftMetadata } from './facts/nft-metadata.ts'
import { fetchTokens } from './facts/tokens.ts'
import { verifyBalances } from './facts/verify-balances.ts'
import { readInvalidAgain } from './read-invalid-again.ts'
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
