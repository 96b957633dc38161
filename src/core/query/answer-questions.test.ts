/** Questions over a real archive, answered by the thread: the rows equal those of a plain filter in memory. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/sqlite/database.ts'
import type { Log } from '#shared/chain/log.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { checkQuery } from '#shared/query/check-query.ts'
import { compileQuery } from '#shared/query/compile-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { SORT_FIELDS, sortValue } from '#shared/query/sort.ts'
import { compareValues } from '#shared/query/sort-values.ts'
import { writeGroup, writeTotals } from '#shared/rpc/totals-text.ts'
import { countTotals, GROUPINGS } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import type { GroupAnswer, TotalsAnswer } from '#shared/rpc/contract/rows.ts'
import { ARCHIVE_FILE } from '../archive/archive-file.ts'
import { AMOUNT, UNSURE } from '../rows/item-columns.ts'
import { partsOf } from '../rows/amount-parts.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { ActivityInput } from './questions.ts'
import {
  activityOfItems,
  COIN,
  createQueryWorld,
  log,
  PAGE,
  transaction,
  transfer,
  withdrawal,
} from './testing/kept-world.ts'

let world: ReturnType<typeof createQueryWorld>
beforeEach(() => {
  world = createQueryWorld()
})
afterEach(() => {
  world.close()
})

const OWN = exampleAddress(1)
const LABELLED = exampleAddress(2)
const hashOf = ({ hash }: Transaction) => hash
const down = (count: number, more?: (height: number) => Partial<Transaction>) =>
  Array.from({ length: count }, (_, at) => transaction(count - at, more?.(count - at)))
const heightsOf = (answer: { readonly rows: readonly { readonly item?: unknown }[] }) =>
  answer.rows.map(({ item }) => (item as { block_number: number }).block_number)
const contextOf = (ownAddress: string | undefined): RowContext => ({
  ownAddress,
  ownToken: undefined,
  coin: COIN,
  labels: new Map([[LABELLED, 'Treasury']]),
  zone: 'utc',
})

const EVENT = `0x${'ab'.repeat(32)}`
const amount = fc.constantFrom(
  null,
  '0',
  '1',
  '999',
  '1000000',
  String(10n ** 18n),
  String(2n ** 64n - 1n),
  String(2n ** 64n),
  String(2n ** 96n - 1n),
  String(2n ** 96n),
  String(2n ** 256n - 1n),
  '-5',
  'odd',
)
const time = fc.constantFrom(
  null,
  'soon',
  '1969-12-31T23:00:00.000000Z',
  '2024-12-31T23:59:59.000000Z',
  '2025-01-01T00:00:00.000000Z',
  '2025-03-02T01:00:00.000000Z',
)
const party = fc.option(
  fc.record({
    hash: fc.constantFrom(...[0, 1, 2, 3, 4].map(exampleAddress), '0xodd'),
    name: fc.constantFrom(null, 'Uniswap', 'uni'),
    is_scam: fc.boolean(),
  }),
)
const method = fc.constantFrom(null, '', 'swap', 'Swap exact', 'transfer', '0x12345678')
const common = { from: party, to: party, method, timestamp: time, skip: fc.integer({ min: 0, max: 2 }) }
const transactions = fc.record({
  ...common,
  created_contract: party,
  value: amount,
  fee: fc.option(fc.record({ value: amount })),
  status: fc.constantFrom('ok', 'error', null),
  result: fc.constantFrom(null, 'success', 'Uniswap failed'),
  transaction_types: fc.constantFrom(null, [], ['coin_transfer'], ['contract_call', 'token_transfer']),
  exchange_rate: fc.constantFrom(null, '2412.55', '1e3', 'much'),
})
const transfers = fc.record({
  ...common,
  token: fc.option(
    fc.record({
      address_hash: fc.constantFrom(exampleAddress(100), exampleAddress(101)),
      symbol: fc.constantFrom(null, 'USDC', 'UNI'),
      name: fc.constantFrom(null, 'Uniswap'),
      decimals: fc.constantFrom(null, '0', '6', '18', '254', '300'),
      exchange_rate: fc.constantFrom(null, '1.0003'),
      type: fc.constantFrom('ERC-20', 'ERC-721'),
      reputation: fc.constantFrom(null, 'ok', 'scam'),
    }),
  ),
  token_type: fc.constantFrom(null, 'ERC-20', 'ERC-721', 'ERC-1155'),
  total: fc.array(fc.record({ value: amount, token_id: fc.constantFrom(null, '404', '007', '1') }), {
    maxLength: 2,
  }),
})
const topic = fc.constantFrom(EVENT, EVENT.toUpperCase().replace('X', 'x'), `0x${'1'.repeat(64)}`, '0xodd')
const logs = fc.record({
  skip: common.skip,
  block_timestamp: time,
  address: party,
  smart_contract: party,
  topics: fc.option(fc.array(topic, { maxLength: 3 })),
  decoded: fc.option(
    fc.record({ method_call: fc.constantFrom(null, 'Swap(uint256 amount)', 'Swap(uint256)', 'Odd') }),
  ),
})
const KINDS = {
  'address-transactions': transactions,
  'address-token-transfers': transfers,
  'token-transfers-of-token': transfers,
  'address-withdrawals': fc.record({
    skip: common.skip,
    timestamp: common.timestamp,
    receiver: common.from,
    amount,
  }),
  'address-logs': logs,
  'transaction-logs': logs,
} as const
const MADE = {
  'address-transactions': transaction,
  'address-token-transfers': transfer,
  'token-transfers-of-token': transfer,
  'address-withdrawals': withdrawal,
  'address-logs': log,
  'transaction-logs': log,
}
const condition = fc.constantFrom(
  'from:Treasury',
  `to:${exampleAddress(3)}`,
  `with:${exampleAddress(3).slice(0, 41)}`,
  `with:0x00…${exampleAddress(2).slice(-4)}`,
  'with:uni',
  'with="Uniswap"',
  'with:0x',
  'in',
  'out',
  'failed',
  'pending',
  'scam',
  'method:swap',
  'method=swap',
  `method:${EVENT}`,
  'method=0xab…ab',
  '-method:0x',
  'type:call',
  'type:erc721',
  'token:uni',
  `token=${exampleAddress(101)}`,
  'id:404',
  'id:7',
  'value>0.5',
  'value<=1',
  'amount=1',
  'amount>=0.000001',
  'amount<0.5',
  'amount:0..1',
  'amount>18.446744073709551615',
  'amount>=79228162514.264337593543950335',
  'amount<79228162514.2643375935439503355',
  'value<=0.0000000000000000011',
  'value>0.0000000000000000011',
  'value=0.0000000000000000011',
  'amount>=-0.0000000000000000000000000011',
  'amount<-0.0000000000000000051',
  'amount<=1000000000000000000',
  'value>18.446744073709551615',
  'fee<0.000001',
  'usd>1000',
  'usd<=1.0003',
  'block:3..39',
  'block>35',
  'after:2025',
  'before:2025-03',
  'on:2025-01-01',
  'swap',
  'uniswap',
  '"0x000"',
  '404',
  'treasury',
)
const query: fc.Arbitrary<string> = fc.letrec<{ one: string; all: string }>((tie) => ({
  one: fc.oneof(
    { weight: 4, arbitrary: condition },
    tie('all').map((text) => `-(${text})`),
  ),
  all: fc
    .array(tie('one'), { minLength: 1, maxLength: 3 })
    .chain((parts) => fc.constantFrom(parts.join(' '), parts.join(' or '))),
})).all
const sorting = fc.option(
  fc.record({
    by: fc.constantFrom(...SORT_FIELDS, 'item.method', 'item.fee.value', 'item.exchange_rate'),
    descending: fc.boolean(),
  }),
)
const asked = fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])).chain((list) =>
  fc.record({
    list: fc.constant(list),
    made: fc.array(KINDS[list] as fc.Arbitrary<{ readonly skip: number }>, { maxLength: 40 }),
    text: fc.option(query, { nil: '', freq: 8 }),
    sort: sorting,
    limit: fc.integer({ min: 1, max: 30 }),
  }),
)

/** Totals without names: an address or token may have several in its rows, and any of them may be given. */
const plain = <T extends TotalsAnswer>({ sums, ...rest }: T) => ({
  ...rest,
  sums: sums.map(({ token, ...sum }) => ({ ...sum, token: token?.address_hash })),
})
const plainGroup = ({ of, ...rest }: GroupAnswer) => ({
  ...plain(rest),
  // Any name of an event may be given as well.
  of: [
    of.party?.hash,
    of.token?.address_hash,
    rest.condition?.startsWith('method:0x') === true ? undefined : of.text,
  ],
})

test('any question finds what a plain filter finds, in the same order, window by window', async () => {
  world.state.labels = [{ address: LABELLED, label: 'Treasury', chainId: '1' }]
  let runs = 0
  await fc.assert(
    fc.asyncProperty(asked, async ({ list, made, text, sort, limit }) => {
      const own = exampleAddress(1_000 + (runs += 1))
      const make = MADE[list]
      let height = 30 + made.length
      const rows = made.map(({ skip, ...one }) => make((height -= skip), one))
      const keyOf = (row: object) => `row ${String(rows.indexOf(row as never))}`
      const scope = world.scope({ address: own, list })
      world.hold(scope, rows, keyOf)

      const { resource, path } = listEndpoint(list)
      const context = contextOf(path.startsWith('/addresses/') ? own : undefined)
      const { query: parsed } = parseQuery(text)
      const errors = parsed ? checkQuery(parsed, resource, context) : []
      const fits = parsed ? compileQuery(parsed, resource, context) : () => true
      const matching = errors.length > 0 ? [] : rows.filter(fits)
      // Results found for one direction are reused for the other.
      for (const sorting of sort ? [sort, { ...sort, descending: !sort.descending }] : [null]) {
        const expected = [...matching]
        const valueOf = sorting && sortValue(resource, sorting.by, context)
        if (valueOf)
          expected.sort((one, other) => compareValues(valueOf(one), valueOf(other), sorting.descending))
        for (let offset = 0; offset === 0 || offset < expected.length; offset += limit) {
          const answer = await world.find({ scope, text, sort: sorting, offset, limit })
          expect(answer.errors).toEqual(errors)
          expect(answer.count).toBe(expected.length)
          expect(answer.rows.map(({ key }) => key)).toEqual(expected.slice(offset, offset + limit).map(keyOf))
        }
      }
      const { activity, undated } = await world.activity({ scope, text })
      expect({ activity, undated }).toEqual(activityOfItems(resource, matching))
      if (errors.length > 0 || rows.length === 0) return
      for (const grouping of [null, ...GROUPINGS]) {
        const counter = countTotals(resource, context, grouping ?? undefined, (at) => dayOf(at, 'utc'))
        for (const row of matching) counter.add(row)
        const answer = await world.addUp({ scope, text, grouping })
        expect(answer.totals && plain(answer.totals)).toEqual(plain(writeTotals(counter.totals, 100)))
        // Most rows first, then by key.
        const groups = [...counter.groups]
          .sort(([key, one], [other, another]) => another.rows - one.rows || (key < other ? -1 : 1))
          .map(([, group]) => writeGroup(group, 100))
        expect(answer.groups.map(plainGroup)).toEqual(groups.map(plainGroup))
      }
    }),
    { numRuns: 300 },
  )
})

test('logs are sorted by what their events are called where that is known without asking, else by their hash', async () => {
  const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const approved = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  const rows = [
    log(6, { topics: [transferred] }),
    log(5, { topics: [] }),
    log(4, { topics: [EVENT], decoded: { method_call: 'Minted(address)' } }),
    log(3, { topics: [`0x${'1'.repeat(64)}`] }),
    log(2, { topics: [approved] }),
  ]
  const scope = world.scope({ list: 'address-logs' })
  world.hold(scope, rows, ({ block_number: block }: Log) => String(block))
  const { rows: sorted } = await world.find({ scope, sort: { by: 'event', descending: false } })
  expect(sorted.map(({ key }) => key)).toEqual(['3', '2', '4', '6', '5'])
})

test('when rows happened is counted of the rows that are found, in several lists and with some left out', async () => {
  const made = fc.array(transactions, { maxLength: 30 })
  let runs = 0
  await fc.assert(
    fc.asyncProperty(made, made, fc.option(query, { nil: '' }), async (shared, more, text) => {
      const [own, other] = [exampleAddress(5_000 + (runs += 2)), exampleAddress(5_001 + runs)]
      let height = 100
      const rows = [...shared, ...more].map(({ skip, ...one }) => transaction((height -= skip), one))
      const keyOf = (row: object) => `row ${String(runs)} ${String(rows.indexOf(row as never))}`
      const source = `eth ${String(runs)}`
      world.hold(world.scope({ address: own, source }), rows, keyOf)
      world.hold(world.scope({ address: other, source }), rows.slice(shared.length), keyOf)
      const scopes: readonly Pick<ActivityInput, 'scope' | 'kind' | 'fold'>[] = [
        { scope: world.scope({ address: own, source }), fold: true },
        { scope: { of: 'everything', sources: [source] }, kind: 'transaction' },
      ]
      for (const asked of scopes) {
        const { errors, rows: found } = await world.find({ ...asked, text })
        const { activity, undated, ...told } = await world.activity({ ...asked, text })
        expect(told.errors).toEqual(errors)
        expect({ activity, undated }).toEqual(
          activityOfItems(
            'transaction',
            found.map(({ item }) => item ?? {}),
          ),
        )
      }
    }),
    { numRuns: 100 },
  )
})

test('what is wrong with a text is told at its place, and whether the rows have what it asks for', async () => {
  const scope = world.scope()
  world.hold(scope, down(3), hashOf)
  const wrong = await world.find({ scope, text: 'value>1 frm:bob' })
  expect(wrong).toMatchObject({ count: 0, rows: [], errors: [{ at: { from: 8, to: 11 } }] })
  expect((await world.find({ scope, text: 'token:USDC' })).errors).toHaveLength(1)
  expect((await world.addUp({ scope, text: 'token:USDC' })).totals).toBeNull()
  expect(await world.activity({ scope, text: 'token:USDC' })).toMatchObject({ activity: null, undated: 0 })
  // A list that is not archived gives the same error.
  const none = await world.find({ scope: world.scope({ address: exampleAddress(9) }), text: 'token:USDC' })
  expect(none).toMatchObject({ loaded: 0, count: 0, isComplete: false, readAt: null })
  expect(none.errors).toHaveLength(1)
})

test('any place of a list is there at once; what is missing is told with where it is', async () => {
  const rows = down(60)
  const scope = world.scope()
  world.hold(scope, rows, hashOf, 21)
  const top = await world.find({ scope, offset: 10, limit: 5 })
  expect(heightsOf(top)).toEqual([50, 49, 48, 47, 46])
  expect(top).toMatchObject({ count: 21, isComplete: false, gaps: [], next: { at: 21 } })

  // Twenty newer rows, of which only the first page was read.
  const newer = down(80)
  const list = world.archive.list(scope)
  list?.write(null, {
    items: newer.slice(0, PAGE),
    keys: newer.slice(0, PAGE).map(hashOf),
    unread: [],
    next: { newer: PAGE },
  })
  const gap = { before: PAGE, from: 74, to: 60, cursor: { newer: PAGE } }
  const both = await world.find({ scope, limit: 10 })
  expect(both).toMatchObject({ count: 21 + PAGE, gaps: [gap], isComplete: false })
  expect(heightsOf(both)).toEqual([80, 79, 78, 77, 76, 75, 74, 60, 59, 58])
  expect(both.revision).not.toBe(top.revision)
  // The matching rows above the gap.
  const swaps = await world.find({ scope, text: 'method:swap' })
  expect(swaps.gaps).toEqual([{ ...gap, before: 4 }])
  expect((await world.find({ scope, sort: { by: 'value', descending: true } })).gaps).toEqual([])
})

test('a write between two pages is told by the revision, and looks through no body again that stayed', async () => {
  const scope = world.scope()
  world.hold(scope, down(50), hashOf)
  const before = await world.find({ scope, text: 'method:swap', limit: 5 })
  expect((await world.find({ scope, text: 'method:swap', offset: 5, limit: 5 })).revision).toBe(
    before.revision,
  )
  world.hold(world.scope({ address: exampleAddress(7) }), down(5), hashOf)
  expect((await world.find({ scope, text: 'method:swap' })).revision).toBe(before.revision)
  const more = down(52)
  world.archive.list(scope)?.write(null, {
    items: more.slice(0, PAGE),
    keys: more.slice(0, PAGE).map(hashOf),
    unread: [],
    next: { newer: PAGE },
  })
  const after = await world.find({ scope, text: 'method:swap', limit: 3 })
  expect(after.revision).not.toBe(before.revision)
  expect(after.count).toBe(before.count + 1)
  expect(heightsOf(after)).toEqual([52, 50, 48])
})

test('over all lists of an address, and over everything: by kind, newest first, each row once', async () => {
  const shared = down(20)
  world.hold(world.scope({ address: OWN }), shared, hashOf)
  world.hold(world.scope({ address: LABELLED }), shared.slice(5), hashOf)
  world.hold(world.scope({ address: OWN, source: 'other' }), shared.slice(0, 4), hashOf)
  const transfers = Array.from({ length: 9 }, (_, at) => transfer(30 - at))
  const ofTransfer = (row: { transaction_hash: string }) => row.transaction_hash
  world.hold(world.scope({ address: OWN, list: 'address-token-transfers' }), transfers, ofTransfer)

  const kinds = await world.find({ scope: { of: 'everything' } })
  expect(kinds.kinds).toEqual([
    { kind: 'transaction', count: 24, loaded: 39 },
    { kind: 'transfer', count: 9, loaded: 9 },
  ])
  expect(kinds).toMatchObject({ count: 33, loaded: 48, rows: [] })

  const address = { of: 'address' as const, address: OWN.toUpperCase().replace('X', 'x'), sources: ['eth'] }
  const found = await world.find({ scope: address, kind: 'transaction', text: 'block>10', limit: 4 })
  expect(heightsOf(found)).toEqual([20, 19, 18, 17])
  expect(found).toMatchObject({ count: 10, lists: [{ source: 'eth', list: 'address-transactions' }] })
  // Only transfers are asked, because transactions have no token.
  const tokens = await world.find({ scope: { of: 'everything' }, text: 'token:TK1' })
  expect(tokens.kinds).toEqual([{ kind: 'transfer', count: 4, loaded: 9 }])
  const everywhere = await world.find({ scope: { of: 'everything' }, kind: 'transaction', limit: 3 })
  expect(everywhere.rows.map(({ list }) => everywhere.lists[list]?.source)).toEqual(['eth', 'other', 'eth'])
  expect((await world.find({ scope: { of: 'everything' }, text: 'validator:3' })).errors).toHaveLength(1)
})

test('rows of several lists are in one order, whatever they are sorted by', async () => {
  world.state.labels = [{ address: LABELLED, label: 'Treasury', chainId: '10' }]
  const eth = down(30, (height) => ({ exchange_rate: height % 3 === 0 ? '1' : null }))
  world.hold(world.scope({ address: OWN }), eth, hashOf)
  const other = down(25, (height) => ({ from: { hash: exampleAddress(2 + (height % 2)) }, method: 'claim' }))
  world.hold(world.scope({ address: OWN, source: 'other' }), other, hashOf)
  for (const by of ['from', 'to', 'amount', 'value', 'fee', 'usd', 'method', 'block', 'time'] as const)
    for (const descending of [false, true]) {
      const sort = { by, descending }
      const { rows, lists } = await world.find({ scope: { of: 'everything' }, kind: 'transaction', sort })
      expect(rows).toHaveLength(55)
      const values = rows.map(({ item, list }) => {
        const labels = new Map(lists[list]?.source === 'other' ? [[LABELLED, 'Treasury']] : [])
        const context: RowContext = { ownAddress: OWN, ownToken: undefined, coin: COIN, labels, zone: 'utc' }
        return sortValue('transaction', by, context)(item as object)
      })
      const sorted = values.toSorted((one, another) => compareValues(one, another, descending))
      expect([by, values]).toEqual([by, sorted])
    }
})

test('a label counts as soon as it is set', async () => {
  const scope = world.scope()
  world.hold(scope, down(10), hashOf)
  const ask = async () => (await world.find({ scope, text: 'from:treasury' })).count
  expect(await ask()).toBe(0)
  world.state.labels = [{ address: LABELLED, label: 'Treasury', chainId: null }]
  expect(await ask()).toBe(2)
})

test('what cannot be read is found by its text', async () => {
  const scope = world.scope()
  const unread = {
    position: 1,
    path: 'hash',
    found: 'nothing',
    expected: 'a hash',
    raw: '{"odd":"needle"}',
  }
  const [first, second] = down(2)
  if (!first || !second) throw new Error('no rows')
  world.archive
    .list(scope)
    ?.write(null, { items: [first, second], keys: [first.hash, second.hash], unread: [unread], next: null })
  const found = await world.find({ scope, text: 'needle' })
  expect(found.rows).toMatchObject([{ unread: { raw: unread.raw } }])
  expect((await world.addUp({ scope, text: '' })).totals?.rows).toBe(2)
  expect(await world.activity({ scope })).toMatchObject({ activity: { unit: 'hour' }, undated: 1 })
})

test('what is forgotten, erased or turned off while it is asked is not there; the answer says so', async () => {
  const scope = world.scope()
  const fill = () => {
    world.hold(scope, down(700), hashOf)
  }
  fill()
  expect((await world.find({ scope, text: 'swap' })).loaded).toBe(700)
  for (const end of [
    () => {
      world.archive.forget('eth')
    },
    () => {
      world.archive.forget(null)
    },
    () => {
      world.archive.erase()
    },
  ]) {
    fill()
    const asked = world.find({ scope, text: `swap or ${String(Math.random())}` })
    end()
    const { loaded, count } = await asked
    expect([
      [700, 350],
      [0, 0],
    ]).toContainEqual([loaded, count])
    expect(await world.find({ scope, text: 'swap' })).toMatchObject({ loaded: 0, count: 0, rows: [] })
  }
  fill()
  world.state.isOn = false
  expect(await world.find({ scope })).toMatchObject({ loaded: 0, count: 0 })
})

test('a damaged file is set aside: nothing is held then, and it goes on', async () => {
  const scope = world.scope()
  world.hold(scope, down(700), hashOf)
  world.archive.flush()
  const path = join(world.folder, ARCHIVE_FILE)
  // Damage a part of the archive that the writer does not read.
  world.archive.close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, Math.floor(bytes.length / 2), bytes.length - 4096)
  writeFileSync(path, bytes)
  const { folder } = world
  world.questions.close()
  const again = createQueryWorld(folder)
  expect(await again.find({ scope, text: 'swap' })).toMatchObject({ loaded: 0, count: 0, rows: [] })
  expect(again.archive.status().problem).toBe('was_damaged')
  again.hold(scope, down(10), hashOf)
  expect(await again.find({ scope, text: 'swap' })).toMatchObject({ loaded: 10, count: 5 })
  again.questions.close()
  again.archive.close()
})

test('logs that were kept before their contract and event were in columns are found by them', async () => {
  const scope = world.scope({ list: 'address-logs' })
  const rows = [3, 2, 1].map((height) => log(height))
  world.hold(scope, rows, ({ block_number: height }: Log) => String(height))
  const { folder } = world
  world.questions.close()
  world.archive.close()
  const file = openDatabase(join(folder, ARCHIVE_FILE))
  file.exec('UPDATE items SET sender = 0, method = 0; PRAGMA user_version = 3')
  file.close()
  const again = createQueryWorld(folder)
  for (const text of [`from:${exampleAddress(2)}`, `method:0x${'2'.repeat(64)}`])
    expect(heightsOf(await again.find({ scope, text }))).toEqual([2])
  again.questions.close()
  again.archive.close()
})

test('amounts that were kept in units of more than 77 decimals are found and added up in smallest units', async () => {
  const scope = world.scope({ list: 'address-token-transfers' })
  const raw = String(10n ** 59n)
  const token = { ...transfer(1).token, decimals: '80', exchange_rate: '1' }
  const rows = [3, 2, 1].map((height) => transfer(height, { token, total: [{ value: raw }] }))
  world.hold(scope, rows, ({ block_number: height }: TokenTransfer) => String(height))
  const { folder } = world
  world.questions.close()
  world.archive.close()
  const file = openDatabase(join(folder, ARCHIVE_FILE))
  const parts = partsOf(raw, 80, 2, 3)?.map((part, at) => `amount_${String(at + 1)} = ${String(part)}`)
  // The newest as it is written today.
  file.exec(`UPDATE items SET flags = flags & ~${String(UNSURE)} | ${String(AMOUNT)}, decimals = 80,
    ${parts?.join() ?? ''} WHERE height < 3;
    PRAGMA user_version = 4`)
  file.close()
  const again = createQueryWorld(folder)
  expect(heightsOf(await again.find({ scope, text: `amount=${raw}` }))).toEqual([3, 2, 1])
  expect(await again.find({ scope, text: 'amount<1' })).toMatchObject({ count: 0 })
  const { totals } = await again.addUp({ scope, text: '' })
  expect(totals?.sums).toEqual([
    expect.objectContaining({ decimals: 0, rows: 3, sum: String(3n * 10n ** 59n) }),
  ])
  again.questions.close()
  again.archive.close()
})

test('who does not wait any more gets no answer, and others theirs', async () => {
  const scope = world.scope()
  world.hold(scope, down(300), hashOf)
  const controller = new AbortController()
  const left = world.find({ scope, text: 'swap' }, controller.signal)
  const stays = world.find({ scope, text: 'swap' })
  controller.abort()
  await expect(left).rejects.toThrow()
  expect((await stays).count).toBe(150)
  world.questions.close()
  await expect(world.find({ scope })).rejects.toThrow('cancelled')
})
