/** Reads journals back, line by line and with the programs they are written for. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import type { Book } from './book.ts'
import { hledgerBalances, isInstalled, ledgerBalances, run } from './testing/journal-programs.ts'
import {
  ADDRESS,
  anyLedger,
  bookOf,
  COIN,
  hashOf,
  MAX_AMOUNT,
  movementsOf,
  START,
  tokenOf,
  unitsOf,
  writeFile,
  type TestLedger,
} from './testing/test-ledger.ts'

const HELD = `Assets:Ethereum:${ADDRESS}`
const folder = mkdtempSync(join(tmpdir(), 'chainglass-journals-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const USDC = tokenOf(1, { symbol: 'USDC', decimals: '6' })
const HOSTILE = tokenOf(2, { symbol: 'A"; B\n=1', name: '"\n2020-01-01 * x\n', decimals: '255' })
const SAMPLE: TestLedger = {
  assets: [COIN, USDC, HOSTILE],
  movements: movementsOf([
    {
      asset: COIN.id,
      amount: '5000000000000000000',
      rule: 'genesis',
      transaction: null,
      time: null,
      block: 0,
    },
    { asset: COIN.id, amount: '-21', rule: 'fee', counterparty: null, block: 1 },
    { asset: COIN.id, amount: '-1500000000000000000', block: 1 },
    { asset: USDC.id, amount: '3120440000', rule: 'transfer', block: 1 },
    {
      asset: HOSTILE.id,
      amount: String(MAX_AMOUNT),
      rule: 'mint',
      block: 2,
      time: START + 86_400_000,
      transaction: hashOf(2),
      counterparty: { hash: hashOf(5, 40), name: '(x) | "y" ; [2020-01-01] date:2020-13-01\n=1' },
    },
    { asset: COIN.id, amount: '7', rule: 'block-reward', transaction: null, counterparty: null, block: 3 },
  ]),
}

const expectedFile = (name: string) => readFileSync(new URL(`testing/${name}`, import.meta.url), 'utf8')

/** The sample with its first movement before the period. */
const ofYear = async () => ({
  book: await bookOf(SAMPLE, { split: 1, period: { from: START, to: Date.UTC(2026, 0, 1) } }),
  movements: SAMPLE.movements.slice(1),
})

test('a journal that hledger and ledger read', async () => {
  const { book, movements } = await ofYear()
  expect(await writeFile('hledger', movements, book)).toBe(expectedFile('sample.journal'))
})

test('a beancount journal, an amount of more than 28 digits in parts', async () => {
  const { book, movements } = await ofYear()
  expect(await writeFile('beancount', movements, book)).toBe(expectedFile('sample.beancount'))
})

/** Sums of the postings in a file, by account and commodity. */
function readPostings(file: string, book: Book): ReadonlyMap<string, bigint> {
  const assets = new Map([...book.assets.values()].map((asset) => [asset.name, asset]))
  const sums = new Map<string, bigint>()
  for (const line of file.split('\n')) {
    const match = /^ {2,4}([A-Z][A-Za-z-]+:\S+) {2}(-?[\d.]+) "?([A-Z0-9.-]+)"?(?: = .*| {2};.*)?$/.exec(line)
    if (!match) {
      expect(line).toMatch(/^$|^;|^account |^commodity |^tag time$|^\d{4}-\d\d-\d\d |^ {2,4}(?:; )?[a-z]+: /)
      continue
    }
    const [, account = '', amount = '', name = ''] = match
    const asset = assets.get(name)
    const key = `${account} ${name}`
    sums.set(key, (sums.get(key) ?? 0n) + unitsOf(amount, asset?.decimals ?? 0))
  }
  return sums
}

/** Expected sums by account and commodity: the statement's balances for holdings, their opposite for the other accounts. */
function expectedSums(book: Book, movements: readonly LedgerMovement[], hasOpening: boolean) {
  const sums = new Map<string, bigint>()
  for (const { asset, opening } of book.lines) sums.set(asset.id, hasOpening ? opening : 0n)
  for (const { asset, amount } of movements) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(amount))
  return new Map([...sums].map(([id, sum]) => [book.assets.get(id)?.name ?? id, sum]))
}

describe.each(['hledger', 'beancount'] as const)('%s, of whatever a chain has', (format) => {
  test.each([false, true])(
    'every line is one of ours, all balances, sums are exact; of a period: %s',
    async (isPeriod) => {
      await fc.assert(
        fc.asyncProperty(anyLedger, fc.nat(20), async (ledger, before) => {
          const split = isPeriod ? Math.min(before, ledger.movements.length) : 0
          const book = await bookOf(ledger, { split, period: { from: isPeriod ? START : null, to: null } })
          const movements = ledger.movements.slice(split)
          const sums = readPostings(await writeFile(format, movements, book), book)
          const totals = new Map<string, bigint>()
          const held = new Map<string, bigint>()
          for (const [key, sum] of sums) {
            const [account = '', name = ''] = key.split(' ')
            totals.set(name, (totals.get(name) ?? 0n) + sum)
            if (account === HELD) held.set(name, sum)
          }
          for (const [name, total] of totals) expect([name, total]).toEqual([name, 0n])
          for (const [name, sum] of expectedSums(book, movements, isPeriod))
            expect([name, held.get(name) ?? 0n]).toEqual([name, sum])
        }),
        { numRuns: 200 },
      )
    },
  )
})

test('no two assets have one name, whatever they call themselves', async () => {
  await fc.assert(
    fc.asyncProperty(anyLedger, async (ledger) => {
      const { assets } = await bookOf(ledger)
      const names = [...assets.values()].map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9.-]{0,22}[A-Z0-9]$/)
      for (const { token, name } of assets.values())
        if (name === 'USDC') expect(token?.address_hash).toBe(hashOf(1, 40))
    }),
  )
})

/** Ledgers whose files the programs must accept: the sample, and generated ones with a fixed seed. */
const FILES = [
  { ledger: SAMPLE, split: 0 },
  { ledger: SAMPLE, split: 1 },
  ...fc
    .sample(anyLedger, { seed: 21, numRuns: 12 })
    .map((ledger, at) => ({ ledger, split: at % 2 === 0 ? 0 : 3 })),
]
let written = 0
async function writeSample(format: 'hledger' | 'beancount', { ledger, split }: (typeof FILES)[number]) {
  const period = { from: split === 0 ? null : START, to: split === 0 ? null : Date.UTC(2026, 0, 1) }
  const book = await bookOf(ledger, { split, period })
  const movements = ledger.movements.slice(split)
  const path = join(folder, `${String((written += 1))}.${format}`)
  writeFileSync(path, await writeFile(format, movements, book))
  return { path, book, expected: expectedSums(book, movements, split > 0) }
}
describe.skipIf(!isInstalled('hledger'))('hledger (skipped where it is not installed)', () => {
  test('checks every journal strictly, and has our balances', async () => {
    for (const sample of FILES) {
      const { path, book, expected } = await writeSample('hledger', sample)
      run('hledger', ['-f', path, 'check', '--strict', 'ordereddates'])
      const balances = hledgerBalances(path, HELD)
      for (const { asset } of book.lines)
        expect([asset.name, unitsOf(balances.get(asset.name) ?? '0', asset.decimals)]).toEqual([
          asset.name,
          expected.get(asset.name),
        ])
    }
  })

  test('finds a balance that is one wei off', async () => {
    const { path, book } = await writeSample('hledger', FILES[0]!)
    const file = await writeFile('hledger', SAMPLE.movements, book)
    writeFileSync(path, file.replace('= 3.499999999999999986 ETH', '= 3.499999999999999987 ETH'))
    expect(() => run('hledger', ['-f', path, 'check'])).toThrow('balance assertion')
  })
})

describe.skipIf(!isInstalled('ledger'))('ledger (skipped where it is not installed)', () => {
  test('takes every journal strictly, and has our balances', async () => {
    for (const sample of FILES) {
      const { path, book, expected } = await writeSample('hledger', sample)
      const balances = ledgerBalances(path, HELD)
      for (const { asset } of book.lines)
        expect([asset.name, unitsOf(balances.get(asset.name) ?? '0', asset.decimals)]).toEqual([
          asset.name,
          expected.get(asset.name),
        ])
    }
  })
})

describe.skipIf(!isInstalled('bean-check'))('beancount (skipped where it is not installed)', () => {
  test('finds nothing wrong with any journal', async () => {
    for (const sample of FILES) {
      const { path } = await writeSample('beancount', sample)
      expect(run('bean-check', ['--no-cache', path])).toBe('')
    }
  })

  test('finds a balance that is one wei off', async () => {
    const { path, book } = await writeSample('beancount', FILES[0]!)
    const file = await writeFile('beancount', SAMPLE.movements, book)
    writeFileSync(path, file.replace('3.499999999999999986 ~', '3.499999999999999987 ~'))
    expect(() => run('bean-check', ['--no-cache', path])).toThrow('Balance failed')
  })
})
