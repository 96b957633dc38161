import { tableOf } from '#platform/table.ts'
import { hexToBytes, toHex } from '../model/hex.ts'
import type { IndexDatabase } from './index-database.ts'
import { RowIds } from './row-ids.ts'

interface HashRow {
  readonly id: number
  readonly hash: Uint8Array
}
const ADDRESS = tableOf<HashRow>('address', ['id', 'hash'])
const TOPIC = tableOf<HashRow>('topic', ['id', 'hash'])

const MAX_CACHED = 200_000

/** Maps addresses and topics to integer ids and back, with a cache. */
export class AddressTable {
  readonly #database: IndexDatabase
  readonly #ids = new Map<string, number>()
  readonly #topics = new Map<string, number>()
  readonly #hashes = new Map<number, string>()
  readonly #contracts = new Set<number>()
  /** Known contracts whose rows are not marked as such yet. */
  readonly #marked = new Set<number>()
  readonly #addressIds: RowIds
  readonly #topicIds: RowIds
  /** Grows whenever code at an address may be gone, or have come: what was asked before is then of no use. */
  changes = 0

  constructor(database: IndexDatabase) {
    this.#database = database
    this.#addressIds = new RowIds(database, 'address')
    this.#topicIds = new RowIds(database, 'topic')
  }

  /** The id of an address (lower case); a new address gets one. Only within a database transaction. */
  idOf(hash: string): number {
    const known = this.find(hash)
    if (known !== null) return known
    const id = this.#addressIds.next()
    this.#database.insertRows(ADDRESS, [{ id, hash: hexToBytes(hash) }])
    cache(this.#ids, hash, id)
    return id
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
    const added = unknown
      .filter((hash) => !ids.has(hash))
      .map((hash) => {
        const id = this.#addressIds.next()
        ids.set(hash, id)
        return { id, hash: hexToBytes(hash) }
      })
    this.#database.insertRows(ADDRESS, added)
    for (const [hash, id] of ids) cache(this.#ids, hash, id)
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

  /** Caches the hash of an id that another statement has read. `hash`: lower case. */
  remember(id: number, hash: string) {
    if (!this.#hashes.has(id)) cache(this.#hashes, id, hash)
  }

  topicIdOf(hash: string): number {
    const known = this.#topics.get(hash)
    if (known !== undefined) return known
    const bytes = hexToBytes(hash)
    let id = this.#database.get<{ id: number }>('SELECT id FROM topic WHERE hash = ?', bytes)?.id
    if (id === undefined) {
      id = this.#topicIds.next()
      this.#database.insertRows(TOPIC, [{ id, hash: bytes }])
    }
    cache(this.#topics, hash, id)
    return id
  }

  /** Marks an address as a contract; its row is written at `flush`. */
  markContract(id: number) {
    if (this.#contracts.has(id)) return
    this.#marked.add(id)
    this.#contracts.add(id)
  }

  /** Only within a database transaction. */
  flush() {
    if (this.#marked.size === 0) return
    this.#database.send(
      ({ inNumbers }) => `UPDATE address SET is_contract = 1 WHERE id IN ${inNumbers}`,
      JSON.stringify([...this.#marked]),
    )
    this.#marked.clear()
  }

  /** Forgets that the address is a contract: its code may be gone, or be there now, so the node is asked again. */
  forgetContract(id: number) {
    this.#database.send('UPDATE address SET is_contract = NULL WHERE id = ?', id)
    this.#contracts.delete(id)
    this.#marked.delete(id)
    this.changes++
  }

  /** After a rollback or an undone block: ids in the cache may not be in the file. */
  clear() {
    this.#ids.clear()
    this.#topics.clear()
    this.#hashes.clear()
    this.#contracts.clear()
    this.#marked.clear()
    this.#addressIds.clear()
    this.#topicIds.clear()
    this.changes++
  }
}

function cache<Key, Value>(into: Map<Key, Value>, key: Key, value: Value) {
  if (into.size >= MAX_CACHED) into.clear()
  into.set(key, value)
}
