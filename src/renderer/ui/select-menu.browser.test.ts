import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { h } from 'vue'

test('a select opens a menu with the look of ours, by mouse and by keyboard', async () => {
  const options = ['one', 'two'].map((name) => h('option', name))
  const { element } = await mountInApp({
    render: () => h('div', [h('div', { class: 'menu' }), h('select', { class: 'field' }, options)]),
  })
  const select = element.querySelector('select')!
  const menu = element.querySelector('.menu')!
  select.focus()
  await userEvent.keyboard(' ')
  await expect.poll(() => select.matches(':open')).toBe(true)
  const look = (style: CSSStyleDeclaration) => [style.backgroundColor, style.borderRadius, style.boxShadow]
  expect(look(getComputedStyle(select, '::picker(select)'))).toEqual(look(getComputedStyle(menu)))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => select.value).toBe('two')
  await userEvent.selectOptions(page.getByRole('combobox'), 'one')
  expect(select.value).toBe('one')
})
