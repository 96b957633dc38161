/** Tests that rows keep their keys on any page: none is dropped, and repetitions are recognised. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Cursor, Page } from '#shared/lists/page.ts'
import * as behaviours from '#platform/testing/behaviours.ts'
import { clientAt } from '#core/testing/client-at.ts'
import {
  exampleAddress,
  exampleHash,
  exampleTransaction,
  exampleTransfer,
} from '#shared/lists/testing/example-items.ts'
import { openHostileServer, sourceAt, type HostileServer } from '#platform/testing/hostile-server.ts'
import type { ApiClient } from '../create-api-client.ts'

let server: HostileServer
let client: ApiClient
beforeEach(async () => {
  server = await openHostileServer()
  client = clientAt()
})
afterEach(async () => {
  client.close()
  await server.close()
})

const OF = { address_hash: exampleAddress(3) }
const transfers = async (items: readonly unknown[], after: Cursor | null, next: unknown = null) => {
  server.next(behaviours.page(items, next))
  return client.readPage(sourceAt(server.url), {
    list: 'token-transfers-of-token',
    params: OF,
    cursor: after,
  })
}
const inBatch = (last: number): Cursor => ({
  block_number: 5_000,
  index: 3,
  batch_log_index: 4,
  batch_block_hash: exampleHash(99),
  batch_transaction_hash: exampleHash(1),
  index_in_batch: last,
})

const marks = (keys: readonly string[]) => keys.map((key) => /#\d+$/.exec(key)?.[0])

it('a batch that holds an id twice gives two rows, each with its key', async () => {
  const page = await transfers(
    [
      exampleTransfer(1, 4, '7'),
      exampleTransfer(1, 4, '7'),
      exampleTransfer(1, 4, '8'),
      exampleTransfer(1, 5, '7'),
    ],
    null,
  )
  expect(new Set(page.keys).size).toBe(4)
  expect(marks(page.keys)).toEqual([undefined, '#2', undefined, undefined])
})

it.each([
  ['from its begin', (place: number) => place],
  // Like instances: a batch is listed from its end, and positions of merged rows are left out.
  ['from its end, with gaps', (place: number) => 400 - 3 * place],
])(
  'a batch of 130 rows with repeated ids, told %s, has 130 keys, the same wherever it is cut',
  async (_name, indexOf) => {
    const rows = Array.from({ length: 130 }, (_, place) =>
      exampleTransfer(1, 4, String(place % 5), String(place)),
    )
    const keysInPagesOf = async (size: number) => {
      const keys: string[] = []
      let after: Cursor | null = null
      for (let from = 0; from < rows.length; from += size) {
        const end = Math.min(from + size, rows.length)
        const page: Page = await transfers(
          rows.slice(from, end),
          after,
          end < rows.length ? inBatch(indexOf(end - 1)) : null,
        )
        keys.push(...page.keys)
        after = page.next
      }
      return keys
    }
    const keys = await keysInPagesOf(50)
    expect(new Set(keys).size).toBe(130)
    expect(await keysInPagesOf(7)).toEqual(keys)
    expect(await keysInPagesOf(50)).toEqual(keys)
  },
)

it('after the batch, the next transfers begin their own count', async () => {
  const first = await transfers([exampleTransfer(1, 4, '1')], null, inBatch(49))
  const page = await transfers([exampleTransfer(1, 4, '1'), exampleTransfer(1, 3, '1')], first.next)
  expect(marks(page.keys)).toEqual(['#2', undefined])
})

it('a page that comes twice, because the source sent it twice, has the keys it had', async () => {
  const rows = [exampleTransfer(2, 1, '1'), exampleTransfer(1, 4, '1'), exampleTransfer(1, 4, '1')]
  const first = await transfers(rows, null, inBatch(2))
  const again = await transfers(rows, null, inBatch(2))
  expect(again.keys).toEqual(first.keys)
})

it('an unreadable row in a batch, or one with an invalid field, does not change the keys of the rows after it', async () => {
  const rows = ['1', '1', '1'].map((id) => exampleTransfer(1, 4, id))
  const whole = await transfers(rows, null)
  const unreadable = { ...rows[1], total: [{ token_id: '1' }], ['x'.repeat(2_000_001)]: 1 }
  const page = await transfers([rows[0], unreadable, rows[2]], null)
  expect(page.unread).toHaveLength(1)
  expect(page.keys).toEqual([whole.keys[0], whole.keys[2]])
  const invalid = await transfers([rows[0], { ...rows[1], type: 5 }, rows[2]], null)
  expect(invalid.keys).toEqual(whole.keys)
})

it('the same transaction on two pages has one key', async () => {
  const read = async (items: readonly unknown[]) => {
    server.next(behaviours.page(items))
    return client.readPage(sourceAt(server.url), { list: 'address-transactions', params: OF })
  }
  const first = await read([exampleTransaction(1), exampleTransaction(2)])
  const second = await read([exampleTransaction(2), exampleTransaction(3)])
  expect(second.keys[0]).toBe(first.keys[1])
})
