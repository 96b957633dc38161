import { createPinia, setActivePinia } from 'pinia'
import { shallowRef } from 'vue'
import { beforeEach, expect, test } from 'vitest'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import { RowDealings } from '../poisoning/row-dealings.ts'
import { useRowOptions } from './use-row-options.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

const name = {
  id: 'name',
  label: 'Name',
  text: ({ name }: { name: string }) => name,
  sort: ({ name }: { name: string }) => name,
} as unknown as AnyListColumn
const row = (item: object): GridRow => ({ kind: 'item', key: '1', item })
const open = () => {
  const dealings = new RowDealings('0xa')
  const context = shallowRef({ ownAddress: '0xa', labels: new Map() } as unknown as CellContext)
  const beside = shallowRef<((row: GridRow) => boolean) | null>(null)
  const found = shallowRef<((row: GridRow) => boolean) | null>(null)
  return {
    context,
    rows: useRowOptions(
      () => [name],
      () => context.value,
      () => dealings,
      () => '0xA',
      () => found.value,
      () => beside.value,
    ),
    found,
    beside,
  }
}

test('nothing is searched or sorted at first; scam rows are folded unless the settings say otherwise', () => {
  const { rows } = open()
  const scam = row({ token: { reputation: 'scam' } })
  expect(rows.isNarrowed.value).toBe(false)
  expect(rows.options.value).toMatchObject({ find: null, sort: null })
  expect(rows.options.value.fold?.(scam)).toBe('scam')
  const core = createScriptedCore()
  useSettings().follow(core)
  core.emit('settings.changed', { foldScam: false })
  expect(rows.options.value.fold).toBeNull()
})

test('shows what is asked for and chosen beside another list, and sorts by a column that has an order', () => {
  const { rows, found, beside } = open()
  const nameOf = (shown: GridRow) => (shown.kind === 'item' ? (shown.item as { name: string }).name : '')
  found.value = (shown) => nameOf(shown) !== 'Bob'
  expect(rows.isNarrowed.value).toBe(true)
  expect(rows.options.value.find?.(row({ name: 'Alice' }))).toBe(true)
  expect(rows.options.value.find?.(row({ name: 'Bob' }))).toBe(false)
  beside.value = (shown) => nameOf(shown) !== 'Alice'
  expect(rows.options.value.find?.(row({ name: 'Alice' }))).toBe(false)
  expect(rows.options.value.find?.(row({ name: 'Carol' }))).toBe(true)
  found.value = null
  beside.value = null
  expect(rows.isNarrowed.value).toBe(false)
  rows.sort.value = { column: 'name', descending: true }
  expect(rows.isNarrowed.value).toBe(true)
  expect(rows.options.value.sort?.value(row({ name: 'Bob' }))).toBe('Bob')
  rows.sort.value = { column: 'gone', descending: true }
  expect(rows.options.value.sort).toBeNull()
})

test('stays the same object while the context changes in what makes no difference', () => {
  const { rows, context } = open()
  const before = rows.options.value
  context.value = { ...context.value, time: 'absolute' }
  expect(rows.options.value).toBe(before)
})
