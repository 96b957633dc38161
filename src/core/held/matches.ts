/**
 * Which rows of the lists of one kind match a question, and in which order. What was found in a chunk is remembered: when
 * something is read again, only what has changed is looked through again.
 */
import type { RowQuery, QueriedList } from './row-query.ts'
import type { FoldedRows } from './fold-rows.ts'
import type { ChunkPlace } from './held-lists.ts'
import { createChunkScanner, type ChunkMatches, type ReadHeld } from './scan-chunk.ts'
import { sortRows } from './sort/sort-rows.ts'
import type { SortValue } from '#shared/query/sort-values.ts'
import type { YieldIfDue } from './time-slices.ts'

/** Rows of one chunk, in the order of the answer. */
export interface Place {
  readonly list: QueriedList
  readonly chunk: ChunkPlace
  readonly row: number
}

/** All that match, in order, as they were at one moment. */
export interface View {
  readonly revision: string
  /** Where they are sorted. */
  readonly descending: boolean
  readonly lists: readonly QueriedList[]
  readonly count: number
  /** Rows that match and are left out. */
  readonly folded: FoldedRows
  slice(offset: number, limit: number): Place[]
  /** What the row at this index is sorted by; undefined where they are in the order of their list. */
  valueAt(index: number): SortValue | undefined
  /** In no order. */
  byChunk(): Iterable<{
    readonly list: QueriedList
    readonly chunk: ChunkPlace
    readonly rows: readonly number[]
  }>
  /** How many of them stand above the end of each chunk of the first list; undefined where they are in another order. */
  readonly ends: readonly number[] | undefined
  /** What it takes of memory, in rows. */
  readonly size: number
}

export class Matches {
  readonly #asked: RowQuery
  readonly #chunks = new Map<number, ChunkMatches>()
  view: View | undefined

  constructor(asked: RowQuery) {
    this.#asked = asked
  }

  /** What it takes of memory, in rows of a plain answer. */
  get size(): number {
    const { sortBy, hasRepeats } = this.#asked
    return 1 + (this.view?.size ?? 0) * (sortBy !== null || hasRepeats ? 6 : 1)
  }

  /** Undefined where something changed while it was read: it is to be tried again. */
  async find(
    revision: string,
    lists: readonly QueriedList[],
    read: ReadHeld,
    descending: boolean,
    yieldIfDue: YieldIfDue,
  ): Promise<View | undefined> {
    if (this.view?.revision === revision && this.view.descending === descending) return this.view
    const { query, sortBy, hasRepeats } = this.#asked
    const [first] = lists
    if (!query && sortBy === null && !hasRepeats && first && !first.folds && lists.length === 1) {
      this.view = wholeList(revision, first, descending)
      return this.view
    }
    const isWhole = await this.#look(lists, read, yieldIfDue)
    if (!isWhole) return undefined
    this.view = await this.#inOrder(revision, lists, descending, yieldIfDue)
    return this.view
  }

  /** Looks through all chunks that are not known as they are. */
  async #look(lists: readonly QueriedList[], read: ReadHeld, yieldIfDue: YieldIfDue): Promise<boolean> {
    const gone = new Set(this.#chunks.keys())
    let isWhole = true
    for (const list of lists) {
      const look = createChunkScanner(this.#asked, list, read)
      for (const chunk of list.directory.chunks) {
        gone.delete(chunk.id)
        const known = this.#chunks.get(chunk.id)
        if (known?.changed === chunk.changed && known.folds === list.folds?.version) continue
        const found = look(chunk)
        if (found) this.#chunks.set(chunk.id, found)
        else isWhole = false
        await yieldIfDue()
      }
    }
    for (const id of gone) this.#chunks.delete(id)
    return isWhole
  }

  async #inOrder(
    revision: string,
    lists: readonly QueriedList[],
    descending: boolean,
    yieldIfDue: YieldIfDue,
  ): Promise<View> {
    const { sortBy, hasRepeats } = this.#asked
    const found: { list: QueriedList; chunk: ChunkPlace; matches: ChunkMatches }[] = []
    let total = 0
    const folded = { scam: 0, imitations: 0 }
    const ends: number[] = []
    for (const list of lists)
      for (const chunk of list.directory.chunks) {
        const matches = this.#chunks.get(chunk.id)
        if (matches) found.push({ list, chunk, matches })
        total += matches?.rows.length ?? 0
        folded.scam += matches?.folded?.scam ?? 0
        folded.imitations += matches?.folded?.imitations ?? 0
        ends.push(total)
      }
    const chunkOf = new Uint32Array(total)
    const nth = new Uint32Array(total)
    const seen = new Set<string>()
    let count = 0
    for (const [at, { matches }] of found.entries()) {
      for (let row = 0; row < matches.rows.length; row += 1) {
        const identity = matches.identities?.[row]
        if (identity !== undefined) {
          if (seen.has(identity)) continue
          seen.add(identity)
        }
        chunkOf[count] = at
        nth[count] = row
        count += 1
      }
      await yieldIfDue()
    }
    const valueAt = (one: number) => found[chunkOf[one] ?? 0]?.matches.values?.[nth[one] ?? 0]
    const order = sortBy !== null ? await sortRows(count, valueAt, descending, yieldIfDue) : undefined
    const placeOf = (at: number): Place | undefined => {
      const one = order ? order[at] : at
      const of = one === undefined ? undefined : found[chunkOf[one] ?? 0]
      const row = of?.matches.rows[nth[one ?? 0] ?? 0]
      return of && row !== undefined ? { list: of.list, chunk: of.chunk, row } : undefined
    }
    return {
      revision,
      descending,
      lists,
      count,
      folded,
      slice: (offset, limit) =>
        Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) =>
          placeOf(offset + at),
        ).filter((place) => place !== undefined),
      valueAt: (index) => valueAt(order ? (order[index] ?? 0) : index),
      *byChunk() {
        for (let at = 0; at < count;) {
          const of = found[chunkOf[at] ?? 0]
          const rows: number[] = []
          for (const chunk = chunkOf[at]; at < count && chunkOf[at] === chunk; at += 1)
            rows.push(of?.matches.rows[nth[at] ?? 0] ?? 0)
          if (of) yield { list: of.list, chunk: of.chunk, rows }
        }
      },
      ends: sortBy !== null || hasRepeats ? undefined : ends,
      size: total + found.length,
    }
  }
}

/** All rows of one list in its own order: nothing has to be looked at. */
export function wholeList(revision: string, list: QueriedList, descending: boolean): View {
  const { chunks, rows: count } = list.directory
  return {
    revision,
    descending,
    lists: [list],
    count,
    folded: { scam: 0, imitations: 0 },
    slice(offset, limit) {
      const places: Place[] = []
      for (let at = chunkAt(chunks, offset); places.length < limit; at += 1) {
        const chunk = chunks[at]
        if (!chunk) break
        const end = Math.min(chunk.count, offset + limit - chunk.start)
        for (let row = Math.max(0, offset - chunk.start); row < end; row += 1)
          places.push({ list, chunk, row })
      }
      return places
    },
    valueAt: () => undefined,
    *byChunk() {
      let rows: readonly number[] = []
      for (const chunk of chunks) {
        // Most chunks have as many as the one before.
        if (rows.length !== chunk.count) rows = Array.from({ length: chunk.count }, (_, row) => row)
        yield { list, chunk, rows }
      }
    },
    ends: chunks.map(({ start, count: rows }) => start + rows),
    size: 1,
  }
}

/** The number of the chunk that the row at this place is in. */
function chunkAt(chunks: readonly ChunkPlace[], row: number): number {
  let [low, high] = [0, chunks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const chunk = chunks[middle]
    if (chunk && chunk.start + chunk.count <= row) low = middle + 1
    else high = middle
  }
  return low
}
