/** Tests tables for people: columns line up, and nested values and amounts can be read. */
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { formatAmount } from '#shared/units.ts'
import { createOutput } from './output/output.ts'
import { createTable } from './output/table.ts'
import { runCommand, runProgram } from './testing/run-command.ts'

let service: Service
beforeAll(async () => {
  const reader = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7) })
  service = await createService({ reader })
})
afterAll(() => service.close())
const ask = (...args: readonly string[]) =>
  runProgram([...args, '--source', service.url, '--data-dir', ':memory:'])

async function tableOf(columns: number | undefined, names: readonly string[]): Promise<string[]> {
  const stream = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns })
  const output = createOutput(stream, new PassThrough(), { NO_COLOR: '1' })
  const table = createTable(output, [{ name: 'name' }, { name: 'amount', isNumber: true }])
  await table.write(names.map((name, at) => ({ item: null, cells: [name, String(at)] })))
  stream.end()
  return (await stream.setEncoding('utf8').toArray()).join('').trimEnd().split('\n')
}

it('columns line up beside letters of two columns and marks of none', async () => {
  const lines = await tableOf(undefined, ['波卡币', 'abcdef', 'e\u0301', '한국어'])
  expect(lines).toEqual([
    'name    amount',
    '波卡币       0',
    'abcdef       1',
    'e\u0301            2',
    '한국어       3',
  ])
})

it('a name that is cut is no wider than its column', async () => {
  const lines = await tableOf(20, ['波卡币波卡币波卡币', 'abcdefghijklmnopqrs'])
  expect(lines[1]).toBe('波卡币波卡…        0')
  expect(lines[2]).toBe('abcdefghijk…       1')
})

it('show names members of members, and says amounts in units', async () => {
  const listed = await ask('list', 'transactions', '--limit', '30', '--jsonl')
  const { hash, value, from } = listed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { hash: string; value: string; from: { hash: string } })
    .find((row) => row.value !== '0')!
  const { stdout } = await ask('show', hash)
  expect(stdout).toMatch(new RegExp(`^from\\.hash +${from.hash}$`, 'm'))
  expect(stdout).toMatch(new RegExp(`^value +${value} \\(${formatAmount(value, 18)} [A-Z]+\\)$`, 'm'))
  expect(stdout).toMatch(/^gas_price +\d+ \([\d,.]+ gwei\)$/m)
  expect(stdout).not.toContain('{"')
  // Programs get the smallest unit.
  const csv = await ask('show', hash, '--csv')
  expect(csv.stdout).toContain(`\r\nvalue,${value}\r\n`)
})

it('digits of an amount are never cut', async () => {
  const listed = await runCommand(
    [
      ...['list', 'transactions', '--limit', '30', '--fields', 'value,from,to'],
      ...['--source', service.url, '--data-dir', ':memory:'],
    ],
    { columns: 50 },
  )
  const values = listed.stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ +/)[0]!)
  expect(values.some((value) => value.length > 15)).toBe(true)
  for (const value of values) expect(value).toMatch(/^\d+$/)
})
