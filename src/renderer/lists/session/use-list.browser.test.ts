import { defineComponent, nextTick, shallowRef } from 'vue'
import { describe, expect, test } from 'vitest'
import { useConnection } from '#renderer/stores/connection.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { pageOf } from '#renderer/testing/scripted-core.ts'
import type { ListQuery } from './list-query.ts'
import type { RowViewOptions } from '../rows/row-view.ts'
import { useSessionCache } from './session-cache.ts'
import { useList, type OpenList } from './use-list.ts'

const ALL: RowViewOptions = { fold: null, find: null, sort: null }
const queryOf = (address: string): ListQuery => ({
  source: 'eth',
  list: 'address-transactions',
  params: { address_hash: address },
  filters: {},
})
interface Numbered {
  readonly number: number
}

/** A component that opens a list, and hands out what `useList` returned. */
async function open(address = '0xa', follow = true) {
  const query = shallowRef(queryOf(address))
  const options = shallowRef(ALL)
  let list!: Readonly<{ value: OpenList }>
  let connection!: ReturnType<typeof useConnection>
  const seen: OpenList[] = []
  const Reader = defineComponent(() => {
    list = useList(
      () => query.value,
      () => follow,
      () => options.value,
    )
    connection = useConnection()
    return () => {
      seen.push(list.value)
      return null
    }
  })
  const { wrapper, core } = await mountInApp(Reader)
  const numbers = () =>
    Array.from({ length: list.value.shown.count }, (_, index) => {
      const row = list.value.shown.at(index)
      return row?.kind === 'item' ? (row.item as Numbered).number : undefined
    })
  return { wrapper, core, query, options, connection, seen, numbers, list: () => list.value }
}

describe('an open list', () => {
  test('is entered and left with its component', async () => {
    const { wrapper, core } = await open()
    expect(core.pageRequests).toEqual([{ ...queryOf('0xa'), cursor: null, priority: 'visible' }])
    expect(core.subscriptionsTo('lists.firstPage')).toHaveLength(1)
    wrapper.unmount()
    expect(core.pending).toBe(0)
    expect(core.subscriptionsTo('lists.firstPage')).toHaveLength(0)
  })

  test('is not followed where newer rows do not come first', async () => {
    const { core } = await open('0xa', false)
    expect(core.subscriptionsTo('lists.firstPage')).toHaveLength(0)
  })

  test('is another object with every change, and its component draws it', async () => {
    const { core, list, numbers, seen } = await open()
    const before = list()
    await core.respond(pageOf(0, 3, null))
    expect(list()).not.toBe(before)
    expect(list().snapshot.state.kind).toBe('end')
    expect(numbers()).toEqual([0, 1, 2])
    await nextTick()
    expect(seen.at(-1)).toBe(list())
    expect(before.shown.count).toBe(0)
  })

  test('shows the same rows object while only the state changes', async () => {
    const { core, list } = await open()
    await core.respond(pageOf(0, 3, 3))
    const { shown } = list()
    list().session.loadMore()
    expect(list().snapshot.state.kind).toBe('more')
    expect(list().shown).toBe(shown)
  })
})

describe('another query', () => {
  test('leaves the list and opens the other; the one that was left is found again as it was', async () => {
    const { core, query, list, numbers } = await open('0xa')
    await core.respond(pageOf(0, 3, null))
    query.value = queryOf('0xb')
    await nextTick()
    expect(core.pageRequests.at(-1)?.params).toEqual({ address_hash: '0xb' })
    expect(numbers()).toEqual([])
    query.value = queryOf('0xA')
    await nextTick()
    expect(numbers()).toEqual([0, 1, 2])
    expect(core.pageRequests).toHaveLength(2)
    expect(list().session.query).toEqual(queryOf('0xa'))
  })
})

describe('options', () => {
  test('apply at once to what is loaded, and to pages that come later', async () => {
    const { core, options, list, numbers } = await open()
    await core.respond(pageOf(0, 4, 4))
    options.value = { ...ALL, find: (row) => row.kind === 'item' && (row.item as Numbered).number % 2 === 0 }
    await nextTick()
    expect(numbers()).toEqual([0, 2])
    list().session.loadMore()
    await core.respond(pageOf(4, 7, null))
    expect(numbers()).toEqual([0, 2, 4, 6])
  })

  test('rows are sorted once all of them are loaded, not with every page', async () => {
    const { core, options, list, numbers } = await open()
    await core.respond(pageOf(0, 2, 2))
    const value = ({ ...row }) => (row.kind === 'item' ? (row.item as Numbered).number : undefined)
    options.value = { ...ALL, sort: { value, descending: true } }
    await nextTick()
    list().session.loadAll()
    await core.respond(pageOf(2, 4, 4))
    expect(numbers()).toEqual([1, 0])
    await core.respond(pageOf(4, 5, null))
    expect(numbers()).toEqual([4, 3, 2, 1, 0])
  })
})

test('a list that failed without a connection is retried once the window is connected again', async () => {
  const { core, connection, list } = await open()
  connection.status = { state: 'lost' } as typeof connection.status
  await core.respond({ code: 'offline' })
  expect(list().snapshot.state.kind).toBe('error')
  connection.status = { state: 'open' }
  await nextTick()
  expect(core.pageRequests).toHaveLength(2)
})

test('a list on screen stays as it is, however many are opened after it', async () => {
  const { wrapper, core, list } = await open()
  await core.respond(pageOf(0, 3, null))
  const cache = useSessionCache()
  const { session } = list()
  for (let more = 0; more < 40; more += 1) cache.open(core, queryOf(`0xf${String(more)}`))
  expect(cache.open(core, queryOf('0xa'))).toBe(session)
  wrapper.unmount()
  for (let more = 0; more < 40; more += 1) cache.open(core, queryOf(`0xe${String(more)}`))
  expect(cache.open(core, queryOf('0xa'))).not.toBe(session)
})
