/** Tests moving the archive to another folder, with the core and real files. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { ARCHIVE_FILE } from './archive-file.ts'
import { startChainInstance, type ChainInstance } from './testing/chain-instance.ts'
import { readPage, readWholeList } from './testing/open-list.ts'

let instance: ChainInstance
let root: string
let core: Core
let client: RpcClient
let source: string
/** The person's choice in Electron's dialog. */
let chosen: string | null = null
const folder = (name: string) => join(root, name)

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'chainglass-move-'))
  for (const name of ['data', 'disk']) mkdirSync(folder(name))
  instance = await startChainInstance()
  instance.chain.grow(Array.from({ length: 200 }, () => 1))
  await start()
  const added = await client.call('sources.add', { url: instance.url })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  source = added.data.id
  await readWholeList(client, source)
})
afterEach(async () => {
  core.close()
  await instance.stop()
  rmSync(root, { recursive: true })
})

async function start(host: 'loopback' | 'electron' = 'loopback') {
  core = await createTestCore(folder('data'), {
    host,
    callHost: (name) => Promise.resolve(name === 'choose-folder' ? chosen : null),
  })
  client = connectInMemory(core.server)
}
async function restart(host?: 'electron') {
  core.close()
  await start(host)
}
const move = (to: string | null) => client.call('archive.move', { folder: to })
const archives = () => ['data', 'disk'].filter((name) => existsSync(join(folder(name), ARCHIVE_FILE)))
async function status() {
  const response = await client.call('archive.status', {})
  if (!response.ok) throw new Error(JSON.stringify(response.error))
  return response.data
}
/** Rows that are available without asking the source. */
async function keptRows() {
  const before = instance.asked.length
  const page = await readPage(client, source, null)
  expect(instance.asked.length).toBe(before)
  return page.keys.length
}

test('what is kept lies in the other folder and nowhere else, after a restart too; and back again', async () => {
  expect(await move(folder('disk'))).toMatchObject({ ok: true })
  expect(archives()).toEqual(['disk'])
  expect(await keptRows()).toBe(50)
  await restart()
  expect(await keptRows()).toBe(50)
  expect(await status()).toMatchObject({
    file: join(folder('disk'), ARCHIVE_FILE),
    isMoved: true,
    isOn: true,
    sources: [{ source, rows: 200 }],
  })

  expect(await move(null)).toMatchObject({ ok: true })
  expect(archives()).toEqual(['data'])
  expect(await keptRows()).toBe(50)
  expect(await status()).toMatchObject({ isMoved: false })
  expect(readdirSync(folder('disk'))).toEqual([])
})

const diskOf = (path: string) => (existsSync(path) ? statSync(path).dev : undefined)
const otherDisk = ['/dev/shm', '/tmp', process.cwd()].find(
  (path) => ![undefined, diskOf(tmpdir())].includes(diskOf(path)),
)

test.skipIf(otherDisk === undefined)(
  'to another disk it is copied whole (skipped where there is one disk only)',
  async () => {
    const disk = mkdtempSync(join(otherDisk ?? '', 'chainglass-move-'))
    try {
      writeFileSync(join(disk, `${ARCHIVE_FILE}.part`), 'of a move that was killed')
      expect(await move(disk)).toMatchObject({ ok: true })
      expect(archives()).toEqual([])
      expect(await keptRows()).toBe(50)
      expect(readdirSync(disk).filter((name) => name.endsWith('.part'))).toEqual([])
      await move(null)
    } finally {
      rmSync(disk, { recursive: true })
    }
  },
)

test('a folder that can’t be used is refused with the reason, and what is kept stays', async () => {
  writeFileSync(folder('file'), '')
  mkdirSync(folder('other'))
  writeFileSync(join(folder('other'), ARCHIVE_FILE), 'somebody’s')
  const refused = async (to: string) => {
    const response = await move(to)
    return response.ok ? 'moved' : 'reason' in response.error ? response.error.reason : response.error.code
  }
  expect(await refused(folder('missing'))).toBe('folder_missing')
  expect(await refused(folder('file'))).toBe('folder_is_file')
  expect(await refused(folder('data'))).toBe('archive_is_there')
  expect(await refused(folder('other'))).toBe('folder_has_archive')
  expect(await refused('disk')).toBe('folder_not_local')
  expect(await refused('//host/share')).toBe('folder_not_local')
  expect(archives()).toEqual(['data'])
  expect(await keptRows()).toBe(50)
})

test('a disk that is not there: nothing is kept and that is said; beside the data it begins anew', async () => {
  await move(folder('disk'))
  core.close()
  rmSync(folder('disk'), { recursive: true })
  await start()
  expect(await status()).toMatchObject({ isOn: false, isMoved: true, problem: 'unreachable' })
  expect((await readPage(client, source, null)).keys).toHaveLength(50)
  expect(await move(null)).toMatchObject({ ok: true })
  await readWholeList(client, source)
  expect(await keptRows()).toBe(50)
  expect(await status()).toMatchObject({ isOn: true, isMoved: false })
})

test('everything is erased where it lies', async () => {
  await move(folder('disk'))
  await client.call('data.erase', { confirm: 'erase everything' })
  expect(archives()).toEqual(['data'])
  expect((await status()).sources).toEqual([])
})

test('in Electron a page names no folder that the person has not chosen', async () => {
  await restart('electron')
  expect(await move(folder('disk'))).toMatchObject({ error: { reason: 'folder_not_chosen' } })
  chosen = folder('disk')
  await client.call('data.chooseFolder', {})
  expect(await move(folder('disk'))).toMatchObject({ ok: true })
  expect(archives()).toEqual(['disk'])
})
