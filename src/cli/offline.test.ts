/**
 * Tests stored data from a separate process: with `--offline`, with a source that can't be asked, and with nothing
 * stored.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startChainInstance, type ChainInstance } from '#core/archive/testing/chain-instance.ts'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { runProgram } from './testing/run-command.ts'

const ADDRESS = `0x${'a'.repeat(40)}`
const ROWS = 230
let instance: ChainInstance
let dataDir: string

beforeAll(async () => {
  instance = await startChainInstance()
  instance.chain.grow(Array.from({ length: ROWS }, () => 1))
})
afterAll(() => instance.stop())
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-offline-'))
  const core = await createTestCore(dataDir)
  const client = connectInMemory(core.server)
  const added = await client.call('sources.add', { url: instance.url, chainId: '1' })
  await client.call('sources.use', { id: added.ok ? added.data.id : '' })
  core.close()
})
afterEach(() => {
  instance.refuses = undefined
  instance.gives = undefined
  rmSync(dataDir, { recursive: true })
})
const run = (...args: readonly string[]) => runProgram([...args, '--data-dir', dataDir])
const list = (...more: readonly string[]) => run('list', ADDRESS, 'transactions', '--jsonl', ...more)
const count = (text: string) => text.split('\n').filter((line) => line !== '').length
/** Returns a command's result, and the number of requests that the source got from it. */
async function asking(work: () => ReturnType<typeof run>) {
  const before = instance.requests
  const { code, stdout, stderr } = await work()
  return { code, rows: count(stdout), stderr, requests: instance.requests - before }
}

it('--offline asks no node which block is final', async () => {
  expect(await run('show', 'finalized', '--offline')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--offline asks none') as unknown,
  })
})

it('--offline asks no source, whether or not the list is whole', async () => {
  const none = await asking(() => list('--offline', '--all'))
  expect(none).toMatchObject({ code: 1, rows: 0, requests: 0 })
  expect(none.stderr).toMatch(/Nothing of this is kept on this machine\./)
  await list('--limit', '60')
  const part = await asking(() => list('--offline', '--all'))
  expect(part).toMatchObject({ code: 0, rows: 100, requests: 0 })
  expect(part.stderr).toMatch(/This is what is kept: it was read .* UTC, \d+ seconds ago\./)
  expect(part.stderr).toMatch(/Rows are missing here/)
  expect(await asking(() => run('show', ADDRESS, '--offline'))).toMatchObject({ code: 1, requests: 0 })
  await list('--all')
  expect(await asking(() => list('--offline', '--all'))).toMatchObject({ code: 0, rows: ROWS, requests: 0 })
})

it('a source that refuses is asked once: what is kept is given, with its age, and what is missing is a failure', async () => {
  await list('--limit', '60')
  instance.refuses = [402, { message: 'Out of credits' }]
  const part = await asking(() => list('--all'))
  expect(part).toMatchObject({ code: 1, rows: 100, requests: 1 })
  expect(part.stderr).toMatch(/This is what is kept: it was read .* ago\.\nRows are missing here/)
  instance.refuses = undefined
  await list('--all')
  instance.refuses = [402, { message: 'Out of credits' }]
  const whole = await asking(() => list('--all'))
  expect(whole).toMatchObject({ code: 0, rows: ROWS, requests: 1 })
  expect(whole.stderr).toMatch(/This is what is kept/)
})

it('of a URL that is no source nothing would be kept, and keep says so before it asks', async () => {
  const core = ['--source', 'http://127.0.0.1:9']
  const { code, stderr } = await run('keep', ADDRESS, ...core)
  expect(code).toBe(2)
  expect(stderr).toMatch(/Add it first: chainglass sources add http:\/\/127\.0\.0\.1:9/)
})

it('rows that are in no block yet are said to be, and not to be kept', async () => {
  instance.gives = (items) =>
    items.map((item, at) => (at === 0 ? { ...item, block_number: null, timestamp: null } : item))
  const now = await list('--limit', '5')
  expect(now.stderr).toMatch(/1 of the rows are in no block yet: they are not kept\./)
  expect(count(now.stdout)).toBe(5)
})

it('a row that can’t be read stands where its source has it, also in files and in what is kept', async () => {
  instance.gives = (items) => items.map((item, at) => (at === 2 ? { ...item, hash: 7 } : item))
  const hashes = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { hash: unknown }).hash)
  const shown = hashes((await list('--limit', '100')).stdout)
  expect(shown).toHaveLength(100)
  expect(shown.flatMap((hash, at) => (hash === 7 ? [at] : []))).toEqual([2, 52])
  expect(hashes((await list('--offline', '--all')).stdout).indexOf(7)).toBe(2)
  const file = join(dataDir, 'rows.jsonl')
  expect(await run('export', ADDRESS, 'transactions', '--out', file)).toMatchObject({ code: 0 })
  expect(hashes(readFileSync(file, 'utf8')).slice(0, 100)).toEqual(shown)
  const { stdout } = await run('list', ADDRESS, 'transactions', '--limit', '5', '--csv')
  expect(stdout.split('\r\n')[3]).toMatch(/""hash"":7/)
})
