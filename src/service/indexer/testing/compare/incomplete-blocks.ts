import type { Sql } from '#platform/sql-dialect.ts'
import type { OpenTables } from '../look-into-index.ts'
import type { Totals } from '../../store/index-store.ts'
import { isPositive } from '../../store/schema.ts'

/** Finds incomplete blocks in an index that nobody writes now; empty if there are none. Closes the index. */
export function findIncompleteBlocks(database: OpenTables): string[] {
  try {
    const problems = (label: string, sql: Sql) =>
      database.all<object>(sql).map((row) => `${label}: ${JSON.stringify(row)}`)
    return [
      ...(database.path.endsWith('.sqlite')
        ? problems('integrity', `SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'`)
        : []),
      ...problems(
        'a block without its transactions',
        `SELECT number, transactions FROM block b
         WHERE transactions <> (SELECT count(*) FROM tx WHERE position >> 20 = b.number)`,
      ),
      ...problems(
        'rows of a block that is not there',
        `SELECT position >> 20 AS block FROM tx WHERE position >> 20 NOT IN (SELECT number FROM block)
         UNION SELECT position >> 20 FROM log WHERE position >> 20 NOT IN (SELECT number FROM block)
         UNION SELECT log >> 20 FROM transfer WHERE log >> 20 NOT IN (SELECT number FROM block)
         UNION SELECT block FROM balance_history WHERE block NOT IN (SELECT number FROM block)`,
      ),
      ...problems(
        'a transaction without its logs',
        `SELECT position, logs FROM tx t
         WHERE logs <> (SELECT count(*) FROM log WHERE position >= t.first_log AND position < t.first_log + t.logs)`,
      ),
      ...problems(
        'a transaction without its transfers',
        `SELECT position, transfers FROM tx t WHERE transfers <>
           (SELECT count(*) FROM transfer WHERE log >= t.first_log AND log < t.first_log + t.logs)`,
      ),
      ...problems(
        'a block that does not follow the one before',
        `SELECT b.number FROM block b LEFT JOIN block p ON p.number = b.number - 1
         WHERE b.number > (SELECT min(number) FROM block) AND (p.hash IS NULL OR p.hash <> b.parent_hash)`,
      ),
      ...problems(
        'a block that is traced in part',
        `SELECT number FROM block b WHERE traced = 0 AND EXISTS (SELECT 1 FROM internal WHERE tx >> 20 = b.number)`,
      ),
      ...wrongTotals(database),
      ...problems(
        'a holder that is not counted',
        (dialect) => `SELECT address, holders FROM token t WHERE holders <>
           (SELECT count(*) FROM balance b WHERE b.token = t.address AND token_id = ${dialect.bytes('')} AND ${isPositive(dialect)})`,
      ),
    ]
  } finally {
    database.close()
  }
}

function wrongTotals(database: OpenTables): string[] {
  const said = JSON.parse(database.meta('totals') ?? '{}') as Partial<Totals>
  const counted = {
    blocks: 'SELECT count(*) AS count FROM block',
    transactions: 'SELECT count(*) AS count FROM tx',
    transfers: 'SELECT count(*) AS count FROM transfer',
    traced: 'SELECT coalesce(sum(transactions), 0) AS count FROM block WHERE traced = 1',
  }
  return Object.entries(counted).flatMap(([name, sql]) => {
    const count = database.get<{ count: number }>(sql)?.count ?? 0
    const total = said[name as keyof typeof counted] ?? 0
    return total === count
      ? []
      : [`counts that are not the rows: ${name} ${String(total)}, rows ${String(count)}`]
  })
}
