/**
 * Finds the movements of a ledger that pass a filter, and their sums by month. Results are cached in temporary tables of
 * the connection that reads the ledger.
 */
import { createSharedTasks } from '#platform/shared-tasks.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { UNKNOWN, type Condition } from '../../query/sql/compile-sql.ts'
import type { FilteredMovements, MovementFilter } from './movement-filter.ts'
import { LedgerChanged } from '../movements.ts'
import { ADD_TO_SUMS, AMOUNTS, SUMMED, type Span } from './movement-rows.ts'

const TABLES = `
  CREATE TEMP TABLE IF NOT EXISTS filters (
    id INTEGER PRIMARY KEY,
    reader INTEGER NOT NULL,
    key TEXT NOT NULL,
    count INTEGER NOT NULL DEFAULT 0,
    is_whole INTEGER NOT NULL DEFAULT 0,
    used INTEGER NOT NULL -- counts up
  );
  CREATE TEMP TABLE IF NOT EXISTS picked (
    filter INTEGER NOT NULL,
    movement INTEGER NOT NULL,
    PRIMARY KEY (filter, movement)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE IF NOT EXISTS picked_sums (
    filter INTEGER NOT NULL,
    asset INTEGER NOT NULL,
    month INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    count INTEGER NOT NULL,
    ${AMOUNTS.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
    PRIMARY KEY (filter, asset, month, kind)
  ) WITHOUT ROWID;
`
/** Maximum number of cached movements of all filters, and the fixed cost of each filter in movements. */
const MAX_PICKED = 4_000_000
const OF_FILTER = 10_000

/** Number of movements examined before others get their turn: those tested in code, and those SQL can decide. */
const SOME = { unsure: 2_000, sure: 40_000 } as const
const NEXT = '(SELECT coalesce(max(used), 0) + 1 FROM temp.filters)'
const picking = createSharedTasks()

/** Returns the number of the filter in the cache. */
export function pickMovements(
  reader: FilteredMovements,
  filter: MovementFilter,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { database, id } = reader
  database.exec(TABLES)
  const known = database.get<{ id: number }>(
    `UPDATE temp.filters SET used = ${NEXT} WHERE reader = ? AND key = ? AND is_whole = 1 RETURNING id`,
    id,
    filter.key,
  )
  return known
    ? Promise.resolve(known.id)
    : picking.run(`${String(id)} ${filter.key}`, { signal }, (signal) => pickAll(reader, filter, signal))
}

async function pickAll(
  reader: FilteredMovements,
  filter: MovementFilter,
  signal: AbortSignal,
): Promise<number> {
  const { database } = reader
  makeRoom(database)
  const id = database.insert(
    `INSERT INTO temp.filters (reader, key, used) VALUES (?, ?, ${NEXT})`,
    reader.id,
    filter.key,
  )
  const condition = filter.condition?.(reader) ?? UNKNOWN
  const { first, end } = reader.listed
  let count = 0
  try {
    const some = SOME[condition.isNullable === true ? 'unsure' : 'sure']
    for (let at = first; at < end; at += some) {
      await reader.takeTurn(signal)
      count += reader.now(() =>
        pickSome(reader, id, { first: at, end: Math.min(at + some, end) }, filter, condition),
      )
    }
    // In memory, rolling back another ledger's making also removes the movements found meanwhile.
    const found = database.get<{ count: number }>(
      'SELECT count(*) AS count FROM temp.picked WHERE filter = ?',
      id,
    )
    if (
      found?.count !== count ||
      database.run('UPDATE temp.filters SET is_whole = 1, count = ? WHERE id = ?', count, id) === 0
    )
      throw new LedgerChanged()
    return id
  } catch (error) {
    forget(database, id)
    throw error
  }
}

function pickSome(
  reader: FilteredMovements,
  id: number,
  span: Span,
  filter: MovementFilter,
  condition: Condition,
): number {
  const { database, ledger } = reader
  const unsure = condition.isNullable === true ? reader.unsure(span, condition) : []
  const passing = unsure.flatMap(({ number, movement }) => (filter.passes(movement) ? [number] : []))
  const those = `FROM movements WHERE ledger_id = ? AND number >= ? AND number < ? AND
    ((${condition.sql}) IS TRUE OR number IN (SELECT value FROM json_each(?)))`
  const values = [ledger, span.first, span.end, ...condition.values, JSON.stringify(passing)]
  database.run(
    `INSERT INTO temp.picked_sums SELECT ?, asset, month, kind, ${SUMMED} ${those} GROUP BY asset, month, kind
      ON CONFLICT DO UPDATE SET ${ADD_TO_SUMS}`,
    ...[id, ...values],
  )
  return database.run(`INSERT INTO temp.picked SELECT ?, number ${those}`, ...[id, ...values])
}

/** Removes the least recently used filters above the limit. */
function makeRoom(database: Database) {
  for (const { id } of database.all<{ id: number }>(
    `SELECT id FROM (SELECT id, is_whole, sum(count + ?) OVER (ORDER BY used DESC) AS total FROM temp.filters)
      WHERE total > ? AND is_whole = 1`,
    OF_FILTER,
    MAX_PICKED,
  ))
    forget(database, id)
}

function forget(database: Database, id: number) {
  for (const table of ['picked', 'picked_sums'])
    database.run(`DELETE FROM temp.${table} WHERE filter = ?`, id)
  database.run('DELETE FROM temp.filters WHERE id = ?', id)
}
