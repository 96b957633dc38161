/** What of a chunk matches a question: by its columns where these know it, else by its rows. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { sortValue } from '#shared/query/sort.ts'
import type { SortValue } from '#shared/query/sort-values.ts'
import type { Columns } from '../archive/columns/columns.ts'
import { shortHash, type HeldRow } from '../archive/held-rows.ts'
import { areInColumns } from './columns/are-in-columns.ts'
import { columnValues } from './columns/column-values.ts'
import { compileColumns, UNKNOWN, YES } from './columns/compile-columns.ts'
import { foldsOf, type FoldedRows } from './fold-rows.ts'
import type { ChunkPlace } from './held-lists.ts'
import type { RowQuery, QueriedList } from './row-query.ts'
import { heldRowTest } from './row-test.ts'

export interface ChunkMatches {
  readonly changed: number
  /** The version of the dealings that rows were left out by. */
  readonly folds: number | undefined
  readonly folded: FoldedRows | undefined
  /** Their numbers in the chunk. */
  readonly rows: readonly number[]
  readonly values: readonly (SortValue | undefined)[] | undefined
  readonly identities: readonly string[] | undefined
}

/** Of a chunk as it was: undefined where it has changed since, and where it has no columns. */
export interface ReadHeld {
  readonly readChunk: (chunk: ChunkPlace) => readonly HeldRow[] | undefined
  readonly readColumns: (chunk: ChunkPlace) => Columns | undefined
}

/** Undefined where the chunk has changed. */
export type ScanChunk = (chunk: ChunkPlace) => ChunkMatches | undefined

const NONE: readonly number[] = []

export function createChunkScanner(
  { query, sortBy, hasRepeats }: RowQuery,
  asked: QueriedList,
  { readChunk, readColumns }: ReadHeld,
): ScanChunk {
  const { list, context, folds } = asked
  const foldChunk = folds && foldsOf(asked, folds)
  const isOfToken = listEndpoint(list.list).path.startsWith('/tokens/')
  const judge = query && compileColumns(query, list.resource, context, isOfToken)
  const hasColumns = areInColumns(list.resource, context)
  const fits = heldRowTest(query, list, context)
  const valueOf = sortBy === null ? undefined : sortValue(list.resource, sortBy, context)
  const valuesOf = sortBy === null ? undefined : columnValues(list, sortBy, context)

  return (chunk) => {
    const columns = hasColumns ? readColumns(chunk) : undefined
    const unpacked: { rows?: readonly HeldRow[]; isGone: boolean } = { isGone: false }
    /** One that is gone is told at the end. */
    const unpack = () => {
      const read = unpacked.rows ?? readChunk(chunk)
      unpacked.isGone ||= read === undefined
      return (unpacked.rows = read ?? [])
    }
    const matching = columns
      ? matchingRows(columns, judge?.(columns), (row) => {
          const held = unpack()[row]
          return held !== undefined && fits(held)
        })
      : unpack().flatMap((row, at) => (fits(row) ? [at] : []))
    const folded = foldChunk && { scam: 0, imitations: 0 }
    const reasonOf = foldChunk?.(columns, (row) => unpack()[row])
    const rows =
      folded && reasonOf
        ? matching.filter((row) => {
            const reason = reasonOf(row)
            if (reason) folded[reason] += 1
            return reason === undefined
          })
        : matching
    const ofColumn = columns && valuesOf?.(columns)
    const values =
      valueOf &&
      rows.map((row) => {
        if (ofColumn) return ofColumn(row)
        const item = unpack()[row]?.item
        return item === undefined ? undefined : valueOf(item as object)
      })
    const identities = hasRepeats ? identitiesOf(list.source, rows, columns, unpack) : undefined
    return unpacked.isGone
      ? undefined
      : {
          changed: chunk.changed,
          folds: folds?.version,
          folded: folded && folded.scam + folded.imitations > 0 ? folded : undefined,
          rows: rows.length === 0 ? NONE : rows,
          values,
          identities,
        }
  }
}

function matchingRows(
  { count }: Columns,
  judge: ((row: number) => number) | undefined,
  decide: (row: number) => boolean,
): number[] {
  const rows: number[] = []
  for (let row = 0; row < count; row += 1) {
    const verdict = judge ? judge(row) : YES
    if (verdict === YES || (verdict === UNKNOWN && decide(row))) rows.push(row)
  }
  return rows
}

/** What tells a row from others of its kind: its source, and the beginning of the hash of its key. */
function identitiesOf(
  source: string,
  rows: readonly number[],
  columns: Columns | undefined,
  unpack: () => readonly HeldRow[],
): string[] {
  const [low, high] = [columns?.u32('keyLow'), columns?.u32('keyHigh')]
  return rows.map((row) => {
    if (low && high) return `${source} ${String(low[row])} ${String(high[row])}`
    const hash = shortHash(unpack()[row]?.key ?? '')
    const halves = new DataView(hash.buffer, hash.byteOffset, 8)
    return `${source} ${String(halves.getUint32(0, true))} ${String(halves.getUint32(4, true))}`
  })
}
