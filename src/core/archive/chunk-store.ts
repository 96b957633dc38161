/** The chunks of a list and their rows in the file. Nothing here decides what is true of the source. */
import type { Database } from '#platform/sqlite/database.ts'
import { isListId } from '#shared/lists/list-table.ts'
import { columnsOfRows } from './columns/columns-of-rows.ts'
import { compressJson, decompressJson } from './compress.ts'
import { shortHash, type HeldRow } from './held-rows.ts'

/** What follows a chunk: the next one without a gap, something that is not held, or the end of the list. */
export type After = 'joined' | 'gap' | 'end'

export interface Chunk {
  readonly id: number
  readonly position: number
  readonly after: After
  readonly cursor: string | null
  readonly top: number | null
  readonly bottom: number | null
  readonly count: number
  readonly chainHead: number | null
  readonly readAt: number
}

export type NewChunk = Pick<Chunk, 'after' | 'cursor' | 'chainHead' | 'readAt'> & {
  readonly rows: readonly HeldRow[]
}

/** Room between neighbours: at the head for a gap that is filled later, elsewhere for a chunk that is cut in two. */
const HEAD_STEP = 2 ** 30
const STEP = 2 ** 10
/** Positions stay whole numbers. */
const MAX_POSITION = 2 ** 52

/** What the count of changes will be after this one. */
const NEXT_CHANGE = '(SELECT count + 1 FROM changes)'

/** Keys whose hashes are remembered. */
const MAX_HASHES = 1_000
/** Named, because the planner would go through all rows of the list. */
const ROWS_BY_CURSOR =
  'rows INDEXED BY rows_by_cursor WHERE list_id = ? AND cursor = ? AND cursor IS NOT NULL'

const CHUNK = `SELECT id, position, after, cursor, top_height AS top, bottom_height AS bottom, row_count AS count,
  chain_head AS chainHead, read_at AS readAt FROM chunks WHERE list_id = ?`

export class ChunkStore {
  readonly #database: Database
  readonly #hashes = new Map<string, Uint8Array>()

  constructor(database: Database) {
    this.#database = database
  }

  first(list: number): Chunk | undefined {
    return this.#read('ORDER BY position LIMIT 1', list)
  }

  last(list: number): Chunk | undefined {
    return this.#read('ORDER BY position DESC LIMIT 1', list)
  }

  above(list: number, position: number): Chunk | undefined {
    return this.#read('AND position < ? ORDER BY position DESC LIMIT 1', list, position)
  }

  below(list: number, position: number): Chunk | undefined {
    return this.#read('AND position > ? ORDER BY position LIMIT 1', list, position)
  }

  byId(list: number, id: number): Chunk | undefined {
    return this.#read('AND id = ?', list, id)
  }

  rowsOf({ id }: Pick<Chunk, 'id'>): HeldRow[] {
    const found = this.#database.get<{ body: Uint8Array }>('SELECT body FROM chunks WHERE id = ?', id)
    return found ? unpackRows(found.body) : []
  }

  /** The chunk of the row with this identity, and the height it is held at. */
  findKey(list: number, key: string) {
    return this.#database.get<{ chunk: number; height: number | null }>(
      'SELECT chunk_id AS chunk, height FROM rows WHERE list_id = ? AND key = ?',
      list,
      this.#hashOf(key),
    )
  }

  /** The row below which this cursor continues, by the hash of its identity. */
  findCursor(list: number, cursor: Uint8Array) {
    return this.#database.get<{ chunk: number; key: Uint8Array }>(
      `SELECT chunk_id AS chunk, key FROM ${ROWS_BY_CURSOR}`,
      list,
      cursor,
    )
  }

  /** Of all cursors that lead to a row, the one that came last is known. */
  setCursor(list: number, key: string, cursor: Uint8Array) {
    const before = this.findCursor(list, cursor)
    if (before)
      this.#database.run('UPDATE rows SET cursor = NULL WHERE list_id = ? AND key = ?', list, before.key)
    this.#database.run(
      'UPDATE rows SET cursor = ? WHERE list_id = ? AND key = ?',
      cursor,
      list,
      this.#hashOf(key),
    )
  }

  setAfter({ id }: Pick<Chunk, 'id'>, after: After, cursor?: string | null) {
    this.#database.run('UPDATE chunks SET after = ? WHERE id = ?', after, id)
    if (cursor !== undefined) this.#database.run('UPDATE chunks SET cursor = ? WHERE id = ?', cursor, id)
  }

  insert(list: number, above: Chunk | undefined, chunk: NewChunk): number {
    return this.#insertAt(list, this.#positionBelow(list, above), chunk)
  }

  remove(list: number, chunk: Chunk, rows = this.rowsOf(chunk)) {
    this.#deleteRows(list, rows)
    this.#database.run('DELETE FROM chunks WHERE id = ?', chunk.id)
  }

  /** Takes so many chunks from its end. Returns false where none is left. */
  removeOldest(list: number, count: number): boolean {
    for (let removed = 0; removed < count; removed += 1) {
      const last = this.last(list)
      if (!last) return false
      const above = this.above(list, last.position)
      this.remove(list, last)
      // Its cursor leads to what is not held any more.
      if (above) this.setAfter(above, 'gap')
    }
    return true
  }

  /** Only the rows from this one on stay. */
  keepFrom(list: number, chunk: Chunk, rows: readonly HeldRow[], start: number) {
    this.#deleteRows(list, rows.slice(0, start))
    this.#setRows(list, chunk, rows.slice(start))
  }

  /** The rows before this one stay; the others become a chunk of their own below it. */
  split(list: number, chunk: Chunk, rows: readonly HeldRow[], start: number) {
    this.#setRows(list, chunk, rows.slice(0, start))
    this.#insertAt(list, this.#positionBelow(list, chunk), { ...chunk, rows: rows.slice(start) })
  }

  /** Puts the rows of a chunk before those of the one below, which it is joined to. */
  mergeInto(list: number, upper: Chunk, lower: Chunk) {
    const rows = this.rowsOf(upper)
    this.#setRows(list, lower, [...rows, ...this.rowsOf(lower)])
    this.#database.run(
      'UPDATE chunks SET read_at = min(read_at, ?), chain_head = min(chain_head, ?) WHERE id = ?',
      upper.readAt,
      upper.chainHead,
      lower.id,
    )
    this.#insertRows(list, lower.id, rows)
    this.#database.run('DELETE FROM chunks WHERE id = ?', upper.id)
  }

  #read(sql: string, ...values: (number | string)[]): Chunk | undefined {
    return this.#database.get<Chunk>(`${CHUNK} ${sql}`, ...values)
  }

  #insertAt(list: number, position: number, { rows, ...chunk }: NewChunk): number {
    const id = this.#database.insert(
      `INSERT INTO chunks (list_id, position, after, cursor, top_height, bottom_height, row_count, chain_head, read_at, body, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${NEXT_CHANGE})`,
      list,
      position,
      chunk.after,
      chunk.cursor,
      rows[0]?.height ?? null,
      rows.at(-1)?.height ?? null,
      rows.length,
      chunk.chainHead,
      chunk.readAt,
      packRows(rows),
    )
    this.#insertRows(list, id, rows)
    this.#writeColumns(list, id, rows)
    return id
  }

  #insertRows(list: number, chunk: number, rows: readonly HeldRow[]) {
    for (const row of rows)
      this.#database.run(
        `INSERT INTO rows (list_id, key, chunk_id, height, position_in_block) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET chunk_id = excluded.chunk_id, height = excluded.height,
          position_in_block = excluded.position_in_block`,
        list,
        this.#hashOf(row.key),
        chunk,
        row.height,
        row.index,
      )
  }

  #deleteRows(list: number, rows: readonly HeldRow[]) {
    for (const { key } of rows)
      this.#database.run('DELETE FROM rows WHERE list_id = ? AND key = ?', list, this.#hashOf(key))
  }

  /** Replaces the rows of a chunk by some of them: what it was read from does not change. */
  #setRows(list: number, { id }: Pick<Chunk, 'id'>, rows: readonly HeldRow[]) {
    this.#database.run(
      `UPDATE chunks SET top_height = ?, bottom_height = ?, row_count = ?, body = ?, changed = ${NEXT_CHANGE} WHERE id = ?`,
      rows[0]?.height ?? null,
      rows.at(-1)?.height ?? null,
      rows.length,
      packRows(rows),
      id,
    )
    this.#writeColumns(list, id, rows)
  }

  /** Of a chunk that was written without them. */
  addColumns(id: number) {
    const chunk = this.#database.get<{ list: number; changed: number; body: Uint8Array }>(
      `SELECT list_id AS list, changed, body FROM chunks
        WHERE id = ? AND id NOT IN (SELECT chunk_id FROM chunk_columns)`,
      id,
    )
    if (chunk) this.#insertColumns(chunk.list, id, chunk.changed, unpackRows(chunk.body))
  }

  /** To be called just after its rows were written: the count is still that of this change. */
  #writeColumns(list: number, chunk: number, rows: readonly HeldRow[]) {
    const now = this.#database.get<{ count: number }>('SELECT count FROM changes')
    if (now) this.#insertColumns(list, chunk, now.count, rows)
  }

  #insertColumns(list: number, chunk: number, changed: number, rows: readonly HeldRow[]) {
    const of = this.#database.get<{ list: string; params: string }>(
      'SELECT list, params FROM lists WHERE id = ?',
      list,
    )
    // One that this version does not have any more is asked nothing.
    const columns =
      of &&
      isListId(of.list) &&
      columnsOfRows(
        { list: of.list, params: Object.fromEntries(JSON.parse(of.params) as [string, string][]) },
        rows,
        rows.map(({ key }) => this.#hashOf(key)),
      )
    if (columns)
      this.#database.run('INSERT OR REPLACE INTO chunk_columns VALUES (?, ?, ?)', chunk, changed, columns)
  }

  /** A page that is written asks for the hash of each of its keys several times. */
  #hashOf(key: string): Uint8Array {
    let hash = this.#hashes.get(key)
    if (!hash) {
      if (this.#hashes.size >= MAX_HASHES) this.#hashes.clear()
      hash = shortHash(key)
      this.#hashes.set(key, hash)
    }
    return hash
  }

  /** A position between two neighbours; where there is none left, all of the list get new ones. */
  #positionBelow(list: number, above: Chunk | undefined): number {
    const next = above ? this.below(list, above.position) : this.first(list)
    const position = positionBetween(above?.position, next?.position)
    const isFree = Math.abs(position) < MAX_POSITION && (above === undefined || position > above.position)
    if (isFree) return position
    this.#renumber(list)
    return this.#positionBelow(list, above && this.byId(list, above.id))
  }

  #renumber(list: number) {
    const ids = this.#database.all<{ id: number }>(
      'SELECT id FROM chunks WHERE list_id = ? ORDER BY position',
      list,
    )
    // First out of the way, so that no two ever have the same.
    for (const [at, { id }] of ids.entries())
      this.#database.run('UPDATE chunks SET position = ? WHERE id = ?', MAX_POSITION + at, id)
    for (const [at, { id }] of ids.entries())
      this.#database.run('UPDATE chunks SET position = ? WHERE id = ?', at * HEAD_STEP, id)
  }
}

function positionBetween(above: number | undefined, below: number | undefined): number {
  if (above === undefined) return below === undefined ? 0 : below - HEAD_STEP
  return below === undefined ? above + STEP : Math.min(above + STEP, Math.floor((above + below) / 2))
}

type PackedRow = readonly [
  key: string,
  height: number | null,
  index: number | null,
  kind: 0 | 1,
  value: unknown,
]

export const packRows = (rows: readonly HeldRow[]): Uint8Array =>
  compressJson(
    rows.map(({ key, height, index, item, unread }): PackedRow =>
      unread ? [key, height, index, 1, unread] : [key, height, index, 0, item],
    ),
  )

export const unpackRows = (body: Uint8Array): HeldRow[] =>
  (decompressJson(body) as readonly PackedRow[]).map(([key, height, index, kind, value]) =>
    kind === 1
      ? { key, height, index, unread: value as NonNullable<HeldRow['unread']> }
      : { key, height, index, item: value },
  )
