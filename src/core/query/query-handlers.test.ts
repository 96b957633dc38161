/** Questions of a window over the contract, about rows that an instance sent over HTTP. */
import { queryObjects } from 'node:v8'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listOf, openList, readPage, readWholeList } from '../archive/testing/open-list.ts'
import { startCoreWithInstance, type CoreWithInstance } from '../testing/core-with-instance.ts'
import { SqlMatches } from './sql/sql-matches.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'

let world: CoreWithInstance
let { instance, client, source } = {} as CoreWithInstance

beforeEach(async () => {
  world = await startCoreWithInstance(Array.from({ length: 300 }, () => 1))
  ;({ instance, client, source } = world)
})
afterEach(() => world.end())

/** More questions than are cached. */
const MANY = 120
const QUESTION = { text: '', zone: 'utc', sort: null, offset: 0, limit: 50 } as const

test('a list that was walked is asked without its source, with the labels and the coin that count there', async () => {
  await readWholeList(client, source)
  await instance.stop()
  const scope = { of: 'list', ...listOf(source) } as const
  const end = await client.call('rows.find', { ...QUESTION, scope, offset: 290 })
  expect(end).toMatchObject({ ok: true, data: { count: 300, loaded: 300, isComplete: true, gaps: [] } })
  expect(end.ok && end.data.rows.map(({ item }) => (item as { block_number: number }).block_number)).toEqual([
    9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ])
  const saved = await client.call('watchlist.save', {
    address: exampleAddress(7),
    chainId: null,
    label: 'Treasury',
  })
  expect(saved.ok).toBe(true)
  const labelled = await client.call('rows.find', { ...QUESTION, scope, text: 'from:treasury' })
  expect(labelled).toMatchObject({ ok: true, data: { count: 1 } })
  const totals = await client.call('rows.totals', {
    scope: { of: 'everything', sources: [source] },
    kind: 'transaction',
    text: 'block<3',
    zone: 'utc',
    grouping: 'method',
    offset: 0,
    limit: 10,
  })
  expect(totals).toMatchObject({
    ok: true,
    data: { totals: { rows: 3, fees: String(21_000 * (7 + 8 + 9)) }, groupCount: 1 },
  })
})

test('rows that were told are not told again while they are the same, though the list grew below them', async () => {
  const scope = { of: 'list', ...listOf(source) } as const
  const find = async (more: Partial<CallInput<'rows.find'>> = {}) => {
    const found = await client.call('rows.find', { ...QUESTION, scope, limit: 10, fold: true, ...more })
    if (!found.ok) throw new Error(found.error.code)
    return found.data
  }
  const { next } = await openList(client, source)
  const { etag, rows, count } = await find()
  expect([rows.length, count]).toEqual([10, 50])
  await readPage(client, source, next)
  expect(await find({ ifNoneMatch: etag })).toMatchObject({ count: 100, etag, rows: [], isNotModified: true })
  for (const other of [{ offset: 1 }, { limit: 9 }, { text: 'block<295' }])
    expect((await find({ ...other, ifNoneMatch: etag })).isNotModified).toBeUndefined()
  instance.chain.grow([1])
  await openList(client, source)
  const above = await find({ ifNoneMatch: etag })
  expect([above.rows.length, above.count]).toEqual([10, 101])
})

test('what is beyond its bounds, or has no sum, is refused by the name of its field', async () => {
  const everything = { of: 'everything' } as const
  expect(await client.call('rows.find', { ...QUESTION, scope: everything, limit: 201 })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'limit' },
  })
  const long = await client.call('rows.find', { ...QUESTION, scope: everything, text: 'x '.repeat(5_001) })
  expect(long).toMatchObject({ ok: true, data: { count: 0, errors: [{ at: { from: 10_000 } }] } })
  const add = { text: '', zone: 'utc', grouping: null, offset: 0, limit: 10 } as const
  expect(await client.call('rows.totals', { ...add, scope: everything })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'kind' },
  })
  expect(await client.call('rows.totals', { ...add, scope: everything, kind: 'transaction' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'scope.sources' },
  })
  const all = { text: '', zone: 'utc' } as const
  for (const [input, field] of [
    [{ ...all, scope: everything }, 'kind'],
    [{ ...all, scope: everything, kind: 'transaction' }, 'scope.sources'],
    [{ ...all, scope: everything, kind: 'nothing' }, 'kind'],
    [{ ...all, scope: { of: 'list', ...listOf(source), list: 'nothing' } }, 'scope.list'],
    [{ ...all, scope: everything, zone: 'Mars' }, 'zone'],
  ] as const)
    expect(await client.call('rows.activity', input as CallInput<'rows.activity'>)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field },
    })
})

test('a list is compared with another one of its kind, and says where in it a place is', async () => {
  await readWholeList(client, source)
  const list = listOf(source)
  const scope = { of: 'list', ...list } as const
  const other = { ...scope, filters: { filter: 'to' } }
  const compare = (beside: unknown, of: unknown = scope) =>
    client.call('rows.find', { ...QUESTION, scope: of, beside, limit: 2 } as CallInput<'rows.find'>)
  expect(await compare({ scope: other, show: 'all' })).toMatchObject({
    ok: true,
    data: {
      count: 300,
      marks: { here: 0, both: 0, unknown: 300 },
      rows: [{ mark: 'unknown' }, { mark: 'unknown' }],
    },
  })
  expect(await compare({ scope, show: 'both' })).toMatchObject({
    ok: true,
    data: {
      count: 300,
      marks: { here: 0, both: 300, unknown: 0 },
      rows: [{ mark: 'both' }, { mark: 'both' }],
    },
  })
  const place = (of: unknown, at: unknown) =>
    client.call('rows.place', { scope: of, text: '', zone: 'utc', at } as CallInput<'rows.place'>)
  expect(await place(scope, { block: 290, index: null })).toMatchObject({
    ok: true,
    data: { index: 9, count: 300 },
  })

  const everything = { of: 'everything' }
  const tokens = { of: 'list', ...list, list: 'address-tokens' }
  const balances = { ...tokens, list: 'address-coin-balances' }
  const block = { block: 1, index: null }
  for (const [answer, field] of [
    [await compare({ scope: tokens, show: 'all' }), 'beside.scope.list'],
    [await compare({ scope, show: 'all' }, everything), 'beside'],
    [await compare({ scope: everything, show: 'all' }), 'beside.scope.of'],
    [await compare({ scope, show: 'unknown' }), 'beside.show'],
    [await compare({ scope: { ...balances, others: [exampleAddress(2)] }, show: 'all' }, balances), 'others'],
    [await place(everything, block), 'scope'],
    [await place(tokens, block), 'scope.list'],
    [await place({ ...scope, filters: { sort: 'value' } }, block), 'scope.list'],
    [await place(scope, { block: 1.5, index: null }), 'at'],
  ] as const)
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', field } })
})

test('an account’s list of which no row matches has no groups', async () => {
  await readWholeList(client, source)
  const scope = { of: 'list', ...listOf(source) } as const
  const asked = { scope, text: 'block>1000', zone: 'utc', grouping: 'counterparty' } as const
  expect(await client.call('rows.totals', { ...asked, offset: 0, limit: 10 })).toMatchObject({
    ok: true,
    data: { totals: { rows: 0 }, groups: [], groupCount: 0 },
  })
})

test('what was found for a question goes once so many others were asked since', async () => {
  await world.end()
  // In memory, so that no thread answers, whose statements could not be counted.
  world = await startCoreWithInstance([1, 1, 1], { dataDir: ':memory:' })
  ;({ client, source } = world)
  await readWholeList(client, source)
  const scope = { of: 'list', ...listOf(source) } as const
  let below = 0
  const remembered = async () => {
    for (let n = 0; n < MANY; n += 1) {
      const text = `block<${String((below += 1))}`
      await client.call('rows.find', { ...QUESTION, scope, text })
      await client.call('rows.totals', { scope, text, zone: 'utc', grouping: 'method', offset: 0, limit: 10 })
    }
    return queryObjects(SqlMatches, { format: 'count' })
  }
  const half = await remembered()
  expect(half).toBeGreaterThan(0)
  expect(await remembered()).toEqual(half)
})
