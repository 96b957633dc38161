import { afterEach, describe, expect, it, vi } from 'vitest'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestRequest } from '../testing/test-worker.ts'
import { ThreadLost, WorkerThread, type WorkerThreadOptions } from './worker-thread.ts'

const CANCELLED = { error: { code: 'cancelled' } }
const FILE = fileURLToPath(new URL('../testing/test-worker.ts', import.meta.url))
const MAX_MS = 5_000

const threads: WorkerThread<unknown, unknown>[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const thread of threads.splice(0)) await thread.end()
})
function open(options: Partial<WorkerThreadOptions> = {}) {
  const thread = new WorkerThread<TestRequest, unknown, number>({
    file: () => FILE,
    resourceLimits: {},
    ...options,
  })
  threads.push(thread as WorkerThread<unknown, unknown>)
  return thread
}

describe.each([
  ['a thread', {}],
  ['a thread for the work of others', { maxMs: MAX_MS }],
])('%s', (_, options) => {
  it('answers, with its progress, and is the same for all', async () => {
    const thread = open(options)
    const rows: number[] = []
    const asked = await Promise.all([
      thread.ask('thread'),
      thread.ask('count', { onProgress: (number) => rows.push(number) }),
      thread.ask('thread'),
    ])
    expect(asked).toEqual([asked[2], 'counted', asked[0]])
    expect(rows).toEqual([1, 2, 3])
  })

  it('tells what went wrong', async () => {
    const thread = open(options)
    await expect(thread.ask('refuse')).rejects.toMatchObject({ error: { code: 'offline' } })
    await expect(thread.ask('throw')).rejects.toThrow('TypeError: not so')
    expect(await thread.ask('count')).toBe('counted')
  })

  it('that ends by itself fails what it was asked, and another one answers after it', async () => {
    const thread = open(options)
    const first = await thread.ask('thread')
    const lost = await thread.ask('exit').catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(ThreadLost)
    expect(lost).toMatchObject({ isStarted: true })
    expect(await thread.ask('thread')).not.toBe(first)
  })

  it('that could not be started once is started at the next request', async () => {
    const files = [undefined, FILE]
    const thread = open({ ...options, file: () => files.shift() })
    await expect(thread.ask('count')).rejects.toMatchObject({ isStarted: false })
    expect(await thread.ask('count')).toBe('counted')
  })

  it('that fails at its start says so to all who asked', async () => {
    const thread = open({ ...options, workerData: 'exit at the start' })
    const asked = await Promise.allSettled([thread.ask('count'), thread.ask('count')])
    expect(asked).toMatchObject(Array(2).fill({ reason: { isStarted: false } }))
  })

  it('is not kept from answering by what can’t be sent to it', async () => {
    const thread = open(options)
    const unsendable = (() => undefined) as unknown as TestRequest
    const [refused, counted] = await Promise.allSettled([thread.ask(unsendable), thread.ask('count')])
    expect(refused).toMatchObject({ reason: { name: 'DataCloneError' } })
    expect(counted).toEqual({ status: 'fulfilled', value: 'counted' })
  })

  it('knows what every answer needs, once it is another one', async () => {
    let context = ['one']
    const thread = open({ ...options, context: () => context })
    expect(await thread.ask('context')).toEqual(['one'])
    // The object is the same, so it is not sent again.
    context.push('unsent')
    expect(await thread.ask('context')).toEqual(['one'])
    context = ['two']
    expect(await thread.ask('context')).toEqual(['two'])
    await thread.end()
    expect(await thread.ask('context')).toEqual(['two'])
  })

  it('that is ended fails what waits, with the given reason, and starts again for who asks later', async () => {
    const thread = open(options)
    const waiting = [thread.ask('wait'), thread.ask('wait')]
    const ended = Promise.allSettled(waiting)
    await thread.end(new Error('replaced'))
    expect(await ended).toMatchObject(Array(2).fill({ reason: { message: 'replaced' } }))
    const next = thread.ask('wait')
    const cancelled = expect(next).rejects.toMatchObject(CANCELLED)
    await thread.end()
    await cancelled
    expect(await thread.ask('count')).toBe('counted')
  })

  it('idles for a while, with one timer, and is another one after that', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const thread = open({ ...options, maxIdleMs: 60_000 })
    const first = await thread.ask('thread')
    const controllers = [new AbortController(), new AbortController()]
    const left = controllers.map(({ signal }) => thread.ask('wait', { signal }))
    for (const controller of controllers) controller.abort()
    for (const one of left) await expect(one).rejects.toMatchObject(CANCELLED)
    const second = await thread.ask('thread')
    expect(second === first).toBe(!('maxMs' in options))
    vi.advanceTimersByTime(59_999)
    expect(await thread.ask('thread')).toBe(second)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(await thread.ask('thread')).not.toBe(second)
  })
})

it('who goes away has the work aborted, and others get their answers', async () => {
  const thread = open()
  const controller = new AbortController()
  const gone = thread.ask('wait', { signal: controller.signal })
  const stays = thread.ask('count')
  controller.abort()
  await expect(gone).rejects.toMatchObject(CANCELLED)
  expect(await stays).toBe('counted')
  expect(await thread.ask('waited')).toBe(1)
  await expect(thread.ask('count', { signal: controller.signal })).rejects.toMatchObject(CANCELLED)
})

it('the work of others that never ends is given up after its time, and what waits is done by another thread', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const thread = open({ maxMs: MAX_MS })
  const first = await thread.ask('thread')
  const late = expect(thread.ask('hang')).rejects.toMatchObject({ isStarted: true })
  const next = thread.ask('thread')
  // Another request does not extend its time.
  vi.advanceTimersByTime(MAX_MS - 1)
  const last = thread.ask('count')
  vi.advanceTimersByTime(1)
  await late
  expect(await next).not.toBe(first)
  expect(await last).toBe('counted')
})

it('the work of others that somebody goes away from is ended with its thread', async () => {
  const thread = open({ maxMs: MAX_MS })
  const first = await thread.ask('thread')
  const controller = new AbortController()
  const gone = thread.ask('hang', { signal: controller.signal })
  const next = thread.ask('thread')
  controller.abort()
  await expect(gone).rejects.toMatchObject(CANCELLED)
  expect(await next).not.toBe(first)
})

describe('a thread is not in a zlib call when it ends, where Node aborts the process', () => {
  it('by itself', async () => {
    const workerData = new SharedArrayBuffer(4)
    const thread = open({ workerData })
    const { promise: started, resolve } = Promise.withResolvers<number>()
    const ended = expect(thread.ask('zlib', { onProgress: resolve })).rejects.toMatchObject(CANCELLED)
    await started
    await thread.end()
    await ended
    expect([...new Int32Array(workerData)]).toEqual([0])
  })

  it('with its process', async () => {
    const file = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    const program = `
      import { fileURLToPath } from 'node:url'
      const { WorkerThread } = await import(${file('worker-thread.ts')})
      const workerData = new SharedArrayBuffer(4)
      const thread = new WorkerThread({
        file: () => fileURLToPath(${file('../testing/test-worker.ts')}),
        ...{ workerData, resourceLimits: {} },
      })
      void thread.ask('zlib', { onProgress: () => process.exit() })
      process.on('exit', () => console.log(new Int32Array(workerData)[0]))
    `
    const run = promisify(execFile)
    expect((await run(process.execPath, ['--input-type=module', '--eval', program])).stdout).toBe('0\n')
  })
})
