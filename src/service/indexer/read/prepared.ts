/**
 * Indexes for rare lists, which the writer makes once the chain is caught up. A page makes none. Until an index is
 * there, a page reads without it if that takes little, and else says how far the preparation is.
 */
import { together } from '#platform/unanswered.ts'
import type { SQLInputValue } from 'node:sqlite'
import { Preparing } from '../../chain-reader.ts'
import type { IndexDatabase } from '../store/index-database.ts'
import { progressOf } from '../store/prepared-indexes.ts'
import type { LaterIndex } from '../store/schema.ts'

/** Rows that a page reads and sorts. */
const MAX_ROWS = 10_000

/** Rows that are read for a page where an index is missing: of a table, with a condition. */
export interface RowsOf {
  readonly index: LaterIndex
  readonly from: string
  readonly values: readonly SQLInputValue[]
  /** For each of which all these rows are read; one unless given. */
  readonly steps?: number
}

/** `what`: the beginning of a sentence. Throws Preparing where more would be read than a page may. */
export function requirePrepared(database: IndexDatabase, rows: readonly RowsOf[], what: string) {
  const prepared = database.preparedIndexes()
  const missing = rows.filter(({ index }) => !prepared.has(index))
  const counts = together(
    missing.map(({ from, values, steps = 1 }) => () => {
      const found = database.get<{ rows: number }>(
        `SELECT count(*) AS rows FROM (SELECT 1 FROM ${from} LIMIT ${String(MAX_ROWS + 1)}) AS found`,
        ...values,
      )
      return (found?.rows ?? 0) * steps
    }),
  )
  if (counts.reduce((sum, count) => sum + count, 0) <= MAX_ROWS) return
  const { done, of } = progressOf(database)
  throw new Preparing(
    `${what} is being prepared: ${String(done)} of ${String(of)} parts are done. It can be read when they all are.`,
    { done, of },
  )
}
