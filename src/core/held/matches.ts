/** Rows that match a question, in the order of the answer. */
import type { QueriedList } from './row-query.ts'
import type { FoldedRows } from './fold-rows.ts'
import type { ChunkPlace } from './held-lists.ts'
import type { SortValue } from '#shared/query/sort-values.ts'

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
