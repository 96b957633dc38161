/** Tests each migration from the version before it, with that version's data. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { migrate, readSchemaVersion } from './migrate.ts'
import { LATEST, MIGRATIONS } from './migrations.ts'

let database: Database
beforeEach(() => {
  database = openDatabase(':memory:')
})
afterEach(() => {
  database.close()
})
const upTo = (version: number) => {
  migrate(database, MIGRATIONS.slice(0, version))
}

/** A person's data in each version's own format. Written once, never changed with the code. */
const DATA: Record<number, string> = {
  1: `
    INSERT INTO settings VALUES ('theme', '"dark"');
    INSERT INTO sources (id, kind, name, base_url, auth, coin_symbol, coin_decimals, position)
      VALUES ('mine', 'instance', 'Mine', 'https://mine.example', 'x-api-key', 'ETH', 18, 3.0);
    INSERT INTO accounts (id, name, base_url, auth) VALUES ('pro', 'Pro', 'https://api.blockscout.com', 'bearer');
    INSERT INTO recent_places VALUES ('mine', '/address/0xaa', 'A', 1);
    INSERT INTO remembered VALUES ('source', '"mine"');`,
  2: `
    INSERT INTO watched VALUES (7, '0xaa', '0xAA', '', 'Treasury', 'a note', 'teal', '["Work"]', 1, 1.5, 3);
    INSERT INTO watch_history VALUES (4, 3, '[]');`,
  3: `
    INSERT INTO looks VALUES (7, 'mine', '{}', 2, 1, 0, 0, 1790000000000);`,
  4: `
    INSERT INTO sources (id, kind, name, base_url, auth, coin_symbol, coin_decimals, rpc_url, abi_dir)
      VALUES ('node', 'local', 'Local node', '', 'x-api-key', 'ETH', 18, 'http://127.0.0.1:8545', '/project/out');`,
  5: `
    INSERT INTO settings VALUES ('pollOnMetered', 'true');`,
  6: `
    INSERT INTO recent_items VALUES ('mine', '/address/0xbb', 'B', 2);`,
  7: `
    UPDATE sources SET secret_url = 1 WHERE id = 'node';`,
  8: `
    UPDATE sources SET requests_per_second = 2 WHERE id = 'mine';`,
  9: `
    INSERT INTO own_abis VALUES (3, 'Vault.json', '1', '0xaa', 'function poke()');`,
  10: `
    INSERT INTO keep_jobs (id, source, state, is_followed, requests, credits) VALUES (2, 'mine', 'paused', 1, 12, 240);
    INSERT INTO keep_lists (job_id, position, list, params, filters, total, rows, step)
      VALUES (2, 0, 'address-transactions', '{"address_hash":"0xaa"}', '{}', 900, 600, 'missing');
    INSERT INTO keep_budgets VALUES ('pro', 20000);`,
  11: `
    INSERT INTO exports (id, request, file, state, read, rows, bytes, place, memory)
      VALUES (3, '{"format":"csv"}', '/tmp/list.csv', 'paused', 100, 90, 5000, '{"block_number":7}', x'0a');`,
  12: `
    INSERT INTO questions (id, name, text, path, scope, seen)
      VALUES (5, 'Large', 'amount>5', '/kept', '{"of":"everything"}', 7);`,
  13: `
    INSERT INTO ledger_entries (id, chain, address, asset, amount, block, time, note)
      VALUES (4, '1', '0xaa', '{"id":"coin","token":null,"tokenId":null}', '-5', 7, NULL, 'cash');`,
  14: `
    INSERT INTO workspaces (window, workspace, used) VALUES ('w-000001', '{"version":1}', 3);`,
  15: `
    INSERT INTO notes (id, case_id, chain, about, text, path, made_at, changed_at)
      VALUES (9, 0, '1', '0xaa', 'Asked them', '/s/mine/address/0xaa', 1790000000000, 1790000000001);`,
  16: `
    INSERT INTO cases (id, name, is_read_only, made_at, changed_at) VALUES (2, 'Theft', 0, 1790000000000, 1790000000001);
    INSERT INTO case_sources VALUES (2, 'case-2-1', 'instance', 'Mine', '1', 'mine.example', 'ETH', 18, 50);
    INSERT INTO case_labels VALUES (2, '0xaa', '', 'Thief');
    INSERT INTO case_questions VALUES (2, 'Large', 'amount>5', '/kept', '{"of":"everything"}');`,
  17: `UPDATE own_abis SET code_hash = '0xcc';`,
  18: `UPDATE polls SET checked = '{"rows":[]}';`,
}

/** Renamed tables and columns: their rows are found under the new name. */
const RENAMED: Readonly<Record<string, string>> = {
  recent_places: 'recent_items',
  remembered: 'key_values',
  looks: 'polls',
  looked_at: 'polled_at',
}
const renamed = (rows: unknown[], after: object): unknown[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row as object).map(([name, value]) => [
        RENAMED[name] !== undefined && RENAMED[name] in after ? RENAMED[name] : name,
        value,
      ]),
    ),
  )

test('versions count by one from 1', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, n) => n + 1))
  expect(Object.keys(DATA)).toHaveLength(LATEST)
})

describe.each(MIGRATIONS.slice(1).map(({ version, description }) => [version, description] as const))(
  'to version %i: %s',
  (version) => {
    test('keeps every row of the version before', () => {
      for (let v = 1; v < version; v += 1) {
        upTo(v)
        database.exec(DATA[v] ?? '')
      }
      const before = contents()
      upTo(version)
      expect(readSchemaVersion(database)).toBe(version)
      const after = contents()
      // A migration may add columns; it changes no existing ones.
      for (const [table, rows] of Object.entries(before)) {
        const found = after[table] ?? after[RENAMED[table] ?? '']
        expect(found).toMatchObject(renamed(rows, found?.[0] ?? {}))
      }
    })
  },
)

test('settings that got another name keep their value', () => {
  upTo(4)
  database.exec(
    "INSERT INTO settings VALUES ('backgroundLooks', 'false'), ('looksOnMetered', 'true'), ('notifyNews', 'true')",
  )
  upTo(5)
  expect(database.all('SELECT name, value FROM settings ORDER BY name')).toEqual([
    { name: 'notifyActivity', value: 'true' },
    { name: 'pollInBackground', value: 'false' },
    { name: 'pollOnMetered', value: 'true' },
  ])
})

test('a limit that every added source got is none of the person’s own', () => {
  upTo(7)
  database.exec(`
    INSERT INTO sources (id, kind, name, base_url, auth, coin_symbol, coin_decimals, requests_per_second) VALUES
      ('a', 'instance', 'A', 'https://a.example', 'x-api-key', 'ETH', 18, 3),
      ('b', 'instance', 'B', 'https://b.example', 'x-api-key', 'ETH', 18, 7)`)
  upTo(8)
  expect(database.all('SELECT id, requests_per_second AS pace FROM sources ORDER BY id')).toEqual([
    { id: 'a', pace: null },
    { id: 'b', pace: 7 },
  ])
})

test('to the newest in one go, from nothing and from each version', () => {
  for (let from = 0; from <= LATEST; from += 1) {
    const fresh = openDatabase(':memory:')
    migrate(fresh, MIGRATIONS.slice(0, from))
    migrate(fresh, MIGRATIONS)
    migrate(fresh, MIGRATIONS) // again does nothing
    expect(readSchemaVersion(fresh)).toBe(LATEST)
    expect(fresh.all('PRAGMA foreign_key_check')).toEqual([])
    fresh.close()
  }
})

test('a watched address that goes takes its polls with it', () => {
  for (let v = 1; v <= LATEST; v += 1) {
    upTo(v)
    database.exec(DATA[v] ?? '')
  }
  database.run('DELETE FROM watched WHERE id = 7')
  expect(database.all('SELECT * FROM polls')).toEqual([])
})

function contents(): Record<string, unknown[]> {
  const tables = database.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  return Object.fromEntries(tables.map(({ name }) => [name, database.all(`SELECT * FROM "${name}"`)]))
}
