import { describe, expect, test } from 'vitest'
import { LIST_IDS } from '#shared/lists/list-table.ts'
import { exampleAddress, exampleTransaction } from '#shared/lists/testing/example-items.ts'
import { columnsOf, loadColumns } from './list-columns.ts'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { totalWidth, widthOf } from '#renderer/ui/grid/column-widths.ts'
import { fitColumns } from '#renderer/ui/grid/fit-columns.ts'

await loadColumns()

const shownOf = (list: (typeof LIST_IDS)[number]) =>
  columnsOf(list, {}).filter(({ hiddenAtFirst }) => hiddenAtFirst !== true)
const fitted = (list: (typeof LIST_IDS)[number], room: number) =>
  fitColumns(shownOf(list), exampleContext, {}, room)
const ids = (list: (typeof LIST_IDS)[number], room: number) => {
  const { columns, lines } = fitted(list, room)
  const all = columns.map(({ id }) => id)
  return lines ? [all.slice(0, lines.first), all.slice(lines.first)] : all
}

describe.each(LIST_IDS)('%s', (list) => {
  test.each([704, 800, 900, 991])('has columns that fit a grid of %i px, its amount among them', (room) => {
    const { columns } = fitted(list, room)
    expect(
      totalWidth(columns.map((column) => widthOf(column, exampleContext, undefined))),
    ).toBeLessThanOrEqual(room)
    for (const column of shownOf(list)) if (column.narrow?.at === 'amount') expect(columns).toContain(column)
  })

  test('says in two lines what each row is about', () => {
    const { columns, lines } = fitted(list, 500)
    expect(lines?.first).toBeGreaterThan(0)
    expect(columns.some(({ narrow }) => narrow?.at === 'main')).toBe(true)
  })
})

test('what is left out first says least; all columns are there where there is room, or nobody knows', () => {
  const all = shownOf('address-transactions').map(({ id }) => id)
  expect(ids('address-transactions', 992)).toEqual(all)
  expect(ids('address-transactions', 0)).toEqual(all)
  expect(ids('address-transactions', 800)).toEqual(all.filter((id) => id !== 'fee'))
  expect(ids('address-transactions', 704)).toEqual(all.filter((id) => id !== 'fee' && id !== 'block'))
})

test('a width that a person chose is kept while there is room for it', () => {
  const columns = shownOf('address-transactions')
  const chosen = { counterparty: 200 }
  expect(fitColumns(columns, exampleContext, chosen, 800).chosen).toBe(chosen)
  expect(fitColumns(columns, exampleContext, { counterparty: 700 }, 800).chosen).toEqual({})
})

test('in two lines from whom to whom, the amount and the rest; in a very narrow pane the amount below', () => {
  expect(ids('address-transactions', 703)).toEqual([
    ['status', 'counterparty', 'value'],
    ['method', 'transaction', 'block', 'age'],
  ])
  expect(ids('address-transactions', 447)).toEqual([
    ['status', 'counterparty'],
    ['method', 'transaction', 'value', 'age'],
  ])
  expect(ids('latest-transactions', 703)).toEqual([
    ['status', 'from', 'to', 'value'],
    ['method', 'transaction', 'block', 'age'],
  ])
})

test('in a very narrow pane amounts end below one another, before ages of one width', () => {
  const second = /--second: (.*); --indent/.exec(fitted('address-transactions', 447).lines?.style ?? '')?.[1]
  expect(second).toMatch(/minmax\(max-content, 1fr\) minmax\(max-content, 3rem\)$/)
})

test('an amount has the way it went before it, and none where it was not moved', () => {
  const [own, other] = [exampleAddress(1), exampleAddress(2)]
  const value = shownOf('address-transactions').find(({ id }) => id === 'value')
  const startsWith = (status: string, from: string, to: string) => {
    const item = {
      ...exampleTransaction(1),
      ...{ status, from: { hash: from }, to: { hash: to }, value: '7' },
    }
    return textOf(value?.narrow?.cell?.(item as never, { ...exampleContext, ownAddress: own }, 0))[0]
  }
  expect([startsWith('ok', other, own), startsWith('ok', own, other)]).toEqual(['+', '−'])
  expect([startsWith('error', other, own), startsWith('error', own, other)]).not.toContain('+')
  expect([startsWith('error', other, own), startsWith('error', own, other)]).not.toContain('−')
})

test('an amount in two lines has as many digits as there is room for', () => {
  const item = { ...exampleTransaction(1), value: '1234567890123456789' } as never
  const shownIn = (pane: number) => {
    const { columns, lines } = fitted('latest-transactions', pane)
    const value = columns.find(({ id }) => id === 'value')
    return textOf(value?.narrow?.cell?.(item, exampleContext, lines?.amountRoom ?? 0))
  }
  expect(shownIn(700)).toBe('1.234567890123456789')
  expect(shownIn(400)).toMatch(/^1[.]2345678901\d+…$/)
  expect(shownIn(320)).toMatch(/^1[.]23456\d*…$/)
})

/** The text of a node, without the text of components in it. */
const textOf = (node: unknown): string =>
  typeof node === 'string'
    ? node
    : Array.isArray(node)
      ? node.map(textOf).join('')
      : textOf((node as { readonly children?: unknown } | null | undefined)?.children ?? '')
