/** Rows of several chains: filtered by chain, and all movements merged by time. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '#shared/chain/transaction.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { createQueryWorld, transaction, transfer } from '../testing/kept-world.ts'

let world: ReturnType<typeof createQueryWorld>
beforeEach(() => {
  world = createQueryWorld()
})
afterEach(() => {
  world.close()
})

const OWN = exampleAddress(1)
const hashOf = ({ hash }: Transaction) => hash
const down = (count: number) => Array.from({ length: count }, (_, at) => transaction(count - at))

test('a chain is asked for by its name, short name or id; one that nobody reads is told at its place', async () => {
  world.hold(world.scope({ address: OWN }), down(5), hashOf)
  world.hold(world.scope({ address: OWN, source: 'other' }), down(3), hashOf)
  const scope = { of: 'address' as const, address: OWN }
  const count = async (text: string) => (await world.find({ scope, kind: 'transaction', text })).count
  for (const [text, rows] of [
    ['chain:eth', 5],
    ['chain:Optimism', 3],
    ['chain=op', 3],
    ['chain:10', 3],
    ['chain:opti', 3],
    ['-chain:eth', 3],
    ['chain:eth or chain:op', 8],
    ['chain:op block>2', 1],
  ] as const)
    expect([text, await count(text)]).toEqual([text, rows])
  const unknown = await world.find({ scope, text: 'block>1 chain:bse' })
  expect(unknown).toMatchObject({ count: 0, errors: [{ at: { from: 8, to: 17 } }] })
  expect(unknown.errors[0]?.message).toContain('“bse”')
  expect((await world.find({ scope, text: 'chain=opti' })).errors).toHaveLength(1)
  // All rows of a list are on one chain.
  expect((await world.find({ scope: world.scope(), text: 'chain:eth' })).errors).toHaveLength(1)
})

test('all movements of an address on all chains are one list in time, and how far back each goes is told', async () => {
  const address = exampleAddress(1)
  const ofTransfer = (row: { transaction_hash: string; log_index: number }) =>
    `${row.transaction_hash}:${String(row.log_index)}`
  const lists = [
    [world.scope(), down(60), hashOf, 60],
    [world.scope({ source: 'other' }), down(45), hashOf, 21],
    [
      world.scope({ list: 'address-token-transfers' }),
      [50, 33, 33, 8].map((at, nth) => transfer(at, { log_index: nth })),
      ofTransfer,
      4,
    ],
    [
      world.scope({ source: 'other', list: 'address-token-transfers' }),
      [44, 2].map((at) => transfer(at)),
      ofTransfer,
      2,
    ],
  ] as const
  for (const [scope, rows, keyOf, until] of lists) world.hold(scope, rows, keyOf, until)
  // Transfers of the token at this address, which are no movements of the address.
  world.hold(world.scope({ list: 'token-transfers-of-token' }), [transfer(70)], ofTransfer)

  const scope = { of: 'address' as const, address }
  const timesOf = (rows: readonly { timestamp?: string | null | undefined }[], until: number) =>
    rows.slice(0, until).map(({ timestamp }) => timestamp ?? '')
  const expected = lists
    .flatMap(([, rows, , until]) => timesOf(rows, until))
    .sort((one, other) => (one < other ? 1 : -1))
  for (const descending of [true, false]) {
    const sort = { by: 'time', descending } as const
    const found: string[] = []
    let told: Awaited<ReturnType<typeof world.find>> | undefined
    for (let offset = 0; offset < expected.length; offset += 13) {
      const page = await world.find({ scope, kind: 'movements', sort, offset, limit: 13 })
      expect(page.count).toBe(expected.length)
      found.push(...page.rows.map(({ item }) => (item as { timestamp: string }).timestamp))
      told ??= page
    }
    expect(found).toEqual(descending ? expected : expected.toReversed())
    const timeAt = (height: number) => transaction(height).timestamp
    expect(told?.reach).toEqual([
      { source: 'eth', kind: 'transaction', rows: 60, isComplete: true, since: timeAt(1) },
      { source: 'other', kind: 'transaction', rows: 21, isComplete: false, since: timeAt(25) },
      { source: 'eth', kind: 'transfer', rows: 4, isComplete: true, since: timeAt(8) },
      { source: 'other', kind: 'transfer', rows: 2, isComplete: true, since: timeAt(2) },
    ])
  }
  const onOther = await world.find({ scope, kind: 'movements', text: 'chain:op block>40', limit: 50 })
  expect(onOther.rows.map(({ list }) => onOther.lists[list]?.source)).toEqual(
    Array.from({ length: 6 }, () => 'other'),
  )
  expect(onOther.rows.map(({ item }) => (item as { block_number: number }).block_number)).toEqual([
    45, 44, 44, 43, 42, 41,
  ])
  const tokens = await world.find({ scope, kind: 'movements', text: 'token:TK0', limit: 50 })
  expect(tokens.count).toBe([50, 8, 44, 2].length)
})
