import type { IndexDatabase } from './index-database.ts'

/** Ids of new rows: nobody else writes the table, so that it is asked once which was the last. */
export class RowIds {
  readonly #database: IndexDatabase
  readonly #table: 'address' | 'topic' | 'balance'
  #last: number | null = null

  constructor(database: IndexDatabase, table: 'address' | 'topic' | 'balance') {
    this.#database = database
    this.#table = table
  }

  next(): number {
    this.#last ??=
      this.#database.get<{ id: number | null }>(`SELECT max(id) AS id FROM ${this.#table}`)?.id ?? 0
    return ++this.#last
  }

  /** Forgets the last id: the row that was written last may have been rolled back. */
  clear() {
    this.#last = null
  }
}
