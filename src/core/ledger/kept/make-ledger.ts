/** Makes a ledger in its file, or goes on with what is new; what was begun and did not end is taken away. */
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
  /** Those that are whole here. */
  readonly lists: readonly LedgerListId[]
}

export interface ListRows {
  readonly rows: number
  readonly unread: number
}

export interface MadeLedger {
  readonly ledger: number
  /** Whether it is another one than it was. */
  readonly hasChanged: boolean
  readonly lists: Readonly<Partial<Record<LedgerListId, ListRows>>>
}

export interface MakeHooks {
  readonly onRows: (rows: number) => void
  /** Lets others work where it is time to; rejects where nobody waits any more. */
  readonly yieldIfDue: () => Promise<void> | undefined
}

/** Thrown where lists have more rows than a ledger takes. */
export class TooManyRows extends Error {}

/** Counts up with the rules and the form of the file: a ledger that others made is made again. */
const REVISION = 5
/** Rows between two commits, and between two words of progress. */
const BATCH = 10_000
/** Rows after which those who wait are told how many were read. */
const TOLD_ROWS = 1_000
/** Of all ledgers together: beyond, those that were used longest ago go. */
const MAX_KEPT_MOVEMENTS = 2 * MAX_LEDGER_ROWS
/** Of those in memory: some 130 bytes each. */
const MAX_MOVEMENTS_IN_MEMORY = 1_000_000

const HISTORY = 'address-coin-balances'
const basisOf = ({ coin: { contract, withdrawals, wrapped }, lists }: MakeJob) =>
  JSON.stringify([REVISION, { contract, withdrawals, wrapped }, ...[...lists].sort()])

/** Of an archive that stays as it is meanwhile. */
export async function makeFromArchive(
  store: MovementStore,
  archive: Database,
  job: MakeJob,
  hooks: MakeHooks,
): Promise<MadeLedger> {
  const archived = job.lists.map((list) => bodiesOf(archive, job, list))
  const known = store.find(job, basisOf(job))
  const before = new Map(
    archived.map(({ list }) => [list, known ? store.readBodies(known.id, list) : new Float64Array()]),
  )
  const knownOf = (list: LedgerListId) => before.get(list) ?? new Float64Array()
  const hasHistory = job.lists.includes(HISTORY)
  const changed = known ? Math.min(...archived.map((one) => changedFrom(one, knownOf(one.list)))) : 0
  const unread = new Map(archived.map(({ list }) => [list, new Map<number, number>()]))
  const finish = (ledger: number, hasChanged: boolean): MadeLedger => {
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
  // What is new can tell that a withdrawal of then was claimed.
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

/** Of lists that are read as it goes; `check` is called when they are at their end, and may throw. */
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
  finish: (ledger: number, hasChanged: true) => MadeLedger,
): Promise<MadeLedger> {
  const { database } = store
  // What another run began and did not end; one is made at a time.
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
          // One that goes on is the old one until it is the new one.
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
    // SQLite has rolled back by itself where the disk was full.
  }
  try {
    store.drop(store.ids(({ isWhole }) => isWhole === 0))
  } catch {
    // It goes before the next one is made.
  }
}

/** Others of its name, and what is too much, used longest ago. */
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
