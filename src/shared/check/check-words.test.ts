import { expect, test } from 'vitest'
import { describeProblem } from './check-words.ts'

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
