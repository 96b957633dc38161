/** Queries in SQL give the same results as testing each movement. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLedgerFile } from './ledger-file.ts'
import type { KeptMovement } from './movement-rows.ts'
import { MovementStore } from './movement-store.ts'
import { counterpartiesOf } from '../ledger-counterparties.ts'
import { ledgerOver } from '../ledger.ts'
import type { MovementFilter } from './movement-filter.ts'
import { ALL, type PositionedMovement } from '../movements.ts'
import { withEntries } from '../entries/with-entries.ts'
import { hashOf, OTHER, OWN } from '../testing/test-chain.ts'

const START = Date.UTC(2024, 10, 28)
const DAY = 86_400_000
const ASSETS = ['coin', hashOf(1, 40), `${hashOf(2, 40)}:7`]
const MAX_AMOUNT = 2n ** 256n - 1n

const anyMovement = fc.record({
  asset: fc.constantFrom(...ASSETS),
  amount: fc
    .oneof(
      fc.bigInt(-MAX_AMOUNT, MAX_AMOUNT),
      fc.bigInt(-(10n ** 19n), 10n ** 19n),
      fc.constantFrom(MAX_AMOUNT),
    )
    .filter((amount) => amount !== 0n),
  rule: fc.constantFrom('value' as const, 'fee' as const, 'transfer' as const),
  counterparty: fc.constantFrom(
    null,
    { hash: OTHER },
    { hash: OTHER, name: 'Other' },
    { hash: hashOf(9, 40) },
  ),
  days: fc.constantFrom(0, 0, 0.3, 1, 3, 40, 400),
})
type TestMovement = typeof anyMovement extends fc.Arbitrary<infer Made> ? Made : never
const anyEntry = fc.record({
  asset: fc.constantFrom(...ASSETS, hashOf(3, 40)),
  amount: fc.bigInt(-MAX_AMOUNT, MAX_AMOUNT).filter((amount) => amount !== 0n),
  days: fc.integer({ min: -5, max: 900 }),
})
const anyTime = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -40, max: 2_000 }).map((days) => START + days * DAY),
  fc.integer({ min: 0, max: 40 }).map((months) => Date.UTC(2024, 10 + months)),
)
const anyQuestion = fc.record({
  from: anyTime,
  to: anyTime,
  asset: fc.constantFrom(null, ...ASSETS),
  offset: fc.nat(12),
  limit: fc.integer({ min: 1, max: 12 }),
  isFiltered: fc.boolean(),
  by: fc.constantFrom('hour' as const, 'day' as const, 'month' as const),
})

function openStore(made: readonly TestMovement[], hasGenesis: boolean) {
  const store = new MovementStore(openLedgerFile(':memory:'))
  const id = store.begin({ source: 'one', address: OWN }, '')
  let at = START
  const all = made.map(({ days, ...movement }, nth): KeptMovement => {
    at += Math.floor(days * DAY)
    const more = { block: nth >> 1, index: nth, nft: null, row: String(nth), transaction: hashOf(nth) }
    return { ...movement, ...more, at, time: at, list: 'address-transactions' }
  })
  const [first] = all
  if (hasGenesis && first)
    all.unshift({ ...first, asset: 'coin', rule: 'genesis', block: 0, at: -Infinity, time: null })
  const writer = store.writer(id)
  for (const movement of all.toReversed()) writer.add(movement)
  writer.end()
  const proof = { revision: 1, assets: [], movements: all.length, assetCount: 0 }
  const assetOf = (asset: string) => ({ id: asset, token: null, tokenId: null })
  const ledger = ledgerOver(store.reader(id), { proof: proof as never, assetOf, size: all.length })
  return { store, ledger, kept: all }
}

const sum = (movements: readonly PositionedMovement[]) =>
  movements.reduce((all, { amount }) => all + amount, 0n)

test('pages, statements, intervals and counterparties, with entries by hand or without', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyMovement, { maxLength: 30 }),
      fc.boolean(),
      fc.array(anyEntry, { maxLength: 3 }),
      fc.array(anyQuestion, { minLength: 1, maxLength: 5 }),
      async (made, hasGenesis, entered, questions) => {
        const { store, ledger: bare, kept } = openStore(made, hasGenesis)
        const entries = entered.map(({ asset, amount, days }, id) => ({
          ...{ id, asset: { id: asset, token: null, tokenId: null }, amount: String(amount) },
          ...{ block: null, time: START + days * DAY, note: 'by hand' },
        }))
        const ledger = withEntries(bare, entries, 1)
        const all = ledger.reader.read(ledger.reader.span(ALL), {}, { order: 'ASC', limit: 100 })
        expect(all.map(({ place }) => place)).toEqual(all.map((_, nth) => nth))
        expect(all.flatMap(({ place: _, ...one }) => (one.list ? [one] : []))).toEqual(kept)
        expect(all).toEqual(
          [...all].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
        )
        for (const { from, to, asset, offset, limit, isFiltered, by } of questions) {
          const filter: MovementFilter = { key: 'even', passes: ({ amount }) => amount % 2n === 0n }
          const options = isFiltered ? { filter } : {}
          const counted = all.filter((one) => !isFiltered || filter.passes(one))
          const until = counted.filter(({ at }) => at < Math.max(from ?? -Infinity, to ?? Infinity))
          const within = until.filter(({ at }) => at >= (from ?? -Infinity))
          const own = within.filter((one) => asset === null || one.asset === asset)
          const page = await ledger.movements({ from, to, asset, offset, limit }, options)
          expect(page.total).toBe(own.length)
          expect(page.movements.map(({ place }) => place)).toEqual(
            own
              .toReversed()
              .slice(offset, offset + limit)
              .map(({ place }) => place),
          )
          const statement = await ledger.statement({ from, to }, options)
          expect(statement.movements).toBe(within.length)
          for (const line of statement.lines) {
            const ofLine = (one: PositionedMovement) => one.asset === line.asset.id
            expect(line.closing).toBe(String(sum(until.filter(ofLine))))
            const moved = within.filter((one) => ofLine(one) && one.rule !== 'genesis')
            expect([line.in, line.out, line.fees, line.movements]).toEqual([
              String(sum(moved.filter(({ amount }) => amount > 0n))),
              String(-sum(moved.filter(({ amount }) => amount < 0n))),
              String(-sum(moved.filter(({ rule }) => rule === 'fee'))),
              moved.length,
            ])
          }
          const ofCoin = within.filter((one) => one.asset === 'coin' && one.rule !== 'genesis')
          const request = { from, to, asset: 'coin', by, zone: 'utc' as const }
          const { opening, intervals } = await ledger.series(request, options)
          expect(intervals.reduce((count, { movements }) => count + movements, 0)).toBe(ofCoin.length)
          expect(intervals.at(-1)?.closing ?? opening).toBe(
            String(sum(until.filter((one) => one.asset === 'coin'))),
          )
          for (const { start, end, in: came, out } of intervals) {
            const inIt = ofCoin.filter(({ at }) => at >= start && at < end)
            expect(BigInt(came) - BigInt(out)).toBe(sum(inIt))
          }
          const { counterparties } = await counterpartiesOf(ledger, { from, to, asset: 'coin' }, options)
          for (const { party, in: came, out, movements } of counterparties) {
            const inIt = ofCoin.filter(({ counterparty }) => counterparty?.hash === party?.hash)
            expect([BigInt(came) - BigInt(out), movements]).toEqual([sum(inIt), inIt.length])
            expect(party).toEqual(inIt.at(-1)?.counterparty)
          }
        }
        store.database.close()
      },
    ),
    { numRuns: 300 },
  )
})

test('of more parties than may be looked at in one go none is told', () => {
  const store = new MovementStore(openLedgerFile(':memory:'))
  const id = store.begin({ source: 'one', address: OWN }, '')
  store.writer(id).end()
  const add = (from: number, to: number) =>
    store.database.run(
      `WITH RECURSIVE n (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM n WHERE n < ?)
        INSERT INTO parties (ledger_id, body) SELECT ?, '{"hash":"' || n || '"}' FROM n`,
      ...[from, to, id],
    )
  add(1, 50_000)
  expect(store.reader(id).parties()).toHaveLength(50_000)
  add(50_001, 50_001)
  expect(store.reader(id).parties()).toBeUndefined()
  store.database.close()
})
