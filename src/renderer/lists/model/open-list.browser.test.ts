import { expect, test, vi } from 'vitest'
import { watch } from 'vue'
import { fail } from '#shared/errors/errors.ts'
import { createScriptedCore, openListOf, pageOf } from '#renderer/testing/scripted-core.ts'
import { OpenList } from './open-list.ts'
import type { RowsQuestion } from './rows-question.ts'

const ALL: RowsQuestion = { text: '', sort: null, folds: true, zone: 'utc' }
const nothing = () => undefined

/** Opens a list with rows up to, but not including, `to`, and more to read. */
async function open(to = 50) {
  const core = createScriptedCore()
  const list = new OpenList(core, {
    source: 'eth',
    list: 'address-transactions',
    params: { address_hash: '0x1' },
    filters: {},
  })
  const rows = list.rowsOf(ALL)
  const leaves = [rows.enter(nothing), list.enter()]
  const leave = () => {
    for (const one of leaves.splice(0)) one()
  }
  await core.respond(pageOf(0, to, to))
  return { core, list, rows, leave }
}
const keyAt = (
  rows: { shown: () => { at: (index: number) => { key: string } | undefined } },
  index: number,
) => rows.shown().at(index)?.key

test('is open while a view shows it; left, it is asked for nothing, and keeps its rows', async () => {
  const { core, list, rows, leave } = await open()
  expect(list.snapshot.value).toMatchObject({ state: { kind: 'ready' }, count: 50 })
  expect(keyAt(rows, 49)).toBe('0x49')
  const second = list.enter()
  leave()
  expect(core.subscriptionsTo('lists.open')).toHaveLength(1)
  second()
  second()
  expect(core.subscriptionsTo('lists.open')).toEqual([])
  list.loadMore()
  list.loadAll()
  expect([core.inputsOf('lists.more'), core.inputsOf('lists.loadAll')]).toEqual([[], []])
  expect(keyAt(rows, 49)).toBe('0x49')
  list.enter()()
  expect(core.pageRequests).toHaveLength(1)
})

test('a page is read when told to, and not while one is on its way', async () => {
  const { core, list, rows, leave } = await open()
  list.loadMore()
  list.loadMore()
  expect(list.snapshot.value.state.kind).toBe('more')
  expect(core.pageRequests).toHaveLength(2)
  await core.respond(pageOf(50, 100, null))
  await expect.poll(() => rows.part?.count).toBe(100)
  expect(list.snapshot.value).toMatchObject({ state: { kind: 'end' }, isWhole: true })
  leave()
})

test('a page that is wanted before the list is open again is read once it is', async () => {
  const { core, list, leave } = await open()
  leave()
  const subscribe = core.subscribe.bind(core)
  let tell: ((state: never) => void) | undefined
  vi.spyOn(core, 'subscribe').mockImplementation((_name, _input, listener) => {
    tell = listener
    return nothing
  })
  const again = list.enter()
  list.loadMore()
  expect(core.inputsOf('lists.more')).toEqual([])
  tell?.(openListOf({ id: 'again', loaded: 50 }) as never)
  expect(core.inputsOf('lists.more')).toEqual([{ id: 'again' }])
  again()
  core.subscribe = subscribe
})

test('a page that is asked of a core that has ended is read by the one that was started since', async () => {
  const { core, list, leave } = await open()
  list.loadMore()
  await core.respond(pageOf(50, 100, 100))
  core.emit('lists.open', openListOf({ id: 'of another core', loaded: 100 }))
  expect(core.inputsOf('lists.more')).toHaveLength(1)
  core.handle('lists.more', () => fail({ code: 'not_found' }))
  list.loadMore()
  await Promise.resolve()
  core.emit('lists.open', openListOf({ id: 'of a third one', loaded: 100 }))
  expect(core.inputsOf('lists.more').at(-1)).toEqual({ id: 'of a third one' })
  leave()
})

test('a page that a view asks for as it hears of the list is asked for once', async () => {
  const { core, list, leave } = await open()
  const stop = watch(
    list.snapshot,
    ({ state }) => {
      if (state.kind === 'ready') list.loadMore()
    },
    { flush: 'sync' },
  )
  core.emit('lists.open', openListOf({ id: 'another', loaded: 100 }))
  expect(core.inputsOf('lists.more')).toEqual([{ id: 'another' }])
  stop()
  leave()
})

test('all of it is wanted of a core that was started anew, too', async () => {
  const { core, list, leave } = await open()
  list.loadAll()
  expect(core.inputsOf('lists.loadAll')).toHaveLength(1)
  core.emit('lists.open', openListOf({ id: 'of another core', loaded: 10 }))
  expect(core.inputsOf('lists.loadAll').at(-1)).toEqual({ id: 'of another core' })
  list.stopLoadAll()
  core.emit('lists.open', openListOf({ id: 'of a third one', loaded: 10 }))
  expect(core.inputsOf('lists.loadAll')).toHaveLength(2)
  leave()
})

test('what a person wants read and what is read by itself end each by itself', async () => {
  const { core, list, leave } = await open()
  list.wantWhole(true)
  list.loadAll()
  list.stopLoadAll()
  expect(core.inputsOf('lists.stop')).toEqual([])
  list.loadAll()
  list.wantWhole(false)
  expect(core.inputsOf('lists.stop')).toEqual([])
  list.stopLoadAll()
  expect(core.inputsOf('lists.stop')).toHaveLength(1)
  expect(list.isWantedWhole).toBe(false)
  leave()
})

test('the core is told that nobody can see the window, also one that was started since', async () => {
  const { core, list, leave } = await open()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  show('hidden')
  const id = list.state.value?.id
  expect(core.inputsOf('lists.hide')).toEqual([{ id, isHidden: true }])
  core.emit('lists.open', openListOf({ id: 'another' }))
  expect(core.inputsOf('lists.hide').at(-1)).toEqual({ id: 'another', isHidden: true })
  show('visible')
  expect(core.inputsOf('lists.hide').at(-1)).toEqual({ id: 'another', isHidden: false })
  leave()
  show('hidden')
  expect(core.inputsOf('lists.hide')).toHaveLength(3)
  visibility.mockRestore()
})

test('what failed without a connection is tried again when the machine is online', async () => {
  const { core, list, leave } = await open()
  list.loadMore()
  await core.respond({ code: 'offline' })
  expect(list.failure?.code).toBe('offline')
  window.dispatchEvent(new Event('online'))
  expect(core.inputsOf('lists.retry')).toHaveLength(1)
  leave()
})

test('one that wanted a key is tried again when it is opened: there may be one now', async () => {
  const { core, list, leave } = await open()
  list.loadMore()
  await core.respond({ code: 'unauthorized', hadKey: false })
  leave()
  const again = list.enter()
  expect(core.inputsOf('lists.retry')).toHaveLength(1)
  again()
})

test('rows of before are known again; of those that nobody asks any more, the last ones', async () => {
  const { core, list, rows, leave } = await open()
  const question = (n: number): RowsQuestion => ({ ...ALL, text: `text${String(n)}` })
  const first = list.rowsOf(question(0))
  expect(list.rowsOf(question(0))).toBe(first)
  for (let n = 1; n < 5; n += 1) list.rowsOf(question(n))
  expect(list.rowsOf(question(0))).not.toBe(first)
  // The shown rows.
  expect(list.rowsOf(ALL)).toBe(rows)
  expect([...list.rowsHere()]).toHaveLength(50)
  leave()
  expect(core.pending).toBe(0)
})
