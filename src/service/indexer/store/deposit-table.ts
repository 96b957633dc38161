import { tableOf } from '#platform/table.ts'
import type { IndexDatabase } from './index-database.ts'
import { DEPOSIT, type DepositRow } from './table-rows.ts'

interface Depositary {
  readonly address: number
  readonly first_log: number
}
const DEPOSITARY = tableOf<Depositary>('depositary', ['address', 'first_log'])

const MAX_CACHED = 20_000

/** Contracts with deposits and withdrawals, and whether these mint and burn a token. */
export class DepositTable {
  readonly #database: IndexDatabase
  readonly #known = new Map<number, boolean | null>()

  constructor(database: IndexDatabase) {
    this.#database = database
  }

  /** Null while it is not known, or the contract has none. */
  mints(depositary: number): boolean | null {
    const known = this.#known.get(depositary)
    if (known !== undefined) return known
    const row = this.#database.get<{ mints: number | null }>(
      'SELECT mints FROM depositary WHERE address = ?',
      depositary,
    )
    const mints = row?.mints == null ? null : row.mints === 1
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    this.#known.set(depositary, mints)
    return mints
  }

  /** Keeps deposits until it is known what they do. */
  hold(deposits: readonly DepositRow[]) {
    const depositaries = deposits.map(({ depositary, log }) => ({ address: depositary, first_log: log }))
    this.#database.insertRows(DEPOSITARY, depositaries, 'keep')
    this.#database.insertRows(DEPOSIT, deposits)
  }

  depositsOf(depositary: number): readonly DepositRow[] {
    return this.#database.all(
      'SELECT log, tx, depositary, sender, receiver, value FROM deposit WHERE depositary = ? ORDER BY log',
      depositary,
    )
  }

  /** Decides whether deposits mint; their rows are deleted. Only within a database transaction. */
  decide(depositary: number, mints: boolean) {
    this.#database.send('UPDATE depositary SET mints = ? WHERE address = ?', mints ? 1 : 0, depositary)
    this.#database.send('DELETE FROM deposit WHERE depositary = ?', depositary)
    this.#known.delete(depositary)
  }

  clear() {
    this.#known.clear()
  }
}
