import { effectScope, nextTick, shallowRef } from 'vue'
import { expect, test } from 'vitest'
import { gridRows, itemRow } from '#renderer/testing/grid-rows.ts'
import type { RowsOfList } from '../model/shown-rows.ts'
import { useRowDrawer } from './use-row-drawer.ts'
import { useSelection } from '../grid/use-selection.ts'

/** A list of rows from `first` on; row n has the key `k<n>`. */
function listOf(session: object, first: number, count: number): RowsOfList {
  const rows = gridRows(1_000)
  return {
    list: session,
    rows: {
      folded: 0,
      poisoned: 0,
      count,
      at: (index: number) => (index < 0 || index >= count ? undefined : rows.at(first + index)),
      indexOf: (key: string) => {
        const index = Number(key.slice(1)) - first
        return index >= 0 && index < count ? index : undefined
      },
    },
  }
}
function open() {
  const session = {}
  const list = shallowRef(listOf(session, 10, 5))
  const scope = effectScope()
  const drawer = scope.run(() => useRowDrawer(list, shallowRef(null)))!
  const selected = scope.run(() => useSelection(list))!
  return { session, list, drawer, selected }
}

test('opens a row, steps to its neighbours, and knows where they end', () => {
  const { drawer } = open()
  expect(drawer.current.value).toBeUndefined()
  drawer.open(3)
  expect(drawer.current.value).toEqual({ row: itemRow(13), index: 3, hasPrevious: true, hasNext: true })
  expect(drawer.step(1)).toBe(4)
  expect(drawer.current.value).toMatchObject({ index: 4, hasNext: false })
  drawer.close()
  expect(drawer.current.value).toBeUndefined()
})

test('follows its row when newer ones come before it, and keeps it while it is not here', () => {
  const { session, list, drawer } = open()
  drawer.open(0, true)
  expect(drawer.startsRaw.value).toBe(true)
  list.value = listOf(session, 7, 8)
  expect(drawer.current.value).toMatchObject({ row: itemRow(10), index: 3 })
  list.value = listOf(session, 11, 4)
  expect(drawer.current.value).toMatchObject({ row: itemRow(10) })
  list.value = listOf(session, 10, 5)
  expect(drawer.current.value).toMatchObject({ index: 0 })
})

test('another list has no row open and none selected', async () => {
  const { list, drawer, selected } = open()
  drawer.open(0)
  selected.value = new Set(['k10'])
  list.value = listOf({}, 10, 5)
  await nextTick()
  expect(drawer.openKey.value).toBeUndefined()
  expect(selected.value.size).toBe(0)
})
