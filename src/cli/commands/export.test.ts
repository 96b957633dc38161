import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { ChainReader } from '#service/chain-reader.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { runCommand, runProgram, type CommandOptions } from '../testing/run-command.ts'

let service: Service
let address: string
let folder: string

beforeAll(async () => {
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7) })
  service = await createService({ reader: chain })
  address = chain.suggestedAddresses()[0]!.address
})
afterAll(() => service.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-export-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const command = (args: readonly string[], options?: CommandOptions) =>
  runCommand([...args, '--source', service.url, '--data-dir', join(folder, 'data')], options)
const exported = (file: string, ...args: string[]) =>
  command(['export', address, 'transactions', '--out', join(folder, file), ...args])
const files = () => readdirSync(folder).filter((name) => name !== 'data')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

it('writes a whole list, as `list` gives it', async () => {
  for (const format of ['csv', 'jsonl']) {
    const { code, stdout, stderr } = await exported(`rows.${format}`)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toMatch(/^\d+ rows, \d+ bytes: /)
    const listed = await command(['list', address, 'transactions', '--all', `--${format}`])
    expect(read(`rows.${format}`)).toBe(listed.stdout)
  }
  await exported('rows.parquet')
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, 'rows.parquet')) })
  expect(rows.map((row) => (row as { readonly hash: unknown }).hash)).toEqual(
    read('rows.jsonl')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { hash: string }).hash),
  )
  expect(files()).toEqual(['rows.csv', 'rows.jsonl', 'rows.parquet'])
})

it('writes what matches', async () => {
  await exported('failed.jsonl', '--where', 'failed')
  const listed = await command(['list', address, 'transactions', '--all', '--jsonl', '--where', 'failed'])
  expect(listed.stdout).not.toBe('')
  expect(read('failed.jsonl')).toBe(listed.stdout)
})

it('replaces a file only where that is wanted', async () => {
  writeFileSync(join(folder, 'rows.csv'), 'mine')
  const refused = await exported('rows.csv')
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('--force')
  expect(read('rows.csv')).toBe('mine')
  expect((await exported('rows.csv', '--force')).code).toBe(0)
  expect(read('rows.csv')).toMatch(/^hash,/)
})

it('writes through no link that somebody has put there', async () => {
  writeFileSync(join(folder, 'theirs'), 'theirs')
  symlinkSync(join(folder, 'theirs'), join(folder, 'rows.csv.part'))
  expect((await exported('rows.csv')).code).toBe(0)
  expect(read('rows.csv')).toMatch(/^hash,/)
  symlinkSync(join(folder, 'theirs'), join(folder, 'linked.csv'))
  expect((await exported('linked.csv', '--force')).code).toBe(0)
  expect(read('linked.csv')).toBe(read('rows.csv'))
  expect(read('theirs')).toBe('theirs')
})

it('leaves no half file when it is stopped', async () => {
  const stopped = new AbortController()
  // Runs in a terminal, whose progress output tells when a page is in the file; then the command is stopped.
  const ended = command(['export', 'transactions', '--out', join(folder, 'rows.csv')], {
    columns: 80,
    signal: stopped.signal,
    onStderr: (text) => {
      if (/\d+ rows/.test(text)) stopped.abort()
    },
  })
  expect((await ended).code).toBe(130)
  expect(files()).toEqual([])
})

it('leaves no half file where the source goes', async () => {
  const short = await createService({ reader: createSampleChain({ seed: 'gone', transactions: 400 }) })
  const ended = runCommand(
    [
      'export',
      'transactions',
      '--out',
      join(folder, 'rows.csv'),
      '--source',
      short.url,
      '--data-dir',
      ':memory:',
    ],
    {
      columns: 80,
      onStderr: (text) => {
        if (/\d+ rows/.test(text)) void short.close()
      },
    },
  )
  expect((await ended).code).toBe(1)
  expect(files()).toEqual([])
})

/** Each file says when it was begun. */
const rowsOf = async (file: string) =>
  (await parquetReadObjects({ file: await asyncBufferFromFile(file) })).map((row) => ({
    ...row,
    exported_at: null,
  }))

it.each([
  ['csv', 3_000],
  ['jsonl', 3_000],
  // A little more than one group of rows.
  ['parquet', 10_300],
])('killed, the same command goes on: %s', async (format, transactions) => {
  const long = createSampleChain({ seed: 'killed', transactions, now: () => Date.UTC(2026, 9, 7) })
  const out = (name: string) => join(folder, `${name}.${format}`)
  const isSaved = () => existsSync(`${out('killed')}.part.json`)
  const [held, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  let pages = 0
  const reader: ChainReader = {
    ...long,
    async list(id, request) {
      pages += 1
      if (isSaved()) {
        held.resolve(undefined)
        await go.promise
      }
      return long.list(id, request)
    },
  }
  const server = await createService({ reader, dialect: 'v12', maxPageSize: 500 })
  onTestFinished(() => server.close())
  const args = (name: string) => [
    ...['export', long.suggestedAddresses()[0]!.address, 'transactions', '--out', out(name)],
    ...['--filter', 'items_count=100', '--source', server.url, '--data-dir', ':memory:'],
  ]
  expect((await runProgram(args('whole'))).code).toBe(0)
  const all = pages
  const child = spawn(process.execPath, [builtProgram('cli'), ...args('killed')], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  await held.promise
  child.kill('SIGKILL')
  await gone
  go.resolve(undefined)
  pages = 0
  const { code, stderr } = await runProgram(args('killed'))
  expect(code).toBe(0)
  expect(stderr).toMatch(/goes on after \d+ rows/)
  expect(pages).toBeLessThan(all)
  if (format === 'parquet') expect(await rowsOf(out('killed'))).toEqual(await rowsOf(out('whole')))
  else expect(readFileSync(out('killed')).equals(readFileSync(out('whole')))).toBe(true)
  expect(files().toSorted()).toEqual([`killed.${format}`, `whole.${format}`])
})

it('goes on at no place that another command has left', async () => {
  writeFileSync(join(folder, 'rows.csv.part'), 'mine'.repeat(100))
  const place = { request: '[]', pid: 1, at: 0, cursor: {}, keys: [], rows: 1, offset: 4, memory: null }
  writeFileSync(join(folder, 'rows.csv.part.json'), JSON.stringify(place))
  const { code, stderr } = await exported('rows.csv')
  expect(code).toBe(0)
  expect(stderr).not.toContain('goes on')
  expect(read('rows.csv')).toMatch(/^hash,/)
  expect(files()).toEqual(['rows.csv'])
})

it('writes no file that another process is writing, and goes on at no place of long ago', async () => {
  const place = { request: '[]', cursor: {}, keys: [], rows: 1, offset: 4, memory: null }
  const leave = (more: object) => {
    writeFileSync(join(folder, 'rows.csv.part'), 'mine'.repeat(100))
    writeFileSync(join(folder, 'rows.csv.part.json'), JSON.stringify({ ...place, ...more }))
  }
  leave({ pid: process.ppid, at: Date.now() })
  const beside = await exported('rows.csv')
  expect(beside.code).toBe(2)
  expect(beside.stderr).toContain(`(process ${String(process.ppid)}).`)
  expect(files().toSorted()).toEqual(['rows.csv.part', 'rows.csv.part.json'])
  leave({ pid: process.ppid, at: Date.now() - 2 * 86_400_000 })
  const { code, stderr } = await exported('rows.csv')
  expect([code, stderr.includes('goes on')]).toEqual([0, false])
  expect(read('rows.csv')).toMatch(/^hash,/)
})

it('says what it can’t write', async () => {
  expect((await exported('rows.xlsx')).stderr).toContain('.parquet')
  const nowhere = await exported(join('no', 'folder', 'rows.csv'))
  expect(nowhere.code).toBe(1)
  expect(nowhere.stderr).toContain('The export could not be written. The folder is not there any more.')
  expect(nowhere.stderr).not.toContain('ENOENT')
  expect(existsSync(join(folder, 'no'))).toBe(false)
  mkdirSync(join(folder, 'folder.csv'))
  for (const more of [[], ['--force']]) {
    const instead = await exported('folder.csv', ...more)
    expect(instead.code).toBe(2)
    expect(instead.stderr).toContain('folder.csv is no file.')
  }
})
