import { expect, test } from 'vitest'
import { serve } from '#platform/testing/serve.ts'
import { settledSoon } from './settled-soon.ts'

const LIMITS = { graceMs: 50, limitMs: 300 }
const later = <T>(value: T, ms: number) =>
  new Promise<T>((resolve) => {
    setTimeout(resolve, ms, value)
  })
const isGood = (value: string) => value === 'good'

test('everything that is there before the limit', async () => {
  const found = await settledSoon([later('good', 10), later('good', 20)], isGood, LIMITS)
  expect(found).toEqual({ answers: ['good', 'good'], late: [] })
})

test('what comes long after the first that counts is late, and what does not count ends nothing', async () => {
  const never = new Promise<string>(() => undefined)
  expect(await settledSoon([never, later('good', 10)], isGood, LIMITS)).toEqual({
    answers: ['good'],
    late: [0],
  })
  expect(await settledSoon([later('bad', 1), later('good', 150)], isGood, LIMITS)).toEqual({
    answers: ['bad', 'good'],
    late: [],
  })
})

test('an answer that came while this thread slept is not late', async () => {
  const url = await serve((_, response) => response.end('good'))
  const asked = fetch(url).then((response) => response.text())
  const soon = settledSoon([asked], isGood, LIMITS)
  // As it does until a statement of PostgreSQL is answered.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  expect(await soon).toEqual({ answers: ['good'], late: [] })
})
