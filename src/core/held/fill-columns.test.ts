/** Chunks of a version that had no columns get theirs while nobody uses the archive. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { ARCHIVE_FILE } from '../archive/archive-file.ts'
import { createArchive } from '../archive/create-archive.ts'
import { createHeldWorld, transaction } from './testing/held-world.ts'

const ROWS = 70
let world: ReturnType<typeof createHeldWorld>
beforeEach(() => {
  world = createHeldWorld()
})
afterEach(() => {
  world.close()
})

/** Beside whoever has it open. */
function inFile<T>(work: (database: Database) => T): T {
  const database = openDatabase(join(world.folder, ARCHIVE_FILE))
  const result = work(database)
  database.close()
  return result
}
const countOf = (table: string) =>
  inFile((database) => database.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows)

function restart() {
  const { folder } = world
  world = createHeldWorld(folder)
}

/** The file as version 2 of its schema left it. */
function takeColumnsAway() {
  world.questions.close()
  world.archive.close()
  inFile((database) => {
    database.exec(`
      DROP TABLE chunks_without_columns; DROP TRIGGER chunk_removed_with_columns; DROP TABLE chunk_columns;
      PRAGMA user_version = 2`)
  })
}

test('they are made one after the other, across restarts, and are those that are written today', async () => {
  const scope = world.scope()
  const rows = Array.from({ length: ROWS }, (_, at) => transaction(ROWS - at))
  world.hold(scope, rows, ({ hash }: (typeof rows)[number]) => hash)
  world.archive.flush()
  const bodies = () =>
    inFile((database) =>
      database.all<{ id: number }>('SELECT chunk_id AS id, changed, body FROM chunk_columns ORDER BY id'),
    )
  const written = bodies()
  expect(written).toHaveLength(10)

  takeColumnsAway()
  const options = { dataDir: world.folder, maxBytes: () => Infinity, isOn: () => true }
  const first = createArchive(options)
  expect(countOf('chunks_without_columns')).toBe(10)
  await vi.waitFor(() => {
    expect(bodies().length).toBeGreaterThan(0)
  }, 20_000)
  first.close()
  restart()
  // Nothing that is asked meanwhile is wrong.
  expect((await world.find({ scope, text: 'method:swap' })).count).toBe(ROWS / 2)
  await vi.waitFor(() => {
    expect(countOf('chunks_without_columns')).toBe(0)
  }, 20_000)
  expect(bodies()).toEqual(written)
  // No row has to be unpacked any more.
  inFile((database) => {
    database.run("UPDATE chunks SET body = x'00'")
  })
  expect((await world.find({ scope, text: 'method:transfer', limit: 0 })).count).toBe(ROWS / 2)
  expect(world.archive.status().problem).toBeUndefined()
})

test('those of a chunk that was written again meanwhile stay, and what is gone is passed over', async () => {
  const scope = world.scope()
  const rows = Array.from({ length: 14 }, (_, at) => transaction(14 - at))
  world.hold(scope, rows, ({ hash }: (typeof rows)[number]) => hash)
  world.questions.close()
  world.archive.close()
  inFile((database) => {
    database.exec('INSERT INTO chunks_without_columns SELECT id FROM chunks UNION SELECT 999')
    database.run("UPDATE chunk_columns SET body = x'01'")
  })
  restart()
  await vi.waitFor(() => {
    expect(countOf('chunks_without_columns')).toBe(0)
  }, 20_000)
  expect(inFile((database) => database.all("SELECT 1 FROM chunk_columns WHERE body <> x'01'"))).toEqual([])
})

test('nothing is done any more once the archive is closed, whatever comes late', () => {
  vi.useFakeTimers()
  try {
    const isOn = vi.fn(() => true)
    const archive = createArchive({ dataDir: ':memory:', maxBytes: () => Infinity, isOn })
    const list = archive.list({ ...world.scope(), filters: {} })
    archive.close()
    isOn.mockClear()
    const late = transaction(1)
    list?.write(null, { items: [late], keys: [late.hash], unread: [], next: null })
    vi.runAllTimers()
    expect(isOn).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})
