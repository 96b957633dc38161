/**
 * Compares two lists, in one file or two: each row has the mark of a plain comparison, and sums include the shown mark
 * only.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#shared/chain/transaction.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { Page } from '#shared/lists/page.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { countTotals } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import type { MarkCounts, RowMark, TotalsAnswer } from '#shared/rpc/contract/rows.ts'
import { writeGroup, writeTotals } from '#shared/rpc/totals-text.ts'
import type { FindAnswer } from '../questions.ts'
import { activityOfItems, COIN, createQueryWorld, log, transaction } from '../testing/kept-world.ts'

type World = ReturnType<typeof createQueryWorld>
let worlds: Readonly<Record<'file' | 'other' | 'memory', World>>
beforeAll(() => {
  worlds = {
    file: createQueryWorld(),
    other: createQueryWorld(),
    memory: createQueryWorld(':memory:'),
  }
})
afterAll(() => {
  worlds.file.close()
  worlds.other.close()
  worlds.memory.questions.close()
  worlds.memory.archive.close()
})

const hashOf = ({ hash }: Transaction) => hash
const blockOf = (item: unknown) => (item as Transaction).block_number ?? NaN
/** Three rows a block, in chain order. */
const ROWS = Array.from({ length: 90 }, (_, at) => {
  const [height, position] = [100 - Math.floor(at / 3), 2 - (at % 3)]
  const scammer = at % 11 === 0 ? { from: { hash: exampleAddress(9), is_scam: true } } : {}
  return transaction(height, { hash: `0x${String(at).padStart(64, '0')}`, position, ...scammer })
})

interface Held {
  /** Numbers of its rows. */
  readonly rows: readonly number[]
  /** Number of rows read from some position; then its first page was read. */
  readonly until: number
  readonly isHeld: boolean
}
const held: fc.Arbitrary<Held> = fc.record({
  rows: fc.subarray([...ROWS.keys()]),
  until: fc.integer({ min: 1, max: 90 }),
  isHeld: fc.boolean().chain((is) => (is ? fc.constant(true) : fc.boolean())),
})
const places = fc.constantFrom('file', 'other', 'memory')
const sorts = fc.constantFrom(
  null,
  { by: 'time', descending: false } as const,
  { by: 'value', descending: true } as const,
)

let lists = 0
/** Stores a list for each member as one of several addresses, and returns their scope. */
function hold(world: World, members: readonly Held[]) {
  const addresses = members.map(({ rows, until, isHeld }) => {
    const address = exampleAddress(1_000 + (lists += 1))
    const scope = world.scope({ address })
    const all = rows.flatMap((row) => ROWS[row] ?? [])
    if (!isHeld) return address
    world.hold(scope, all.slice(20), hashOf as never, until)
    world.hold(scope, all, hashOf as never, 1)
    return address
  })
  const [first = '', ...others] = addresses
  return {
    scope: { ...world.scope({ address: first }), ...(others.length > 0 && { others }) },
    each: addresses.map((address) => world.scope({ address })),
  }
}

/** Totals without order, and with times as numbers. */
const plainTotals = ({ first, last, sums, ...others }: TotalsAnswer) => ({
  ...others,
  ends: [first, last].map((time) => time && Date.parse(time)),
  sums: new Set(sums),
})

/** Totals of these addresses' rows, with their first and last time. */
function figuresOf(
  items: readonly object[],
  addresses: readonly string[],
  grouping: 'method' | 'counterparty',
) {
  const [only, another] = addresses
  const own = another === undefined ? { ownAddress: only } : { ownAddresses: new Set(addresses) }
  const names = { ownToken: undefined, coin: COIN, labels: new Map() }
  const context: RowContext = { ownAddress: undefined, ...own, ...names, zone: 'utc' }
  const counter = countTotals('transaction', context, grouping, (time) => dayOf(time, 'utc'))
  for (const item of items) counter.add(item, context)
  const groups = [...counter.groups.values()].map((group) => writeGroup(group, 1_000))
  return {
    totals: plainTotals(writeTotals(counter.totals, 1_000)),
    groups: new Set(groups.map(({ condition, rows, fees }) => ({ condition, rows, fees }))),
    ...activityOfItems('transaction', items),
  }
}

/** The rows of a list, and the blocks in which it certainly has no others. */
function knownBy({ rows, gaps, isComplete, next }: FindAnswer, isOld: boolean) {
  const ends = [...gaps.map(({ before }) => before), rows.length]
  const parts = ends.map((end, at) => rows.slice(ends[at - 1] ?? 0, end).map(({ item }) => blockOf(item)))
  return {
    keys: new Set(rows.map(({ key }) => key)),
    covers: (block: number) =>
      (!isOld || block < blockOf(rows[0]?.item ?? {})) &&
      (isComplete ||
        parts.some((blocks, at) => {
          const [top = NaN, bottom = NaN] = [blocks[0], blocks.at(-1)]
          const isEnd = at === parts.length - 1 && next === null
          return (block < top || (at === 0 && blocks.length > 0)) && (isEnd || block > bottom)
        })),
  }
}

test('every row has the mark that both lists give it, and those of one mark are shown alone', async () => {
  const asked = fc.record({
    own: fc.array(held, { minLength: 1, maxLength: 2 }),
    other: fc.array(held, { minLength: 1, maxLength: 3 }),
    ownIn: places,
    otherIn: places,
    isOld: fc.boolean(),
    text: fc.constantFrom('', 'failed', 'method:swap', 'swap'),
    fold: fc.constantFrom(undefined, true),
    sort: sorts,
    offset: fc.nat({ max: 40 }),
    grouping: fc.constantFrom('method', 'counterparty'),
  })
  await fc.assert(
    fc.asyncProperty(
      asked,
      async ({ own, other, ownIn, otherIn, isOld, text, fold, sort, offset, grouping }) => {
        const [world, otherWorld] = [worlds[ownIn], worlds[otherIn]]
        const mine = hold(world, own)
        const theirs = hold(otherWorld, other)
        const known = await Promise.all(
          theirs.each.map(async (scope) => knownBy(await otherWorld.find({ scope }), isOld)),
        )
        const markOf = (key: string, item: unknown): RowMark =>
          known.some(({ keys }) => keys.has(key))
            ? 'both'
            : known.every(({ covers }) => covers(blockOf(item)))
              ? 'here'
              : 'unknown'
        const input = { scope: mine.scope, text, sort, ...(fold && { fold }) }
        const plain = await world.find(input)
        const expected = plain.rows.map((row) => ({ ...row, mark: markOf(row.key, row.item) }))
        const count = (wanted: RowMark) => expected.filter(({ mark }) => mark === wanted).length
        const marks: MarkCounts = { here: count('here'), both: count('both'), unknown: count('unknown') }
        for (const show of ['all', 'here', 'both'] as const) {
          const isShown = ({ mark }: { readonly mark: RowMark }) => show === 'all' || mark === show
          const rows = expected.filter(isShown)
          const asking = { ...input, beside: { scope: theirs.scope, show, isOld } }
          const found = await world.find({ ...asking, offset }, undefined, otherWorld)
          expect(found.marks).toEqual(marks)
          expect(found.count).toBe(rows.length)
          expect(found.rows.map(({ key, mark }) => [key, mark])).toEqual(
            rows.slice(offset, offset + 200).map(({ key, mark }) => [key, mark]),
          )
          expect(found.gaps).toEqual(
            plain.gaps
              .map((gap) => ({ ...gap, before: expected.slice(0, gap.before).filter(isShown).length }))
              .filter(({ to, before }) => to !== null || before < rows.length),
          )
          expect(found.loaded).toBe(plain.loaded)
          const { sort: _, ...counting } = asking
          const { revision, totals, groups } = await world.addUp({ ...counting, grouping }, otherWorld)
          const { activity, undated } = await world.activity(counting, otherWorld)
          if (totals)
            expect({
              ...{ totals: plainTotals(totals), activity, undated },
              groups: new Set(groups.map(({ condition, rows, fees }) => ({ condition, rows, fees }))),
            }).toEqual(
              figuresOf(
                rows.flatMap(({ item }) => (item ? [item] : [])),
                mine.each.map(({ params }) => params.address_hash),
                grouping,
              ),
            )
          else expect(rows).toEqual([])
          if (show !== 'all') expect(revision).toBe(found.revision)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('rows that came since are in no count of marks', async () => {
  const world = worlds.file
  const { scope } = hold(world, [{ rows: [...ROWS.keys()].slice(10), until: 90, isHeld: true }])
  const mark = world.archive.list(scope)?.top()
  world.hold(scope, ROWS, hashOf as never)
  const theirs = hold(world, [{ rows: [0, 1, 30, 31], until: 90, isHeld: true }])
  const asked = { scope, from: mark ? [mark] : [] }
  const beside = (show: 'all' | 'both') => ({ beside: { scope: theirs.scope, show } })
  expect(await world.find({ ...asked, ...beside('all'), from: [] })).toMatchObject({
    count: 90,
    marks: { here: 86, both: 4, unknown: 0 },
  })
  expect(await world.find({ ...asked, ...beside('all') })).toMatchObject({
    count: 80,
    marks: { here: 78, both: 2, unknown: 0 },
  })
  expect(await world.find({ ...asked, ...beside('both') })).toMatchObject({
    count: 2,
    marks: { here: 78, both: 2, unknown: 0 },
  })
})

test('what is written of the other list changes marks, and the revision', async () => {
  const world = worlds.file
  const { scope } = hold(world, [{ rows: [0, 1, 2, 3, 4, 5], until: 90, isHeld: true }])
  const otherScope = worlds.other.scope({ address: exampleAddress(999_999) })
  const ask = (limit = 200) =>
    world.find({ scope, beside: { scope: otherScope, show: 'all' }, limit }, undefined, worlds.other)
  const rowsOnlyHere = async () =>
    (await world.addUp({ scope, beside: { scope: otherScope, show: 'here' } }, worlds.other)).totals?.rows
  const before = await ask()
  expect(await rowsOnlyHere()).toBe(0)
  expect(before.marks).toEqual({ here: 0, both: 0, unknown: 6 })
  expect((await ask()).revision).toBe(before.revision)
  worlds.other.hold(otherScope, [ROWS[1], ROWS[4]] as Transaction[], hashOf as never)
  const after = await ask()
  expect(after.marks).toEqual({ here: 4, both: 2, unknown: 0 })
  expect(await rowsOnlyHere()).toBe(4)
  expect(after.revision).not.toBe(before.revision)
  expect(after.rows.map(({ mark }) => mark)).toEqual(['here', 'both', 'here', 'here', 'both', 'here'])
})

test('what could not be read of either list may be any row between its neighbours', async () => {
  const world = worlds.file
  const one = world.scope({ address: exampleAddress(800) })
  const other = world.scope({ address: exampleAddress(801) })
  const unread = (raw: string) => ({ position: 1, path: '', found: '', expected: '', raw })
  const write = (scope: typeof one, rows: readonly number[], raw: string) => {
    const items = rows.flatMap((row) => ROWS[row] ?? [])
    const page: Page = { items, keys: items.map(hashOf), unread: [unread(raw)], next: null } as never
    world.archive.list(scope)?.write(null, page)
  }
  // Blocks 100, 97, 94, 91, 88; the other list has 100 and 91, and unreadable rows between them.
  write(one, [0, 9, 18, 27, 36], 'mine')
  write(other, [0, 28], 'theirs')
  const marksOf = async (scope: typeof one, beside: typeof one) =>
    (await world.find({ scope, beside: { scope: beside, show: 'all' } })).rows.map(({ key, mark }) => [
      ROWS.findIndex(({ hash }) => hash === key),
      mark,
    ])
  expect(await marksOf(one, other)).toEqual([
    [0, 'both'],
    [-1, 'unknown'],
    [9, 'unknown'],
    [18, 'unknown'],
    [27, 'unknown'],
    [36, 'here'],
  ])
  write(other, [0, 28], 'mine')
  expect((await marksOf(one, other))[1]).toEqual([-1, 'both'])
})

test('of a list in an order of its own nothing is certain before all of it is there', async () => {
  const world = worlds.file
  const scopes = [1, 2].map((n) => ({
    ...world.scope({ list: 'transaction-logs' }),
    params: { transaction_hash: `0x${String(n).repeat(64)}` },
  }))
  const [one, other] = scopes as [(typeof scopes)[0], (typeof scopes)[0]]
  const rows = Array.from({ length: 20 }, (_, index) => log(7, { index }))
  const keyOf = (row: object) => String((row as { index: number }).index)
  world.hold(one, rows, keyOf)
  world.hold(other, rows.slice(5), keyOf, 7)
  const ask = () => world.find({ scope: one, beside: { scope: other, show: 'all' } })
  expect((await ask()).marks).toEqual({ here: 0, both: 7, unknown: 13 })
  world.hold(other, rows.slice(5), keyOf)
  expect((await ask()).marks).toEqual({ here: 5, both: 15, unknown: 0 })
})
