import { describe, expect, test, vi } from 'vitest'
import { firstPageFingerprint } from '#shared/lists/first-page-fingerprint.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import { ListSession } from './list-session.ts'
import { browserEnvironment, type SessionEnvironment } from './session-environment.ts'
import { pageOf, createScriptedCore } from '#renderer/testing/scripted-core.ts'

const QUERY = {
  source: 'eth',
  list: 'address-transactions',
  params: { address_hash: '0xabc' },
  filters: { filter: 'to' },
} as const

/** Time that only goes on when told to. */
function createManualEnvironment() {
  let now = 1_000_000
  let timers: { at: number; run: () => void }[] = []
  const onlineListeners = new Set<() => void>()
  return {
    onOnline(listener: () => void) {
      onlineListeners.add(listener)
      return () => onlineListeners.delete(listener)
    },
    goOnline() {
      for (const listener of onlineListeners) listener()
    },
    page: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
    now: () => now,
    later(run: () => void, ms: number) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => (timers = timers.filter((one) => one !== timer))
    },
    async pass(ms: number) {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
      await Promise.resolve()
    },
    get waiting() {
      return timers.length
    },
  } satisfies SessionEnvironment & Record<string, unknown>
}

function start() {
  const core = createScriptedCore()
  const clock = createManualEnvironment()
  const session = new ListSession(core, QUERY, clock)
  return { core, clock, session, leave: session.enter({ follow: true }) }
}
const keys = ({ rows }: ListSession) => {
  const seen: string[] = []
  rows.scan(rows.first, rows.end, (row) => void seen.push(row.key))
  return seen
}

test('the first page can be requested before a view is there, and is requested once', async () => {
  const core = createScriptedCore()
  const session = new ListSession(core, QUERY, createManualEnvironment())
  void session.preload()
  void session.preload()
  session.enter({ follow: false })
  expect(core.pageRequests).toHaveLength(1)
  await core.respond(pageOf(0, 3, 3))
  expect(keys(session)).toHaveLength(3)
  void session.preload()
  expect(core.pageRequests).toHaveLength(1)
})

describe('reading a list', () => {
  test('asks for the first page on entering, for the next only when told to, one at a time, to the end', async () => {
    const { core, session } = start()
    expect(session.snapshot.value.state.kind).toBe('loading')
    expect(core.pageRequests).toEqual([{ ...QUERY, cursor: null, priority: 'visible' }])
    await core.respond(pageOf(0, 3, 3))
    expect(session.snapshot.value.state.kind).toBe('ready')
    expect(core.pageRequests).toHaveLength(1)
    session.loadMore()
    session.loadMore()
    expect(core.pageRequests).toHaveLength(2)
    expect(core.pageRequests[1]?.cursor).toEqual({ at: 3 })
    expect(session.snapshot.value.state.kind).toBe('more')
    await core.respond(pageOf(3, 5, null))
    expect(session.snapshot.value.state.kind).toBe('end')
    session.loadMore()
    expect(core.pageRequests).toHaveLength(2)
    expect(keys(session)).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4'])
  })

  test('a row that two pages repeat is there once', async () => {
    const { core, session } = start()
    await core.respond(pageOf(0, 3, 3))
    session.loadMore()
    await core.respond(pageOf(2, 5, null))
    expect(keys(session)).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4'])
  })

  test('what could not be read stands where it stood', async () => {
    const { core, session } = start()
    const unread = { position: 1, path: 'value', found: 'an object', expected: 'a text', raw: '{}' }
    await core.respond(pageOf(0, 2, null, { unread: [unread] }))
    expect(keys(session)).toEqual(['0x0', 'unread:0:1', '0x1'])
    expect(session.rows.at(1)).toMatchObject({ kind: 'unread', unread })
  })

  test('keeps what a page says beside its rows', async () => {
    const { core, session } = start()
    const notice = { kind: 'pending', message: 'Not yet processed.' } as const
    await core.respond(pageOf(0, 2, null, { notice }))
    expect(session.snapshot.value.notice).toEqual(notice)
  })

  test('a cursor that stands still is no end: it can be tried again from where it stands', async () => {
    const { core, session } = start()
    await core.respond(pageOf(0, 2, 2))
    session.loadAll()
    const notice = { kind: 'cursor_repeats' } as const
    await core.respond(pageOf(2, 4, null, { notice }))
    expect(session.snapshot.value).toMatchObject({
      state: { kind: 'error', error: { code: 'bad_response', kind: 'cursor_repeats' }, retryAt: null },
      notice: null,
      count: 4,
      loadAll: null,
    })
    session.retry()
    expect(core.pageRequests.at(-1)?.cursor).toEqual({ at: 2 })
    await core.respond(pageOf(2, 6, null))
    expect(session.snapshot.value).toMatchObject({ state: { kind: 'end' }, count: 6 })
  })

  test('the snapshot is another one after every change, and the old one stays as it was', async () => {
    const { core, session } = start()
    const before = session.snapshot.value
    await core.respond(pageOf(0, 3, 3))
    expect(session.snapshot.value).not.toBe(before)
    expect(session.snapshot.value.count).toBe(3)
    expect(before).toMatchObject({ state: { kind: 'loading' }, count: 0 })
  })
})

describe('errors', () => {
  test('keep what is loaded; a retry asks for the same page again', async () => {
    const { core, session } = start()
    await core.respond(pageOf(0, 3, 3))
    session.loadMore()
    await core.respond({ code: 'server_error', status: 500 })
    expect(session.snapshot.value.state).toMatchObject({ kind: 'error', retryAt: null })
    expect(keys(session)).toHaveLength(3)
    session.loadMore()
    expect(core.pageRequests).toHaveLength(2)
    session.retry()
    expect(core.pageRequests[2]?.cursor).toEqual({ at: 3 })
    await core.respond(pageOf(3, 4, null))
    expect(session.snapshot.value.state.kind).toBe('end')
  })

  test('too many requests: goes on by itself when the time has come, not before', async () => {
    const { core, clock, session } = start()
    await core.respond({ code: 'rate_limited', retryAfterMs: 12_000, hadKey: false })
    expect(session.snapshot.value.state).toMatchObject({ kind: 'error', retryAt: clock.now() + 12_000 })
    await clock.pass(11_999)
    expect(core.pageRequests).toHaveLength(1)
    await clock.pass(1)
    expect(core.pageRequests).toHaveLength(2)
    await core.respond(pageOf(0, 1, null))
    expect(session.snapshot.value.state.kind).toBe('end')
  })

  test('offline is tried again at growing intervals, and at once when the browser is back', async () => {
    const { core, clock, session } = start()
    await core.respond({ code: 'offline' })
    await clock.pass(3_000)
    await core.respond({ code: 'offline' })
    expect(session.snapshot.value.state).toMatchObject({ retryAt: clock.now() + 6_000 })
    clock.goOnline()
    expect(core.pageRequests).toHaveLength(3)
    await core.respond(pageOf(0, 1, null))
    await clock.pass(60_000)
    expect(core.pageRequests).toHaveLength(3)
  })
})

describe('leaving and coming back', () => {
  test('leaving cancels what is asked; coming back finds the rows, and goes on when more are wanted', async () => {
    const { core, session, leave } = start()
    await core.respond(pageOf(0, 3, 3))
    session.loadMore()
    leave()
    expect(core.pending).toBe(0)
    expect(core.subscriptionsTo('lists.firstPage').length).toBe(0)
    expect(session.snapshot.value.state.kind).toBe('ready')
    session.enter({ follow: true })
    expect(keys(session)).toHaveLength(3)
    expect(core.pending).toBe(0)
    session.loadMore()
    await core.respond(pageOf(3, 4, null))
    expect(session.snapshot.value.state.kind).toBe('end')
  })

  test('a left list is asked for nothing, whoever still wants more of it', async () => {
    const { core, session, leave } = start()
    await core.respond(pageOf(0, 3, 3))
    leave()
    session.loadMore()
    expect(core.pageRequests).toHaveLength(1)
  })

  test('a list that wanted a key is asked for again: there may be one now', async () => {
    const { core, session, leave } = start()
    await core.respond({ code: 'unauthorized', hadKey: false })
    leave()
    session.enter({ follow: false })
    expect(core.pageRequests).toHaveLength(2)
    await core.respond(pageOf(0, 3, 3))
    expect(keys(session)).toHaveLength(3)
  })

  test('a list left before its first page starts anew at once when come back to', async () => {
    const { core, session, leave } = start()
    leave()
    session.enter({ follow: true })
    expect(core.pageRequests).toHaveLength(2)
    await core.respond(pageOf(0, 1, null))
    expect(keys(session)).toEqual(['0x0'])
  })

  test('a left list does not ask by itself; come back to, it waits for what is left of its time', async () => {
    const { core, clock, session, leave } = start()
    await core.respond({ code: 'rate_limited', retryAfterMs: 10_000, hadKey: true })
    leave()
    expect(clock.waiting).toBe(0)
    await clock.pass(4_000)
    session.enter({ follow: true })
    await clock.pass(5_999)
    expect(core.pageRequests).toHaveLength(1)
    await clock.pass(1)
    expect(core.pageRequests).toHaveLength(2)
  })
})

test('the clock of a session goes on as it did where the time of day is set', () => {
  vi.useFakeTimers()
  const { now } = browserEnvironment()
  const before = now()
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(1_000)
  expect(now()).toBe(before + 1_000)
  vi.useRealTimers()
})

describe('newer rows', () => {
  test('the core is told of the page that was read: it sends no other that says the same', async () => {
    const { core, leave } = start()
    expect(core.subscriptionsTo('lists.firstPage')).toMatchObject([{ ...QUERY }])
    await core.respond(pageOf(0, 3, 3))
    const known = firstPageFingerprint(pageOf(0, 3, 3))
    expect(core.subscriptionsTo('lists.firstPage')).toMatchObject([{ ...QUERY, known }])
    leave()
    expect(core.subscriptionsTo('lists.firstPage')).toHaveLength(0)
  })

  test('wait, and go on top when asked for', async () => {
    const { core, session } = start()
    await core.respond(pageOf(10, 13, 13))
    core.emit('lists.firstPage', pageOf(8, 12, 12))
    expect(session.snapshot.value.newer.count).toBe(2)
    expect(keys(session)[0]).toBe('0x10')
    core.emit('lists.firstPage', pageOf(7, 11, 11))
    expect(session.snapshot.value.newer.count).toBe(3)
    session.showNewer()
    expect(keys(session)).toEqual(['0x7', '0x8', '0x9', '0x10', '0x11', '0x12'])
    expect(session.snapshot.value.newer.count).toBe(0)
    session.loadMore()
    expect(core.pageRequests[1]?.cursor).toEqual({ at: 13 })
  })

  test('do not wait where the list is empty: nothing could move', async () => {
    const { core, session } = start()
    await core.respond(pageOf(0, 0, null))
    core.emit('lists.firstPage', pageOf(0, 2, null))
    expect(keys(session)).toHaveLength(2)
    expect(session.snapshot.value.newer.count).toBe(0)
  })

  test('those that waited and have left the newest page since are not lost', async () => {
    const { core, session } = start()
    await core.respond(pageOf(10, 13, 13))
    core.emit('lists.firstPage', pageOf(8, 11, 11))
    core.emit('lists.firstPage', pageOf(6, 9, 9))
    session.showNewer()
    expect(keys(session)).toEqual(['0x6', '0x7', '0x8', '0x9', '0x10', '0x11', '0x12'])
  })

  test('a newest page that does not reach the list: it starts from that page, so that no row is missing', async () => {
    const { core, session } = start()
    await core.respond(pageOf(100, 103, 103))
    core.emit('lists.firstPage', pageOf(0, 3, 3))
    expect(session.snapshot.value.newer.gap).toBe(true)
    session.showNewer()
    expect(keys(session)).toEqual(['0x0', '0x1', '0x2'])
    session.loadMore()
    expect(core.pageRequests[1]?.cursor).toEqual({ at: 3 })
  })

  test('a pending row that was mined is replaced where it is', async () => {
    const { core, session } = start()
    const page = (block: number | null): Page<ListItem> => ({
      ...pageOf(0, 1, null),
      items: [{ hash: '0x0', status: block === null ? null : 'ok', block_number: block }],
    })
    await core.respond(page(null))
    core.emit('lists.firstPage', page(7))
    expect(session.snapshot.value.newer.count).toBe(0)
    expect(session.rows.at(0)).toMatchObject({ item: { block_number: 7 } })
  })
})

describe('loading all', () => {
  test('goes on to the end in the background, counting, and can be stopped', async () => {
    const { core, session } = start()
    await core.respond(pageOf(0, 2, 2))
    session.loadAll()
    expect(core.pageRequests[1]?.priority).toBe('background')
    await core.respond(pageOf(2, 4, 4))
    expect(session.snapshot.value.loadAll).toMatchObject({ requests: 1, rows: 2 })
    expect(core.pageRequests).toHaveLength(3)
    session.stopLoadAll()
    expect(core.pending).toBe(0)
    expect(session.snapshot.value.state.kind).toBe('ready')
    session.loadAll()
    await core.respond(pageOf(4, 5, null))
    expect(session.snapshot.value.state.kind).toBe('end')
    expect(session.snapshot.value.loadAll).toBeNull()
  })

  test('waits out a rate limit and goes on; stops at what needs a person', async () => {
    const { core, clock, session } = start()
    await core.respond(pageOf(0, 2, 2))
    session.loadAll()
    await core.respond({ code: 'rate_limited', retryAfterMs: 2_000, hadKey: false })
    expect(session.snapshot.value.loadAll).not.toBeNull()
    await clock.pass(2_000)
    await core.respond(pageOf(2, 4, 4))
    await core.respond({ code: 'out_of_credits', hadKey: true })
    expect(session.snapshot.value.loadAll).toBeNull()
  })
})

describe('kept rows', () => {
  const kept = { readAt: 1_000 }

  test('are there at once; newer rows of a list that was opened just now go on top', async () => {
    const { core, session } = start()
    await core.respond(pageOf(10, 13, 13, { kept }))
    await core.respond(pageOf(8, 12, 12))
    await expect.poll(() => keys(session)).toEqual(['0x8', '0x9', '0x10', '0x11', '0x12'])
    expect(session.snapshot.value.newer.count).toBe(0)
  })

  test('are asked for how the list begins now; newer rows wait where somebody may be reading', async () => {
    const { core, clock, session } = start()
    await core.respond(pageOf(10, 13, 13, { kept }))
    expect(session.snapshot.value).toMatchObject({
      state: { kind: 'ready' },
      kept: { readAt: 1_000, failure: null },
    })
    expect(core.pageRequests[1]).toEqual({ ...QUERY, cursor: null, refresh: true, priority: 'visible' })
    await clock.pass(600)
    await core.respond(pageOf(8, 12, 12))
    await expect.poll(() => session.snapshot.value.newer.count).toBe(2)
    expect(session.snapshot.value.kept).toBeNull()
    expect(keys(session)).toEqual(['0x10', '0x11', '0x12'])
    session.loadMore()
    expect(core.pageRequests[2]?.cursor).toEqual({ at: 13 })
  })

  test('read again from the source, a history goes on with what is kept; a list of how things stand does not', async () => {
    for (const [query, isAsked] of [
      [QUERY, undefined],
      [{ ...QUERY, list: 'address-tokens' as const }, true],
    ] as const) {
      const core = createScriptedCore()
      const session = new ListSession(core, query, createManualEnvironment())
      session.enter({ follow: false })
      await core.respond(pageOf(0, 3, 3))
      session.restart()
      expect(core.pageRequests[1]).toMatchObject({ cursor: null, refresh: true })
      await core.respond(pageOf(0, 3, 3))
      session.loadMore()
      expect(core.pageRequests[2]?.cursor).toEqual({ at: 3 })
      expect(core.pageRequests[2]?.refresh).toBe(isAsked)
    }
  })

  test('that were scrolled stay where they are, too', async () => {
    const { core, session } = start()
    await core.respond(pageOf(10, 13, 13, { kept }))
    session.position.rows = 1
    await core.respond(pageOf(8, 12, 12))
    await expect.poll(() => session.snapshot.value.newer.count).toBe(2)
    expect(keys(session)).toEqual(['0x10', '0x11', '0x12'])
  })

  test('that are on another branch of the chain now are replaced', async () => {
    const { core, session } = start()
    await core.respond(pageOf(10, 15, 15, { kept }))
    const head = pageOf(8, 14, 14)
    const without = (at: number) => head.items.filter((_, index) => index !== at)
    await core.respond({ ...head, items: without(4), keys: head.keys.filter((_, index) => index !== 4) })
    await expect.poll(() => keys(session)).toEqual(['0x8', '0x9', '0x10', '0x11', '0x13'])
    expect(session.snapshot.value.newer.count).toBe(0)
  })

  test('stay while the source can not be asked, which is said, and tried again by itself', async () => {
    const { core, clock, session } = start()
    await core.respond(pageOf(0, 3, null, { kept }))
    await core.respond({ code: 'offline' })
    await expect.poll(() => session.failure).toEqual({ code: 'offline' })
    expect(keys(session)).toHaveLength(3)
    await clock.pass(3_000)
    await core.respond(pageOf(0, 3, null))
    await expect.poll(() => session.snapshot.value.kept).toBeNull()
    expect(session.failure).toBeUndefined()
  })

  test('a gap is a row; filled, the list goes on from it', async () => {
    const { core, session } = start()
    await core.respond(pageOf(0, 3, 3))
    session.loadMore()
    await core.respond(pageOf(20, 22, null, { kept, gap: { from: 90, to: 70 } }))
    const [gap] = session.gaps
    expect(keys(session)).toEqual(['0x0', '0x1', '0x2', gap, '0x20', '0x21'])
    expect(session.rows.at(3)).toMatchObject({ kind: 'gap', gap: { from: 90, to: 70 } })
    session.fillGap(gap!)
    expect(core.pageRequests.at(-1)?.cursor).toEqual({ at: 3 })
    await core.respond(pageOf(3, 5, null))
    expect(keys(session)).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4'])
    expect(session.gaps).toEqual([])
  })
})
