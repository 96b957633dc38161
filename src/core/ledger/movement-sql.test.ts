/** The SQL condition of a query finds the same movements as the test of each row, for generated queries and movements. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerAsset, LedgerProof } from '#shared/rpc/contract/ledger.ts'
import { createMovementQueries } from './ask-movements.ts'
import { openLedgerFile } from './kept/ledger-file.ts'
import { RULES } from './kept/movement-rows.ts'
import { MovementStore } from './kept/movement-store.ts'
import { ledgerOver } from './ledger.ts'
import type { MovementFilter } from './kept/movement-filter.ts'
import { ALL, type PositionedMovement } from './movements.ts'
import { hashOf, OTHER, OWN, tokenOf } from './testing/test-chain.ts'

const COIN = { id: 'coin', token: null, tokenId: null }
const assetOf = (id: string): LedgerAsset => ASSETS.find((one) => one.id === id) ?? COIN
const ASSETS: readonly LedgerAsset[] = [
  COIN,
  ...[
    tokenOf(1, { decimals: '6', symbol: 'USDC' }),
    tokenOf(2, { decimals: null, symbol: 'ODD' }),
    tokenOf(3, { type: 'ERC-721', symbol: 'PIC' }),
    tokenOf(4, { decimals: '0', type: 'ERC-1155', symbol: 'usd' }),
  ].map((token) => ({ id: token.address_hash, token, tokenId: null }) as LedgerAsset),
]
const PARTIES = [
  null,
  { hash: OTHER, name: 'Harbour' },
  { hash: OWN },
  { hash: hashOf(77, 40), is_scam: true },
]
const START = Date.UTC(2025, 0, 30)
const HOUR = 3_600_000

const anyAmount = fc.oneof(
  fc.bigInt(-12n, 12n).map((n) => n * 10n ** 18n),
  fc.bigInt(-3_000_000n, 3_000_000n),
  fc.bigInt(-4n, 4n),
  fc.constantFrom(2n ** 256n - 1n, 1n - 2n ** 256n, 10n ** 100n),
)
const anyMovement = fc.record({
  asset: fc.constantFrom(...ASSETS.map(({ id }) => id)),
  amount: anyAmount.filter((amount) => amount !== 0n),
  rule: fc.constantFrom(...RULES.filter((rule) => rule !== 'genesis')),
  counterparty: fc.constantFrom(...PARTIES),
  nft: fc.constantFrom(null, '7', '12'),
  hasTime: fc.boolean(),
})
const anyTerm = fc.oneof(
  fc.constantFrom(
    'in',
    'out',
    'scam',
    'harbour',
    'usd',
    'eth',
    'fee',
    'c-7',
    '0x0b0b',
    `from:${OWN}`,
    `to:${OTHER}`,
    'with:harbour',
  ),
  fc.constantFrom('type:fee', 'type:erc721', 'type:t', 'token:usd', 'token=usd', `token:${hashOf(3, 40)}`),
  fc.constantFrom('id:7', '#12', 'after:2025-01-31', 'before:2025-02', 'on:2025-01-31', '12'),
  fc
    .tuple(
      fc.constantFrom('amount', 'amount', 'value', 'fee', 'block'),
      fc.constantFrom('>', '>=', '<', '<=', '='),
      fc.constantFrom('0', '1', '1.5', '2.5', '3', '0.0000000000000000001', '1000000000000000001'),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('amount:1..3', 'block:2..7'),
)
const anyQuery = fc
  .array(fc.tuple(fc.constantFrom('', '-'), anyTerm, fc.constantFrom(' ', ' or ')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((terms) => terms.map(([sign, term, by], nth) => (nth === 0 ? '' : by) + sign + term).join(''))

const source = { coin: { symbol: 'ETH', decimals: 18 }, chainId: '1' }
const queryOf = createMovementQueries({ get: () => source } as never, () => [])

test('a question in SQL finds the movements that fit it, and their sums', async () => {
  const found = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMovement, { minLength: 1, maxLength: 40 }),
      fc.array(anyQuery, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (made, queries, hasManyParties) => {
        const store = new MovementStore(openLedgerFile(':memory:'))
        const id = store.begin({ source: 'one', address: OWN }, '')
        const writer = store.writer(id)
        for (const [nth, { hasTime, ...movement }] of [...made.entries()].reverse()) {
          const at = START + nth * HOUR * 7
          writer.add({
            ...movement,
            block: nth >> 1,
            time: hasTime ? at : null,
            at,
            index: nth,
            list: 'address-transactions',
            row: String(nth),
            transaction: hashOf(nth),
          })
        }
        writer.end()
        const reader = store.reader(id)
        if (hasManyParties) Object.assign(reader, { parties: () => undefined })
        const ledger = ledgerOver(reader, { proof: {} as LedgerProof, assetOf, size: 1 })
        const all = reader.read(reader.span(ALL), {}, { order: 'ASC', limit: 100 })
        for (const query of queries) {
          let filter: MovementFilter | undefined
          try {
            filter = queryOf({ source: 'one', address: OWN, query }, ledger)
          } catch {
            // The text is no query about movements.
            continue
          }
          if (!filter) continue
          const fitting = all.filter((one: PositionedMovement) => filter.passes(one))
          const page = await ledger.movements({ ...ALL, asset: null, offset: 0, limit: 100 }, { filter })
          expect([query, page.movements.map(({ place }) => place)]).toEqual([
            query,
            fitting.map(({ place }) => place).reverse(),
          ])
          if (fitting.length > 0 && fitting.length < all.length) found.add(query)
          const { lines } = await ledger.statement(ALL, { filter })
          for (const { asset, closing } of lines)
            expect(closing).toBe(
              String(fitting.reduce((sum, one) => (one.asset === asset.id ? sum + one.amount : sum), 0n)),
            )
        }
        store.database.close()
      },
    ),
    { numRuns: 500 },
  )
  expect(found.size).toBeGreaterThan(100)
})
