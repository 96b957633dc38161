import { fork, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChainglassFailure } from '#shared/errors/failure.ts'
import { listBackups } from './backups.ts'
import { LATEST, MIGRATIONS, type Migration } from './migrations.ts'
import { openStore, STORE_FILE, type Store } from './open-store.ts'
import { DataFolderInUseError } from '#platform/sqlite/storage-error.ts'
import { builtHelper } from '#platform/testing/built-program.ts'

/** As in testing/open-as-nobody.ts. */
const NOBODY = 65_534
let folder: string
const opened: Store[] = []
const DAY = 86_400_000
const START = Date.UTC(2026, 9, 7, 12)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-store-'))
})
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
  rmSync(folder, { recursive: true, force: true })
})

function movedTo({ notices: [notice] }: Store): string {
  return notice && 'movedTo' in notice ? notice.movedTo : ''
}

function open(now = START, migrations?: readonly Migration[]): Store {
  const store = openStore({ dataDir: folder, now: () => now, ...(migrations ? { migrations } : {}) })
  opened.push(store)
  return store
}
function close(store: Store) {
  opened.splice(opened.indexOf(store), 1)
  store.close()
}
const note = (store: Store, value: string) =>
  store.run("INSERT OR REPLACE INTO key_values (name, value) VALUES ('note', ?)", value)
const noted = (store: Store) =>
  store.get<{ value: string }>("SELECT value FROM key_values WHERE name = 'note'")?.value
const file = () => join(folder, STORE_FILE)
const failure = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as ChainglassFailure).error
  }
  throw new Error('It did not fail.')
}

test('what was written is there in the next run, durable', () => {
  const first = open()
  expect(first.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(first.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
  note(first, 'here')
  close(first)
  const second = open()
  expect(noted(second)).toBe('here')
  expect(second.notices).toEqual([])
})

test('a transaction that fails half way leaves nothing', () => {
  const store = open()
  expect(() => {
    store.transaction(() => {
      note(store, 'half')
      throw new Error('stop')
    })
  }).toThrow('stop')
  expect(noted(store)).toBeUndefined()
  note(store, 'after') // and the store still works
  expect(noted(store)).toBe('after')
})

describe('one instance owns the folder', () => {
  test('a second one in the same process is refused, and the first goes on', () => {
    const first = open()
    expect(() => open()).toThrow(DataFolderInUseError)
    note(first, 'still mine')
    close(first)
    expect(noted(open())).toBe('still mine')
  })

  test('a second process is told the pid of the first; killed, the first lets go', async () => {
    const child = forkKeeper(folder)
    try {
      await message(child, 'open')
      try {
        open()
        throw new Error('It opened.')
      } catch (error) {
        expect(error).toBeInstanceOf(DataFolderInUseError)
        expect((error as DataFolderInUseError).pid).toBe(child.pid)
        expect((error as DataFolderInUseError).error).toMatchObject({ code: 'storage', kind: 'in_use' })
      }
    } finally {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    }
    expect(existsSync(join(folder, 'chainglass.pid'))).toBe(true) // left behind, and no obstacle
    expect(noted(open())).toBe('"of the child"')
  })
})

describe('a damaged file', () => {
  function withBackup() {
    const first = open(START)
    note(first, 'saved')
    close(first) // makes the day's backup
    const second = open(START)
    note(second, 'after the backup')
    close(second)
    expect(listBackups(folder)).toHaveLength(1)
  }

  test.each([
    [
      'overwritten in the middle',
      () => {
        writeFileSync(
          file(),
          Buffer.concat([readFileSync(file()).subarray(0, 4096), Buffer.alloc(40_000, 0xa5)]),
        )
      },
    ],
    [
      'not a database at all',
      () => {
        writeFileSync(file(), 'This is a shopping list.'.repeat(1_000))
      },
    ],
    [
      'cut short',
      () => {
        truncateSync(file(), 4096 * 2 + 100)
      },
    ],
    [
      'a header of rubbish',
      () => {
        writeFileSync(file(), Buffer.concat([Buffer.alloc(100, 0xff), readFileSync(file()).subarray(100)]))
      },
    ],
  ])('%s is set aside, the last backup restored, and it is said so', (_, damage) => {
    withBackup()
    damage()
    const damaged = readFileSync(file())
    const store = open(START)
    expect(noted(store)).toBe('saved')
    expect(store.notices).toMatchObject([{ kind: 'restored', file: 'damaged', backupDay: '2026-10-07' }])
    expect(readFileSync(join(movedTo(store), STORE_FILE)).equals(damaged)).toBe(true)
    close(store)
    expect(open(START).notices).toEqual([])
  })

  test('and a damaged newest backup: the one before is taken', () => {
    withBackup()
    const next = open(START + DAY)
    note(next, 'second day')
    close(next)
    writeFileSync(listBackups(folder)[0]?.path ?? '', 'rubbish')
    writeFileSync(file(), 'rubbish')
    expect(noted(open(START + DAY))).toBe('saved')
  })

  test('without a backup: begins anew, the file is kept', () => {
    writeFileSync(file(), 'rubbish '.repeat(500))
    const store = open()
    expect(store.notices).toMatchObject([{ kind: 'lost' }])
    note(store, 'anew')
    expect(readFileSync(join(movedTo(store), STORE_FILE), 'utf8')).toContain('rubbish')
  })

  test('emptied, or gone while backups are there: restored too', () => {
    withBackup()
    truncateSync(file(), 0)
    const store = open(START)
    expect(noted(store)).toBe('saved')
    close(store)
    rmSync(file())
    expect(open(START).notices).toMatchObject([{ kind: 'restored' }])
  })
})

describe('a store from a newer version', () => {
  test('is refused kindly and not touched', () => {
    close(open())
    const newer = openStore({
      dataDir: folder,
      migrations: [
        ...MIGRATIONS,
        { version: LATEST + 1, description: 'tomorrow', sql: 'CREATE TABLE tomorrow (x)' },
      ],
    })
    newer.close()
    const before = folderState()
    expect(failure(() => open())).toMatchObject({ code: 'storage', kind: 'newer' })
    expect(folderState()).toEqual(before)
  })
})

const folderState = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path, statSync(path).mtimeMs, readFileSync(path).toString('base64')]
    })
    .sort()

describe('a folder that can’t be used', () => {
  test('a file in its place', () => {
    const place = join(folder, 'file')
    writeFileSync(place, '')
    expect(failure(() => openStore({ dataDir: place }))).toMatchObject({
      code: 'storage',
      kind: 'unreachable',
    })
    expect(failure(() => openStore({ dataDir: join(place, 'below') }))).toMatchObject({ code: 'storage' })
  })

  test.skipIf(process.platform === 'win32')(
    'read-only: a defined error, by a process that has no right to write',
    async () => {
      close(open())
      for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) {
        chmodSync(path, path === folder ? 0o555 : 0o444)
        // A file of another user can't even be read.
        if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY)
      }
      try {
        expect(await openAsNobody(folder)).toMatchObject({ code: 'storage', kind: 'read_only' })
      } finally {
        chmodSync(folder, 0o755)
      }
    },
  )

  test('a full disk: the write fails with its code, what was there stays, and it works again with room', () => {
    const store = open()
    note(store, 'before')
    store.exec(
      `PRAGMA max_page_count = ${String(store.get<{ page_count: number }>('PRAGMA page_count')?.page_count)}`,
    )
    expect(failure(() => note(store, 'x'.repeat(1_000_000)))).toMatchObject({ code: 'storage', kind: 'full' })
    expect(noted(store)).toBe('before')
    store.exec('PRAGMA max_page_count = 1000000')
    note(store, 'after')
    expect(noted(store)).toBe('after')
  })
})

describe('backups', () => {
  test('one a day, seven kept, also when the clock is set back', () => {
    for (let day = 0; day < 10; day += 1) {
      const store = open(START + day * DAY)
      note(store, `day ${String(day)}`)
      close(store)
      close(open(START + day * DAY)) // the same day again: no second one
    }
    expect(listBackups(folder)).toHaveLength(7)
    const back = open(START - 300 * DAY)
    note(back, 'clock set back')
    close(back)
    const backups = listBackups(folder)
    expect(backups).toHaveLength(7)
    expect(backups[0]).toMatchObject({ day: '2025-12-11', number: 11 })
    writeFileSync(file(), 'rubbish')
    expect(noted(open(START))).toBe('clock set back')
  })

  test('none of an empty store; a failed one is said and harms nothing', () => {
    close(open())
    expect(listBackups(folder)).toEqual([])
    writeFileSync(join(folder, 'backups'), 'a file in the way')
    const store = open()
    note(store, 'kept all the same')
    close(store)
    expect(store.notices).toMatchObject([{ kind: 'backup_failed' }])
    rmSync(join(folder, 'backups'))
    expect(noted(open())).toBe('kept all the same')
  })

  test('a half-written one is no backup', () => {
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', '000009-daily-2026-10-07.sqlite.draft'), 'half')
    expect(listBackups(folder)).toEqual([])
  })

  test('one that leads nowhere is none, and another is made', () => {
    mkdirSync(join(folder, 'backups'))
    symlinkSync(join(folder, 'gone'), join(folder, 'backups', '000009-daily-2026-10-07.sqlite'))
    const store = open()
    note(store, 'one')
    close(store)
    expect(store.notices).toEqual([])
    expect(listBackups(folder)).toMatchObject([{ number: 1, kind: 'daily' }])
  })
})

describe('migrations', () => {
  const more: Migration = {
    version: LATEST + 1,
    description: 'a test',
    sql: "CREATE TABLE added (x TEXT) STRICT; INSERT INTO added VALUES ('new')",
  }

  test('back up first, then take every step', () => {
    const before = open()
    note(before, 'old')
    before.transaction(() => undefined)
    close(before)
    const after = open(START, [...MIGRATIONS, more])
    expect(after.get('SELECT x FROM added')).toEqual({ x: 'new' })
    expect(noted(after)).toBe('old')
    expect(listBackups(folder)[0]).toMatchObject({ kind: 'migration' })
  })

  test('that fail leave the version before, whole', () => {
    const before = open()
    note(before, 'old')
    close(before)
    const broken = { ...more, sql: 'CREATE TABLE added (x TEXT) STRICT; INSERT INTO nowhere VALUES (1)' }
    expect(() => open(START, [...MIGRATIONS, broken])).toThrow()
    const store = open()
    expect(noted(store)).toBe('old')
    expect(store.get("SELECT name FROM sqlite_schema WHERE name = 'added'")).toBeUndefined()
  })
})

function forkKeeper(dataDir: string): ChildProcess {
  return fork(builtHelper('hold-store'), [dataDir], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
const message = (child: ChildProcess, wanted: string) =>
  new Promise<void>((resolve, reject) => {
    child.once('exit', () => {
      reject(new Error('The child ended.'))
    })
    child.on('message', (said) => {
      if (said === wanted) resolve()
    })
  })

/** Root may write anywhere, so the child drops its rights first. */
async function openAsNobody(dataDir: string): Promise<unknown> {
  const child = spawn(process.execPath, [builtHelper('open-as-nobody'), dataDir])
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return JSON.parse(text) as unknown
}
