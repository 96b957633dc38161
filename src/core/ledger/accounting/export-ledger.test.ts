/** Tests `ledger.export` over the contract and a real service: compares each file with the statement of its period. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collect } from '#service/sample/testing/collect.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { AccountingFormat } from '#shared/rpc/contract/ledger-export.ts'
import type { LedgerStatement } from '#shared/rpc/contract/ledger.ts'
import { formatAmount } from '#shared/units.ts'
import { openLedger } from '../../testing/open-ledger.ts'
import { FORMATS } from './accounting-formats.ts'
import { decimalsOf } from './book.ts'
import { hledgerBalances, isInstalled, ledgerBalances, run } from './testing/journal-programs.ts'
import { readTable, unitsOf } from './testing/test-ledger.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const chain = createSampleChain({ seed: 'accounting', transactions: 400, now: () => NOW })
let core: Awaited<ReturnType<typeof openLedger>>
/** The address with the most movements. */
let address = ''
/** A period with about the middle half of its movements. */
let half: { readonly from: number; readonly to: number }
const WHOLE = { from: null, to: null }

beforeAll(async () => {
  core = await openLedger(chain)
  const counts: [string, number][] = []
  for (const one of [...collect(chain).addresses.keys()].slice(0, 60))
    counts.push([one, (await core.prove(one)).movements])
  address = counts.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
  const times = (await core.movements(address)).flatMap(({ time }) => time ?? [])
  half = { from: times[times.length >> 2] ?? 0, to: times[3 * (times.length >> 2)] ?? 0 }
})
afterAll(() => core.close())

type Period = { readonly from: number | null; readonly to: number | null }
const asked = (period: Period) => ({ source: core.source, address, ...period })
async function exportTo(format: AccountingFormat, period: Period) {
  const exported = await core.call('ledger.export', { ...asked(period), format })
  if (!exported) throw new Error('No folder was chosen.')
  return { ...exported, text: readFileSync(exported.file, 'utf8') }
}

/** Amounts of a statement other than 0, sorted. Files name assets differently, so only amounts are compared. */
const amountsOf = ({ lines }: LedgerStatement, of: 'closing' | 'change') =>
  lines
    .map(({ asset, opening, closing }) => {
      const amount = of === 'closing' ? BigInt(closing) : BigInt(closing) - BigInt(opening)
      return formatAmount(amount, decimalsOf(asset, 18), '')
    })
    .filter((amount) => amount !== '0')
    .sort()

/** Sums of a table by currency, in the form of `amountsOf`. */
function sumTable(text: string): readonly string[] {
  const sums = new Map<string, bigint>()
  const add = (sign: bigint, amount = '', currency = '') => {
    if (currency !== '') sums.set(currency, (sums.get(currency) ?? 0n) + sign * unitsOf(amount, 77))
  }
  for (const row of readTable(text)) {
    add(1n, row['Received Amount'] ?? row['Buy Amount'], row['Received Currency'] ?? row['Buy Currency'])
    add(-1n, row['Sent Amount'] ?? row['Sell Amount'], row['Sent Currency'] ?? row['Sell Currency'])
    add(-1n, row['Fee Amount'] ?? row.Fee, row['Fee Currency'])
  }
  return [...sums.values()]
    .filter((sum) => sum !== 0n)
    .map((sum) => formatAmount(sum, 77, ''))
    .sort()
}
const normal = (amounts: Iterable<string>) =>
  [...amounts]
    .map((amount) => formatAmount(unitsOf(amount, 77), 77, ''))
    .filter((amount) => amount !== '0')
    .sort()

describe.each([
  { of: 'all', period: () => WHOLE },
  { of: 'a part', period: () => half },
])('of $of of the ledger', ({ period }) => {
  test.each(['koinly', 'cointracking'] as const)('%s comes to what the statement says', async (format) => {
    const statement = await core.call('ledger.statement', asked(period()))
    const { text, movements } = await exportTo(format, period())
    expect(movements).toBe(statement.movements)
    expect(movements).toBeGreaterThan(20)
    // The genesis balance is in the opening balance of a statement, but a row in a table of all movements.
    const of = period().from === null ? 'closing' : 'change'
    expect(sumTable(text)).toEqual(amountsOf(statement, of))
  })

  test.skipIf(!isInstalled('hledger'))(
    'hledger (skipped where it is not installed) has its balances',
    async () => {
      const statement = await core.call('ledger.statement', asked(period()))
      const { file } = await exportTo('hledger', period())
      run('hledger', ['-f', file, 'check', '--strict', 'ordereddates'])
      const held = run('hledger', ['-f', file, 'accounts', '^Assets:']).trim()
      expect(normal(hledgerBalances(file, held).values())).toEqual(amountsOf(statement, 'closing'))
    },
    120_000,
  )

  test.skipIf(!isInstalled('ledger'))(
    'ledger (skipped where it is not installed) has its balances',
    async () => {
      const statement = await core.call('ledger.statement', asked(period()))
      const { file } = await exportTo('hledger', period())
      const held = run('ledger', ['--args-only', '-f', file, 'accounts', '^Assets:']).trim()
      expect(normal(ledgerBalances(file, held).values())).toEqual(amountsOf(statement, 'closing'))
    },
    120_000,
  )

  test.skipIf(!isInstalled('bean-check'))(
    'beancount (skipped where it is not installed) finds nothing wrong',
    async () => {
      const { file } = await exportTo('beancount', period())
      expect(run('bean-check', ['--no-cache', file])).toBe('')
    },
    120_000,
  )
})

test('a file is called by what is in it, and replaces none', async () => {
  const first = await exportTo('koinly', { from: Date.UTC(2025, 0, 1), to: Date.UTC(2026, 0, 1) })
  expect(basename(first.file)).toBe(
    `chainglass-ledger-${address.slice(0, 10)}-koinly-from-2025-01-01-to-2025-12-31.csv`,
  )
  const files = await Promise.all(
    (Object.keys(FORMATS) as AccountingFormat[]).map((format) => exportTo(format, half)),
  )
  expect(new Set(files.map(({ file }) => file)).size).toBe(files.length)
  for (const { file } of files)
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('of lists that are not whole here there is no file', async () => {
  const other = await openLedger(chain, 'instance')
  const long = chain.suggestedAddresses().find(({ name }) => name === 'Harbour Exchange')?.address ?? ''
  const asked = { source: other.source, address: long, ...WHOLE, format: 'koinly' } as const
  const answer = await other.client.call('ledger.export', asked)
  await other.close()
  expect(answer).toEqual({ ok: false, error: { code: 'not_found', reason: 'ledger_not_whole' } })
})

test('the files of a core in memory end with it', async () => {
  const other = await openLedger(chain)
  const exported = await other.call('ledger.export', { ...asked(WHOLE), format: 'koinly' })
  const folder = dirname(exported!.file)
  expect(existsSync(folder)).toBe(true)
  await other.close()
  expect(existsSync(folder)).toBe(false)
})
