import { expect, test } from 'vitest'
import { describeProblem, describeSecondNode } from './check-words.ts'

test.each([
  [7, '1 s'],
  [90_000, '2 min'],
  [86_400_000, '24 h'],
])('the wait of %i ms that a rate limit asks for is said as a duration', (retryAfterMs, time) => {
  const node = { host: 'rpc.example' } as Parameters<typeof describeProblem>[1]
  expect(describeProblem({ kind: 'limited', retryAfterMs, serverMessage: null }, node)).toBe(
    `rpc.example takes no more requests for now: ask again in ${time}.`,
  )
})

test('a second node that may be of another chain is said to be; of the first one, its own check says it', () => {
  const node = { host: 'rpc.example', chainId: '1', isChainUnknown: true } as const
  const second = { ...node, host: 'second.example' }
  const hash = `0x${'a'.repeat(64)}`
  const block = { height: 1_234_567, first: hash, second: `0x${'b'.repeat(64)}` }
  const { isBad, sentences } = describeSecondNode({
    outcome: 'compared',
    nodes: [node, second],
    heads: [2_000_000, 2_000_001],
    blocks: [block],
  })
  expect(isBad).toBe(true)
  expect(sentences).toEqual([
    '0 of 1 blocks are the same at second.example.',
    `Block 1,234,567 is ${hash} at rpc.example, and ${block.second} at second.example: one of them is wrong, or of another chain.`,
    'The newest block of rpc.example is 2,000,000, of second.example 2,000,001.',
    'second.example may be of another chain: the source names none, and no recent block of both could be compared.',
  ])
})
