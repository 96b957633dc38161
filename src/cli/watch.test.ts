/** Tests `watch` in this process and in a separate one, and output that can't be written. */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { runCommand, runProgram } from './testing/run-command.ts'

let time = Date.UTC(2026, 9, 7, 12)
let growing: Service
let timer: NodeJS.Timeout
let dataDir: string

beforeAll(async () => {
  const live = createSampleChain({ seed: 'watch', transactions: 200, live: true, now: () => time })
  growing = await createService({ reader: live })
  timer = setInterval(() => (time += 20_000), 50)
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-watch-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})
afterAll(async () => {
  clearInterval(timer)
  await growing.close()
})
const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const parsed = (text: string) => lines(text).map((line) => JSON.parse(line) as Record<string, unknown>)
const args = (...more: string[]) => [
  ...['watch', 'transactions', '--jsonl', '--source', growing.url, '--data-dir', dataDir],
  ...more,
]

it('gives new rows until it is stopped', async () => {
  const stopped = new AbortController()
  let seen = ''
  const { code } = await runCommand(args(), {
    signal: stopped.signal,
    onStdout: (text) => {
      seen += text
      if (lines(seen).length >= 2) stopped.abort()
    },
  })
  expect(code).toBe(130)
  const heights = parsed(seen).map(({ block_number: height }) => Number(height))
  expect(heights.length).toBeGreaterThanOrEqual(2)
  expect(heights).toEqual(heights.toSorted((one, other) => one - other))
})

it('as a process of its own, of which nothing else keeps it alive, gives as many as are asked for', async () => {
  const { code, stdout } = await runProgram(args('--limit', '3'))
  expect({ code, rows: lines(stdout).length }).toEqual({ code: 0, rows: 3 })
})

it('gives only rows that match, by the question and by the filter of the source', async () => {
  const transfers = ['watch', 'transfers', '--jsonl', '--source', growing.url, '--data-dir', dataDir]
  const asked = ['--filter', 'type=ERC-721', '--where', '-from:0x0000000000000000000000000000000000000000']
  const { stdout } = await runCommand([...transfers, ...asked, '--limit', '2'])
  const rows = parsed(stdout)
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatchObject({ token_type: 'ERC-721' })
    expect(row).not.toMatchObject({ from: { hash: `0x${'0'.repeat(40)}` } })
  }
  expect(await runCommand([...transfers, '--where', 'fee>1'])).toMatchObject({ code: 2 })
  expect(await runCommand([...transfers, '--filter', 'colour=red'])).toMatchObject({ code: 2 })
})

it('runs a command for each row, with the row on its stdin; one that fails ends it with its code', async () => {
  const file = join(dataDir, 'rows.jsonl')
  const { code, stdout } = await runProgram(args('--limit', '2', '--exec', `cat >> '${file}'`))
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(parsed(readFileSync(file, 'utf8')).map(({ hash }) => typeof hash)).toEqual(['string', 'string'])
  expect(await runProgram(args('--exec', 'exit 7'))).toMatchObject({ code: 7 })
})

it.skipIf(!existsSync('/dev/full'))(
  'a disk that is full is a failure (skipped without /dev/full)',
  async () => {
    const list = ['list', 'transactions', '--source', growing.url, '--data-dir', dataDir]
    for (const args of [
      [...list, '--jsonl'],
      [...list, '--csv'],
      [...list, '--json'],
      ['--help'],
      ['--version'],
    ]) {
      const full = openSync('/dev/full', 'w')
      const { code, stderr } = await runProgram(args, full)
      closeSync(full)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'Not everything could be written: the disk is full.\n',
      })
    }
  },
)
