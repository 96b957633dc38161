/** Stores intervals, bodies and items of a list in the file. Makes no decisions about the source. */
import type { Database } from '#platform/sqlite/database.ts'
import { isListId } from '#shared/lists/list-table.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { formatCursor } from '../api-client/request/cursor.ts'
import { packRows, readBody } from './body.ts'
import { keyNumber, PROVISIONAL_BLOCKS, shortHash, type LoadedRow } from './loaded-rows.ts'
import { columnReader, ITEM_COLUMNS, type ReadColumns } from './item-columns.ts'
import { Names } from './names.ts'

/** Position of a row; higher ones come first. */
export interface Place {
  readonly height: number
  readonly rank: number
}

export interface Interval {
  readonly id: number
  /** Null in a list without rows. */
  readonly top: Place | null
  readonly bottom: Place | null
  /** JSON of the cursor of the page below it. */
  readonly cursor: string | null
  readonly isEnd: boolean
}

export interface Body {
  readonly id: number
  readonly top: Place
  readonly bottom: Place
  readonly rows: number
  readonly chainHead: number | null
  readonly readAt: number
}

/** Rows to store as one body, highest first. */
export interface NewBody {
  readonly rows: readonly LoadedRow[]
  readonly places: readonly Place[]
  readonly chainHead: number | null
  readonly readAt: number
}

/** An item by its position. */
export interface ItemPlace extends Place {
  readonly body: number
  /** Index of its row in the body. */
  readonly number: number
}

const MAX_READERS = 100
/** Maximum number of rows in a body: an item's index has ten bits. */
const MAX_BODY_ROWS = 1_000
/** Below and above all ranks. */
export const LOWEST = -(2 ** 40)
const HIGHEST = 2 ** 40
const TOP: Place = { height: 2 ** 53 - 1, rank: HIGHEST }
export const BOTTOM: Place = { height: -1, rank: LOWEST }

export const isAbove = (one: Place, other: Place) =>
  one.height > other.height || (one.height === other.height && one.rank > other.rank)
export const isSame = (one: Place, other: Place) => one.height === other.height && one.rank === other.rank
const isAtOrAbove = (one: Place, other: Place) => !isAbove(other, one)

const BODY = `SELECT id, top_height, top_rank, bottom_height, bottom_rank, rows, chain_head AS chainHead, read_at AS readAt
  FROM bodies WHERE list_id = ?`
const ITEM = 'SELECT height, rank, body, number FROM items WHERE list_id = ?'
/** The index is named, because the planner would scan all rows of the list. */
const PROVISIONAL = 'items INDEXED BY provisional_items'
const INSERT_ITEM = `INSERT INTO items (list_id, height, rank, key, body, number, provisional, ${ITEM_COLUMNS.join(', ')})
  VALUES (${Array.from({ length: 7 + ITEM_COLUMNS.length }, () => '?').join(', ')})`

interface Ends {
  readonly top_height: number
  readonly top_rank: number
  readonly bottom_height: number
  readonly bottom_rank: number
}
type BodyRow = Ends & Pick<Body, 'id' | 'rows' | 'chainHead' | 'readAt'>
type IntervalRow = { readonly [K in keyof Ends]: number | null } & {
  readonly id: number
  readonly cursor: string | null
  readonly is_end: number
}

const endsOf = (row: Ends) => ({
  top: { height: row.top_height, rank: row.top_rank },
  bottom: { height: row.bottom_height, rank: row.bottom_rank },
})
const bodyOf = (row: BodyRow | undefined): Body | undefined => {
  if (!row) return undefined
  const { id, rows, chainHead, readAt } = row
  return { id, rows, chainHead, readAt, ...endsOf(row) }
}

export class RowStore {
  readonly #database: Database
  readonly names: Names
  /** By list id and parameters. */
  readonly #readers = new Map<string, ReadColumns>()

  constructor(database: Database) {
    this.#database = database
    this.names = new Names(database)
  }

  /** Newest first. */
  intervals(list: number): Interval[] {
    return this.#database
      .all<IntervalRow>(
        `SELECT id, top_height, top_rank, bottom_height, bottom_rank, cursor, is_end FROM intervals
          WHERE list_id = ? ORDER BY top_height DESC, top_rank DESC`,
        list,
      )
      .map((row): Interval => {
        const { id, cursor, is_end: isEnd, ...ends } = row
        const places = ends.top_height === null ? { top: null, bottom: null } : endsOf(ends as Ends)
        return { id, cursor, isEnd: isEnd === 1, ...places }
      })
  }

  /** The interval that contains a position. */
  intervalOf(list: number, place: Place): Interval | undefined {
    return this.intervals(list).find(
      ({ top, bottom }) => top && bottom && isAtOrAbove(top, place) && isAtOrAbove(place, bottom),
    )
  }

  addInterval(list: number, { top, bottom, cursor, isEnd }: Omit<Interval, 'id'>): number {
    return this.#database.insert(
      `INSERT INTO intervals (list_id, top_height, top_rank, bottom_height, bottom_rank, cursor, is_end)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      list,
      top?.height ?? null,
      top?.rank ?? null,
      bottom?.height ?? null,
      bottom?.rank ?? null,
      cursor,
      isEnd ? 1 : 0,
    )
  }

  setInterval({ id, top, bottom, cursor, isEnd }: Interval) {
    this.#database.run(
      `UPDATE intervals SET top_height = ?, top_rank = ?, bottom_height = ?, bottom_rank = ?, cursor = ?, is_end = ?
        WHERE id = ?`,
      top?.height ?? null,
      top?.rank ?? null,
      bottom?.height ?? null,
      bottom?.rank ?? null,
      cursor,
      isEnd ? 1 : 0,
      id,
    )
  }

  removeInterval({ id }: Pick<Interval, 'id'>) {
    this.#database.run('DELETE FROM intervals WHERE id = ?', id)
  }

  /** The body that contains a position, or the next one below it. */
  bodyAtOrBelow(list: number, { height, rank }: Place): Body | undefined {
    const item = this.itemBelow(list, { height, rank: rank + 1 })
    return item && this.bodyOfItem(list, item)
  }
  bodyBelow(list: number, { bottom }: Body): Body | undefined {
    const item = this.itemBelow(list, bottom)
    return item && this.bodyOfItem(list, item)
  }
  firstBody(list: number): Body | undefined {
    return bodyOf(
      this.#database.get<BodyRow>(`${BODY} ORDER BY top_height DESC, top_rank DESC LIMIT 1`, list),
    )
  }
  bodyOfItem(list: number, { body }: Pick<ItemPlace, 'body'>): Body | undefined {
    return bodyOf(this.#database.get<BodyRow>(`${BODY} AND id = ?`, list, body))
  }
  rowsOf({ id }: Pick<Body, 'id'>): LoadedRow[] {
    return readBody(this.#database, id) ?? []
  }

  /** The row with this key in a block. */
  findInBlock(list: number, height: number, key: string): ItemPlace | undefined {
    return this.#database.get<ItemPlace>(`${ITEM} AND height = ? AND key = ?`, list, height, keyNumber(key))
  }
  /**
   * Rows with these keys that may have moved since they were read. `highest`: the highest new position of one of them; a
   * reorganisation does not move rows further down.
   */
  findProvisional(
    list: number,
    keys: readonly string[],
    highest: number,
  ): (ItemPlace & { readonly key: number })[] {
    const lowest = this.#database.get<{ height: number | null }>(
      `SELECT min(height) AS height FROM ${PROVISIONAL} WHERE list_id = ? AND provisional = 1`,
      list,
    )?.height
    if (lowest == null || highest < lowest - PROVISIONAL_BLOCKS) return []
    return this.#database.all(
      `SELECT height, rank, body, number, key FROM ${PROVISIONAL}
        WHERE list_id = ? AND provisional = 1 AND key IN (SELECT value FROM json_each(?))`,
      list,
      JSON.stringify(keys.map(keyNumber)),
    )
  }
  itemAt(list: number, { height, rank }: Place): ItemPlace | undefined {
    return this.#database.get<ItemPlace>(`${ITEM} AND height = ? AND rank = ?`, list, height, rank)
  }
  itemBelow(list: number, { height, rank }: Place): ItemPlace | undefined {
    return this.#database.get<ItemPlace>(
      `${ITEM} AND (height, rank) < (?, ?) ORDER BY height DESC, rank DESC LIMIT 1`,
      list,
      height,
      rank,
    )
  }
  itemAtOrAbove(list: number, { height, rank }: Place): ItemPlace | undefined {
    return this.#database.get<ItemPlace>(
      `${ITEM} AND (height, rank) >= (?, ?) ORDER BY height, rank LIMIT 1`,
      list,
      height,
      rank,
    )
  }

  /** The row above the page of a cursor. */
  findCursor(list: number, cursor: Cursor): ItemPlace | undefined {
    const place = this.#database.get<Place>(
      'SELECT height, rank FROM cursors WHERE list_id = ? AND hash = ?',
      list,
      shortHash(formatCursor(cursor)),
    )
    return place && this.itemAt(list, place)
  }
  /** JSON of the cursor below a position. */
  cursorBelow(list: number, { height, rank }: Place): string | null {
    return (
      this.#database.get<{ cursor: string }>(
        'SELECT cursor FROM cursors WHERE list_id = ? AND height = ? AND rank = ?',
        list,
        height,
        rank,
      )?.cursor ?? null
    )
  }
  /** Stores the cursor below a row. Of several cursors to the same row, the last one is kept. */
  setCursor(list: number, { height, rank }: Place, cursor: Cursor) {
    this.#database.run(
      'INSERT OR REPLACE INTO cursors (list_id, height, rank, hash, cursor) VALUES (?, ?, ?, ?, ?)',
      list,
      height,
      rank,
      shortHash(formatCursor(cursor)),
      JSON.stringify(cursor),
    )
  }

  addBody(list: number, { rows, places, chainHead, readAt }: NewBody) {
    for (let at = 0; at < rows.length; at += MAX_BODY_ROWS)
      this.#addOneBody(list, {
        rows: rows.slice(at, at + MAX_BODY_ROWS),
        places: places.slice(at, at + MAX_BODY_ROWS),
        chainHead,
        readAt,
      })
  }

  #addOneBody(list: number, { rows, places, chainHead, readAt }: NewBody) {
    const [top, bottom] = [places[0], places.at(-1)]
    if (!top || !bottom) return
    const body = this.#database.insert(
      `INSERT INTO bodies (list_id, top_height, top_rank, bottom_height, bottom_rank, rows, chain_head, read_at, json)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      list,
      top.height,
      top.rank,
      bottom.height,
      bottom.rank,
      rows.length,
      chainHead,
      readAt,
      packRows(rows),
    )
    const columnsOf = this.#readerOf(list)
    for (const [number, row] of rows.entries()) {
      const { height, rank } = places[number] ?? top
      // In a list without chain order any row may move.
      const isProvisional =
        row.height === null || chainHead === null || row.height > chainHead - PROVISIONAL_BLOCKS
      this.#database.run(
        INSERT_ITEM,
        list,
        height,
        rank,
        keyNumber(row.key),
        body,
        number,
        isProvisional ? 1 : 0,
        ...columnsOf(row),
      )
    }
  }

  /**
   * Removes the rows below one position down to another, and cuts the intervals. Remaining rows of a body stay together.
   */
  remove(list: number, below: Place | null, downTo: Place) {
    const top = below ? { height: below.height, rank: below.rank - 1 } : TOP
    if (!isAtOrAbove(top, downTo)) return
    const range = [list, top.height, top.rank, downTo.height, downTo.rank] as const
    const within = 'list_id = ? AND (height, rank) <= (?, ?) AND (height, rank) >= (?, ?)'
    const touched: Body[] = []
    for (
      let body = this.bodyAtOrBelow(list, top);
      body && isAtOrAbove(body.top, downTo);
      body = this.bodyBelow(list, body)
    )
      touched.push(body)
    const cut = touched
      .filter((body) => isAbove(body.top, top) || isAbove(downTo, body.bottom))
      .map((body) => ({ body, rows: this.rowsOf(body), places: this.placesOf(list, body) }))
    this.#database.run(`DELETE FROM items WHERE ${within}`, ...range)
    this.#database.run(`DELETE FROM cursors WHERE ${within}`, ...range)
    for (const { id } of touched) this.#database.run('DELETE FROM bodies WHERE id = ?', id)
    for (const { body, rows, places } of cut)
      for (const stays of [(place: Place) => isAbove(place, top), (place: Place) => isAbove(downTo, place)])
        this.#addPart(list, body, rows, places, stays)
    this.#cutIntervals(list, top, downTo)
  }

  /** Positions of all rows of a body, from the first. */
  placesOf(list: number, { top, bottom }: Body): Place[] {
    return this.#database.all<Place>(
      `SELECT height, rank FROM items WHERE list_id = ? AND (height, rank) <= (?, ?) AND (height, rank) >= (?, ?)
        ORDER BY height DESC, rank DESC`,
      list,
      top.height,
      top.rank,
      bottom.height,
      bottom.rank,
    )
  }

  /** Replaces the rows of a body by their current state. */
  replaceBody(list: number, body: Body, rows: readonly LoadedRow[], readAt: number) {
    const places = this.placesOf(list, body)
    this.#removeBody(list, body.id, places)
    this.addBody(list, { rows, places, chainHead: body.chainHead, readAt })
  }

  /** Joins two consecutive bodies. */
  join(list: number, upper: Body, lower: Body) {
    const both = [upper, lower]
    const rows = both.flatMap((body) => this.rowsOf(body))
    const places = both.flatMap((body) => this.placesOf(list, body))
    for (const { id } of both) this.#removeBody(list, id, places)
    const { chainHead } = lower
    this.addBody(list, {
      rows,
      places,
      chainHead: chainHead === null || upper.chainHead === null ? null : Math.min(chainHead, upper.chainHead),
      readAt: Math.min(upper.readAt, lower.readAt),
    })
  }

  /** Removes the oldest rows of a list, about `pages` bodies of them. Returns false if nothing was left. */
  removeOldest(list: number, pages: number): boolean {
    const bodies = this.#database
      .all<BodyRow>(`${BODY} ORDER BY top_height, top_rank LIMIT ?`, list, pages)
      .flatMap((row) => bodyOf(row) ?? [])
    this.names.begin()
    for (const { top, bottom } of bodies)
      this.remove(list, { height: top.height, rank: top.rank + 1 }, bottom)
    if (bodies.length > 0) this.touch(list)
    else this.removeAll(list)
    return bodies.length > 0
  }
  removeAll(list: number) {
    this.touch(list)
    for (const table of ['items', 'cursors', 'bodies', 'intervals'])
      this.#database.run(`DELETE FROM ${table} WHERE list_id = ?`, list)
  }

  /** Marks the list as changed. */
  touch(list: number) {
    this.#database.run('UPDATE changes SET count = count + 1')
    this.#database.run('UPDATE lists SET changed = (SELECT count FROM changes) WHERE id = ?', list)
  }

  #removeBody(list: number, id: number, places: readonly Place[]) {
    this.#database.run('DELETE FROM bodies WHERE id = ?', id)
    for (const { height, rank } of places)
      this.#database.run(
        'DELETE FROM items WHERE list_id = ? AND height = ? AND rank = ? AND body = ?',
        list,
        height,
        rank,
        id,
      )
  }

  #addPart(
    list: number,
    { chainHead, readAt }: Body,
    rows: readonly LoadedRow[],
    places: readonly Place[],
    stays: (place: Place) => boolean,
  ) {
    const left = rows.filter((_, at) => places[at] !== undefined && stays(places[at]))
    const at = places.filter(stays)
    if (left.length === 0) return
    // Items of the remaining rows are still in the table.
    for (const { height, rank } of at)
      this.#database.run(
        'DELETE FROM items WHERE list_id = ? AND height = ? AND rank = ?',
        list,
        height,
        rank,
      )
    this.addBody(list, { rows: left, places: at, chainHead, readAt })
  }

  #cutIntervals(list: number, top: Place, downTo: Place) {
    for (const interval of this.intervals(list)) {
      const { top: first, bottom: last } = interval
      if (!first || !last) {
        this.removeInterval(interval)
        continue
      }
      if (isAbove(downTo, first) || isAbove(last, top)) continue
      const upper = isAbove(first, top) ? this.itemAtOrAbove(list, { ...top, rank: top.rank + 1 }) : undefined
      const lower = isAbove(downTo, last) ? this.itemBelow(list, downTo) : undefined
      this.removeInterval(interval)
      if (upper)
        this.addInterval(list, {
          top: first,
          bottom: upper,
          cursor: this.cursorBelow(list, upper),
          isEnd: false,
        })
      if (lower) this.addInterval(list, { ...interval, top: lower, bottom: last })
    }
  }

  #readerOf(list: number): ReadColumns {
    const of = this.#database.get<{ list: string; params: string }>(
      'SELECT list, params FROM lists WHERE id = ?',
      list,
    )
    if (!of || !isListId(of.list)) throw new Error('No such list.')
    const name = of.list + of.params
    let reader = this.#readers.get(name)
    if (!reader) {
      if (this.#readers.size >= MAX_READERS) this.#readers.clear()
      reader = columnReader(
        { list: of.list, params: Object.fromEntries(JSON.parse(of.params) as [string, string][]) },
        (kind, hash, text) => this.names.numberOf(kind, hash, text),
      )
      this.#readers.set(name, reader)
    }
    return reader
  }
}
