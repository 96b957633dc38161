/** docs/reference/files.md: the tables of the databases that the app writes, as SQLite has them after all migrations. */
import { DatabaseSync } from 'node:sqlite'
import { ROWS_MIGRATIONS } from '../src/core/rows/schema.ts'
import { MIGRATIONS } from '../src/core/store/migrations.ts'
import { SCHEMA, SCHEMA_VERSION } from '../src/service/indexer/store/schema.ts'
import { MADE, page } from './markdown.ts'

export const filesPage = (): string =>
  page([
    '# Schemas of files',
    `Which file holds what, who writes it and what may be deleted is in [data on disk](../architecture/data.md). An index in PostgreSQL has the tables of the index of a node in its own types (\`src/server/store/postgres-schema.ts\`). ${MADE}`,
    '## The store: `chainglass.sqlite`',
    `Version ${String(MIGRATIONS.length)} (\`PRAGMA user_version\`), \`src/core/store/migrations.ts\`.`,
    tablesOf(MIGRATIONS.map(({ sql }) => sql)),
    '## The archive: `chainglass.lists.sqlite`',
    `Version ${String(ROWS_MIGRATIONS.length)}, \`src/core/rows/schema.ts\`.`,
    tablesOf(ROWS_MIGRATIONS.map(({ sql }) => sql)),
    '## The index of a node: `nodes/`',
    `Version ${String(SCHEMA_VERSION)}, \`src/service/indexer/store/schema.ts\`.`,
    tablesOf([SCHEMA]),
  ])

/** The statements with their comments, by name; without the tables that a full-text table keeps for itself. */
function tablesOf(scripts: readonly string[]): string {
  const database = new DatabaseSync(':memory:')
  try {
    for (const script of scripts) database.exec(script)
    const rows = database
      .prepare(
        `SELECT sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
          AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY name`,
      )
      .all()
    return `\`\`\`sql\n${rows.map(({ sql }) => dedent(String(sql))).join(';\n\n')};\n\`\`\``
  } finally {
    database.close()
  }
}

/** The last line stands where the statement begins. */
function dedent(sql: string): string {
  const lines = sql.split('\n').map((line) => line.trimEnd())
  const margin = /^ */.exec(lines.at(-1) ?? '')?.[0].length ?? 0
  return [
    lines[0],
    ...lines.slice(1).map((line) => line.slice(Math.min(margin, /^ */.exec(line)?.[0].length ?? 0))),
  ].join('\n')
}
