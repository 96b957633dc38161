/** Tests that only the owner can read every file that Chainglass writes, also if an earlier version left it open. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBackup } from '#core/store/backups.ts'
import { openStore } from '#core/store/open-store.ts'
import { openHostState } from '#main/window/host-state.ts'
import { createLogFile } from '#platform/log/log-file.ts'
import { createFileStorage } from '#service/indexer/follow/chain-files.ts'
import { openSqliteIndex } from '#service/indexer/store/sqlite-index.ts'
import { createLaunchFile } from '#web/launch-file.ts'

const CHAIN = { chainId: '31337', genesis: `0x${'ab'.repeat(32)}`, isFork: false } as const
const now = Date.UTC(2026, 10, 1)
let root: string
let folder: string
let umask: number
beforeEach(() => {
  umask = process.umask(0o022)
  root = mkdtempSync(join(tmpdir(), 'chainglass-modes-'))
  folder = join(root, 'data')
})
afterEach(() => {
  process.umask(umask)
  rmSync(root, { recursive: true })
})

/**
 * Writes everything that a run can write; `check` runs while the databases are open and their logs are beside them.
 */
function run(check: () => void = () => undefined) {
  const store = openStore({ dataDir: folder, now: () => now })
  store.run("INSERT OR REPLACE INTO key_values (name, value) VALUES ('note', 'mine')")
  makeBackup(store, folder, 'daily', now)
  const nodes = join(folder, 'nodes')
  const files = createFileStorage(nodes, 'whole')
  const path = files.find(CHAIN)[0] ?? files.nameOf(CHAIN, 1)
  const index = openSqliteIndex(path)
  index.setMeta('chain_id', '31337')
  files.saveLast('http://127.0.0.1:8545', path)
  createLogFile(join(folder, 'logs')).write('a line')
  openHostState(join(folder, 'window.json')).change({ theme: 'dark' })
  const origins = { named: 'http://f00.localhost:1', plain: 'http://127.0.0.1:1' }
  createLaunchFile(folder, { origins, createCode: () => 'code' }, () => undefined)
  check()
  index.close()
  store.close()
}

/** The mode of each path below the folder, in octal. */
function modes(): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    ['', ...paths].map((path) => [path, (lstatSync(join(folder, path)).mode & 0o777).toString(8)]),
  )
}
const expected = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, lstatSync(join(folder, path)).isDirectory() ? '700' : '600']))

const EVERYTHING = [
  '',
  'backups',
  'backups/000001-daily-2026-11-01.sqlite',
  'chainglass.lock',
  'chainglass.pid',
  'chainglass.sqlite',
  'chainglass.sqlite-shm',
  'chainglass.sqlite-wal',
  'logs',
  'logs/chainglass.log',
  'nodes',
  'nodes/chain-31337-abababababab.sqlite',
  'nodes/chain-31337-abababababab.sqlite-wal',
  'nodes/nodes.json',
  'open',
  'open/chainglass.html',
  'window.json',
]

describe.skipIf(process.platform === 'win32')('files and folders (needs file modes)', () => {
  it('are for their owner only, each of them', () => {
    run(() => {
      const found = modes()
      expect(Object.keys(found)).toEqual(expect.arrayContaining(EVERYTHING))
      expect(found).toEqual(expected(Object.keys(found)))
    })
  })

  it('that were open to others are closed at the start', () => {
    run()
    // A restored file and one that was set aside are written in another way.
    truncateSync(join(folder, 'chainglass.sqlite'), 5_000)
    run()
    expect(Object.keys(modes())).toContain('damaged/1/chainglass.sqlite')
    for (const path of Object.keys(modes())) {
      const full = join(folder, path)
      chmodSync(full, lstatSync(full).isDirectory() ? 0o755 : 0o644)
    }
    run(() => {
      expect(modes()).toEqual(expected(Object.keys(modes())))
    })
  })

  it('of someone else in the same folder stay as they are, and so does a folder that all share', () => {
    mkdirSync(folder)
    chmodSync(folder, 0o1777)
    mkdirSync(join(folder, 'other'))
    writeFileSync(join(folder, 'other', 'file'), '')
    run(() => {
      expect(lstatSync(folder).mode & 0o7777).toBe(0o1777)
      expect(modes()).toMatchObject({ other: '755', 'other/file': '644', 'chainglass.sqlite': '600' })
    })
  })

  it('that are links lead to nothing being written', () => {
    const victim = join(root, 'victim')
    const names = [
      'chainglass.pid',
      'chainglass.pid.new',
      'window.json',
      'window.json.new',
      'logs/chainglass.log',
    ]
    for (const name of [...names, 'nodes/nodes.json', 'nodes/nodes.json.new', 'open/chainglass.html']) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      symlinkSync(victim, join(folder, name))
    }
    writeFileSync(victim, 'mine')
    chmodSync(victim, 0o644)
    run()
    expect(readFileSync(victim, 'utf8')).toBe('mine')
    expect(lstatSync(victim).mode & 0o777).toBe(0o644)
  })

  it.each(['chainglass.lock', 'chainglass.sqlite'])('%s that is a link is refused', (name) => {
    const victim = join(root, 'victim')
    writeFileSync(victim, '')
    mkdirSync(folder)
    symlinkSync(victim, join(folder, name))
    expect(() => {
      run()
    }).toThrow()
    expect(readFileSync(victim, 'utf8')).toBe('')
  })

  it('may lie behind a link that the person made to the whole folder', () => {
    mkdirSync(join(root, 'real'))
    symlinkSync(join(root, 'real'), folder)
    run()
    expect(lstatSync(join(root, 'real')).mode & 0o777).toBe(0o700)
  })
})
