import { defineComponent, h, nextTick } from 'vue'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import FilterField from './FilterField.vue'
import FilterLine from './FilterLine.vue'
import { useFilterText } from './use-filter-text.ts'
import { useRowFilter } from './use-row-filter.ts'

const seen = {
  kind: 'transaction',
  rows: () => [],
  revision: 0,
} as const
const Filter = defineComponent(() => {
  const filter = useRowFilter(
    () => 'transaction',
    () => exampleContext,
  )
  return () => h('div', [h(FilterField, { filter, seen }), h(FilterLine, { filter })])
})
const field = page.getByRole('searchbox', { name: 'Filter' })

test('the example is one that these rows can be asked', async () => {
  await mountInApp(Filter, { route: '/s/eth/transactions' })
  await expect.element(field).toHaveAttribute('placeholder', 'Filter, as in value>1')
})

test('a filter that is wrong says whose rows are still there', async () => {
  const { wrapper, router } = await mountInApp(Filter, { route: '/s/eth/transactions' })
  await field.fill('token:USDC')
  await expect.poll(() => wrapper.text()).toContain('The rows are not filtered.')
  await field.fill('value>1')
  await expect.poll(() => router.currentRoute.value.query.where).toBe('value>1')
  expect(wrapper.text()).not.toContain('The rows are')
  await field.fill('value>1 token:USDC')
  await expect.poll(() => wrapper.text()).toContain('The rows are still those of “value>1”.')
})

test('what is typed when another view comes is not asked there', async () => {
  const read = Promise.withResolvers<boolean>()
  let filter!: ReturnType<typeof useFilterText>
  const Text = defineComponent(() => {
    filter = useFilterText('where', () => read.promise)
    return () => h('div')
  })
  const { wrapper, router } = await mountInApp(Text, { route: '/s/eth/transactions' })
  filter.ask('value>1')
  wrapper.unmount()
  await router.push('/s/eth/blocks')
  const replaced = vi.spyOn(router, 'replace')
  read.resolve(true)
  await read.promise
  await nextTick()
  expect(replaced).not.toHaveBeenCalled()
})
