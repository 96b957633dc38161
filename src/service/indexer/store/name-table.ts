import { searchWords, splitName } from '../../search-words.ts'
import type { IndexDatabase } from './index-database.ts'

/** A name that was found: of a token, or of a contract of the project. */
export interface FoundName {
  readonly address: number
  readonly kind: 'token' | 'contract'
  /** Of a contract. */
  readonly name: string | null
}

/** Of names with the words of a text. More are not looked at: nobody reads so many, and the words can be made more. */
export const MAX_FOUND = 10_000

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

  /** What a contract is called; null takes its name away. Only within a database transaction. */
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
    const query = matchQuery(text)
    if (query === null) return []
    return this.#database.all<FoundName>(
      `SELECT rowid / 2 AS address, iif(rowid % 2, 'contract', 'token') AS kind, iif(rowid % 2, found.name, NULL) AS name
       FROM (SELECT rowid, name, other FROM name_index WHERE name_index MATCH ?1 LIMIT ?3) found
       LEFT JOIN token ON rowid % 2 = 0 AND token.address = rowid / 2
       ORDER BY ?2 NOT IN (lower(ifnull(found.name, '')), lower(ifnull(found.other, ''))), kind DESC,
         ifnull(token.holders, 0) DESC, rowid
       LIMIT ?4 OFFSET ?5`,
      query,
      text.toLowerCase(),
      MAX_FOUND,
      limit,
      skip,
    )
  }

  /** Tokens with the words of a text, as a condition on the column `address` of their table; null where none can have them. */
  tokenCondition(text: string): { readonly sql: string; readonly value: string } | null {
    const value = matchQuery(text)
    if (value === null) return null
    const sql = 'address IN (SELECT rowid / 2 FROM name_index WHERE name_index MATCH ? AND rowid % 2 = 0)'
    return { sql, value }
  }
}

/** Each word as the beginning of a word, in quotes: nothing in it is an operator then. */
function matchQuery(text: string): string | null {
  const words = searchWords(text)
  return words.length === 0 ? null : words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')
}
