/** Newer rows are left out of an answer: of one list, of filtered rows, and of several addresses as one. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { ListMark } from '#shared/rpc/contract/lists.ts'
import { keyNumber } from '../rows/loaded-rows.ts'
import type { FindAnswer } from './questions.ts'
import { createQueryWorld, transaction } from './testing/kept-world.ts'

let world: ReturnType<typeof createQueryWorld>
beforeEach(() => {
  world = createQueryWorld()
})
afterEach(() => {
  world.close()
})

const ADDRESSES = [1, 2, 3].map(exampleAddress)
const hashOf = ({ hash }: Transaction) => hash
const TEXTS = ['', 'failed', 'method:swap', '-method:swap']

/** Three rows a block, in chain order. */
const ROWS = Array.from({ length: 90 }, (_, at) => {
  const [height, position] = [100 - Math.floor(at / 3), 2 - (at % 3)]
  const scammer = at % 11 === 0 ? { from: { hash: exampleAddress(9), is_scam: true } } : {}
  return transaction(height, { hash: `0x${String(at).padStart(64, '0')}`, position, ...scammer })
})

interface Place {
  /** Numbers of its rows. */
  readonly rows: readonly number[]
  /** Number of the row that was first, whether it still exists or not. */
  readonly mark: number | undefined
}
const place: fc.Arbitrary<Place> = fc.record({
  rows: fc.subarray([...ROWS.keys()], { minLength: 1 }),
  mark: fc.option(fc.nat({ max: ROWS.length - 1 }), { nil: undefined }),
})
const markOf = (row: number): ListMark => ({
  height: ROWS[row]?.block_number ?? 0,
  key: keyNumber(ROWS[row]?.hash ?? ''),
})
/** Number of rows above that row, or above its block if the row is gone. */
const newerIn = ({ rows, mark }: Place, held = rows) => {
  const bound = mark === undefined || held.includes(mark) ? mark : Math.floor(mark / 3) * 3
  return rows.filter((row) => bound !== undefined && row < bound)
}
/** Replaces the list numbers of rows by their lists: numbers depend on the order of the answer. */
const withLists = ({ rows, lists, etag: _, ...answer }: FindAnswer) => ({
  ...answer,
  rows: rows.map(({ list, ...row }) => ({ ...row, of: lists[list] })),
})
const asked = { text: fc.constantFrom(...TEXTS), fold: fc.constantFrom(undefined, true, false) }

async function expectWithout(
  input: Parameters<typeof world.find>[0],
  from: ListMark[],
  newer: ReadonlySet<string>,
) {
  const all = withLists(await world.find(input))
  const expected = all.rows.filter(({ key }) => !newer.has(key))
  expect(withLists(await world.find({ ...input, from }))).toEqual({
    ...all,
    count: expected.length,
    rows: expected,
    ...(all.imitated && { imitated: expect.any(Array) as string[] }),
    gaps: all.gaps.map((gap) => ({
      ...gap,
      before: all.rows.slice(0, gap.before).filter(({ key }) => !newer.has(key)).length,
    })),
  })
  const middle = Math.floor(expected.length / 2)
  const part = await world.find({ ...input, from, offset: middle, limit: 5 })
  expect(part.rows.map(({ key }) => key)).toEqual(expected.slice(middle, middle + 5).map(({ key }) => key))
  // In another sort order the newer rows are included.
  const sorted = { ...input, sort: { by: 'time', descending: false } } as const
  expect(await world.find({ ...sorted, from })).toEqual(await world.find(sorted))
}

test('of one list, whole, filtered or folded: all but what stands above the row that was first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ place, until: fc.nat({ max: 90 }), ...asked }), async (made) => {
      const { text, fold } = made
      const scope = world.scope()
      world.archive.forgetList(scope)
      const rows = made.place.rows.flatMap((row) => ROWS[row] ?? [])
      // Some rows, and then the beginning of the list again, usually with a gap.
      world.hold(scope, rows.slice(20), hashOf as never, made.until)
      world.hold(scope, rows, hashOf as never, 1)
      const { mark } = made.place
      const from = mark === undefined ? [] : [markOf(mark)]
      const { rows: all } = await world.find({ scope })
      const held = all.map(({ key }) => ROWS.findIndex(({ hash }) => hash === key))
      const newer = new Set(newerIn(made.place, held).map((row) => ROWS[row]?.hash ?? ''))
      await expectWithout({ scope, text, ...(fold === undefined ? {} : { fold }) }, from, newer)
    }),
    { numRuns: 120 },
  )
})

test('of several addresses as one: what each has above its own, but what one of them had already', async () => {
  const lists = fc.tuple(place, place, place)
  await fc.assert(
    fc.asyncProperty(fc.record({ lists, ...asked }), async ({ lists, text, fold }) => {
      for (const [at, address] of ADDRESSES.entries()) {
        const scope = world.scope({ address })
        world.archive.forgetList(scope)
        world.hold(scope, lists[at]?.rows.flatMap((row) => ROWS[row] ?? []) ?? [], hashOf as never)
      }
      const [, ...others] = ADDRESSES
      const scope = { ...world.scope({ address: ADDRESSES[0] ?? '' }), others }
      const from = lists.flatMap(({ mark }, at): ListMark[] =>
        mark === undefined ? [] : [{ address: ADDRESSES[at] ?? '', ...markOf(mark) }],
      )
      const isKnown = (row: number) =>
        lists.some((place) => place.rows.includes(row) && !newerIn(place).includes(row))
      const newer = lists.flatMap((one) => newerIn(one)).filter((row) => !isKnown(row))
      await expectWithout(
        { scope, text, ...(fold === undefined ? {} : { fold }) },
        from,
        new Set(newer.map((row) => ROWS[row]?.hash ?? '')),
      )
    }),
    { numRuns: 120 },
  )
})

test('a row of a list that is not asked leaves out nothing', async () => {
  const scope = world.scope()
  world.hold(scope, ROWS, hashOf as never)
  const mark = markOf(30)
  expect(await world.find({ scope, from: [mark] })).toMatchObject({ count: 60, loaded: 90 })
  const others = [exampleAddress(2)]
  for (const [asked, from] of [
    [scope, [{ ...mark, address: exampleAddress(1) }]],
    [{ ...scope, others }, [{ ...mark, address: exampleAddress(5) }]],
    [{ ...scope, others }, [mark]],
    [{ of: 'everything' }, [mark]],
  ] as const)
    expect(await world.find({ scope: asked, from: [...from] } as never)).toMatchObject({ count: 90 })
})
