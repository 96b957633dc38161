import { expect, it } from 'vitest'
import { createRequestQueue } from './request-queue.ts'

/** The order in which simultaneous requests of these kinds begin. `takes`: the duration of each kind. */
async function order(kinds: readonly string[], takes: Readonly<Record<string, number>>, rounds = 1) {
  let now = 0
  const turns = createRequestQueue(() => now)
  let begun: string[] = []
  for (let round = 0; round < rounds; round++) {
    begun = []
    await Promise.all(
      kinds.map(async (kind) => {
        const end = await turns.begin(kind)
        begun.push(kind)
        now += takes[kind] ?? 0
        end?.()
      }),
    )
  }
  return begun
}

it('begin in the order in which they came where none takes longer than others', async () => {
  const kinds = ['a', 'b', 'a', 'c', 'b']
  expect(await order(kinds, {}, 2)).toEqual(kinds)
})

it('begin earlier where such requests took long before', async () => {
  const takes = { quick: 1, slow: 20, slower: 40 }
  expect(await order(['quick', 'slow', 'slower'], takes)).toEqual(['quick', 'slow', 'slower'])
  expect(await order(['quick', 'slow', 'slower'], takes, 2)).toEqual(['slower', 'slow', 'quick'])
})

it('wait for later ones for a short time only, however long those take', async () => {
  let now = 0
  const turns = createRequestQueue(() => now)
  const begun: string[] = []
  const begin = async (kind: string, took: number) => {
    const end = await turns.begin(kind)
    begun.push(kind)
    now += took
    end?.()
  }
  await begin('slow', 10_000)
  const waiting = [begin('first', 0), begin('quick', 0)]
  now += 100
  await Promise.all([...waiting, begin('slow', 0)])
  expect(begun).toEqual(['slow', 'first', 'quick', 'slow'])
})

it('are left out where nobody waits for them any more', async () => {
  const turns = createRequestQueue()
  const gone = new Set<number>()
  const ends = await Promise.all(
    [0, 1, 2, 3].map(async (id) => {
      const end = await turns.begin('a', () => gone.has(id))
      gone.add(1).add(2)
      return end
    }),
  )
  expect(ends.map((end) => end !== null)).toEqual([true, false, false, true])
})

it('are full where very many wait, and no longer when they have begun', async () => {
  const turns = createRequestQueue()
  const waiting: Promise<unknown>[] = []
  while (!turns.isFull && waiting.length < 2_000) waiting.push(turns.begin('a'))
  expect(waiting).toHaveLength(1_001)
  await Promise.all(waiting)
  expect(turns.isFull).toBe(false)
})
