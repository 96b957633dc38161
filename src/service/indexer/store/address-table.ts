import { hexToBytes, toHex } from '../model/hex.ts'
import type { IndexDatabase } from './index-database.ts'

const MAX_CACHED = 200_000

/** Maps addresses and topics to integer ids and back, with a cache. */
export class AddressTable {
  readonly #database: IndexDatabase
  readonly #ids = new Map<string, number>()
  readonly #topics = new Map<string, number>()
  readonly #hashes = new Map<number, string>()
  readonly #contracts = new Set<number>()
  /** Grows whenever code at an address may be gone, or have come: what was asked before is then of no use. */
  changes = 0

  constructor(database: IndexDatabase) {
    this.#database = database
  }

  /** The id of an address (lower case); a new address gets one. Only within a database transaction. */
  idOf(hash: string): number {
    const known = this.find(hash)
    if (known !== null) return known
    const id = this.#insert(hash)
    cache(this.#ids, hash, id)
    return id
  }

  #insert(hash: string): number {
    return this.#database.insert('INSERT INTO address (hash) VALUES (?)', hexToBytes(hash))
  }

  /** `null` where the index does not have the address. */
  find(hash: string): number | null {
    const known = this.#ids.get(hash)
    if (known !== undefined) return known
    const row = this.#database.get<{ id: number }>('SELECT id FROM address WHERE hash = ?', hexToBytes(hash))
    if (!row) return null
    cache(this.#ids, hash, row.id)
    return row.id
  }

  /** As `idOf`, of many at once, where that is of use. */
  prefetch(hashes: Iterable<string>) {
    const unknown = [...new Set(hashes)].filter((hash) => !this.#ids.has(hash))
    const found = this.#database.lookUp?.<{ hash: Uint8Array; id: number }>(
      { table: 'address', key: ['hash'], columns: ['id'] },
      unknown.map((hash) => [hexToBytes(hash)]),
    )
    if (!found) return
    const ids = new Map(found.map(({ hash, id }) => [toHex(hash), id]))
    for (const hash of unknown) cache(this.#ids, hash, ids.get(hash) ?? this.#insert(hash))
  }

  hashOf(id: number): string {
    const known = this.#hashes.get(id)
    if (known !== undefined) return known
    const row = this.#database.get<{ hash: Uint8Array }>('SELECT hash FROM address WHERE id = ?', id)
    if (!row) throw new Error(`no address has the id ${String(id)}`)
    const hash = toHex(row.hash)
    cache(this.#hashes, id, hash)
    return hash
  }

  /** What a statement that was needed anyway has told. `hash`: lower case. */
  remember(id: number, hash: string) {
    if (!this.#hashes.has(id)) cache(this.#hashes, id, hash)
  }

  topicIdOf(hash: string): number {
    const known = this.#topics.get(hash)
    if (known !== undefined) return known
    const bytes = hexToBytes(hash)
    const id =
      this.#database.get<{ id: number }>('SELECT id FROM topic WHERE hash = ?', bytes)?.id ??
      this.#database.insert('INSERT INTO topic (hash) VALUES (?)', bytes)
    cache(this.#topics, hash, id)
    return id
  }

  markContract(id: number) {
    if (this.#contracts.has(id)) return
    this.#database.send('UPDATE address SET is_contract = 1 WHERE id = ?', id)
    this.#contracts.add(id)
  }

  /** Its code may be gone, or have come: the node is asked once more. */
  forgetContract(id: number) {
    this.#database.send('UPDATE address SET is_contract = NULL WHERE id = ?', id)
    this.#contracts.delete(id)
    this.changes++
  }

  /** After a rollback or an undone block: ids in the cache may not be in the file. */
  clear() {
    this.#ids.clear()
    this.#topics.clear()
    this.#hashes.clear()
    this.#contracts.clear()
    this.changes++
  }
}

function cache<Key, Value>(into: Map<Key, Value>, key: Key, value: Value) {
  if (into.size >= MAX_CACHED) into.clear()
  into.set(key, value)
}
