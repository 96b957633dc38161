/** Reads the tables for Koinly, CoinTracking and rotki back by their published column names. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountingFormat } from '#shared/rpc/contract/ledger-export.ts'
import {
  anyLedger,
  bookOf,
  COIN,
  hashOf,
  MAX_AMOUNT,
  movementsOf,
  readTable,
  START,
  tokenOf,
  unitsOf,
  writeFile,
  type TestMovement,
} from './testing/test-ledger.ts'

const USDC = tokenOf(1, { symbol: 'USDC', name: 'USD Coin', decimals: '6' })
const FAKE = tokenOf(2, { symbol: 'USDC', name: 'USD Coin', decimals: null })
const NFT = tokenOf(3, { symbol: 'PUNK', type: 'ERC-721', decimals: '18' })
const fee: TestMovement = { asset: COIN.id, amount: '-21', rule: 'fee', counterparty: null }

const MADE = movementsOf([
  { asset: COIN.id, amount: '5000000000000000000', rule: 'genesis', transaction: null, time: null, block: 0 },
  // A trade with change and its fee.
  { ...fee, block: 2 },
  { asset: COIN.id, amount: '-1500000000000000000', block: 2, price: { usd: '3120.455', of: 'then' } },
  // A current price says nothing about the time of the movement.
  { asset: USDC.id, amount: '3120440000', rule: 'transfer', block: 2, price: { usd: '1.2', of: 'now' } },
  { asset: COIN.id, amount: '500000000000000000', rule: 'internal', block: 2 },
  // Two assets that go out in one transaction are no trade.
  { ...fee, block: 3, transaction: hashOf(2), time: START + 1_000 },
  { asset: USDC.id, amount: '-1', rule: 'transfer', block: 3, transaction: hashOf(2), time: START + 1_000 },
  {
    asset: NFT.id,
    nft: '7',
    amount: '-1',
    rule: 'burn',
    block: 3,
    transaction: hashOf(2),
    time: START + 1_000,
  },
  // A failed transaction.
  { ...fee, block: 4, transaction: hashOf(3), time: START + 2_000 },
  // Another token with a well-known symbol.
  {
    asset: FAKE.id,
    amount: String(MAX_AMOUNT),
    rule: 'mint',
    block: 5,
    transaction: hashOf(4),
    time: START + 3_000,
    counterparty: { hash: hashOf(0, 40), name: '=cmd|"/c calc"\r\n;-1' },
  },
])
const LEDGER = { assets: [COIN, USDC, FAKE, NFT], movements: MADE }

/** Some columns of each row. */
async function rowsOf(format: AccountingFormat, columns: readonly string[]) {
  const rows = readTable(await writeFile(format, MADE, await bookOf(LEDGER)))
  return rows.map((row) => columns.map((column) => row[column]).join(' | '))
}
const headOf = async (format: AccountingFormat) =>
  (await writeFile(format, [], await bookOf(LEDGER))).trimEnd()

test('Koinly’s universal template', async () => {
  expect(await headOf('koinly')).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
  )
  const columns = ['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency']
  expect(await rowsOf('koinly', [...columns, 'Fee Amount', 'Fee Currency', 'Label'])).toEqual([
    '2025-01-01 00:00:00 UTC |  |  | 5 | ETH |  |  | ',
    '2025-01-01 00:00:00 UTC | 1 | ETH | 3120.44 | USDC |  |  | ',
    '2025-01-01 00:00:00 UTC | 0.000000000000000021 | ETH |  |  |  |  | cost',
    '2025-01-01 00:00:01 UTC | 0.000001 | USDC |  |  | 0.000000000000000021 | ETH | ',
    '2025-01-01 00:00:01 UTC | 1 | PUNK-00000000 |  |  |  |  | ',
    '2025-01-01 00:00:02 UTC | 0.000000000000000021 | ETH |  |  |  |  | cost',
    `2025-01-01 00:00:03 UTC |  |  | ${String(MAX_AMOUNT)} | USDC-00000000 |  |  | `,
  ])
})

test('net worth for Koinly, by the price of then and no other', async () => {
  const worth = await rowsOf('koinly', [
    'Sent Amount',
    'Sent Currency',
    'Net Worth Amount',
    'Net Worth Currency',
  ])
  expect(worth[1]).toBe('1 | ETH | 3120.45 | USD')
  expect(worth.toSpliced(1, 1).every((row) => row.endsWith(' |  | '))).toBe(true)
})

test('CoinTracking’s import, a fee in a row of its own', async () => {
  expect(await headOf('cointracking')).toBe(
    'Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,Trade-Group,Comment,Date,Tx-ID',
  )
  const columns = ['Type', 'Buy Amount', 'Buy Currency', 'Sell Amount', 'Sell Currency', 'Fee', 'Date']
  expect(await rowsOf('cointracking', columns)).toEqual([
    'Deposit | 5 | ETH |  |  |  | 2025-01-01 00:00:00',
    'Trade | 3120.44 | USDC | 1 | ETH |  | 2025-01-01 00:00:00',
    'Other Fee |  |  | 0.000000000000000021 | ETH |  | 2025-01-01 00:00:00',
    'Withdrawal |  |  | 0.000001 | USDC |  | 2025-01-01 00:00:01',
    'Withdrawal |  |  | 1 | PUNK-00000000 |  | 2025-01-01 00:00:01',
    'Other Fee |  |  | 0.000000000000000021 | ETH |  | 2025-01-01 00:00:01',
    'Other Fee |  |  | 0.000000000000000021 | ETH |  | 2025-01-01 00:00:02',
    `Deposit | ${String(MAX_AMOUNT)} | USDC-00000000 |  |  |  | 2025-01-01 00:00:03`,
  ])
})

test('rotki’s generic import: trades in one file, all else in another', async () => {
  expect(await headOf('rotki-events')).toBe(
    'Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp',
  )
  const columns = ['Type', 'Location', 'Currency', 'Amount', 'Fee', 'Fee Currency', 'Timestamp']
  const [usdc, fake, nft] = [USDC, FAKE, NFT].map(({ token }) => token?.address_hash ?? '')
  expect(await rowsOf('rotki-events', columns)).toEqual([
    `Deposit | blockchain | ETH | 5 |  |  | ${String(START)}`,
    `Spend | blockchain | ETH | 0.000000000000000021 |  |  | ${String(START)}`,
    `Withdrawal | blockchain | eip155:1/erc20:${usdc ?? ''} | 0.000001 | 0.000000000000000021 | ETH | ${String(START + 1_000)}`,
    `Withdrawal | blockchain | eip155:1/erc721:${nft ?? ''}/7 | 1 |  |  | ${String(START + 1_000)}`,
    `Spend | blockchain | ETH | 0.000000000000000021 |  |  | ${String(START + 2_000)}`,
    `Deposit | blockchain | eip155:1/erc20:${fake ?? ''} | ${String(MAX_AMOUNT)} |  |  | ${String(START + 3_000)}`,
  ])

  expect(await headOf('rotki-trades')).toBe(
    'Location,Spend Currency,Receive Currency,Receive Amount,Spend Amount,Fee,Fee Currency,Description,Timestamp',
  )
  const sides = ['Spend Currency', 'Receive Currency', 'Receive Amount', 'Spend Amount', 'Fee', 'Timestamp']
  expect(await rowsOf('rotki-trades', sides)).toEqual([
    `ETH | eip155:1/erc20:${usdc ?? ''} | 3120.44 | 1 |  | ${String(START)}`,
  ])
})

describe('a trade is', () => {
  const tradesOf = async (made: readonly TestMovement[]) => {
    const movements = movementsOf(made)
    const book = await bookOf({ assets: LEDGER.assets, movements })
    return readTable(await writeFile('rotki-trades', movements, book)).length
  }
  const out: TestMovement = { asset: COIN.id, amount: '-5' }
  const into: TestMovement = { asset: USDC.id, amount: '7', rule: 'transfer' }
  test.each([
    ['one asset out and another in', [out, into], 1],
    ['that with other movements between them', [out, { ...out, transaction: hashOf(8) }, into], 1],
    ['one asset for an NFT', [out, { ...into, asset: NFT.id, nft: '1', amount: '1' }], 1],
    ['not in two transactions', [out, { ...into, transaction: hashOf(2) }], 0],
    ['not with a third asset', [out, into, { ...into, asset: FAKE.id }], 0],
    ['not where nothing but a fee went out', [{ ...out, rule: 'fee' as const }, into], 0],
    ['not where both came in', [{ ...out, amount: '5' }, into], 0],
    ['not where all of it came back', [out, { ...out, amount: '5' }, into], 0],
    [
      'not of one NFT for another of its collection',
      [
        out,
        { ...into, asset: NFT.id, nft: '1', amount: '2' },
        { ...into, asset: NFT.id, nft: '2', amount: '-1' },
      ],
      0,
    ],
    ['not without a transaction', [out, into].map((one) => ({ ...one, transaction: null })), 0],
  ])('%s', async (_, made, count) => {
    expect(await tradesOf(made)).toBe(count)
  })
})

/** Column names for received, sent and fee amounts in each table. */
const READERS: Readonly<
  Record<
    string,
    { in: readonly [string, string]; out: readonly [string, string]; fee: readonly [string, string] }
  >
> = {
  koinly: {
    in: ['Received Amount', 'Received Currency'],
    out: ['Sent Amount', 'Sent Currency'],
    fee: ['Fee Amount', 'Fee Currency'],
  },
  cointracking: {
    in: ['Buy Amount', 'Buy Currency'],
    out: ['Sell Amount', 'Sell Currency'],
    fee: ['Fee', 'Fee Currency'],
  },
}

describe.each(['koinly', 'cointracking'] as const)('%s, of whatever a chain has', (format) => {
  test('sums are exact, and no cell is a formula', async () => {
    await fc.assert(
      fc.asyncProperty(anyLedger, async (ledger) => {
        const book = await bookOf(ledger)
        const sums = new Map<string, bigint>()
        const assets = new Map([...book.assets.values()].map((asset) => [asset.name, asset]))
        const { in: into, out, fee: paid } = READERS[format]!
        for (const row of readTable(await writeFile(format, ledger.movements, book))) {
          for (const text of Object.values(row)) expect(text).not.toMatch(/^[=+\-@]|[\r\n\u202e\u2028\0]/u)
          for (const [[amount, currency], sign] of [
            [into, 1n],
            [out, -1n],
            [paid, -1n],
          ] as const) {
            const asset = assets.get(row[currency] ?? '')
            // Koinly ignores a fee of the same currency as the amount, so such a fee is not summed.
            if (amount === paid[0] && [row[into[1]], row[out[1]]].includes(row[currency])) continue
            if (!asset) expect(row[amount]).toBe('')
            else
              sums.set(
                asset.id,
                (sums.get(asset.id) ?? 0n) + sign * unitsOf(row[amount] ?? '', asset.decimals),
              )
          }
        }
        for (const { asset, closing } of book.lines) expect(sums.get(asset.id) ?? 0n).toBe(closing)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a fee', () => {
  const paidIn = (asset: string): TestMovement => ({ ...fee, asset })
  const out = (asset: string): TestMovement => ({ asset, amount: '-5', rule: 'transfer' })
  const into = (asset: string): TestMovement => ({ asset, amount: '7', rule: 'transfer' })
  const [coin, usdc, fake] = [COIN.id, USDC.id, FAKE.id]
  test.each([
    ['of what was sent', [paidIn(coin), out(coin)], [' | ', '0.000000000000000021 | ETH | cost']],
    ['of a token that was sent', [paidIn(usdc), out(usdc)], [' | ', '0.000021 | USDC | cost']],
    [
      'of what was given',
      [paidIn(coin), out(coin), into(usdc)],
      [' | ', '0.000000000000000021 | ETH | cost'],
    ],
    [
      'of what was taken',
      [paidIn(coin), out(usdc), into(coin)],
      [' | ', '0.000000000000000021 | ETH | cost'],
    ],
    ['of a token that was taken', [paidIn(usdc), out(coin), into(usdc)], [' | ', '0.000021 | USDC | cost']],
    ['of what only came in', [paidIn(coin), into(coin)], [' | ', '0.000000000000000021 | ETH | cost']],
  ])('%s has a row of its own for Koinly', async (_, made, expected) => {
    const rows = await cellsOf(made)
    expect(rows.map(({ fee: cell }) => cell)).toEqual(rows.map(() => ' | '))
    expect([rows[0]?.fee, ...rows.filter(({ label }) => label).map(({ own }) => own)]).toEqual(expected)
  })
  test.each([
    ['what was sent', [paidIn(coin), out(usdc)]],
    ['both sides of a trade', [paidIn(coin), out(usdc), into(fake)]],
    ['the first thing that was sent, which is of its own', [paidIn(coin), out(coin), out(usdc)]],
  ])('stands in the row of what was sent, of another currency than %s', async (_, made) => {
    const rows = await cellsOf(made)
    expect(rows.filter(({ fee: cell }) => cell === '0.000000000000000021 | ETH')).toHaveLength(1)
    expect(rows.some(({ label }) => label)).toBe(false)
  })
  test('in two currencies is two fees', async () => {
    const rows = await cellsOf([paidIn(coin), paidIn(usdc)])
    expect(rows.map(({ own }) => own)).toEqual([
      '0.000000000000000021 | ETH | cost',
      '0.000021 | USDC | cost',
    ])
  })

  async function cellsOf(made: readonly TestMovement[]) {
    const movements = movementsOf(made)
    const book = await bookOf({ assets: LEDGER.assets, movements })
    return readTable(await writeFile('koinly', movements, book)).map((row) => ({
      fee: `${row['Fee Amount'] ?? ''} | ${row['Fee Currency'] ?? ''}`,
      own: `${row['Sent Amount'] ?? ''} | ${row['Sent Currency'] ?? ''} | ${row.Label ?? ''}`,
      label: row.Label ?? '',
    }))
  }
})

test('rotki’s two files together have everything', async () => {
  await fc.assert(
    fc.asyncProperty(anyLedger, async (ledger) => {
      const book = await bookOf(ledger)
      const rows = [
        ...readTable(await writeFile('rotki-events', ledger.movements, book)),
        ...readTable(await writeFile('rotki-trades', ledger.movements, book)),
      ]
      let coins = 0n
      const add = (sign: bigint, amount = '', currency = '') => {
        if (currency === 'ETH') coins += sign * unitsOf(amount, 18)
      }
      for (const row of rows) {
        add(row.Type === 'Deposit' ? 1n : -1n, row.Amount, row.Currency)
        add(1n, row['Receive Amount'], row['Receive Currency'])
        add(-1n, row['Spend Amount'], row['Spend Currency'])
        add(-1n, row.Fee, row['Fee Currency'])
      }
      const expected = book.lines.find(({ asset }) => asset.id === COIN.id)?.closing ?? 0n
      expect(coins).toBe(expected)
    }),
    { numRuns: 300 },
  )
})
