/**
 * docs/reference/files.md: the tables of the databases that the app writes, as SQLite has them after all migrations, and
 * the schemas of its files in JSON, as the code declares them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
    '## Files in JSON',
    'All are one JSON value, as the schema that reads them says; what does not fit counts as missing. Case files have [a page of their own](../case-files.md).',
    ...JSON_FILES.flatMap(({ title, source, names }) => [
      `### ${title}`,
      `\`${source}\`.`,
      declarationsOf(source, names),
    ]),
  ])

/** `names`: of the declarations in `source` that say what is in the file. */
const JSON_FILES = [
  {
    title: 'Keys under the keyring: `keys.json`',
    source: 'src/main/system/keyring-vault.ts',
    names: ['vaultFile'],
  },
  {
    title: 'The window before the core runs: `window.json`',
    source: 'src/main/window/host-state.ts',
    names: ['pixels', 'hostState'],
  },
  {
    title: 'Which index is of which node: `nodes/nodes.json`',
    source: 'src/service/indexer/follow/chain-files.ts',
    names: ['Catalog'],
  },
  {
    title: 'How a running core is found: `open/core.json`',
    source: 'src/host/core-socket-client.ts',
    names: ['place'],
  },
  {
    title: 'Where an export of the command line is: `FILE.part.json`',
    source: 'src/cli/export-place.ts',
    names: ['saved'],
  },
] as const

/** Declarations at the top of a file, each to the end of its last line. Throws if there is none of a name. */
function declarationsOf(source: string, names: readonly string[]): string {
  const text = readFileSync(join(import.meta.dirname, '..', source), 'utf8')
  const found = names.map((name) => {
    const [declared] =
      new RegExp(`^(?:const|interface) ${name}\\b(?:.*\\)|.*\\{$[^]*?^\\}\\)?)$`, 'm').exec(text) ?? []
    if (declared === undefined) throw new Error(`${source} declares no ${name}.`)
    return declared
  })
  return `\`\`\`ts\n${found.join('\n')}\n\`\`\``
}

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
