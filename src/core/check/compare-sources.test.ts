/** Tests comparing two sources of one chain: what one of them changes is found at its place, and nothing else. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CheckedThing, ComparedRows, Finding } from '#shared/rpc/contract/check.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { compareLists } from './compare-lists.ts'
import { compareThing } from './compare-sources.ts'
import type { SourceReader } from './source-reader.ts'
import { differing, lieEverywhere, startCheckedChain, type CheckedChain } from './testing/checked-chain.ts'

let chain: CheckedChain
let other: string
let hashes: readonly string[]
let who: { readonly address_hash: string }

beforeAll(async () => {
  chain = await startCheckedChain()
  const added = await chain.client.call('sources.add', { url: await chain.ownService(), chainId: '31337' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  other = added.data.id
  const [address = ''] = await chain.anvil.request<string[]>('eth_accounts')
  who = { address_hash: address }
  const { items } = await chain.ask<{ items: { hash: string }[] }>(`/addresses/${address}/transactions`)
  hashes = items.map(({ hash }) => hash)
})
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

type Page = { readonly items: readonly Record<string, unknown>[]; readonly next_page_params: object | null }

async function compare(thing: CheckedThing): Promise<readonly Finding[]> {
  const result = await chain.client.call('check.sources', { source: chain.source, other, thing })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data.findings
}
async function compareRows(list: ListId, params: Readonly<Record<string, string>>): Promise<ComparedRows> {
  const result = await chain.client.call('check.sourceRows', {
    ...{ source: chain.source, other, list, params, filters: {} },
  })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}
const accused = ({ rows }: ComparedRows) =>
  rows.flatMap(({ key, findings }) => differing(findings).map((finding) => ({ key, ...finding })))
const of = (hash: string) => ({ kind: 'transaction', hash }) as const
/** Changes the pages of a list. */
function changePages(path: string, change: (page: Page) => object) {
  chain.lieWith((asked, body) => (asked.split('?')[0] === path ? change(body as Page) : body))
}

test('two honest sources agree in everything that both say', async () => {
  for (const thing of [
    ...hashes.map(of),
    { kind: 'transaction', hash: chain.batch },
    { kind: 'block', block: '3' },
    { kind: 'address', address: who.address_hash },
  ] as const) {
    const findings = await compare(thing)
    expect(differing(findings), JSON.stringify(thing)).toEqual([])
    expect(findings.filter(({ state }) => state === 'agrees').length).toBeGreaterThan(1)
    expect(findings.map(({ state }) => state)).not.toContain('proven')
  }
})

test('a changed value of a transaction, its logs or transfers is found, and nothing else', async () => {
  const found = new Set<string>()
  const tried = new Map<string, number>()
  for (const hash of [chain.batch, ...hashes.slice(0, 6)]) {
    const path = `/transactions/${hash}`
    const paths = { '': path, '/logs': `${path}/logs`, '/token-transfers': `${path}/token-transfers` }
    const lies = await lieEverywhere(chain, () => compare(of(hash)), paths, tried)
    for (const [place, names] of lies.found) {
      found.add(place)
      expect(new Set(names.map((name) => name.split(' ')[0])).size, place).toBe(1)
    }
  }
  expect([...found]).toEqual(
    expect.arrayContaining([
      ...['value', 'fee.value', 'gas_used', 'from.hash', '/logs items.data', '/logs items.topics'],
      ...['/token-transfers items.total.value', '/token-transfers items.token.symbol'],
    ]),
  )
  expect(found.size).toBeGreaterThan(35)
})

test('a thing that only one has differs as a whole, and one that neither has is not found', async () => {
  const missing = `0x${'7'.repeat(64)}`
  await expect(compare(of(missing))).rejects.toThrow('not_found')
  const known = await chain.ask<object>(`/transactions/${hashes[0]!}`)
  chain.lieWith((path, body) => (path === `/transactions/${missing}` ? { ...known, hash: missing } : body))
  expect(await compare(of(missing))).toEqual([
    { part: 'transaction', row: null, field: null, state: 'differs', source: missing, other: null },
  ])
})

test('rows of a list: a changed value, a row left out and one made up are found, and nothing else', async () => {
  const path = `/addresses/${who.address_hash}/transactions`
  const honest = await compareRows('address-transactions', who)
  expect(honest).toMatchObject({ isWhole: true, notCompared: 0, unread: 0 })
  expect(honest.rows.length).toBe(hashes.length)
  expect(accused(honest)).toEqual([])

  changePages(path, (page) => ({
    ...page,
    items: page.items.map((item, at) => (at === 2 ? { ...item, value: '77' } : item)),
  }))
  expect(accused(await compareRows('address-transactions', who))).toMatchObject([
    { key: hashes[2], field: 'value', source: '77' },
  ])
  changePages(path, (page) => ({ ...page, items: page.items.filter((_, at) => at !== 1) }))
  expect(accused(await compareRows('address-transactions', who))).toMatchObject([
    { key: hashes[1], field: null, source: null, other: hashes[1] },
  ])
  const madeUp = `0x${'6'.repeat(64)}`
  changePages(path, (page) => ({ ...page, items: [...page.items, { ...page.items[0], hash: madeUp }] }))
  expect(accused(await compareRows('address-transactions', who))).toMatchObject([
    { key: madeUp, field: null, source: madeUp, other: null },
  ])
})

test('a source that is behind, or was not read to its end, is not said to lack rows', async () => {
  const path = `/addresses/${who.address_hash}/transactions`
  const { items } = await chain.ask<Page>(path)
  const heights = items.map((item) => Number(item.block_number))
  const behind = heights[0]! - 1
  chain.lieWith((asked, body) => {
    const page = body as Page
    if (asked.split('?')[0] === '/blocks')
      return { ...page, items: page.items.filter(({ height }) => Number(height) <= behind) }
    if (asked.split('?')[0] !== path) return body
    return { ...page, items: page.items.filter(({ block_number: height }) => Number(height) <= behind) }
  })
  expect(accused(await compareRows('address-transactions', who))).toEqual([])

  // The page has a cursor, and the next page has the same items again.
  changePages(path, () => ({ items: items.slice(0, 5), next_page_params: { at: 5 } }))
  const part = await compareRows('address-transactions', who)
  expect(part).toMatchObject({ isWhole: false, notCompared: 0 })
  expect(part.rows).toHaveLength(5)
  expect(accused(part)).toEqual([])
  expect(part.notices[0]).toEqual([{ kind: 'cursor_repeats' }])
})

test.each(['address-token-transfers', 'address-logs', 'latest-blocks'] as const)(
  'two honest sources agree in all rows of %s',
  async (list) => {
    const report = await compareRows(list, list === 'latest-blocks' ? {} : who)
    expect(accused(report)).toEqual([])
    expect(report.notCompared).toBe(0)
  },
)

test('sources of different chains are refused, with those of the same chain', async () => {
  const added = await chain.client.call('sources.add', {
    ...{ url: 'http://127.0.0.1:9', chainId: '5', unchecked: true },
  })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  const thing = of(hashes[0]!)
  for (const wrong of [added.data.id, chain.source])
    expect(
      await chain.client.call('check.sources', { source: chain.source, other: wrong, thing }),
    ).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field: 'other', reason: { kind: 'one_expected', values: [other] } },
    })
})

test('of a list that is cut, rows below the last block that was read are not said to be missing', async () => {
  /** `7.5` is another row of block 7. */
  const rowAt = (place: number) => ({
    hash: `0x${String(place * 10).padStart(64, '0')}`,
    block_number: Math.floor(place),
  })
  const readerOf = (heights: readonly number[]) =>
    ({
      head: () => Promise.resolve(Math.floor(heights[0] ?? 0)),
      readPage: (_list, _params, cursor) => {
        const at = Number(cursor?.at ?? 0)
        const items = heights.slice(at, at + 2).map(rowAt)
        const next = at + 2 < heights.length ? { at: at + 2 } : null
        return Promise.resolve({ items, keys: items.map(({ hash }) => hash), unread: [], next })
      },
    }) as Partial<SourceReader> as SourceReader
  const named = { list: 'address-transactions', params: who, filters: {} } as const
  const compareTo = async (others: readonly number[], own: readonly number[] = [9, 8, 7, 6, 5, 4]) => {
    const { rows, ...report } = await compareLists([readerOf(own), readerOf(others)], named, 4)
    return {
      ...report,
      missing: rows.filter(({ findings }) => differing(findings).length > 0).map((row) => row.height),
    }
  }
  // Rows below block 6 may have been left out by the limit only.
  expect(await compareTo([9, 8, 7, 6, 5, 4])).toMatchObject({ missing: [], notCompared: 0, isWhole: false })
  expect(await compareTo([9, 7, 6, 5, 4, 3])).toMatchObject({ missing: [8], notCompared: 0 })
  expect(await compareTo([9, 8, 7, 7, 6, 5])).toMatchObject({ missing: [], notCompared: 0 })
  // The other is behind: its newest block is 7.
  expect(await compareTo([7, 6, 5, 4])).toMatchObject({ missing: [], notCompared: 2 })
  // The limit is in the middle of block 7.
  expect(await compareTo([9, 8.5, 8, 7.5, 7, 6], [9, 8.5, 8, 7.5, 7, 6])).toMatchObject({ missing: [] })
  // Only the other has it.
  expect(await compareTo([9, 8, 7, 6, 2])).toMatchObject({ missing: [], notCompared: 0 })
  expect(await compareTo([10, 9, 8, 7, 6, 5])).toMatchObject({ missing: [], notCompared: 0 })
})

const NEWEST = 50
const AT_REST = { height: 9, hash: `0x${'9'.repeat(64)}` }
const SENT = {
  hash: AT_REST.hash,
  block_number: 9,
  result: 'success',
  value: '5',
  from: { hash: `0x${'a'.repeat(40)}` },
  to: { hash: `0x${'b'.repeat(40)}` },
}
/** A source that says this of one transaction. */
const saying = (item: object | undefined, rest: object = {}, head = NEWEST) =>
  ({
    head: () => Promise.resolve(head),
    transaction: () =>
      item
        ? Promise.resolve({ hash: SENT.hash, item, logs: undefined, transfers: undefined, ...rest })
        : Promise.reject(new ChainglassFailure({ code: 'not_found' })),
  }) as Partial<SourceReader> as SourceReader
const compareSaying = (one: SourceReader, other: SourceReader) =>
  compareThing([one, other], of(SENT.hash)).then(({ findings, ...rest }) => ({
    ...rest,
    differs: differing(findings),
    unchecked: findings.filter(({ state }) => state === 'unchecked').map(({ field }) => field),
  }))
const whole = (...rows: readonly object[]) => ({ rows, isWhole: true })

test('of a transaction that one source has in no block yet, only what was signed is compared', async () => {
  const pending = { ...SENT, block_number: null, result: 'pending' }
  const logs = whole({ index: 3, transaction_hash: SENT.hash })
  expect(await compareSaying(saying(pending), saying(SENT, { logs }))).toMatchObject({
    differs: [],
    cut: ['log', 'token-transfer'],
    heads: [NEWEST, NEWEST],
  })
  expect((await compareSaying(saying({ ...pending, value: '6' }), saying(SENT))).differs).toMatchObject([
    { field: 'value', source: '6', other: '5' },
  ])
  // The other has not come to its block: that is no difference.
  expect(await compareSaying(saying(SENT), saying(undefined, {}, 8))).toMatchObject({
    differs: [],
    heads: [50, 8],
  })
  expect((await compareSaying(saying(SENT), saying(undefined))).differs).toHaveLength(1)
})

test('words, batches and deposits that sources give in their own way are no difference', async () => {
  const failed = (result: string) => saying({ ...SENT, status: 'error', result })
  expect((await compareSaying(failed('Reverted'), failed('execution reverted'))).differs).toEqual([])
  expect((await compareSaying(failed('Reverted'), saying(SENT))).differs).toMatchObject([{ field: 'result' }])

  const [from, to] = [SENT.from, SENT.to]
  const transfer = (value: string, id: string | null, more: object = {}) => ({
    ...{ transaction_hash: SENT.hash, log_index: 3, token_type: 'ERC-1155', from, to },
    total: [{ value, token_id: id }],
    ...more,
  })
  const withTransfers = (...rows: readonly object[]) => saying(SENT, { transfers: whole(...rows) })
  const [first, second] = [transfer('5', '1'), transfer('7', '1')]
  expect((await compareSaying(withTransfers(first, second), withTransfers(second, first))).differs).toEqual(
    [],
  )
  expect(
    (await compareSaying(withTransfers(first, second), withTransfers(second, transfer('6', '1')))).differs,
  ).toMatchObject([{ field: 'total.value', source: '5', other: '6' }])
  const plain = (id: string | null) => transfer('5', id, { token_type: 'ERC-20' })
  expect((await compareSaying(withTransfers(plain('0')), withTransfers(plain(null)))).differs).toEqual([])
  const minted = transfer('5', '1', { from: { hash: `0x${'0'.repeat(40)}` } })
  expect((await compareSaying(withTransfers(minted), withTransfers())).differs).toEqual([])
  expect((await compareSaying(withTransfers(first), withTransfers())).differs).toHaveLength(1)
})

test('a list of which a source says that it is not all is not held against it', async () => {
  const path = `/transactions/${chain.batch}/logs`
  changePages(path, () => ({
    items: [],
    next_page_params: null,
    meta: { status: 'partial', message: 'Young.' },
  }))
  const result = await chain.client.call('check.sources', {
    ...{ source: chain.source, other, thing: of(chain.batch) },
  })
  expect(result).toMatchObject({ ok: true, data: { cut: ['log'] } })
  expect(differing(await compare(of(chain.batch)))).toEqual([])
})

test('addresses of tokens are the same in capitals and in small letters', async () => {
  const holds = (token: string) =>
    ({
      address: () =>
        Promise.resolve({
          ...{ address: who.address_hash, item: { hash: who.address_hash }, code: null, head: 9 },
          tokens: whole({ token: { address_hash: token }, value: '5' }),
        }),
    }) as Partial<SourceReader> as SourceReader
  const token = `0x${'Ab'.repeat(20)}`
  const { findings } = await compareThing([holds(token), holds(token.toLowerCase())], {
    ...{ kind: 'address', address: who.address_hash },
  })
  expect(differing(findings)).toEqual([])
  expect(findings).toContainEqual(expect.objectContaining({ part: 'token-balance', state: 'agrees' }))
})

test('of a list in an order of its own, and of one with a message on each page, no row is said to be missing wrongly', async () => {
  const row = (height: number) => ({ hash: `0x${String(height).padStart(64, '0')}`, block_number: height })
  const listing = (heights: readonly number[], size: number, more: object = {}) =>
    ({
      head: () => Promise.resolve(9),
      readPage: (_list, _params, cursor) => {
        const at = Number(cursor?.at ?? 0)
        const items = heights.slice(at, at + size).map(row)
        const next = at + size < heights.length ? { at: at + size } : null
        return Promise.resolve({ items, keys: items.map(({ hash }) => hash), unread: [], next, ...more })
      },
    }) as Partial<SourceReader> as SourceReader
  const missingIn = ({ rows }: ComparedRows) =>
    rows.filter(({ findings }) => differing(findings).length > 0).map(({ height }) => height)
  const named = { list: 'address-transactions', params: who } as const
  const upwards = { ...named, filters: { sort: 'block_number', order: 'asc' } }
  expect(
    missingIn(await compareLists([listing([5, 6, 7, 8], 2), listing([5, 6, 7, 8], 3)], upwards, 2)),
  ).toEqual([])
  const plain = { ...named, filters: {} }
  const notice = { notice: { kind: 'message', message: 'Young.' } }
  const report = await compareLists([listing([9, 8, 7, 6], 2), listing([9, 8, 6, 5], 2, notice)], plain, 9)
  // The first one was read to its end, and lacks block 5.
  expect(missingIn(report)).toEqual([7, 5])
  expect(report).toMatchObject({ isWhole: false, notices: [[], [notice.notice]] })
})
