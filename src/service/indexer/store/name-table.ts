import { searchWords, splitName } from '../../search-words.ts'
import type { IndexDatabase } from './index-database.ts'

/** A name that was found: of a token, or of a contract of the project. */
export interface FoundName {
  readonly address: number
  readonly kind: 'token' | 'contract'
  /** The name of a contract. */
  readonly name: string | null
}

/** Number of names that are looked at for a text: nobody reads more, and the person can add words. */
const MAX_FOUND = 10_000

/** The names of tokens and contracts, found by the beginnings of their words. */
export class NameTable {
  readonly #database: IndexDatabase

  constructor(database: IndexDatabase) {
    this.#database = database
  }

  get hasContracts(): boolean {
    return this.#database.get('SELECT 1 FROM contract_name LIMIT 1') !== undefined
  }

  ofContract(address: number): string | null {
    const sql = 'SELECT name FROM contract_name WHERE address = ?'
    return this.#database.get<{ name: string }>(sql, address)?.name ?? null
  }

  /** Sets the name of a contract; null removes it. Only within a database transaction. */
  setContract(address: number, name: string | null) {
    this.#database.run('DELETE FROM contract_name WHERE address = ?', address)
    if (name !== null)
      this.#database.run(
        'INSERT INTO contract_name (address, name, words) VALUES (?, ?, ?)',
        address,
        name,
        splitName(name),
      )
  }

  /** The artifacts may be others than those that named them. Only within a database transaction. */
  clearContracts() {
    this.#database.run('DELETE FROM contract_name')
  }

  /** First what is called just so, then tokens by their holders, then contracts. */
  find(text: string, { skip, limit }: { readonly skip: number; readonly limit: number }): FoundName[] {
    const words = searchWords(text)
    if (words.length === 0) return []
    const matching = this.#database.matchNames(words, 5)
    return this.#database.all<FoundName>(
      `SELECT found.id / 2 AS address, CASE found.id % 2 WHEN 1 THEN 'contract' ELSE 'token' END AS kind,
         CASE found.id % 2 WHEN 1 THEN found.name END AS name
       FROM (${matching.sql} LIMIT ?2) found
       LEFT JOIN token ON found.id % 2 = 0 AND token.address = found.id / 2
       ORDER BY ?1 NOT IN (lower(coalesce(found.name, '')), lower(coalesce(found.other, ''))), kind DESC,
         coalesce(token.holders, 0) DESC, found.id
       LIMIT ?3 OFFSET ?4`,
      text.toLowerCase(),
      MAX_FOUND,
      limit,
      skip,
      ...matching.values,
    )
  }

  /** Tokens with the words of a text, as a condition on the column `address` of their table; null where none can have them. */
  tokenCondition(
    text: string,
    first: number,
  ): { readonly sql: string; readonly values: readonly string[] } | null {
    const words = searchWords(text)
    if (words.length === 0) return null
    const { sql, values } = this.#database.matchNames(words, first)
    return { sql: `address IN (SELECT id / 2 FROM (${sql}) AS matching WHERE id % 2 = 0)`, values }
  }
}
