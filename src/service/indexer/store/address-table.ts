import { bytesOf, hexText } from './amounts.ts'
import type { IndexDatabase } from './index-database.ts'

const REMEMBERED = 200_000

/** Addresses and topics by their small integers and back, the latest of them in memory. */
export class AddressBook {
  readonly #database: IndexDatabase
  readonly #ids = new Map<string, number>()
  readonly #topics = new Map<string, number>()
  readonly #hashes = new Map<number, string>()
  readonly #contracts = new Set<number>()

  constructor(database: IndexDatabase) {
    this.#database = database
  }

  /** The number of a lower-case address, given to it now if it has none. Only within a transaction. */
  idOf(hash: string): number {
    const known = this.find(hash)
    if (known !== null) return known
    const id = this.#database.insert('INSERT INTO address (hash) VALUES (?)', bytesOf(hash))
    remember(this.#ids, hash, id)
    return id
  }

  find(hash: string): number | null {
    const known = this.#ids.get(hash)
    if (known !== undefined) return known
    const row = this.#database.get<{ id: number }>('SELECT id FROM address WHERE hash = ?', bytesOf(hash))
    if (!row) return null
    remember(this.#ids, hash, row.id)
    return row.id
  }

  hashOf(id: number): string {
    const known = this.#hashes.get(id)
    if (known !== undefined) return known
    const row = this.#database.get<{ hash: Uint8Array }>('SELECT hash FROM address WHERE id = ?', id)
    if (!row) throw new Error(`no address has the number ${String(id)}`)
    const hash = hexText(row.hash)
    remember(this.#hashes, id, hash)
    return hash
  }

  topicOf(hash: string): number {
    const known = this.#topics.get(hash)
    if (known !== undefined) return known
    const bytes = bytesOf(hash)
    const id =
      this.#database.get<{ id: number }>('SELECT id FROM topic WHERE hash = ?', bytes)?.id ??
      this.#database.insert('INSERT INTO topic (hash) VALUES (?)', bytes)
    remember(this.#topics, hash, id)
    return id
  }

  /** Code was seen at this address. */
  markContract(id: number) {
    if (this.#contracts.has(id)) return
    this.#database.run('UPDATE address SET is_contract = 1 WHERE id = ?', id)
    this.#contracts.add(id)
  }

  /** After a transaction that came to nothing, or an undone block: numbers in memory may not be in the file. */
  clear() {
    this.#ids.clear()
    this.#topics.clear()
    this.#hashes.clear()
    this.#contracts.clear()
  }
}

function remember<Key, Value>(into: Map<Key, Value>, key: Key, value: Value) {
  if (into.size >= REMEMBERED) into.clear()
  into.set(key, value)
}
