/** Finds the row of a list at a position on the chain, for two lists that scroll together. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#shared/chain/transaction.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { ChainPlace } from '#shared/rpc/contract/rows.ts'
import { createQueryWorld, log, transaction } from '../testing/kept-world.ts'

let world: ReturnType<typeof createQueryWorld>
beforeAll(() => {
  world = createQueryWorld()
})
afterAll(() => {
  world.close()
})

const hashOf = ({ hash }: Transaction) => hash
/** Three rows a block. */
const rowOf = (n: number): Transaction =>
  transaction(Math.floor(n / 3), { hash: `0x${String(n).padStart(64, '0')}`, position: n % 3 })
const timeOf = (block: number) => Date.UTC(2025, 0, 1) + block * 3_600_000
const numbers = fc.uniqueArray(fc.nat(300), { minLength: 1, maxLength: 60 })
let lists = 0

/** Distance of a row from a position: block or time first, then index. */
const distance = ({ block_number: block, position }: Transaction, at: ChainPlace): readonly number[] =>
  'time' in at
    ? [Math.abs(timeOf(block ?? 0) - at.time)]
    : [
        Math.abs((block ?? 0) - at.block),
        block === at.block ? Math.abs((position ?? 0) - (at.index ?? 0)) : 0,
      ]

test('finds the row nearest to a place, by block and by time, whatever is shown of the list', async () => {
  const at: fc.Arbitrary<ChainPlace> = fc.oneof(
    fc.record({ block: fc.nat(100), index: fc.option(fc.nat(2)) }),
    fc.record({ time: fc.nat(100).map((block) => timeOf(block) + 1_234) }),
  )
  await fc.assert(
    fc.asyncProperty(numbers, at, fc.constantFrom('', 'method:swap'), async (list, at, text) => {
      const scope = world.scope({ address: exampleAddress(1_000 + (lists += 1)) })
      const rows = [...list].sort((one, other) => other - one).map(rowOf)
      world.hold(scope, rows, hashOf as never)
      const shown = rows.filter(({ method }) => text === '' || method === 'swap')
      const { index, count } = await world.place({ scope, text, at })
      expect(count).toBe(shown.length)
      const [found] = shown.slice(index)
      if (!found) {
        expect([index, count]).toEqual([0, 0])
        return
      }
      const [near = 0, within = 0] = distance(found, at)
      for (const row of shown) {
        const [far = 0, other = 0] = distance(row, at)
        expect(near).toBeLessThanOrEqual(far)
        if (near === far && near === 0) expect(within).toBeLessThanOrEqual(other)
      }
    }),
    { numRuns: 200 },
  )
})

test('of two that are as near it is the one further down; of no rows it is the first', async () => {
  const scope = world.scope({ address: exampleAddress(500) })
  expect(await world.place({ scope, at: { block: 5, index: 0 } })).toMatchObject({ index: 0, count: 0 })
  world.hold(
    scope,
    [30, 20, 12].map((n) => transaction(n)),
    hashOf as never,
  )
  const { revision } = await world.find({ scope })
  expect(await world.place({ scope, at: { block: 25, index: null } })).toEqual({
    index: 1,
    count: 3,
    revision,
  })
  expect(await world.place({ scope, at: { block: 26, index: null } })).toMatchObject({ index: 0 })
  expect(await world.place({ scope, at: { block: 99, index: null } })).toMatchObject({ index: 0 })
  expect(await world.place({ scope, at: { block: 1, index: null } })).toMatchObject({ index: 2 })
  const other = world.scope({ address: exampleAddress(501) })
  world.hold(other, [transaction(20)], hashOf as never)
  const beside = { scope: other, show: 'here' } as const
  expect(await world.place({ scope, beside, at: { block: 20, index: null } })).toMatchObject({
    index: 1,
    count: 2,
  })
})

test('a list may go up the chain', async () => {
  const scope = {
    ...world.scope({ list: 'transaction-logs' }),
    params: { transaction_hash: `0x${'1'.repeat(64)}` },
  }
  const rows = [2, 5, 9].map((index) => log(7, { index }))
  world.hold(scope, rows, (row: object) => String((row as { index: number }).index))
  const indexAt = async (index: number) => (await world.place({ scope, at: { block: 7, index } })).index
  expect(await Promise.all([0, 2, 4, 6, 8, 20].map(indexAt))).toEqual([0, 0, 1, 1, 2, 2])
})
