/**
 * Tests validators' withdrawals, of the coin or of the token that a chain pays, on the command line and in its files.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHostileServer, type HostileServer } from '#platform/testing/hostile-server.ts'
import { coinFactsOf } from '#shared/coin-facts.ts'
import { runCommand } from './testing/run-command.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
/** Amounts in the format of instances and our own service: a number of gwei, in wei. */
const ROWS = ['64000000000', '33000000000'].map((amount, at) => ({
  index: String(9 - at),
  validator_index: '7',
  block_number: 100 - at,
  timestamp: '2026-01-01T00:00:00.000000Z',
  amount,
}))

let server: HostileServer
let dataDir: string
beforeAll(async () => {
  server = await openHostileServer()
  server.always((response, { path }) => {
    const isList = path.endsWith(`/addresses/${ADDRESS}/withdrawals`)
    response.statusCode = isList ? 200 : 404
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isList ? { items: ROWS, next_page_params: null } : { message: 'Not found' }))
  })
})
afterAll(() => server.close())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-withdrawals-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

it.each([
  {
    chainId: '100',
    asset: 'GNO',
    amounts: ['2000000000', '1031250000'],
    shown: ['0.000000002', '0.00000000103125'],
  },
  {
    chainId: '10200',
    asset: 'GNO',
    amounts: ['2000000000', '1031250000'],
    shown: ['0.000000002', '0.00000000103125'],
  },
  {
    chainId: '1',
    asset: 'ETH',
    amounts: ['64000000000', '33000000000'],
    shown: ['0.000000064', '0.000000033'],
  },
])('chain $chainId pays $asset', async ({ chainId, asset, amounts, shown }) => {
  const source = ['--source', `${server.url}/${chainId}/api/v2`, '--data-dir', dataDir]
  const list = ['list', ADDRESS, 'withdrawals']
  const table = await runCommand([...list, ...source], { columns: 200 })
  expect(table.code).toBe(0)
  const lines = table.stdout.split('\n').filter((line) => line.includes('ago') || /\b(100|99)\b/.test(line))
  expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual(
    shown.map((amount) => expect.arrayContaining([amount, asset]) as unknown),
  )

  // A filter uses the shown amount.
  const more = await runCommand([...list, '--where', `amount>=${shown[0] ?? ''}`, '--jsonl', ...source])
  expect(more.stdout.trim().split('\n')).toHaveLength(1)
  // Unconverted rows contain the block's number; a remark says what it counts.
  expect(more.stdout).toContain(`"amount":"${ROWS[0]?.amount ?? ''}"`)
  const { divisor } = coinFactsOf(chainId).withdrawals ?? {}
  expect(more.stderr.includes(`paid in ${asset}`)).toBe(divisor !== undefined)
  expect(more.stderr.includes(`divided by ${String(divisor)}`)).toBe(divisor !== undefined)

  const file = join(dataDir, 'rows.csv')
  expect(await runCommand(['export', ADDRESS, 'withdrawals', '--out', file, ...source])).toMatchObject({
    code: 0,
  })
  const [head = [], ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const column = (name: string) => rows.map((row) => row[head.indexOf(name)])
  const { token = '' } = coinFactsOf(chainId).withdrawals ?? {}
  expect(column('amount')).toEqual(amounts)
  expect(column('amount_approx')).toEqual(shown)
  expect(column('token')).toEqual([token, token])
  expect(column('token_symbol')).toEqual(token === '' ? ['', ''] : ['GNO', 'GNO'])
})
