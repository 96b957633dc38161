/** Tests user operations of an account on the command line, as instances with and without the extension give them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openHostileServer, type HostileServer } from '#platform/testing/hostile-server.ts'
import { runCommand } from './testing/run-command.ts'

const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const word = (nth: number) => `0x${String(nth).repeat(64)}`
/** As the extension gives them: one with the names of addresses, one without, and odd ones. */
const ITEMS = [
  {
    ...{
      hash: word(1),
      transaction_hash: word(2),
      block_number: '100',
      status: true,
      fee: '1000000000000000001',
    },
    ...{
      address: { hash: ACCOUNT, name: null },
      entry_point: { hash: ENTRY_POINT },
      timestamp: '2026-01-01T00:00:00.000000Z',
    },
  },
  {
    hash: word(3),
    transaction_hash: word(4),
    block_number: 99,
    status: false,
    fee: '7',
    address: ACCOUNT,
    entry_point: ENTRY_POINT,
  },
  { hash: `${word(5)}\u001b[31m\n`, fee: 'much', status: 'ok', address: 7, nonce: '\u202e1' },
  { hash: null, fee: '1' },
]

let server: HostileServer
let isDisabled: boolean
let dataDir: string
beforeAll(async () => {
  server = await openHostileServer()
  server.always((response, { path, query }) => {
    const isList = path.endsWith('/proxy/account-abstraction/operations')
    const isNext = query.get('page_token') === '99,0x1'
    const body = isNext
      ? { items: [{ ...ITEMS[1], hash: word(6) }], next_page_params: null }
      : { items: ITEMS, next_page_params: { page_token: '99,0x1', page_size: 4 } }
    response.statusCode = !isList ? 404 : isDisabled ? 501 : 200
    response.setHeader('content-type', 'application/json')
    const said = isDisabled ? 'Service is disabled' : 'Not found'
    const isOwn = query.get('sender')?.toLowerCase() === ACCOUNT.toLowerCase()
    response.end(JSON.stringify(response.statusCode === 200 && isOwn ? body : { message: said }))
  })
})
afterAll(() => server.close())
beforeEach(() => {
  isDisabled = false
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-operations-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})
const run = (...args: readonly string[]) =>
  runCommand(['list', ACCOUNT, 'operations', ...args, '--source', server.url, '--data-dir', dataDir], {
    columns: 200,
  })

it('reads all pages, with exact fees, and what it can of odd items', async () => {
  const { stdout } = await run('--all', '--csv')
  const [head = '', ...lines] = stdout.trimEnd().split('\r\n')
  const column = (name: string) => lines.map((line) => line.split(',')[head.split(',').indexOf(name)])
  expect(column('operation_hash').slice(0, 2)).toEqual([word(1), word(3)])
  expect(column('operation_hash').at(-1)).toBe(word(6))
  expect(column('fee').slice(0, 3)).toEqual(['1000000000000000001', '7', ''])
  expect(column('success').slice(0, 3)).toEqual(['true', 'false', ''])
  expect(column('sender').slice(0, 3)).toEqual([ACCOUNT, ACCOUNT, ''])
  const table = await run('--all')
  expect(table.stdout).not.toMatch(/\u001b|\u202e/)
  expect(table.stdout).toContain('1.000000000000000001')
})

it('is filtered as every list', async () => {
  const { stdout } = await run('--where', 'failed', '--jsonl')
  const hashes = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { hash: string }).hash)
  expect(hashes).toContain(word(3))
  expect(hashes).not.toContain(word(1))
})

it('says plainly that a source does not have them', async () => {
  isDisabled = true
  expect(await run()).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: expect.stringMatching(/does not offer this.*Service is disabled/s) as string,
  })
})
