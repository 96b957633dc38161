/**
 * Stored rows get the names of their calls that become known later: in open lists, in queries, and when a list is opened
 * again.
 */
import { encodeFunctionData, parseAbi } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transactionMethod } from '#shared/chain/transaction-words.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { listOf, openList } from '../archive/testing/open-list.ts'
import { startCoreWithInstance, type CoreWithInstance } from '../testing/core-with-instance.ts'

const SIGNATURE = 'function frobnicateAll(address who, uint256 amount)'
const CALLED = `0x${'ab'.repeat(20)}` as const
const input = encodeFunctionData({
  abi: parseAbi([SIGNATURE]),
  functionName: 'frobnicateAll',
  args: [CALLED, 7n],
})

let world: CoreWithInstance
let { instance, client, source } = {} as CoreWithInstance
beforeEach(async () => {
  world = await startCoreWithInstance(Array.from({ length: 60 }, () => 1))
  ;({ instance, client, source } = world)
  instance.gives = (items) =>
    items.map((item) => ({
      ...(item as object),
      method: input.slice(0, 10),
      raw_input: input,
      to: { hash: CALLED, is_contract: true },
    }))
})
afterEach(() => world.end())

async function find(text = '') {
  const scope = { of: 'list', ...listOf(source) } as const
  const found = await client.call('rows.find', { text, scope, zone: 'utc', sort: null, offset: 0, limit: 50 })
  if (!found.ok) throw new Error(found.error.code)
  const names = found.data.rows.map(({ item }) => transactionMethod(item as Transaction))
  return { count: found.data.count, names: [...new Set(names)] }
}

test('a name that is learnt is in the rows that are here, and what is asked by it finds them', async () => {
  await openList(client, source)
  expect(await find()).toEqual({ count: 50, names: [input.slice(0, 10)] })
  expect(await find('method:frobnicate')).toMatchObject({ count: 0 })
  const revisions: string[] = []
  const leave = client.subscribe('lists.open', listOf(source), ({ revision }) => revisions.push(revision))
  await expect.poll(() => revisions.length).toBeGreaterThan(0)
  const before = revisions.at(-1)

  const added = await client.call('abi.add', { name: 'Mine', text: SIGNATURE, chainId: null, address: null })
  await expect.poll(() => find('method:frobnicate')).toEqual({ count: 50, names: ['frobnicateAll'] })
  // Subscribers of the open list are informed.
  await expect.poll(() => revisions.at(-1)).not.toBe(before)
  const page = await client.call('lists.page', { ...listOf(source), cursor: null })
  expect(page.ok && page.data.items.map((item) => transactionMethod(item as Transaction))[0]).toBe(
    'frobnicateAll',
  )

  await client.call('abi.remove', { id: added.ok ? added.data.id : 0 })
  await expect.poll(() => find()).toEqual({ count: 50, names: [input.slice(0, 10)] })
  leave()
})
