/** Lists of several addresses over the real service: the result equals their single lists, whatever fails in between. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientAt } from '#core/testing/client-at.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { collect } from '#service/sample/testing/collect.ts'
import { listEndpoint, type ListId, LIST_IDS } from '#shared/lists/list-table.ts'
import type { Cursor, MissingRows, Page } from '#shared/lists/page.ts'
import { canBeMerged, isInChainOrder, ownersOf, withoutOwners } from '#shared/lists/merged-lists.ts'
import { countTotals } from '#shared/query/totals.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ReadySource } from '#shared/source.ts'
import type { ChainOrder } from '../../rows/row-order.ts'
import { createMergedLists } from './merged-lists.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const LISTS = LIST_IDS.filter(canBeMerged)
const CHAIN_LISTS = LISTS.filter(isInChainOrder)
const HOLDING_LISTS = LISTS.filter((list) => !isInChainOrder(list))
const CONTEXT: RowContext = {
  ownAddress: undefined,
  ownToken: undefined,
  coin: { symbol: 'COIN', decimals: 18 },
  labels: new Map(),
  zone: 'utc',
}

interface Row {
  readonly key: string
  readonly item: object
}
type ReadOne = (list: ListId, filters: Filters, address: string, cursor: Cursor | null) => Promise<Page>

describe.each([1, 'several', 0x7fff_ffff])('seed %s', (seed) => {
  let service: Service
  let client: ReturnType<typeof clientAt>
  let addresses: readonly string[]
  let readOne: ReadOne

  beforeAll(async () => {
    const chain = createSampleChain({ seed, transactions: 400, now: () => NOW })
    addresses = [...collect(chain).addresses.keys()].sort()
    service = await createService({ reader: chain, dialect: 'v12' })
    client = clientAt()
    const source: ReadySource = {
      id: 'sample',
      name: 'sample',
      kind: 'sample',
      chainId: '1',
      baseUrl: service.url,
      coin: { symbol: 'COIN', decimals: 18 },
      builtIn: false,
    }
    readOne = (list, filters, address, cursor) =>
      client.readPage(source, { list, filters, cursor, params: { address_hash: address } })
  })
  afterAll(async () => {
    client.close()
    await service.close()
  })

  async function walk(read: (cursor: Cursor | null) => Promise<Page>, maxPages = 2_000): Promise<Page[]> {
    const pages = [await read(null)]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
      expect(pages.length).toBeLessThan(maxPages)
      pages.push(await read(next))
    }
    return pages
  }
  const rowsOf = (pages: readonly Page[]): Row[] =>
    pages.flatMap(({ items, keys }) =>
      items.map((item, at) => ({ key: keys[at] ?? '', item: item as object })),
    )

  /** Addresses without duplicates. */
  const members = () => fc.uniqueArray(fc.constantFrom(...addresses), { minLength: 2, maxLength: 12 })
  const filtersOf = (list: ListId): fc.Arbitrary<Filters> =>
    fc.record({
      ...('filter' in listEndpoint(list).filters
        ? { filter: fc.constantFrom<string>('', 'to', 'from') }
        : {}),
      items_count: fc.constantFrom(4, 20, 50, 100),
    })
  const query = (lists: readonly ListId[]) =>
    fc
      .constantFrom(...lists)
      .chain((list) => fc.record({ list: fc.constant(list), filters: filtersOf(list), all: members() }))

  /** Refuses reads by a plan: each number is the number of reads until the next refusal. */
  function refuseBy(plan: readonly number[]) {
    let [at, left] = [0, plan[0] ?? Infinity]
    return () => {
      left -= 1
      if (left >= 0) return
      at += 1
      left = plan[at] ?? Infinity
      throw new ChainglassFailure({ code: 'offline' })
    }
  }

  test('in the order of the chain: the rows of all lists, each once, with whose they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        query(CHAIN_LISTS),
        fc.array(fc.nat({ max: 12 }), { maxLength: 6 }),
        async ({ list, filters, all }, plan) => {
          const lists = await Promise.all(
            all.map(async (address) =>
              rowsOf(await walk((cursor) => readOne(list, filters, address, cursor))),
            ),
          )
          const merged = createMergedLists()
          const refuse = refuseBy(plan)
          const [first = '', ...others] = all
          const read = (cursor: Cursor | null) =>
            merged.read(
              { source: 'sample', list, filters, params: { address_hash: first }, others },
              cursor,
              false,
              async (address, at) => {
                refuse()
                return readOne(list, filters, address, at)
              },
            )
          const rows = rowsOf(await walk((cursor) => untilWhole(read, cursor)))

          expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(lists.flat().map(({ key }) => key)))
          expect(rows).toHaveLength(new Set(lists.flat().map(({ key }) => key)).size)
          expectOrder(list, rows)
          for (const [at, own] of lists.entries()) {
            const address = (all[at] ?? '').toLowerCase()
            const shared = rows.filter(({ item }) => ownersOf(item)?.of.includes(address))
            expect(shared.map(({ key, item }) => ({ key, item: withoutOwners(item) }))).toEqual(own)
          }
          expect(totalsOf(list, rows)).toEqual(totalsOf(list, [...byKey(lists.flat()).values()]))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('an address that can not be read stops no other, and is told above all that is not certain', async () => {
    await fc.assert(
      fc.asyncProperty(
        query(CHAIN_LISTS),
        fc.nat({ max: 3 }),
        async ({ list, filters, all }, pagesBefore) => {
          const [broken = '', ...rest] = all
          const walkOne = (address: string) => walk((cursor) => readOne(list, filters, address, cursor))
          const lists = await Promise.all(rest.map(async (address) => rowsOf(await walkOne(address))))
          const whole = await walkOne(broken)
          const merged = createMergedLists()
          let reads = 0
          const pages: Page[] = []
          const told: MissingRows[] = []
          /** Number of rows returned before the failure was reported. */
          let certain: number | undefined
          const read = (cursor: Cursor | null) =>
            merged.read(
              { source: 'sample', list, filters, params: { address_hash: broken }, others: rest },
              cursor,
              false,
              async (address, at) => {
                if (address === broken && (reads += 1) > pagesBefore)
                  throw new ChainglassFailure({ code: 'offline' })
                return readOne(list, filters, address, at)
              },
            )
          let cursor: Cursor | null = null
          do {
            const page: Page | undefined = await read(cursor).catch((error: unknown) => {
              // No other list is left to read.
              expect(error).toMatchObject({ error: { code: 'offline' } })
              return undefined
            })
            const missing = page
              ? (page.gap?.of ?? [])
              : [{ address: broken, error: { code: 'offline' as const } }]
            if (missing.length > 0) certain ??= rowsOf(pages).length
            told.push(...missing)
            if (page) pages.push(page)
            cursor = page?.next ?? null
          } while (cursor !== null)

          expect(told).toEqual(
            whole.length > pagesBefore ? [{ address: broken, error: { code: 'offline' } }] : [],
          )
          const rows = rowsOf(pages)
          const keys = new Set(rows.map(({ key }) => key))
          for (const { key } of lists.flat()) expect(keys).toContain(key)
          const above = new Set(rows.slice(0, certain).map(({ key }) => key))
          for (const own of [...lists, rowsOf(whole)]) {
            const last = own.findLastIndex(({ key }) => above.has(key))
            expect(own.slice(0, last + 1).every(({ key }) => above.has(key))).toBe(true)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('what is held: each once, added up exactly, with what each address has of it', async () => {
    await fc.assert(
      fc.asyncProperty(query(HOLDING_LISTS), async ({ list, filters, all }) => {
        const lists = await Promise.all(
          all.map(async (address) => rowsOf(await walk((cursor) => readOne(list, filters, address, cursor)))),
        )
        const merged = createMergedLists()
        const [first = '', ...others] = all
        const rows = rowsOf(
          await walk((cursor) =>
            merged.read(
              { source: 'sample', list, filters, params: { address_hash: first }, others },
              cursor,
              false,
              (address, at) => readOne(list, filters, address, at),
            ),
          ),
        )
        const sums = Map.groupBy(lists.flat(), ({ key }) => key)
        expect(rows.map(({ key }) => key).sort()).toEqual([...sums.keys()].sort())
        for (const { key, item } of rows) {
          const parts = ownersOf(item)?.parts ?? []
          expect(parts.map(({ value }) => value)).toEqual(
            expect.arrayContaining((sums.get(key) ?? []).map(amountOf)),
          )
          expect(parts).toHaveLength(sums.get(key)?.length ?? 0)
          expect(amountOf({ item })).toBe(sumOf(parts.map(({ value }) => value)))
        }
      }),
      { numRuns: 40 },
    )
  })
})

const amountOf = ({ item }: { readonly item: object }) => {
  const { value, amount } = item as { value?: string | null; amount?: string | null }
  return value ?? amount ?? null
}
const sumOf = (values: readonly (string | null)[]) =>
  values.some((value) => value === null)
    ? null
    : String(values.reduce((sum, value) => sum + BigInt(value ?? 0), 0n))

const byKey = (rows: readonly Row[]) => new Map(rows.map((row) => [row.key, row]))

/** Reads a page again with the same cursor until no rows are missing, as a window does. */
async function untilWhole(
  read: (cursor: Cursor | null) => Promise<Page>,
  cursor: Cursor | null,
): Promise<Page> {
  for (;;) {
    try {
      const page = await read(cursor)
      const missing: readonly MissingRows[] = page.gap?.of ?? []
      if (missing.length === 0) return page
      for (const { error } of missing) expect(error?.code).toBe('offline')
    } catch (error) {
      expect(error).toMatchObject({ error: { code: 'offline' } })
    }
  }
}

function expectOrder(list: ListId, rows: readonly Row[]) {
  const order: ChainOrder = listEndpoint(list).order ?? { height: '' }
  const placeOf = ({ item }: Row) => {
    const fields = new Map<string, unknown>(Object.entries(item))
    return [
      Number(fields.get(order.height) ?? Infinity),
      Number(fields.get(order.index ?? '') ?? Infinity),
    ] as const
  }
  for (const [at, row] of rows.entries()) {
    const below = rows[at + 1]
    if (!below) continue
    const [height, index] = placeOf(row)
    const [lower, next] = placeOf(below)
    expect(height).toBeGreaterThanOrEqual(lower)
    if (height === lower) expect(index).toBeGreaterThanOrEqual(next)
  }
}

function totalsOf(list: ListId, rows: readonly Row[]) {
  const counter = countTotals(listEndpoint(list).resource, CONTEXT, undefined, (time) => time)
  for (const { item } of rows) counter.add(item)
  return { ...counter.totals, sums: new Map([...counter.totals.sums].sort()) }
}
