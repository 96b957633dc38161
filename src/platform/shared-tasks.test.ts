import { expect, it } from 'vitest'
import { createSharedTasks } from './shared-tasks.ts'

const CANCELLED = { error: { code: 'cancelled' } }

/** Work that ends when the test says so, or with its signal. */
function createWork() {
  const begun: { readonly signal: AbortSignal; readonly finish: (result: string) => void }[] = []
  const work = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error)
    })
    begun.push({ signal, finish: resolve })
    return promise
  }
  return { begun, work }
}

it('work of one key is done once for all who ask meanwhile, and anew for who asks later', async () => {
  const tasks = createSharedTasks()
  const { begun, work } = createWork()
  const first = [tasks.run('a', {}, work), tasks.run('a', {}, work)]
  const other = tasks.run('b', {}, work)
  expect(begun).toHaveLength(2)
  begun[0]?.finish('one')
  begun[1]?.finish('two')
  expect(await Promise.all([...first, other])).toEqual(['one', 'one', 'two'])
  const later = tasks.run('a', {}, work)
  begun[2]?.finish('three')
  expect(await later).toBe('three')
})

it('goes on while somebody waits, and is aborted with the last; who asks then has it done anew', async () => {
  const tasks = createSharedTasks()
  const { begun, work } = createWork()
  const leaving = [new AbortController(), new AbortController()]
  const asked = leaving.map(({ signal }) => tasks.run('a', { signal }, work))
  leaving[0]?.abort()
  await expect(asked[0]).rejects.toMatchObject(CANCELLED)
  expect(begun[0]?.signal.aborted).toBe(false)
  leaving[1]?.abort()
  const next = tasks.run('a', {}, work)
  await expect(asked[1]).rejects.toMatchObject(CANCELLED)
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, false])
  begun[1]?.finish('anew')
  expect(await next).toBe('anew')
})

it('what fails, fails for all who wait, and is not remembered', async () => {
  const tasks = createSharedTasks()
  const fail = () => Promise.reject(new Error('no'))
  const asked = [tasks.run('a', {}, fail), tasks.run('a', {}, fail)]
  expect(await Promise.allSettled(asked)).toMatchObject([
    { reason: { message: 'no' } },
    { reason: { message: 'no' } },
  ])
  expect(await tasks.run('a', {}, () => Promise.resolve('yes'))).toBe('yes')
})

it('who has left before does not begin it', async () => {
  const tasks = createSharedTasks()
  const { begun, work } = createWork()
  await expect(tasks.run('a', { signal: AbortSignal.abort() }, work)).rejects.toMatchObject(CANCELLED)
  expect(begun).toHaveLength(0)
})

it('who joins says so before it begins, and knows what the others know', async () => {
  const tasks = createSharedTasks(() => ({ joined: 0 }))
  const join = (state: { joined: number }) => {
    state.joined += 1
  }
  const seen: number[] = []
  const { begun, work } = createWork()
  const run = () =>
    tasks.run('a', { join }, (signal, { joined }) => {
      seen.push(joined)
      return work(signal)
    })
  const asked = [run(), run()]
  expect([seen, tasks.get('a')]).toEqual([[1], { joined: 2 }])
  tasks.abortAll()
  for (const one of asked) await expect(one).rejects.toMatchObject(CANCELLED)
  expect([tasks.get('a'), begun[0]?.signal.aborted]).toEqual([undefined, true])
})
