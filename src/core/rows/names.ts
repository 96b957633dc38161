/** The table of names: addresses with their names, tokens, methods and other texts, each once. */
import { foldName } from '#shared/query/compile-query.ts'
import type { Database } from '#platform/sqlite/database.ts'

/** Kinds of names. A number must never get another meaning. */
export const ADDRESS = 1
export const TOKEN = 2
export const METHOD = 3
/** JSON arrays: types, ids of NFTs, other words. */
export const TYPES = 4
export const NFT_IDS = 5
export const WORDS = 6
export type NameKind =
  typeof ADDRESS | typeof TOKEN | typeof METHOD | typeof TYPES | typeof NFT_IDS | typeof WORDS

/** Number of recently used names that are cached; the same number used before them is cached too. */
const MAX_KNOWN = 50_000
/** Number of names added to the full-text index at a time; queries scan those not yet added. */
const MAX_WAITING = 5_000
const NO_HASH = new Uint8Array(0)

/** The texts of a name for the search, folded as in comparisons, one on each line. */
function foldedTexts(kind: number, text: string): string {
  if (kind === METHOD || text === '') return foldName(text)
  const all = JSON.parse(text) as readonly unknown[]
  return (kind === TOKEN ? all.slice(1) : all).map((one) => foldName(one as string | null)).join('\n')
}

export class Names {
  readonly #database: Database
  /** By kind, then by hash and text joined. Most names have only one of these, so joining copies nothing. */
  #known = new Map<NameKind, Map<string, number>>()
  #before: ReadonlyMap<NameKind, ReadonlyMap<string, number>> = new Map()
  #knownCount = 0
  #last = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Call it before a page is written: names of a write that was rolled back are forgotten. */
  begin() {
    const last = this.#database.get<{ last: number | null }>('SELECT max(id) AS last FROM names')?.last ?? 0
    if (last !== this.#last) this.#forget()
    this.#last = last
    this.#indexWaiting(last)
  }

  /** Number of a name; adds it if it is new. `hash`: of an address, a token or an event, in lower case, else empty. */
  numberOf(kind: NameKind, hash: string, text: string): number {
    const key = hash + text
    let ofKind = this.#known.get(kind)
    const known = ofKind?.get(key)
    if (known !== undefined) return known
    const number = this.#before.get(kind)?.get(key) ?? this.#insertOrFind(kind, hash, text)
    if (this.#knownCount >= MAX_KNOWN) {
      const before = this.#known
      this.#forget()
      this.#before = before
      ofKind = undefined
    }
    if (!ofKind) this.#known.set(kind, (ofKind = new Map<string, number>()))
    ofKind.set(key, number)
    this.#knownCount += 1
    return number
  }

  #forget() {
    this.#known = new Map()
    this.#before = new Map()
    this.#knownCount = 0
  }

  /** Inserts first, because most unknown names are new. */
  #insertOrFind(kind: NameKind, hash: string, text: string): number {
    const bytes = hash === '' ? NO_HASH : Buffer.from(hash.slice(2), 'hex')
    const made = this.#database.insert(
      'INSERT INTO names (kind, hash, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      kind,
      bytes,
      text,
    )
    if (made > 0) return (this.#last = made)
    const found = this.#database.get<{ id: number }>(
      'SELECT id FROM names WHERE kind = ? AND hash = ? AND text = ?',
      kind,
      bytes,
      text,
    )
    return found?.id ?? 0
  }

  /** Removes names that no item uses. */
  removeUnused() {
    this.#forget()
    this.#database.exec(`
      CREATE TEMP TABLE used_names AS
        SELECT sender AS id FROM items UNION SELECT receiver FROM items UNION SELECT other FROM items
        UNION SELECT token FROM items UNION SELECT method FROM items UNION SELECT types FROM items
        UNION SELECT ids FROM items UNION SELECT words FROM items;
      DELETE FROM name_texts WHERE rowid IN
        (SELECT id FROM names WHERE text <> '' AND id <= (SELECT last FROM indexed_names)
          AND id NOT IN (SELECT id FROM used_names));
      DELETE FROM names WHERE id NOT IN (SELECT id FROM used_names);
      DROP TABLE used_names;
      INSERT INTO name_texts (name_texts) VALUES ('optimize');
    `)
  }

  #indexWaiting(last: number) {
    const from = this.#database.get<{ last: number }>('SELECT last FROM indexed_names')?.last ?? 0
    if (last - from < MAX_WAITING) return
    for (const { id, kind, text } of this.#database.all<{ id: number; kind: number; text: string }>(
      "SELECT id, kind, text FROM names WHERE id > ? AND text <> ''",
      from,
    )) {
      const folded = foldedTexts(kind, text)
      if (folded !== '') this.#database.run('INSERT INTO name_texts (rowid, text) VALUES (?, ?)', id, folded)
    }
    this.#database.run('UPDATE indexed_names SET last = ?', last)
  }
}
