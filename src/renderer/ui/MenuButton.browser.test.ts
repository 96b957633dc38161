import { DropdownMenuItem } from 'reka-ui'
import { h } from 'vue'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import MenuButton from './MenuButton.vue'
import PopoverButton from './PopoverButton.vue'

const select = vi.fn()
const openMenu = () =>
  mountInApp(MenuButton, {
    props: { align: 'end', class: 'btn' },
    slots: {
      button: () => 'Export',
      default: () => h(DropdownMenuItem, { class: 'item', onSelect: select }, () => 'CSV'),
    } as never,
  })
const button = () => page.getByRole('button', { name: 'Export' })

test('the first click opens the menu, Escape gives the focus back, a second click opens it again', async () => {
  await openMenu()
  expect(button().element().getAttribute('aria-haspopup')).toBe('menu')
  await button().click()
  await expect.element(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(button().element())
  await button().click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect(select).toHaveBeenCalledOnce()
})

test.each(['{ArrowDown}', '{Enter}', ' '])('the key %j opens it too', async (key) => {
  await openMenu()
  ;(button().element() as HTMLElement).focus()
  await userEvent.keyboard(key)
  await expect.element(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
})

test('a popover opens at the first click, and closes by what is in it', async () => {
  await mountInApp(PopoverButton, {
    props: { contentClass: 'card' },
    slots: {
      button: () => 'Load all',
      default: ({ close }: { close: () => void }) => h('button', { onClick: close }, 'Start'),
    } as never,
  })
  const trigger = page.getByRole('button', { name: 'Load all' })
  await trigger.click()
  await expect.element(page.getByRole('dialog', { name: 'Load all' })).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0)
  expect(trigger.element().getAttribute('aria-expanded')).toBe('false')
})
