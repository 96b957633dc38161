import { expect, it } from 'vitest'
import { createClientRateLimiter } from './client-rate-limiter.ts'

it('gives so many a second and as many at once, to each client', () => {
  let now = 0
  const limit = createClientRateLimiter(4, () => now)
  const take = (client = 'one') => limit.take(client)
  expect([take(), take(), take(), take()].map(({ remaining }) => remaining)).toEqual([3, 2, 1, 0])
  expect(take()).toEqual({ allowed: false, limit: 4, remaining: 0, resetMs: 1000, retryAfterMs: 250 })
  expect(take('another').allowed).toBe(true)
  now = 250
  expect(take()).toMatchObject({ allowed: true, remaining: 0 })
  now = 60_000
  expect(take()).toMatchObject({ allowed: true, remaining: 3, resetMs: 250 })
})

it('counts less than one a second as well, and forgets those who rest', () => {
  let now = 0
  const limit = createClientRateLimiter(0.5, () => now)
  expect(limit.take('one').allowed).toBe(true)
  expect(limit.take('one')).toMatchObject({ allowed: false, limit: 1, retryAfterMs: 2000 })
  for (let client = 0; client < 1500; client++) limit.take(String(client))
  now = 1000
  expect(limit.take('one').allowed).toBe(false)
  now = 2000
  expect(limit.take('one').allowed).toBe(true)
})

it('does not look at all clients for each request, however many there are', () => {
  let looks = 0
  const limit = createClientRateLimiter(0.001, () => {
    looks += 1
    return 0
  })
  const clients = 8_000
  for (let client = 0; client < clients; client++) limit.take(String(client))
  expect(looks / clients).toBeLessThan(20)
})
