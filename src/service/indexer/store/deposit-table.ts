import type { IndexDatabase } from './index-database.ts'

/** A mint or a burn that only a deposit or a withdrawal tells. */
export interface Deposit {
  readonly log: number
  readonly tx: number
  readonly sender: number
  readonly receiver: number
  readonly value: Uint8Array
}

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

  /** Keeps a deposit until it is known what it does. */
  hold(depositary: number, { log, tx, sender, receiver, value }: Deposit) {
    this.#database.send(
      'INSERT INTO depositary (address, first_log) VALUES (?, ?) ON CONFLICT DO NOTHING',
      depositary,
      log,
    )
    this.#database.send(
      'INSERT INTO deposit (log, tx, depositary, sender, receiver, value) VALUES (?, ?, ?, ?, ?, ?)',
      log,
      tx,
      depositary,
      sender,
      receiver,
      value,
    )
  }

  held(depositary: number): readonly Deposit[] {
    return this.#database.all(
      'SELECT log, tx, sender, receiver, value FROM deposit WHERE depositary = ? ORDER BY log',
      depositary,
    )
  }

  /** Its deposits are kept no longer. Only within a database transaction. */
  decide(depositary: number, mints: boolean) {
    this.#database.send('UPDATE depositary SET mints = ? WHERE address = ?', mints ? 1 : 0, depositary)
    this.#database.send('DELETE FROM deposit WHERE depositary = ?', depositary)
    this.#known.delete(depositary)
  }

  /** `first`: the position of the first log that is undone. */
  undo(first: number) {
    this.#database.send('DELETE FROM deposit WHERE log >= ?', first)
    this.#database.send('DELETE FROM depositary WHERE first_log >= ?', first)
    this.clear()
  }

  clear() {
    this.#known.clear()
  }
}
