/**
 * Stores ledgers in their file: movements, sums by month, assets, and the bodies they were made from. Makes no decisions
 * about the data.
 */
import type { IncompleteRow } from '../incomplete-row.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { shrink } from '../../archive/archive-file.ts'
import { MovementReader } from './movement-reader.ts'
import { LedgerChanged } from '../movements.ts'
import {
  ADD_TO_SUMS,
  AMOUNTS,
  COLUMNS,
  firstFrom,
  keyOf,
  listNumber,
  numbersOf,
  SUMMED,
  toRow,
  type KeptMovement,
  type MovementRow,
} from './movement-rows.ts'

export interface LedgerName {
  readonly source: string
  /** In lower case. */
  readonly address: string
}

/** Results of the balance history, if it was read to its end. */
export interface KeptHistory {
  /** The newest row that has a value. */
  readonly newest: { readonly block: number; readonly value: string } | null
  /** Intervals between two rows in which the movements do not sum to the change of the balance. Oldest first. */
  readonly failing: readonly FailingCheck[]
}

/** A failed check of the movements above block `after` up to `block`. */
export interface FailingCheck {
  readonly after: number
  readonly block: number
  readonly transaction: string | null
  /** The change of the balance, in wei. */
  readonly change: string
}

export interface LedgerState {
  /** Ids of assets that move by amounts no row gives. */
  readonly hidden: readonly string[]
  /** Null if the history was not read to its end. */
  readonly history: KeptHistory | null
  /** Keys of rows whose movements were removed, because the calls were reverted. */
  readonly undone: readonly string[]
  /** Incomplete rows, up to a maximum. The state is stored as JSON, so this name stays. */
  readonly unsettled: readonly IncompleteRow[]
}

export const EMPTY_STATE: LedgerState = { hidden: [], history: null, undone: [], unsettled: [] }

/** Numbers of movements begin around this value. */
const START = 1_000_000_000
/** Number of movements between two updates of the sums. */
const SUMMED_AT_ONCE = 10_000

const INSERT = `INSERT INTO movements (ledger_id, ${COLUMNS.join(', ')})
  VALUES (?, ${COLUMNS.map(() => '?').join(', ')})`
const ADD_SUMS = `INSERT INTO month_sums (ledger_id, asset, month, kind, count, ${AMOUNTS.join(', ')})
  SELECT ledger_id, asset, month, kind, ${SUMMED} FROM movements WHERE ledger_id = ? AND number >= ? AND number < ?
    GROUP BY asset, month, kind
  ON CONFLICT DO UPDATE SET ${ADD_TO_SUMS}`

export class MovementStore {
  readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** The newest complete ledger of this name and basis. */
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

  /** Marks the ledger as complete; from now on `find` returns it. */
  finish(ledger: number, state: LedgerState) {
    this.setState(ledger, state)
    this.database.run('UPDATE ledgers SET is_whole = 1 WHERE id = ?', ledger)
  }

  setAsset(ledger: number, asset: LedgerAsset) {
    this.database.run(
      `INSERT INTO assets (ledger_id, asset, body) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET body = excluded.body`,
      ledger,
      asset.id,
      JSON.stringify(asset),
    )
  }

  asset(ledger: number, id: string): LedgerAsset | undefined {
    const found = this.database.get<{ body: string | null }>(
      'SELECT body FROM assets WHERE ledger_id = ? AND asset = ?',
      ledger,
      id,
    )
    return found?.body == null ? undefined : (JSON.parse(found.body) as LedgerAsset)
  }

  count(ledger: number): number {
    const { first, end } = numbersOf(this.database, ledger)
    return end - first
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

  /** Writes movements, newest first, above those the ledger has. */
  writer(ledger: number) {
    const { database } = this
    const { first, end } = numbersOf(database, ledger)
    const isOnTop = end > first
    const numbers = {
      asset: numbering((id) => this.#number('assets', 'asset', ledger, id)),
      party: numbering((json) => this.#number('parties', 'body', ledger, json)),
    }
    const top = isOnTop ? end + START : START
    let [number, summed] = [top, top]
    const addSums = () => {
      database.run(ADD_SUMS, ledger, number, summed)
      summed = number
    }
    return {
      add(movement: KeptMovement) {
        database.run(INSERT, ledger, ...toRow(movement, (number -= 1), numbers))
        if (summed - number >= SUMMED_AT_ONCE) addSums()
      },
      /** At the end their number is known, so they are renumbered to follow the older ones. */
      end() {
        addSums()
        if (isOnTop && number < top)
          database.run(
            'UPDATE movements SET number = number - ? WHERE ledger_id = ? AND number >= ?',
            number - end,
            ledger,
            number,
          )
      },
    }
  }

  /** Removes all movements from this block on. */
  cut(ledger: number, block: number) {
    const { database } = this
    const numbers = numbersOf(database, ledger)
    const from = firstFrom(database, ledger, numbers, 'block', block)
    database.run('DELETE FROM movements WHERE ledger_id = ? AND number >= ?', ledger, from)
    this.#change(ledger, from - 1)
  }

  /** Removes the movements of these rows of calls, between these blocks. */
  remove(ledger: number, rows: ReadonlySet<string>, { bottom, top }: { bottom: number; top: number }) {
    const { database } = this
    const numbers = numbersOf(database, ledger)
    const at = (block: number) => firstFrom(database, ledger, numbers, 'block', block)
    const found = database
      .all<MovementRow>(
        `SELECT number, row, tx FROM movements
          WHERE ledger_id = ? AND number >= ? AND number < ? AND list = ? ORDER BY number`,
        ledger,
        at(bottom),
        at(top + 1),
        listNumber('address-internal-transactions'),
      )
      .filter((row) => rows.has(keyOf(row).key))
    const [first] = found
    if (!first) return
    const move = (by: number, from: number, end: number) =>
      database.run(
        'UPDATE movements SET number = number + ? WHERE ledger_id = ? AND number >= ? AND number < ?',
        by,
        ledger,
        from,
        end,
      )
    for (const { number } of found)
      database.run('DELETE FROM movements WHERE ledger_id = ? AND number = ?', ledger, number)
    // Moves the numbers out of the range first, because two rows can't have the same number meanwhile.
    move(START, first.number, numbers.end)
    for (const [nth, { number }] of found.entries())
      move(-START - nth - 1, START + number, START + (found[nth + 1]?.number ?? numbers.end))
    this.#change(ledger, first.number - 1)
  }

  /** Reader of a complete ledger in its current state. */
  reader(ledger: number): MovementReader {
    return new MovementReader(this.database, ledger)
  }

  /** Removes ledgers, complete or not. */
  drop(ledgers: readonly number[]) {
    for (const id of ledgers)
      // In one transaction: a ledger that lost only its movements would still count as complete.
      this.database.transaction(() => {
        for (const table of ['movements', 'month_sums', 'assets', 'parties', 'read_chunks'])
          this.database.run(`DELETE FROM ${table} WHERE ledger_id = ?`, id)
        this.database.run('DELETE FROM ledgers WHERE id = ?', id)
      })
    if (ledgers.length > 0) shrink(this.database)
  }

  /** Ids of the ledgers that pass the test, the most recently used first. */
  ids(test: (ledger: LedgerName & { readonly id: number; readonly isWhole: number }) => boolean): number[] {
    return this.database
      .all<LedgerName & { id: number; isWhole: number }>(
        'SELECT id, source, address, is_whole AS isWhole FROM ledgers ORDER BY used DESC, id DESC',
      )
      .filter(test)
      .map(({ id }) => id)
  }

  /** Marks the ledger as changed, so that readers stop, and makes the sums above this movement again. */
  #change(ledger: number, number: number) {
    const { database } = this
    database.run('UPDATE ledgers SET changed = changed + 1 WHERE id = ?', ledger)
    const found = database.get<{ month: number }>(
      'SELECT month FROM movements WHERE ledger_id = ? AND number = ?',
      ledger,
      number,
    )
    const month = found?.month ?? -Number.MAX_SAFE_INTEGER
    const numbers = numbersOf(database, ledger)
    database.run('DELETE FROM month_sums WHERE ledger_id = ? AND month >= ?', ledger, month)
    database.run(ADD_SUMS, ledger, firstFrom(database, ledger, numbers, 'month', month), numbers.end)
  }

  /** Number of an asset or a party; adds it if it is new. */
  #number(table: 'assets' | 'parties', column: 'asset' | 'body', ledger: number, text: string): number {
    const found = this.database.get<{ id: number }>(
      `SELECT id FROM ${table} WHERE ledger_id = ? AND ${column} = ?`,
      ledger,
      text,
    )
    return (
      found?.id ??
      this.database.insert(`INSERT INTO ${table} (ledger_id, ${column}) VALUES (?, ?)`, ledger, text)
    )
  }
}

/** Maximum number of cached numbers. */
const MAX_KNOWN = 50_000

function numbering(find: (text: string) => number) {
  const known = new Map<string, number>()
  return (text: string): number => {
    let number = known.get(text)
    if (number === undefined) {
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(text, (number = find(text)))
    }
    return number
  }
}
