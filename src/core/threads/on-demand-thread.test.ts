import { afterEach, expect, it } from 'vitest'
import { createOnDemandThread, type OnDemandThread } from './on-demand-thread.ts'

let thread: OnDemandThread
afterEach(() => {
  thread.close()
})

it('what can’t be asked keeps nobody after it from an answer', async () => {
  thread = createOnDemandThread({
    files: ['../abi/bytecode/bytecode-worker.ts'],
    maxMs: 10_000,
    resourceLimits: {},
  })
  // A function can't be sent to a thread.
  expect(await thread.ask(() => undefined)).toBeUndefined()
  expect(await thread.ask('0x00')).toEqual([])
})
