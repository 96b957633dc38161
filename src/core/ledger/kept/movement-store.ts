/** Ledgers in their file: movements in stretches, assets, and what they were made of. Nothing here decides what is true. */
import type { Unsettled } from '../unsettled-row.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { LruCache } from '#shared/lru-cache.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { shrink } from '../../archive/archive-file.ts'
import { addUp, type MovementReader, type Stretch, type SumsByAsset } from '../movement-reader.ts'
import { packMovements, packSums, unpackMovements, unpackSums, type KeptMovement } from './pack-movements.ts'

export interface LedgerName {
  readonly source: string
  /** In lower case. */
  readonly address: string
}

/** What is known of the history of the coin balance, where it was read to its end. */
export interface KeptHistory {
  /** Its newest row whose value is known. */
  readonly newest: { readonly block: number; readonly value: string } | null
  /** Between two rows of it, movements make another sum than the balance says. The oldest first. */
  readonly failing: readonly FailingCheck[]
}

/** Of the movements above block `after` up to `block`. */
export interface FailingCheck {
  readonly after: number
  readonly block: number
  readonly transaction: string | null
  /** By how much the balance changed. */
  readonly change: string
}

export interface LedgerState {
  /** Assets that are moved by amounts which nobody is told. */
  readonly hidden: readonly string[]
  /** Null where it was not read to its end. */
  readonly history: KeptHistory | null
  /** Rows whose movements were taken away: what they tell was undone. */
  readonly undone: readonly string[]
  /** So many at most. */
  readonly unsettled: readonly Unsettled[]
}

export const EMPTY_STATE: LedgerState = { hidden: [], history: null, undone: [], unsettled: [] }

interface StretchRow {
  readonly id: number
  readonly number: number
  readonly count: number
  readonly from: number
  readonly to: number
  readonly bottom: number
  readonly top: number
}

/** Thrown where a stretch is not there any more: its ledger goes on, or is gone. */
export class LedgerChanged extends Error {}

/** Movements of a stretch: some 2 ms to read. */
const STRETCH = 1_000
/** Room for the stretches of what is made later. */
const STEP = 1_000_000
const MAX_SUMS = 200_000

export class MovementStore {
  readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** The newest one that is whole. */
  find({ source, address }: LedgerName, basis: string): { readonly id: number } | undefined {
    return this.database.get(
      `SELECT id FROM ledgers WHERE source = ? AND address = ? AND basis = ? AND is_whole = 1
        ORDER BY id DESC LIMIT 1`,
      source,
      address,
      basis,
    )
  }

  begin({ source, address }: LedgerName, basis: string): number {
    return this.database.insert(
      `INSERT INTO ledgers (source, address, basis, used)
        VALUES (?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM ledgers))`,
      source,
      address,
      basis,
    )
  }

  touch(ledger: number) {
    this.database.run('UPDATE ledgers SET used = (SELECT max(used) + 1 FROM ledgers) WHERE id = ?', ledger)
  }

  state(ledger: number): LedgerState {
    const found = this.database.get<{ state: string }>('SELECT state FROM ledgers WHERE id = ?', ledger)
    if (!found) throw new LedgerChanged()
    return { ...EMPTY_STATE, ...(JSON.parse(found.state) as LedgerState) }
  }

  setState(ledger: number, state: LedgerState) {
    this.database.run('UPDATE ledgers SET state = ? WHERE id = ?', JSON.stringify(state), ledger)
  }

  /** From now on it is the one of its name. */
  finish(ledger: number, state: LedgerState) {
    this.setState(ledger, state)
    this.database.run('UPDATE ledgers SET is_whole = 1 WHERE id = ?', ledger)
  }

  setAsset(ledger: number, asset: LedgerAsset) {
    const body = JSON.stringify(asset)
    this.database.run('INSERT OR REPLACE INTO assets VALUES (?, ?, ?)', ledger, asset.id, body)
  }

  asset(ledger: number, id: string): LedgerAsset | undefined {
    const found = this.database.get<{ body: string }>(
      'SELECT body FROM assets WHERE ledger_id = ? AND id = ?',
      ledger,
      id,
    )
    return found && (JSON.parse(found.body) as LedgerAsset)
  }

  count(ledger: number): number {
    const found = this.database.get<{ count: number | null }>(
      'SELECT sum(count) AS count FROM stretches WHERE ledger_id = ?',
      ledger,
    )
    return found?.count ?? 0
  }

  readBodies(ledger: number, list: string): Float64Array {
    const found = this.database.get<{ body: Uint8Array }>(
      'SELECT body FROM read_chunks WHERE ledger_id = ? AND list = ?',
      ledger,
      list,
    )
    return new Float64Array(new Uint8Array(found?.body ?? []).buffer)
  }

  setReadBodies(ledger: number, list: string, bodies: Float64Array) {
    const body = new Uint8Array(bodies.buffer, bodies.byteOffset, bodies.byteLength)
    this.database.run('INSERT OR REPLACE INTO read_chunks VALUES (?, ?, ?)', ledger, list, body)
  }

  /** Takes movements, the newest first, on top of what the ledger has. */
  writer(ledger: number) {
    const top = this.database.get<{ number: number | null }>(
      'SELECT max(number) AS number FROM stretches WHERE ledger_id = ?',
      ledger,
    )
    let number = (top?.number ?? 0) + STEP
    let waiting: KeptMovement[] = []
    const write = () => {
      this.#insert(ledger, (number -= 1), waiting.reverse())
      waiting = []
    }
    return {
      add(movement: KeptMovement) {
        if (waiting.push(movement) >= STRETCH) write()
      },
      end: write,
    }
  }

  /**
   * Takes everything from this block on away. Returns the movements of the stretch below that is not full, the newest
   * first; it is taken away, too.
   */
  cut(ledger: number, block: number): KeptMovement[] {
    this.database.run('DELETE FROM stretches WHERE ledger_id = ? AND bottom >= ?', ledger, block)
    const last = this.#stretchesOf(ledger).at(-1)
    if (!last || (last.top < block && last.count >= STRETCH)) return []
    const left = unpackMovements(this.#bodyOf(last.id), 0).filter((movement) => movement.block < block)
    this.database.run('DELETE FROM stretches WHERE id = ?', last.id)
    return left.reverse()
  }

  /** Takes the movements of these rows of calls away, between these blocks. */
  remove(ledger: number, rows: ReadonlySet<string>, { bottom, top }: { bottom: number; top: number }) {
    for (const { id, number, ...stretch } of this.#stretchesOf(ledger)) {
      if (stretch.top < bottom || stretch.bottom > top) continue
      const movements = unpackMovements(this.#bodyOf(id), 0)
      const left = movements.filter(
        ({ list, row }) => list !== 'address-internal-transactions' || !rows.has(row),
      )
      if (left.length === movements.length) continue
      this.database.run('DELETE FROM stretches WHERE id = ?', id)
      this.#insert(ledger, number, left)
    }
  }

  reader(ledger: number): MovementReader {
    return createReader(this.#stretchesOf(ledger), (id) => this.#bodyOf(id), this.database)
  }

  /** All of it, whole or not. */
  drop(ledgers: readonly number[]) {
    for (const id of ledgers)
      // All of it or nothing: one that lost its movements alone would still be taken for whole.
      this.database.transaction(() => {
        for (const table of ['stretches', 'assets', 'read_chunks'])
          this.database.run(`DELETE FROM ${table} WHERE ledger_id = ?`, id)
        this.database.run('DELETE FROM ledgers WHERE id = ?', id)
      })
    if (ledgers.length > 0) shrink(this.database)
  }

  /** Those for which this is true, what was used last first. */
  ids(test: (ledger: LedgerName & { readonly id: number; readonly isWhole: number }) => boolean): number[] {
    return this.database
      .all<LedgerName & { id: number; isWhole: number }>(
        'SELECT id, source, address, is_whole AS isWhole FROM ledgers ORDER BY used DESC, id DESC',
      )
      .filter(test)
      .map(({ id }) => id)
  }

  #stretchesOf(ledger: number): StretchRow[] {
    return this.database.all<StretchRow>(
      `SELECT id, number, count, from_time AS "from", to_time AS "to", bottom, top FROM stretches
        WHERE ledger_id = ? ORDER BY number`,
      ledger,
    )
  }

  #bodyOf(id: number): Uint8Array {
    const found = this.database.get<{ body: Uint8Array }>('SELECT body FROM stretches WHERE id = ?', id)
    if (!found) throw new LedgerChanged()
    return found.body
  }

  #insert(ledger: number, number: number, movements: readonly KeptMovement[]) {
    const [first, last] = [movements[0], movements.at(-1)]
    if (!first || !last) return
    this.database.run(
      `INSERT INTO stretches (ledger_id, number, count, from_time, to_time, bottom, top, sums, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ledger,
      number,
      movements.length,
      Math.max(first.at, MIN_TIME),
      Math.max(last.at, MIN_TIME),
      first.block,
      last.block,
      packSums(addUp(movements)),
      packMovements(movements),
    )
  }
}

/** SQLite has no place for -Infinity in JSON; nothing on a chain is as old. */
const MIN_TIME = -Number.MAX_VALUE

function createReader(
  rows: readonly StretchRow[],
  bodyOf: (id: number) => Uint8Array,
  database: Database,
): MovementReader {
  const ids = new Map<Stretch, number>()
  const remembered = new LruCache<number, SumsByAsset>({ maxSize: MAX_SUMS, sizeOf: ({ size }) => 1 + size })
  const sumsOf = (id: number): SumsByAsset =>
    remembered.getOrMake(id, () => {
      const found = database.get<{ sums: Uint8Array }>('SELECT sums FROM stretches WHERE id = ?', id)
      if (!found) throw new LedgerChanged()
      return unpackSums(found.sums)
    })
  let first = 0
  const stretches = rows.map(({ id, number: _, from, to, ...row }) => {
    const stretch: Stretch = {
      ...row,
      first,
      from: from === MIN_TIME ? -Infinity : from,
      to: to === MIN_TIME ? -Infinity : to,
      get sums() {
        return sumsOf(id)
      },
    }
    first += row.count
    ids.set(stretch, id)
    return stretch
  })
  return {
    stretches,
    read: (stretch) => unpackMovements(bodyOf(ids.get(stretch) ?? -1), stretch.first),
  }
}
