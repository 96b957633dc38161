/**
 * Tests a full disk at each write of each file in turn: a defined error, nothing lost, and normal work once there is
 * room.
 */
import { readdirSync, readFileSync, writeFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { trackLastSession } from '#core/activity/last-session.ts'
import { eraseStore } from '#core/data/erase-store.ts'
import { hostVault } from '#core/keys/host-vault.ts'
import { createKeys } from '#core/keys/keys.ts'
import { createRecentItems } from '#core/settings/recent-items.ts'
import { createSettings } from '#core/settings/settings.ts'
import { listBackups } from '#core/store/backups.ts'
import { createKeyValueStore } from '#core/store/key-value-store.ts'
import { MIGRATIONS, type Migration } from '#core/store/migrations.ts'
import { openStore, STORE_FILE, type Store } from '#core/store/open-store.ts'
import { createImports } from '#core/watchlist/import-watchlist.ts'
import { createWatchlist } from '#core/watchlist/watchlist.ts'
import { openKeyringVault } from '#main/system/keyring-vault.ts'
import { openHostState } from '#main/window/host-state.ts'
import { canMount, fillAtEachWrite, openSmallDisk, type SmallDisk } from '#platform/testing/small-disk.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { describeCause, ChainglassFailure } from '#shared/errors/failure.ts'
import { createFileStorage } from '#service/indexer/follow/chain-files.ts'
import { openSqliteIndex } from '#service/indexer/store/sqlite-index.ts'
import { createLaunchFile } from '#web/launch-file.ts'

vi.mock('electron', () => import('#main/testing/fake-electron.ts'))

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const DAY = 86_400_000
const START = Date.UTC(2026, 9, 7, 12)
const TEXT = Array.from(
  { length: 150 },
  (_, n) => `0xcc${n.toString(16).padStart(38, '0')},Name ${String(n)}`,
)

let disk: SmallDisk
const stores: Store[] = []
const open = (now = START, migrations?: readonly Migration[]) => {
  const store = openStore({ dataDir: disk.path, now: () => now, ...(migrations ? { migrations } : {}) })
  stores.push(store)
  return store
}
function closeAll() {
  for (const store of stores.splice(0)) store.close()
}
/** Whether it succeeded; any error but a worded full disk fails the test. */
function succeeds(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    expectFull(error)
    return false
  }
}
function expectFull(error: unknown) {
  if (!(error instanceof ChainglassFailure)) throw error
  expect(error.error).toMatchObject({ code: 'storage', kind: 'full' })
  expect(describeCause(error.error)).toContain('The disk is full')
}
const noDrafts = () => {
  const files = readdirSync(disk.path, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.(new|draft|restoring)$/.test(name))).toEqual([])
}

describe.skipIf(!canMount)('a full disk (needs the right to mount a small one)', () => {
  beforeAll(() => {
    disk = openSmallDisk()
  })
  afterEach(() => {
    disk.free()
    closeAll()
    vi.useRealTimers()
  })
  afterAll(() => {
    disk.unmount()
  })

  it('costs no setting and no label: the one that did not fit is refused, the others stay', async () => {
    let store: Store
    const failures = await fillAtEachWrite(disk, {
      prepare() {
        store = open()
        createSettings(store).change({ theme: 'dark' })
        createWatchlist(store).save({ address: A, chainId: null, label: 'before' })
      },
      attempt() {
        const settings = createSettings(store)
        const watchlist = createWatchlist(store)
        const note = 'n'.repeat(20_000)
        const saved = succeeds(() => watchlist.save({ address: A, chainId: null, label: 'after', note }))
        expect(watchlist.index.find(A)?.label).toBe(saved ? 'after' : 'before')
        const changed = succeeds(() => settings.change({ theme: 'light' }))
        expect(settings.read().theme).toBe(changed ? 'light' : 'dark')
        return saved && changed
      },
      check(succeeded) {
        const kept = createSettings(store).read().theme
        createSettings(store).change({ images: false })
        closeAll()
        const again = open()
        expect(createSettings(again).read()).toMatchObject({ theme: kept, images: false })
        expect(createWatchlist(again).index.find(A)?.label).toMatch(succeeded ? 'after' : /before|after/)
        expect(again.notices).toEqual([])
        closeAll()
      },
    })
    expect(failures).toBeGreaterThan(3)
  })

  it('takes an import as a whole or not at all', async () => {
    let store: Store
    const failures = await fillAtEachWrite(disk, {
      prepare() {
        store = open()
        createWatchlist(store).save({ address: A, chainId: null, label: 'before' })
      },
      async attempt() {
        const watchlist = createWatchlist(store)
        const imports = createImports(store, watchlist)
        const { token } = await imports.preview(TEXT.join('\n'), {}, new AbortController().signal)
        const done = succeeds(() => imports.apply(token, 'theirs'))
        expect(watchlist.index.size).toBe(done ? TEXT.length + 1 : 1)
        disk.free()
        if (!done) imports.apply(token, 'theirs')
        return done
      },
      check() {
        closeAll()
        expect(createWatchlist(open()).index.size).toBe(TEXT.length + 1)
        closeAll()
      },
    })
    expect(failures).toBeGreaterThan(3)
  })

  it('costs no recent item: they are written when there is room', () => {
    disk.clear()
    const store = open()
    const recents = createRecentItems(store)
    disk.fill()
    for (let n = 0; n < 200; n += 1)
      recents.visit({
        source: `s${String(n)}`,
        path: `/address/0x${'a'.repeat(40)}`,
        title: 't'.repeat(400),
      })
    recents.flush()
    expect(recents.list()).toHaveLength(50)
    disk.free()
    recents.flush()
    expect(createRecentItems(store).list()).toEqual(recents.list())
  })

  it('ends no process: not by what is written by the clock, nor at the end', () => {
    disk.clear()
    vi.useFakeTimers({ now: START })
    const store = open()
    const values = createKeyValueStore(store)
    for (let n = 0; n < 40; n += 1) values.write(`fill ${String(n)}`, 'x'.repeat(3_000))
    const session = trackLastSession(values)
    disk.fill()
    vi.advanceTimersByTime(DAY)
    session.close()
    disk.free()
    session.close()
    expect(trackLastSession(values).endedAt).toBe(new Date(Date.now()).toISOString())
  })

  it('at the start everything is there to be read, it is said, and a change is refused', async () => {
    disk.clear()
    createWatchlist(open()).save({ address: A, chainId: null, label: 'before' })
    createSettings(stores[0]!).change({ theme: 'dark' })
    closeAll()
    disk.fill()
    const core = await createTestCore(disk.path)
    const client = connectInMemory(core.server)
    expect(await client.call('data.location', {})).toMatchObject({
      data: { notices: [{ kind: 'disk_full' }] },
    })
    expect(await readState(client, 'settings.changed', {})).toMatchObject({ theme: 'dark' })
    const label = { address: A, chainId: null, label: 'after' }
    const saved = await client.call('watchlist.save', { ...label, note: 'n'.repeat(20_000) })
    expect(saved.ok ? undefined : describeCause(saved.error)).toBe('The disk is full: nothing was saved.')
    core.close()
    disk.free()
    const again = open()
    expect(again.notices).toEqual([])
    expect(createWatchlist(again).index.find(A)?.label).toBe('before')
  })

  it('at the first start it is said, and nothing is kept', async () => {
    disk.clear()
    disk.fill()
    const core = await createTestCore(disk.path)
    const client = connectInMemory(core.server)
    expect(await client.call('data.location', {})).toMatchObject({
      data: { notices: [{ kind: 'disk_full' }] },
    })
    expect(await client.call('settings.change', { theme: 'dark' })).toMatchObject({ ok: true })
    core.close()
    disk.free()
    const again = open()
    expect(again.notices).toEqual([])
    expect(createSettings(again).read().theme).toBeUndefined()
  })

  it('at the start, at whichever write, the next start has everything', async () => {
    await fillAtEachWrite(disk, {
      prepare() {
        createSettings(open()).change({ theme: 'dark' })
        closeAll()
      },
      attempt: () => succeeds(() => open()) && stores[0]?.notices.length === 0,
      check() {
        closeAll()
        expect(createSettings(open()).read().theme).toBe('dark')
        expect(stores[0]?.notices.filter(({ kind }) => kind !== 'backup_failed')).toEqual([])
        noDrafts()
        closeAll()
      },
    })
  })

  it('leaves no half of a migration, and none without its whole backup', async () => {
    const next = { version: MIGRATIONS.length + 1, description: 'large', sql: LARGE_STEP }
    const failures = await fillAtEachWrite(disk, {
      prepare() {
        createSettings(open()).change({ theme: 'dark' })
        closeAll()
      },
      attempt: () => succeeds(() => open(START + DAY, [...MIGRATIONS, next])),
      check() {
        noDrafts()
        closeAll()
        const file = new DatabaseSync(join(disk.path, STORE_FILE))
        const { user_version: version } = file.prepare('PRAGMA user_version').get() ?? {}
        const isMade = file.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'large'").get() !== undefined
        file.close()
        expect(isMade).toBe(version === next.version)
        if (!isMade) expect(createSettings(open(START + DAY)).read().theme).toBe('dark')
        closeAll()
        const migrated = open(START + DAY, [...MIGRATIONS, next])
        expect(migrated.get('SELECT count(*) AS n FROM large')).toEqual({ n: 100 })
        expect(createSettings(migrated).read().theme).toBe('dark')
        expect(listBackups(disk.path).some(({ kind }) => kind === 'migration')).toBe(true)
        closeAll()
      },
    })
    expect(failures).toBeGreaterThan(20)
  })

  it('costs the backup of the day, says so, and loses none that is there', async () => {
    await fillAtEachWrite(disk, {
      prepare() {
        createSettings(open()).change({ theme: 'dark' })
        closeAll()
        open(START + DAY)
      },
      attempt() {
        const [store] = stores.splice(0)
        store?.close()
        if (store?.notices.length === 0) return true
        expect(store?.notices).toEqual([{ kind: 'backup_failed', cause: 'full' }])
        return false
      },
      check() {
        noDrafts()
        expect(listBackups(disk.path).at(-1)?.day).toBe('2026-10-07')
        open(START + DAY)
        closeAll()
        expect(listBackups(disk.path).map(({ day }) => day)).toEqual(['2026-10-08', '2026-10-07'])
      },
    })
  })

  it('while a damaged store is replaced by its backup: the backup is taken when there is room', async () => {
    await fillAtEachWrite(disk, {
      prepare() {
        createSettings(open()).change({ theme: 'dark' })
        closeAll()
        truncateSync(join(disk.path, STORE_FILE), 5_000)
      },
      attempt: () => succeeds(() => open()),
      check() {
        noDrafts()
        closeAll()
        expect(createSettings(open()).read().theme).toBe('dark')
        closeAll()
      },
    })
  })

  it('erases everything all the same', async () => {
    await fillAtEachWrite(disk, {
      prepare() {
        const values = createKeyValueStore(open())
        for (let n = 0; n < 20; n += 1) values.write(`n${String(n)}`, 'x'.repeat(2_000))
      },
      attempt: () =>
        succeeds(() => {
          eraseStore(stores[0]!)
        }),
      check() {
        eraseStore(stores[0]!)
        expect(stores[0]?.get('SELECT count(*) AS n FROM key_values')).toEqual({ n: 0 })
        closeAll()
      },
    })
  })

  it('keeps the keys that are there, and says why another was not kept', async () => {
    const file = () => join(disk.path, 'vault', 'keys.json')
    const holder = { id: 'mine', baseUrl: 'https://x.example' }
    const secret = 'k'.repeat(500)
    const keysOf = () => {
      const vault = openKeyringVault(file(), () => undefined)
      const call: Parameters<typeof hostVault>[0] = (name, input) =>
        // The link transmits only the message.
        vault[name.slice('vault.'.length) as keyof typeof vault](input).catch((error: unknown) => {
          throw new Error((error as Error).message)
        })
      return createKeys({ vault: hostVault(call), env: {} })
    }
    const many = Array.from({ length: 12 }, (_, n) => ({ ...holder, id: `other-${String(n)}` }))
    const failures = await fillAtEachWrite(disk, {
      async prepare() {
        const keys = keysOf()
        for (const other of many) await keys.set(other, secret)
      },
      attempt: () =>
        keysOf()
          .set(holder, secret)
          .then(
            () => true,
            (error: unknown) => {
              if (!(error instanceof ChainglassFailure)) throw error
              expect(describeCause(error.error)).toBe('The disk is full: the key was not kept.')
              return false
            },
          ),
      async check() {
        noDrafts()
        const { secrets } = JSON.parse(readFileSync(file(), 'utf8')) as { secrets: object }
        expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(many.length)
        const keys = keysOf()
        await keys.set(holder, secret)
        await keys.load([holder, ...many])
        for (const one of [holder, ...many]) expect(keys.stateOf(one)).toMatchObject({ state: 'set' })
      },
    })
    expect(failures).toBeGreaterThan(1)
  })

  it('costs neither the place of the window nor the list of nodes', async () => {
    const url = (n: number) => `http://127.0.0.1:${String(8_000 + n)}`
    const files = createFileStorage(disk.path, 'whole')
    await fillAtEachWrite(disk, {
      prepare() {
        writeFileSync(join(disk.path, 'a.sqlite'), '')
        for (let n = 0; n < 150; n += 1) files.saveLast(url(n), join(disk.path, 'a.sqlite'))
        openHostState(join(disk.path, 'window.json')).change({ theme: 'dark' })
      },
      attempt() {
        openHostState(join(disk.path, 'window.json')).change({ maximized: true })
        try {
          files.saveLast(url(200), join(disk.path, 'b.sqlite'))
          return true
        } catch (error) {
          expect(error).toMatchObject({ code: 'ENOSPC' })
          return false
        }
      },
      check() {
        noDrafts()
        expect(files.lastFor(url(149))).toBe(join(disk.path, 'a.sqlite'))
        expect(openHostState(join(disk.path, 'window.json')).read()).toMatchObject({ theme: 'dark' })
      },
    })
  })

  it('leaves no half of a new index', async () => {
    const path = () => join(disk.path, 'chain.sqlite')
    await fillAtEachWrite(disk, {
      prepare: () => undefined,
      attempt() {
        try {
          openSqliteIndex(path()).close()
          return true
        } catch (error) {
          expect(error).toMatchObject({ name: 'IndexError', code: 'disk_full' })
          return false
        }
      },
      check() {
        openSqliteIndex(path()).close()
      },
    })
  })

  it('lets the file that opens the page be written later', () => {
    disk.clear()
    let codes = 0
    const host = {
      origins: { named: 'http://f00.localhost:1', plain: 'http://127.0.0.1:1' },
      createCode: () => `code-${String((codes += 1))}`,
    }
    vi.useFakeTimers()
    const logged: string[] = []
    const file = createLaunchFile(disk.path, host, (line) => logged.push(line))!
    disk.fill()
    file.replaceUsed('code-1')
    expect(logged.join('\n')).toContain('no space left')
    // The file's code is used up: a page that leads nowhere is worse than none.
    expect(readdirSync(join(disk.path, 'open'))).toEqual([])
    disk.free()
    vi.advanceTimersByTime(60_000)
    expect(readFileSync(file.path, 'utf8')).toContain(`code-${String(codes)}`)
    expect(logged).toHaveLength(1)
    file.remove()
    expect(vi.getTimerCount()).toBe(0)
  })
})

const LARGE_STEP = `
  CREATE TABLE large (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 100)
  INSERT INTO large SELECT id, hex(randomblob(200)) FROM n;`
