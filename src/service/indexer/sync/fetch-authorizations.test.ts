import { expect, test } from 'vitest'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { until } from '../testing/until.ts'
import { accountOf, wordOf } from '../testing/plain-block.ts'
import { createAuthorizationReader } from './fetch-authorizations.ts'
import type { SyncContext } from './sync-context.ts'

/** A node whose blocks have two transactions with an authorization that nobody signed; it answers when it is told to. */
function slowNode() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const transaction = (block: string, nth: number) => ({
    hash: wordOf(Number(block) * 10 + nth),
    from: accountOf(1),
    nonce: '0x0',
    authorizationList: [
      { chainId: '0x0', address: accountOf(2), nonce: '0x0', yParity: '0x9', r: '0x1', s: '0x1' },
    ],
  })
  const connection: Pick<NodeConnection, 'request' | 'many'> = {
    request: async (_method, [block]) => {
      asked.push(String(block))
      const turn = Promise.withResolvers<undefined>()
      waiting.push(() => {
        turn.resolve(undefined)
      })
      await turn.promise
      return { transactions: [1, 2].map((nth) => transaction(String(block), nth)) }
    },
    many: () => Promise.resolve([]),
  }
  const context = { connection, identity: { chainId: '1' } } as unknown as SyncContext
  return {
    read: createAuthorizationReader(() => context),
    asked,
    answer: () => {
      for (const each of waiting.splice(0)) each()
    },
  }
}

const LONG_MS = 60_000
const of = (number: number, nth: number) => ({
  hash: wordOf(number * 10 + nth),
  block: { number, hash: wordOf(number) },
})

test('the transactions of a block take one read of it', async () => {
  const { read, asked, answer } = slowNode()
  const both = Promise.all([read(of(5, 1), LONG_MS), read(of(5, 2), LONG_MS)])
  await until('it is asked', () => asked.length > 0)
  answer()
  expect((await both).map((list) => list?.map(({ status }) => status))).toEqual([
    ['invalid_signature'],
    ['invalid_signature'],
  ])
  expect(await read(of(5, 3), LONG_MS)).toBeNull()
  expect(asked).toEqual(['0x5'])
})

test('a few blocks are read at a time, and those that nobody waits for any more not at all', async () => {
  const { read, asked, answer } = slowNode()
  let isGone = false
  const left = [1, 2, 3, 4, 5, 6].map((number) => read(of(number, 1), LONG_MS, () => isGone))
  const other = read(of(6, 2), LONG_MS)
  await until('some are asked', () => asked.length >= 4)
  expect(asked).toEqual(['0x1', '0x2', '0x3', '0x4'])
  isGone = true
  answer()
  await until('the one that somebody waits for', () => asked.length >= 5)
  answer()
  expect((await Promise.all(left)).map((list) => list !== null)).toEqual([
    true,
    true,
    true,
    true,
    false,
    true,
  ])
  expect(await other).toHaveLength(1)
  expect(asked).toEqual(['0x1', '0x2', '0x3', '0x4', '0x6'])
})

test('where too many wait, a page does without', async () => {
  const { read, asked, answer } = slowNode()
  let isGone = false
  const all = Array.from({ length: 104 }, (_, at) => read(of(at + 1, 1), LONG_MS, () => isGone))
  expect(await read(of(200, 1), LONG_MS)).toBeNull()
  await until('some are asked', () => asked.length >= 4)
  isGone = true
  answer()
  await Promise.all(all)
  expect(asked).toHaveLength(4)
})
