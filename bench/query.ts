/** Questions over 100,000 rows in memory: how long the rows are filtered, by each kind of condition. */
import type { TokenTransfer } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { compileQuery } from '#shared/query/compile-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import { below, timed, type Figure } from './figure.ts'

const ROWS = 100_000
const RUNS = 9
const MAX_MS = 150

const address = (n: number) => `0x${(n % 500).toString(16).padStart(40, '7')}`
const hash = (n: number) => `0x${n.toString(16).padStart(64, '3')}`
const time = (n: number) => new Date(1_735_689_600_000 + n * 12_000).toISOString()
const party = (n: number) => ({ hash: address(n), name: n % 3 === 0 ? `Contract ${String(n % 500)}` : null })

const transaction = (n: number): Transaction => ({
  hash: hash(n),
  from: party(n),
  to: party(n * 7),
  value: `${String(n)}000000000000000`,
  fee: { value: `${String(n)}000000000` },
  method: n % 5 === 0 ? 'swapExactTokensForTokens' : 'transfer',
  status: n % 20 === 0 ? 'error' : 'ok',
  block_number: 19_000_000 + n,
  timestamp: time(n),
  exchange_rate: '2412.55',
})
const transfer = (n: number): TokenTransfer => ({
  transaction_hash: hash(n),
  log_index: n,
  from: party(n),
  to: party(n * 7),
  token: {
    address_hash: address(n % 40),
    symbol: `TK${String(n % 40)}`,
    name: `Token ${String(n % 40)}`,
    decimals: '18',
  },
  token_type: 'ERC-20',
  total: [{ value: `${String(n)}000000000000000` }],
  block_number: 19_000_000 + n,
  timestamp: time(n),
})

const QUESTIONS: readonly (readonly [Resource, string])[] = [
  ['transaction', 'from:treasury'],
  ['transaction', 'value>=0.5'],
  ['transaction', 'usd>10000'],
  ['transaction', 'after:2025-01-05'],
  ['transaction', 'method:swap failed'],
  ['transaction', '"contract 12"'],
  ['transfer', 'token:TK7 amount>10.5'],
  ['transfer', 'with:"Contract 12" -token:TK7 or block:19000000..19001000'],
]

export async function run(): Promise<Figure[]> {
  const rows: Partial<Record<Resource, readonly object[]>> = {
    transaction: Array.from({ length: ROWS }, (_, n) => transaction(n)),
    transfer: Array.from({ length: ROWS }, (_, n) => transfer(n)),
  }
  const context = {
    ownAddress: address(1),
    ownToken: undefined,
    coin: { symbol: 'ETH', decimals: 18 },
    labels: new Map([[address(4), 'Treasury']]),
    zone: 'utc' as const,
  }
  const figures: Figure[] = []
  for (const [resource, text] of QUESTIONS) {
    const { query } = parseQuery(text)
    if (!query) throw new Error(`Not read: ${text}`)
    let found = 0
    const ms = await timed(RUNS, () => {
      const fits = compileQuery(query, resource, context)
      found = (rows[resource] ?? []).filter(fits).length
    })
    if (found === 0 || found === ROWS) throw new Error(`Finds nothing, or all: ${text}`)
    figures.push(below(`100,000 rows: ${text}`, ms, MAX_MS, 'ms'))
  }
  return figures
}
