import { shallowRef } from 'vue'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { gridColumns, gridRows } from '#renderer/testing/grid-rows.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { useRowCopy } from './use-row-copy.ts'

const copied: string[] = []
beforeEach(() => {
  copied.length = 0
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text)
    return Promise.resolve()
  })
})

const unread: GridRow = {
  kind: 'unread',
  key: 'u',
  unread: { path: 'value', found: 'an object', expected: 'a text', raw: '{"value":{}}' },
}
function open() {
  const selected = shallowRef<ReadonlySet<string>>(new Set())
  const shown = { ...gridRows(4, { 2: unread }), folded: 1, poisoned: 0, indexOf: () => undefined }
  const options = {
    rows: () => shown,
    list: () => 'address-transactions' as const,
    selected,
    columns: () => gridColumns,
    context: () => ({}) as CellContext,
    announce: () => undefined,
  }
  return { rows: useRowCopy(options), selected }
}

test('a cell is copied whole; a row as one line; what could not be read as a report', () => {
  const { rows } = open()
  rows.copy({ index: 1, column: 1 })
  rows.copy({ index: 1 })
  rows.copy({ index: 2 })
  rows.copy({ index: 9 })
  expect(copied.slice(0, 2)).toEqual(['/item/1', '1\t/item/1'])
  expect(copied[2]).toBe(
    'List: address-transactions\nWhy: value is an object, a text was expected\n{"value":{}}',
  )
  expect(copied).toHaveLength(3)
})

test('where several rows are selected they are copied, in the order they are shown', () => {
  const { rows, selected } = open()
  selected.value = new Set(['k3', 'k0'])
  rows.copy({ index: 1 })
  rows.copy({ index: 1, column: 0 })
  expect(copied).toEqual(['0\t/item/0\n3\t/item/3', '0\t/item/0\n3\t/item/3'])
  selected.value = new Set(['k1'])
  rows.copy({ index: 1, column: 0 })
  expect(copied[2]).toBe('1')
})
