/**
 * The size on disk of an index in PostgreSQL while it is written, dead rows of updates included: nobody runs VACUUM
 * FULL.
 */
import { openPostgres, type PostgresDatabase } from '#server/postgres/postgres-database.ts'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import { findPostgres, startPostgres } from '#platform/testing/postgres-server.ts'
import { longChain } from '#service/indexer/testing/long-chain.ts'
import type { Figure } from './figure.ts'

const TRANSFERS = 200_000
const SCHEMA = 'chain_1_bench'
const TABLES = ['tx', 'log', 'transfer', 'balance_history', 'balance', 'address', 'block']
/** Tables whose rows are changed: what they leave behind is in the indexes, too. */
const CHANGED = ['balance', 'address']

/** Percent of a changed table's page that new rows may fill; 100 is the default. */
const FILL_FACTORS = [100, 80]

export async function run(): Promise<Figure[]> {
  if (findPostgres() === null) return []
  const figures: Figure[] = []
  for (const fillFactor of FILL_FACTORS) figures.push(...(await measure(fillFactor)))
  return figures
}

async function measure(fillFactor: number): Promise<Figure[]> {
  // A day of it is written in minutes: what the server does every minute it has to do as often.
  const server = await startPostgres({ settings: ['-c autovacuum_naptime=2s'] })
  try {
    const index = openPostgresIndex(server.url, SCHEMA)
    for (const table of CHANGED) index.exec(`ALTER TABLE ${table} SET (fillfactor = ${String(fillFactor)})`)
    const { database, close } = longChain(index, TRANSFERS)
    const { signal } = new AbortController()
    while ((await database.prepareNextIndex(signal)) !== false);
    close()
    const admin = openPostgres(server.url, { setUp: [`SET search_path = ${SCHEMA}`] })
    const when = fillFactor === 100 ? '' : ` with a fillfactor of ${String(fillFactor)}`
    const kept = CHANGED.map((table) => inPlace(admin, table, when))
    admin.exec('VACUUM ANALYZE')
    if (fillFactor < 100) {
      const sizes = CHANGED.flatMap((table) => sizeOf(admin, table, when))
      admin.close()
      return [...sizes, ...kept]
    }
    const written = TABLES.flatMap((table) => sizeOf(admin, table))
    for (const table of CHANGED) admin.exec(`REINDEX TABLE ${table}`)
    const indexed = CHANGED.flatMap((table) => sizeOf(admin, table, ' after REINDEX'))
    for (const table of CHANGED) admin.exec(`VACUUM FULL ${table}`)
    const packed = CHANGED.flatMap((table) => sizeOf(admin, table, ' after VACUUM FULL'))
    admin.close()
    return [...written, ...kept, ...indexed, ...packed]
  } finally {
    server.stop()
  }
}

/** The part of a table's updates that stayed in their page and changed no index (HOT). */
function inPlace({ get, exec }: PostgresDatabase, table: string, when: string): Figure {
  exec('SELECT pg_stat_force_next_flush()')
  const { part } = get<{ part: number }>(
    `SELECT (100.0 * sum(n_tup_hot_upd) / greatest(sum(n_tup_upd), 1))::float8 AS part FROM pg_stat_user_tables
     WHERE relname = '${table}'`,
  ) ?? { part: 0 }
  return { name: `${table}: updates in place${when}`, value: part, unit: '%' }
}

/** The size of a table with its parts. */
function sizeOf({ get }: PostgresDatabase, table: string, when = ''): Figure[] {
  const { rows, heap, indexes } = get<{ rows: number; heap: number; indexes: number }>(
    `SELECT (SELECT count(*) FROM ${table}) AS rows, sum(pg_table_size(relid))::bigint AS heap,
       sum(pg_indexes_size(relid))::bigint AS indexes
     FROM (SELECT relid FROM pg_partition_tree('${table}') UNION SELECT '${table}'::regclass) AS part`,
  ) ?? { rows: 1, heap: 0, indexes: 0 }
  const unit = 'bytes a row'
  return [
    { name: `${table}${when}`, value: heap / rows, unit },
    { name: '  its indexes', value: indexes / rows, unit },
    { name: '  together', value: (heap + indexes) / rows, unit },
  ]
}
