/** Questions over the lists of several addresses: the rows, their order, owners and sums equal those of the pages. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAt } from '#core/testing/client-at.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { collect } from '#service/sample/testing/collect.ts'
import { listEndpoint, LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { canBeMerged, isInChainOrder, ownersOf } from '#shared/lists/merged-lists.ts'
import { checkQuery } from '#shared/query/check-query.ts'
import { compileQuery } from '#shared/query/compile-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { sortValue } from '#shared/query/sort.ts'
import { compareValues } from '#shared/query/sort-values.ts'
import { countTotals } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import { writeTotals } from '#shared/rpc/totals-text.ts'
import type { ReadySource } from '#shared/source.ts'
import { createMergedLists } from '../lists/merged/merged-lists.ts'
import { keyNumber } from '../rows/loaded-rows.ts'
import {
  activityOfItems,
  COIN,
  createQueryWorld,
  transaction,
  transfer,
  withdrawal,
} from './testing/kept-world.ts'

const LISTS = LIST_IDS.filter((list) => canBeMerged(list) && isInChainOrder(list))
const TEXTS = [
  '',
  'in',
  'out',
  'within',
  '-within',
  'scam',
  'failed or in',
  'amount > 0.5',
  'in -out',
  'method:transfer or within',
]
const MAX_ROWS = 500

let service: Service
let client: ReturnType<typeof clientAt>
let pairs: readonly (readonly string[])[]
let source: ReadySource
let world: ReturnType<typeof createQueryWorld>
/** By list and address; each list is stored once. */
let pagesOf: Map<string, Map<string, Page>>

beforeAll(async () => {
  const chain = createSampleChain({ seed: 7, transactions: 300, now: () => Date.UTC(2026, 9, 7, 12) })
  pairs = pairsIn(collect(chain))
  service = await createService({ reader: chain, dialect: 'v12' })
  client = clientAt()
  const plain = { id: 'eth', name: 'eth', kind: 'sample', chainId: '1', builtIn: false } as const
  source = { ...plain, baseUrl: service.url, coin: COIN }
  world = createQueryWorld()
  pagesOf = new Map()
})
afterAll(async () => {
  world.close()
  client.close()
  await service.close()
})

/** Pairs of addresses that sent something to each other. */
function pairsIn({ transactions, transfers }: ReturnType<typeof collect>): readonly (readonly string[])[] {
  const pairs = new Map<string, readonly string[]>()
  for (const { from, to } of [...transactions.values(), ...transfers])
    if (from && to && from.hash !== to.hash) pairs.set(`${from.hash} ${to.hash}`, [from.hash, to.hash])
  return [...pairs.values()]
}

/** Stores all pages of an address's list; returns them by cursor. */
async function keep(list: ListId, address: string): Promise<Map<string, Page>> {
  const name = `${list} ${address}`
  const known = pagesOf.get(name)
  if (known) return known
  const pages = new Map<string, Page>()
  const params = { address_hash: address }
  const held = world.archive.list({ source: 'eth', list, params, filters: {} })
  let cursor: Cursor | null = null
  do {
    const {
      dialect: _,
      etag: _etag,
      ...page
    } = await client.readPage(source, {
      list,
      filters: {},
      cursor,
      params,
    })
    pages.set(JSON.stringify(cursor), page)
    held?.write(cursor, page)
    cursor = page.next
  } while (cursor)
  pagesOf.set(name, pages)
  return pages
}

interface MergedRow {
  readonly key: string
  readonly item: object
}

/** Reads a list of several page by page, as a window does, without pending rows, because these are not stored. */
async function readMerged(list: ListId, members: readonly string[]): Promise<MergedRow[]> {
  const merged = createMergedLists()
  const [first = '', ...others] = members
  const query = { source: 'eth', list, params: { address_hash: first }, filters: {}, others }
  const rows: MergedRow[] = []
  let cursor: Cursor | null = null
  do {
    const page: Page = await merged.read(query, cursor, false, async (address, at) => {
      const found = (await keep(list, address)).get(JSON.stringify(at))
      if (!found) throw new Error('No such page')
      return found
    })
    rows.push(...page.items.map((item, at) => ({ key: page.keys[at] ?? '', item: item as object })))
    cursor = page.next
  } while (cursor)
  return rows.filter(({ item }) => !('block_number' in item) || item.block_number !== null)
}

const asked = () =>
  fc.record({
    list: fc.oneof(
      fc.constantFrom<ListId>('address-transactions', 'address-token-transfers'),
      fc.constantFrom(...LISTS),
    ),
    members: fc
      .array(fc.constantFrom(...pairs), { minLength: 1, maxLength: 4 })
      .map((chosen) => [...new Set(chosen.flat())]),
    text: fc.constantFrom(...TEXTS),
  })

test('what is found of several addresses is what their pages have, in their order, each once with its owners', async () => {
  await fc.assert(
    fc.asyncProperty(asked(), async ({ list, members, text }) => {
      const rows = await readMerged(list, members)
      const [first = '', ...others] = members
      const scope = {
        of: 'list',
        source: 'eth',
        list,
        params: { address_hash: first },
        filters: {},
        others,
      } as const
      const { resource } = listEndpoint(list)
      const context: RowContext = {
        ownAddress: first,
        ownAddresses: new Set(members.map((address) => address.toLowerCase()).sort()),
        ownToken: undefined,
        coin: COIN,
        labels: new Map(),
        zone: 'utc',
      }
      const query = text === '' ? null : (parseQuery(text).query ?? null)
      const errors = query ? checkQuery(query, resource, context) : []
      const found = await world.find({ scope, text, limit: MAX_ROWS })
      expect(found.errors).toEqual(errors)
      if (errors.length > 0) return

      const fits = query ? compileQuery(query, resource, context) : () => true
      const expected = rows.filter(({ item }) => fits(item))
      expect(found.rows.map(({ key, item }) => ({ key, item }))).toEqual(expected.slice(0, MAX_ROWS))
      expect({ count: found.count, loaded: found.loaded, isComplete: found.isComplete }).toEqual({
        count: expected.length,
        loaded: rows.length,
        isComplete: true,
      })
      // In the middle, and in another sort order.
      const middle = Math.floor(expected.length / 2)
      const page = await world.find({ scope, text, offset: middle, limit: 5 })
      expect(page.rows.map(({ key }) => key)).toEqual(
        expected.slice(middle, middle + 5).map(({ key }) => key),
      )
      const sorted = await world.find({
        scope,
        text,
        sort: { by: 'time', descending: true },
        limit: MAX_ROWS,
      })
      expect(sorted.rows.map(({ key }) => key).sort()).toEqual(found.rows.map(({ key }) => key).sort())
      const ownersOfRow = sortValue(resource, 'owners', context)
      const byOwners = await world.find({
        scope,
        text,
        sort: { by: 'owners', descending: false },
        limit: MAX_ROWS,
      })
      expect(byOwners.rows.map(({ key }) => key)).toEqual(
        expected
          .toSorted((one, other) => compareValues(ownersOfRow(one.item), ownersOfRow(other.item), false))
          .slice(0, MAX_ROWS)
          .map(({ key }) => key),
      )

      const counter = countTotals(resource, context, undefined, (time) => dayOf(time, 'utc'))
      for (const { item } of expected) counter.add(item, context)
      const { totals } = await world.addUp({ scope, text })
      expect(totals && { ...totals, sums: undefined }).toEqual({
        ...writeTotals(counter.totals, 1_000),
        sums: undefined,
      })
      expect(new Set(totals?.sums)).toEqual(new Set(writeTotals(counter.totals, 1_000).sums))
      expect(await world.activity({ scope, text })).toMatchObject(
        activityOfItems(
          resource,
          expected.map(({ item }) => item),
        ),
      )
    }),
    { numRuns: 150 },
  )
})

test('a mark of scam on one of them marks no row of theirs; what imitates whom one of them deals with is left out', async () => {
  const fresh = createQueryWorld()
  try {
    const [one, other, scammer] = [exampleAddress(1), exampleAddress(2), exampleAddress(3)]
    const [paid, lookAlike] = [`0xabcd${'f'.repeat(32)}1234`, `0xabcd${'e'.repeat(32)}1234`]
    const token = { address_hash: exampleAddress(101), symbol: 'USDC', decimals: '6', exchange_rate: '1' }
    const between = transfer(9, { from: { hash: other, is_scam: true }, to: { hash: one } })
    const scam = transfer(8, { from: { hash: scammer, is_scam: true }, to: { hash: one } })
    const total = [{ value: '5000000' }]
    const dealing = transfer(7, { from: { hash: other }, to: { hash: paid }, token, total })
    const poisoning = transfer(6, { from: { hash: other }, to: { hash: lookAlike }, total: [{ value: '0' }] })
    const list = 'address-token-transfers'
    const keyOf = ({ transaction_hash: hash }: { transaction_hash: string }) => hash
    fresh.hold(fresh.scope({ list, address: one }), [between, scam], keyOf as never)
    fresh.hold(fresh.scope({ list, address: other }), [between, dealing, poisoning], keyOf as never)
    const scope = { ...fresh.scope({ list, address: one }), others: [other] }
    const heights = async (asked: Partial<Parameters<typeof fresh.find>[0]>) => {
      const found = await fresh.find({ scope, ...asked })
      return found.rows.map(({ item }) => (item as { block_number: number }).block_number)
    }
    expect(await heights({})).toEqual([9, 8, 7, 6])
    expect(await heights({ text: 'scam' })).toEqual([8])
    expect(await heights({ fold: true })).toEqual([9, 7])
    const { folded, imitated, readAt } = await fresh.find({ scope, fold: true })
    expect(folded).toEqual({ scam: 1, imitations: 1, isOfNewest: false })
    expect(imitated).toEqual([])
    expect((await fresh.find({ scope, fold: false })).imitated).toEqual([[lookAlike, paid]])
    expect(readAt).toEqual(expect.any(Number))
  } finally {
    fresh.close()
  }
})

test('one of them of whom nothing is kept: what is there is found, and it is not all', async () => {
  const fresh = createQueryWorld()
  try {
    const scope = { ...fresh.scope(), others: [exampleAddress(2)] }
    expect(await fresh.find({ scope })).toMatchObject({ count: 0, isComplete: false, readAt: null })
    fresh.hold(fresh.scope(), [transaction(3), transaction(2)], ({ hash }: { hash: string }) => hash)
    expect(await fresh.find({ scope })).toMatchObject({
      count: 2,
      loaded: 2,
      isComplete: false,
      readAt: null,
    })
    const other = fresh.scope({ address: exampleAddress(2) })
    fresh.hold(other, [transaction(3)], ({ hash }: { hash: string }) => hash)
    const whole = await fresh.find({ scope })
    expect(whole).toMatchObject({ count: 2, loaded: 2, isComplete: true })
    expect(whole.rows.map(({ item }) => ownersOf(item as object)?.of)).toEqual([
      [exampleAddress(1), exampleAddress(2)],
      [exampleAddress(1)],
    ])
  } finally {
    fresh.close()
  }
})

test('rows of one block stand in the order of their numbers, also where these are texts', async () => {
  const fresh = createQueryWorld()
  try {
    const list = 'address-withdrawals'
    const [one, other] = [exampleAddress(1), exampleAddress(2)]
    const keyOf = ({ index }: { index: string }) => index
    const row = (index: number) => withdrawal(5, { index: String(index) })
    fresh.hold(fresh.scope({ list, address: one }), [row(9), row(7)], keyOf as never)
    fresh.hold(fresh.scope({ list, address: other }), [row(10), row(8)], keyOf as never)
    const { rows } = await fresh.find({ scope: { ...fresh.scope({ list, address: one }), others: [other] } })
    expect(rows.map(({ key }) => key)).toEqual(['10', '9', '8', '7'])
  } finally {
    fresh.close()
  }
})

test('what is missing of one of them is told with where it stands, and whose it is', async () => {
  const fresh = createQueryWorld()
  try {
    const [one, other] = [exampleAddress(1), exampleAddress(2)]
    const keyOf = ({ hash }: { hash: string }) => hash
    const row = (height: number) => transaction(height, { position: 1 })
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, at) => row(from - at))
    const own = fresh.scope({ address: one })
    fresh.hold(own, down(60, 1), keyOf, 21)
    const newer = down(80, 74)
    fresh.archive.list(own)?.write(null, {
      ...{ items: newer, keys: newer.map(keyOf), unread: [], next: { newer: 7 } },
    })
    const beside = (position: number) => transaction(74, { hash: `0xb${String(position)}`, position })
    const others = [row(78), beside(2), beside(0), ...[70, 65, 55, 45, 35, 26].map(row)]
    fresh.hold(fresh.scope({ address: other }), others, keyOf as never)
    const scope = { ...own, others: [other] }
    const gap = { from: 74, to: 60, cursor: { newer: 7 }, of: one }
    const end = { from: 40, to: null, cursor: { at: 21 }, of: one }
    const found = await fresh.find({ scope })
    const heights = found.rows.map(({ item }) => (item as { block_number: number }).block_number)
    expect(heights.slice(6, 12)).toEqual([74, 74, 74, 70, 65, 60])
    expect(found.rows[8]?.key).toBe('0xb0')
    expect(heights.slice(-3)).toEqual([40, 35, 26])
    expect(found.gaps).toEqual([
      { before: 8, ...gap },
      { before: heights.length - 2, ...end },
    ])
    // Gaps are placed below the matching rows above them; a gap without matching rows below it is left out.
    const swaps = await fresh.find({ scope, text: 'method:swap' })
    expect(swaps.gaps).toEqual([
      { before: 5, ...gap },
      { before: swaps.count - 1, ...end },
    ])
    expect((await fresh.find({ scope, text: 'block>=40' })).gaps).toEqual([{ before: 8, ...gap }])
    expect((await fresh.find({ scope, sort: { by: 'value', descending: true } })).gaps).toEqual([])
    // Without the rows that came since.
    const mark = { address: one, height: 74, key: keyNumber(row(74).hash) }
    expect((await fresh.find({ scope, from: [mark] })).gaps[0]).toEqual({ before: 3, ...gap })
  } finally {
    fresh.close()
  }
})
