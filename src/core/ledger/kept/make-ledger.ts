/** Makes a ledger in its store, or extends it with new rows; removes a ledger that an earlier run left incomplete. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import type { CoinFacts } from '#shared/coin-facts.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { LedgerListId } from '../collect-rows.ts'
import { MAX_LEDGER_ROWS } from '#shared/rpc/contract/ledger.ts'
import { bodiesOf, changedFrom, bodiesRead, countUnread, historyBelow, rowsOf } from './archive-lists.ts'
import type { RowStream } from './list-rows.ts'
import { makeMovements } from './make-movements.ts'
import type { LedgerName, MovementStore } from './movement-store.ts'

export interface MakeJob extends LedgerName {
  readonly coin: CoinFacts
  /** The lists that are complete in the archive. */
  readonly lists: readonly LedgerListId[]
}

export interface ListRows {
  readonly rows: number
  readonly unread: number
}

export interface UpdatedLedger {
  readonly ledger: number
  /** True if the ledger differs from before. */
  readonly hasChanged: boolean
  readonly lists: Readonly<Partial<Record<LedgerListId, ListRows>>>
}

export interface MakeHooks {
  readonly onRows: (rows: number) => void
  /** Lets others work if it is their turn; rejects if the job was aborted. */
  readonly yieldIfDue: () => Promise<void> | undefined
}

/** Thrown if the lists have more rows than a ledger takes. */
export class TooManyRows extends Error {}

/** Revision of the rules and of the stored form; ledgers of another revision are made again. */
const REVISION = 5
/** Number of rows between two commits. */
const BATCH = 10_000
/** Number of rows between two reports of progress. */
const TOLD_ROWS = 1_000
/** Maximum number of movements of all ledgers together; the least recently used ledgers are removed first. */
const MAX_KEPT_MOVEMENTS = 2 * MAX_LEDGER_ROWS
/** Maximum number of movements in memory; each takes about 130 bytes. */
const MAX_MOVEMENTS_IN_MEMORY = 1_000_000

const HISTORY = 'address-coin-balances'
const basisOf = ({ coin: { contract, withdrawals, wrapped }, lists }: MakeJob) =>
  JSON.stringify([REVISION, { contract, withdrawals, wrapped }, ...[...lists].sort()])

/** Makes a ledger from the archive, which must not change meanwhile. */
export async function makeFromArchive(
  store: MovementStore,
  archive: Database,
  job: MakeJob,
  hooks: MakeHooks,
): Promise<UpdatedLedger> {
  const archived = job.lists.map((list) => bodiesOf(archive, job, list))
  const known = store.find(job, basisOf(job))
  const before = new Map(
    archived.map(({ list }) => [list, known ? store.readBodies(known.id, list) : new Float64Array()]),
  )
  const knownOf = (list: LedgerListId) => before.get(list) ?? new Float64Array()
  const hasHistory = job.lists.includes(HISTORY)
  const changed = known ? Math.min(...archived.map((one) => changedFrom(one, knownOf(one.list)))) : 0
  const unread = new Map(archived.map(({ list }) => [list, new Map<number, number>()]))
  const finish = (ledger: number, hasChanged: boolean): UpdatedLedger => {
    const lists: Partial<Record<LedgerListId, ListRows>> = {}
    for (const one of archived) {
      const bodies = bodiesRead(one, unread.get(one.list) ?? new Map(), knownOf(one.list))
      const unreadRows = countUnread(bodies)
      lists[one.list] = {
        rows: one.bodies.reduce((sum, { rows }) => sum + rows, 0) - unreadRows,
        unread: unreadRows,
      }
      if (hasChanged) store.setReadBodies(ledger, one.list, bodies)
    }
    return { ledger, hasChanged, lists }
  }
  if (known && changed === Infinity) {
    store.touch(known.id)
    return finish(known.id, false)
  }
  const streams = new Map(
    archived.map((one) => [
      one.list,
      rowsOf(archive, one, (body, count) => unread.get(one.list)?.set(body, count)),
    ]),
  )
  const history = archived.find(({ list }) => list === HISTORY)
  const base = history && historyBelow(archive, history, changed)
  // New rows can show that an older withdrawal was claimed, so such a ledger is made again from the start.
  const hasClaims = job.coin.withdrawals !== undefined
  const canGoOn = known !== undefined && !hasClaims && changed > 0 && (!hasHistory || base !== undefined)
  const from = canGoOn ? { block: base ? base.block_number + 1 : changed, base } : undefined
  return write(
    store,
    job,
    { streams, hasHistory: () => hasHistory, goOn: from && { ...from, id: known?.id ?? 0 } },
    hooks,
    finish,
  )
}

/** Makes a ledger from lists that are read page by page. `check` is called after their end and may throw. */
export async function makeFromStreams(
  store: MovementStore,
  job: MakeJob,
  streams: ReadonlyMap<LedgerListId, RowStream>,
  hooks: MakeHooks & { readonly hasHistory: () => boolean; readonly check: () => void },
): Promise<number> {
  const made = await write(
    store,
    job,
    { streams, hasHistory: hooks.hasHistory, goOn: undefined, isInMemory: true },
    hooks,
    (ledger) => {
      hooks.check()
      return { ledger, hasChanged: true, lists: {} }
    },
  )
  return made.ledger
}

interface Work {
  readonly isInMemory?: boolean
  readonly streams: ReadonlyMap<LedgerListId, RowStream>
  readonly hasHistory: () => boolean
  readonly goOn:
    { readonly id: number; readonly block: number; readonly base: CoinBalance | undefined } | undefined
}

async function write(
  store: MovementStore,
  job: MakeJob,
  { streams, hasHistory, goOn, isInMemory = false }: Work,
  { onRows, yieldIfDue }: MakeHooks,
  finish: (ledger: number, hasChanged: true) => UpdatedLedger,
): Promise<UpdatedLedger> {
  const { database } = store
  // Removes ledgers that another run left incomplete; only one is made at a time.
  store.drop(store.ids(({ isWhole }) => isWhole === 0))
  database.exec('BEGIN IMMEDIATE')
  try {
    const ledger = goOn?.id ?? store.begin(job, basisOf(job))
    let [rows, committed, told] = [0, 0, 0]
    const state = await makeMovements(store, {
      ledger,
      address: job.address,
      coin: job.coin,
      streams,
      hasHistory,
      from: goOn,
      onBlock(count) {
        rows += count
        if (rows > MAX_LEDGER_ROWS) throw new TooManyRows()
        if (rows - told >= TOLD_ROWS) onRows((told = rows))
        if (rows - committed >= BATCH) {
          committed = rows
          // A ledger that is extended is committed only at the end, so that it keeps its old state until then.
          if (!goOn) database.exec('COMMIT; BEGIN IMMEDIATE')
        }
        return yieldIfDue()
      },
    })
    onRows(rows)
    const made = finish(ledger, true)
    store.finish(ledger, state)
    database.exec('COMMIT')
    database.get('PRAGMA wal_checkpoint(TRUNCATE)')
    makeRoom(store, job, ledger, isInMemory)
    return made
  } catch (error) {
    undo(store)
    throw error
  }
}

function undo(store: MovementStore) {
  try {
    store.database.exec('ROLLBACK')
  } catch {
    // SQLite has already rolled back if the disk was full.
  }
  try {
    store.drop(store.ids(({ isWhole }) => isWhole === 0))
  } catch {
    // The incomplete ledger is removed before the next one is made.
  }
}

/** Removes other ledgers of the same name, and the least recently used ones above the limit. */
function makeRoom(
  store: MovementStore,
  { source, address }: LedgerName,
  ledger: number,
  isInMemory: boolean,
) {
  const max = isInMemory ? MAX_MOVEMENTS_IN_MEMORY : MAX_KEPT_MOVEMENTS
  let movements = store.count(ledger)
  store.drop(
    store.ids((one) => {
      if (one.id === ledger) return false
      if (one.source === source && one.address === address) return true
      movements += store.count(one.id)
      return movements > max
    }),
  )
}
