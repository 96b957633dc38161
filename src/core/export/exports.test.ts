/** Tests exports of whole lists through the contract, with real HTTP, real files and a real archive. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canMount, openSmallDisk, type SmallDisk } from '#platform/testing/small-disk.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { ExportFormat, ExportJob } from '#shared/rpc/contract/export.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { startChainInstance, type ChainInstance } from '../archive/testing/chain-instance.ts'
import { listOf } from '../archive/testing/open-list.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { openStore } from '../store/open-store.ts'
import { openDuckDb } from './testing/duck-db.ts'

let instance: ChainInstance
let folder: string
let core: Core
let client: RpcClient
let jobs: readonly ExportJob[]
/** The person's choice in the dialog; undefined for a host without one. */
let chosen: string | null | undefined

async function open() {
  core = await createTestCore(join(folder, 'data'), {
    host: chosen === undefined ? 'loopback' : 'electron',
    callHost: (name, input) =>
      name === 'choose-folder'
        ? Promise.resolve(chosen)
        : name === 'offer-file'
          ? Promise.resolve(`/offered${String(input)}`)
          : Promise.reject(new Error('not here')),
  })
  client = connectInMemory(core.server)
  client.subscribe('export.jobs', {}, (now) => (jobs = now))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-exports-'))
  chosen = undefined
  jobs = []
  instance = await startChainInstance()
})
afterEach(async () => {
  core.close()
  await instance.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function openOver(rows: number): Promise<string> {
  instance.chain.grow(Array.from({ length: rows }, () => 1))
  await open()
  const added = await client.call('sources.add', { url: instance.url, chainId: '1' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  return added.data.id
}
const start = (source: string, more: { format?: ExportFormat; where?: string } = {}) =>
  client.call('export.start', { ...listOf(source), where: '', zone: 'utc', format: 'csv', ...more })
async function finished(): Promise<ExportJob> {
  await expect.poll(() => jobs[0]?.state).toBe('done')
  return jobs[0]!
}
async function failed(): Promise<ExportJob> {
  await expect.poll(() => jobs[0]?.state).toBe('failed')
  return jobs[0]!
}
const column = (file: string, name: string) => {
  const [heads, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n')
  const at = heads!.split(',').indexOf(name)
  return lines.map((line) => line.split(',')[at])
}
const hashes = () => instance.chain.rows().map(({ hash }) => hash)
const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('a list that was never opened is read to its end, once, and written whole', async () => {
  const source = await openOver(3_000)
  expect(await start(source)).toMatchObject({ ok: true })
  const { file, rows, read, bytes } = await finished()
  expect(dirname(file)).toBe(join(folder, 'data', 'exports'))
  expect(column(file, 'hash')).toEqual(hashes())
  expect({ rows, read, bytes }).toEqual({ rows: 3_000, read: 3_000, bytes: readFileSync(file).length })
  expect(instance.asked).toHaveLength(60)
  expect(filesIn(dirname(file))).toHaveLength(1)

  // Exported once more, beside the first file, without its source.
  await instance.stop()
  await start(source)
  await expect.poll(() => jobs.length).toBe(2)
  const again = await finished()
  expect(again.file).toMatch(/ \(2\)\.csv$/)
  expect(readFileSync(again.file).equals(readFileSync(file))).toBe(true)
})

test('a question narrows it; one that is wrong is refused before anything is written', async () => {
  const source = await openOver(500)
  expect(await start(source, { where: 'block>' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'where' },
  })
  expect(await start(source, { where: 'id:7' })).toMatchObject({ ok: false, error: { field: 'where' } })
  expect(existsSync(join(folder, 'data', 'exports'))).toBe(false)
  await start(source, { where: 'block:100..109', format: 'jsonl' })
  const { file, rows, read } = await finished()
  expect(file).toMatch(/-matches-only\.jsonl$/)
  const items = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { block_number: number })
  expect({ rows, read }).toEqual({ rows: items.length, read: 500 })
  expect(items.map(({ block_number: block }) => block)).toEqual([
    109, 108, 107, 106, 105, 104, 103, 102, 101, 100,
  ])
})

test('Parquet lies in folders by chain and list, which DuckDB reads as columns', async () => {
  const source = await openOver(1_200)
  await start(source, { format: 'parquet' })
  const { file } = await finished()
  expect(file).toContain(join('exports', 'chain=1', 'list=address-transactions'))
  const duck = await openDuckDb()
  const [row] = (
    await duck.runAndReadAll(
      `SELECT chain, list, count(*), count(DISTINCT hash) FROM read_parquet('${join(folder, 'data', 'exports')}/**/*.parquet') GROUP BY ALL`,
    )
  ).getRows()
  duck.closeSync()
  expect(row).toEqual([1n, 'address-transactions', 1_200n, 1_200n])
})

test('paused it stays where it is; resumed it goes on; cancelled nothing of it stays', async () => {
  const source = await openOver(20_000)
  await start(source)
  await expect.poll(() => jobs[0]?.read ?? 0).toBeGreaterThan(0)
  const { id } = jobs[0]!
  await client.call('export.pause', { id })
  await expect.poll(() => jobs[0]?.state).toBe('paused')
  await start(source, { format: 'jsonl' })
  await expect.poll(() => jobs[0]?.read ?? 0).toBeGreaterThan(0)
  await client.call('export.remove', { id: jobs[0]!.id })
  await expect.poll(() => jobs.length).toBe(1)
  await client.call('export.resume', { id })
  const { file } = await finished()
  expect(column(file, 'hash')).toEqual(hashes())
  await expect.poll(() => filesIn(dirname(file))).toHaveLength(1)
})

test('a source that is gone in the middle: it says so, keeps its place, and goes on', async () => {
  const source = await openOver(10_000)
  await start(source)
  await expect.poll(() => jobs[0]?.read ?? 0).toBeGreaterThan(100)
  await instance.stop()
  expect((await failed()).error).toMatchObject({ code: 'offline' })
  await instance.start()
  await client.call('export.resume', { id: jobs[0]!.id })
  const { file } = await finished()
  expect(column(file, 'hash')).toEqual(hashes())
})

test('a source that sends a page again and again: no file stands for the whole list', async () => {
  const source = await openOver(3_000)
  instance.repeatsBelow = 1_500
  await start(source)
  expect(await failed()).toMatchObject({ error: { code: 'bad_response', kind: 'cursor_repeats' } })
  expect(jobs[0]).not.toHaveProperty('notice')
  instance.repeatsBelow = undefined
  await client.call('export.resume', { id: jobs[0]!.id })
  const { file } = await finished()
  expect(column(file, 'hash')).toEqual(hashes())
})

test('one of a list that this version does not know is left out', async () => {
  const source = await openOver(100)
  await start(source)
  await finished()
  core.close()
  const store = openStore({ dataDir: join(folder, 'data') })
  store.run(`INSERT INTO exports (request, file, state)
    SELECT json_set(request, '$.list', 'lists-of-tomorrow'), file || '.csv', 'waiting' FROM exports`)
  store.close()
  await open()
  expect(jobs.map(({ list, state }) => `${list} ${state}`)).toEqual(['address-transactions done'])
})

describe('in a folder that the person chose', () => {
  beforeEach(() => {
    chosen = join(folder, 'chosen')
    mkdirSync(chosen)
  })

  test('it is written there, or nowhere where the choice was called off; there is no download', async () => {
    const source = await openOver(100)
    await start(source)
    const { file, id } = await finished()
    expect(dirname(file)).toBe(chosen)
    expect(await client.call('export.download', { id })).toMatchObject({ ok: false })
    chosen = null
    expect(await start(source)).toEqual({ ok: true, data: null })
    expect(jobs).toHaveLength(1)
  })

  test('a file that is put in its place meanwhile stays as it is', async () => {
    const source = await openOver(5_000)
    await start(source)
    await expect.poll(() => jobs.length).toBe(1)
    const { file: meant } = jobs[0]!
    writeFileSync(meant, 'mine')
    const { file } = await finished()
    expect(readFileSync(meant, 'utf8')).toBe('mine')
    expect(file).not.toBe(meant)
    expect(column(file, 'hash')).toEqual(hashes())
    expect(filesIn(chosen!)).toHaveLength(2)
  })

  test('a folder that has vanished is said, and found again', async () => {
    const source = await openOver(5_000)
    await start(source)
    await expect.poll(() => jobs.length).toBe(1)
    renameSync(chosen!, join(folder, 'elsewhere'))
    expect((await failed()).error).toEqual({ code: 'storage', kind: 'unreachable', target: 'export' })
    expect(existsSync(chosen!)).toBe(false)
    mkdirSync(chosen!)
    await client.call('export.resume', { id: jobs[0]!.id })
    const { file } = await finished()
    expect(column(file, 'hash')).toEqual(hashes())
  })
})

describe.skipIf(!canMount)('on a small disk (needs the right to mount one)', () => {
  let disk: SmallDisk
  beforeEach(() => {
    disk = openSmallDisk()
    chosen = disk.path
  })
  afterEach(() => {
    disk.unmount()
  })

  test.each(['csv', 'jsonl', 'parquet'] as const)(
    '%s: that it is full is said, nothing half is left on it, and with room it begins again',
    async (format) => {
      const source = await openOver(3_000)
      disk.fill(100_000)
      const before = filesIn(disk.path)
      await start(source, { format })
      expect((await failed()).error).toEqual({ code: 'storage', kind: 'full', target: 'export' })
      expect(filesIn(disk.path)).toEqual(before)
      disk.free()
      await client.call('export.resume', { id: jobs[0]!.id })
      expect((await finished()).rows).toBe(3_000)
    },
  )
})
