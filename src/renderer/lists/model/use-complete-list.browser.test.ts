import { defineComponent, nextTick, shallowRef } from 'vue'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { pageOf } from '#renderer/testing/scripted-core.ts'
import { useCompleteList, type CompleteList } from './use-complete-list.ts'

const LIST = 'transaction-state-changes'

async function open() {
  const params = shallowRef<{ transaction_hash: string } | undefined>({ transaction_hash: '0x1' })
  let list!: CompleteList<typeof LIST>
  const Reader = defineComponent(() => {
    list = useCompleteList(LIST, 'eth', params)
    return () => null
  })
  const { wrapper, core } = await mountInApp(Reader)
  return { wrapper, core, params, list }
}

describe('a list read to its end', () => {
  test('requests page after page, in front of background work, and says when it is complete', async () => {
    const { core, list } = await open()
    expect(list.isLoading.value).toBe(true)
    await core.respond(pageOf(0, 2, 2))
    expect(list.items.value).toHaveLength(2)
    expect(list.isComplete.value).toBe(false)
    await core.respond(pageOf(1, 3, null))
    expect(list.items.value).toHaveLength(3)
    expect(list.isComplete.value).toBe(true)
    expect(list.isLoading.value).toBe(false)
    expect(core.pageRequests.map(({ priority }) => priority)).toEqual(['visible', 'visible'])
  })

  test('items that could not be read stand apart; the notice of a page is kept', async () => {
    const { core, list } = await open()
    const unread = { position: 1, path: 'change', found: 'an object', expected: 'a text', raw: '{}' }
    const notice = { kind: 'pending', message: 'Still indexing.' } as const
    await core.respond(pageOf(0, 2, null, { unread: [unread], notice }))
    expect(list.items.value).toHaveLength(2)
    expect(list.unread.value).toMatchObject([{ path: 'change', raw: '{}' }])
    expect(list.notice.value).toEqual(notice)
  })

  test('nothing is requested before it is known which list; another one is read from its start', async () => {
    const { core, params, list } = await open()
    await core.respond(pageOf(0, 2, null))
    params.value = { transaction_hash: '0x2' }
    await nextTick()
    expect(list.items.value).toEqual([])
    expect(core.pageRequests.at(-1)?.params).toEqual({ transaction_hash: '0x2' })
    params.value = undefined
    await nextTick()
    expect(core.pending).toBe(0)
    expect(list.isComplete.value).toBe(false)
  })

  test('restart reads it from its first page again', async () => {
    const { core, list } = await open()
    await core.respond(pageOf(0, 2, null))
    list.restart()
    await core.respond(pageOf(0, 3, 3))
    await core.respond(pageOf(3, 4, null))
    await expect.poll(() => list.items.value).toHaveLength(4)
  })

  test('leaving ends the request', async () => {
    const { core, wrapper } = await open()
    wrapper.unmount()
    expect(core.pending).toBe(0)
  })
})

describe('errors', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('what is read stays; a retry goes on where it failed, to the end', async () => {
    const { core, list } = await open()
    await core.respond(pageOf(0, 2, 2))
    await core.respond({ code: 'server_error', status: 500 })
    expect(list.error.value?.code).toBe('server_error')
    expect(list.secondsToRetry.value).toBeUndefined()
    expect(list.items.value).toHaveLength(2)
    list.retry()
    expect(core.pageRequests.at(-1)?.cursor).toEqual({ at: 2 })
    await core.respond(pageOf(2, 3, 3))
    await expect.poll(() => core.pending).toBe(1)
    await core.respond(pageOf(3, 4, null))
    await expect.poll(() => list.isComplete.value).toBe(true)
  })

  test('after too many requests it counts down and goes on by itself', async () => {
    const { core, list } = await open()
    await core.respond({ code: 'rate_limited', retryAfterMs: 5_000, hadKey: false })
    expect(list.secondsToRetry.value).toBe(5)
    // A change of the system clock changes no countdown.
    vi.setSystemTime(Date.now() - 86_400_000)
    vi.advanceTimersByTime(2_000)
    expect(list.secondsToRetry.value).toBe(3)
    vi.advanceTimersByTime(3_000)
    expect(core.pageRequests).toHaveLength(2)
    await core.respond(pageOf(0, 2, 2))
    await core.respond(pageOf(2, 3, null))
    expect(list.isComplete.value).toBe(true)
  })

  test('“try now” does not wait', async () => {
    const { core, list } = await open()
    await core.respond({ code: 'rate_limited', retryAfterMs: 60_000, hadKey: false })
    list.retry()
    await core.respond(pageOf(0, 1, null))
    expect(list.isComplete.value).toBe(true)
  })
})
