import { defineComponent, h, nextTick, ref } from 'vue'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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
  const left = ref(false)
  const onLeave = () => (left.value = true)
  return () =>
    h('div', [
      h(FilterField, { filter, seen, onLeave }),
      filter.text.value === '' ? null : h(FilterLine, { filter }),
      left.value ? 'the rows have the keyboard' : null,
    ])
})
const field = page.getByRole('combobox', { name: 'Filter' })

test('the example is one that these rows can be asked', async () => {
  await mountInApp(Filter, { route: '/s/eth/transactions' })
  await expect.element(field).toHaveAttribute('placeholder', 'Filter, as in value>1')
})

test('the field is a combobox: it says whether its list is open, and which option is chosen', async () => {
  await mountInApp(Filter, { route: '/s/eth/transactions' })
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.type(field, 'fai')
  const list = page.getByRole('listbox', { name: 'Completions' })
  await expect.element(list).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await expect.element(field).toHaveAttribute('aria-controls', list.element().id)
  await expect.element(field).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowUp}')
  const chosen = page.getByRole('option', { selected: true })
  await expect.element(field).toHaveAttribute('aria-activedescendant', chosen.element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('failed ')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
})

test('Escape closes the list, then empties the field, then gives the keyboard to the rows', async () => {
  const { wrapper } = await mountInApp(Filter, { route: '/s/eth/transactions' })
  await userEvent.type(field, 'fai')
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  await expect.element(field).toHaveValue('fai')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  expect(wrapper.text()).not.toContain('the rows have the keyboard')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toHaveFocus()
  expect(wrapper.text()).toContain('the rows have the keyboard')
})

test('a filter that is wrong says whose rows are still there', async () => {
  const { wrapper, router } = await mountInApp(Filter, { route: '/s/eth/transactions' })
  await field.fill('token:USDC')
  await expect.poll(() => wrapper.text()).toContain('The rows are not filtered.')
  expect(wrapper.text()).toContain('Here, for example: value>1')
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
