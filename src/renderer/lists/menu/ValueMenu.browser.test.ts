import { h } from 'vue'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import ValueMenu from './ValueMenu.vue'

const HASH = `0x${'ab'.repeat(32)}`

test('the right button before the menu is loaded opens it once it is; a second time it opens at once', async () => {
  const { element } = await mountInApp(ValueMenu, {
    props: { source: 'eth' },
    slots: { default: () => h('span', { 'data-copy': HASH }, 'a hash') } as never,
  })
  const press = () => {
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 5, clientY: 5 })
    element.querySelector('[data-copy]')!.dispatchEvent(event)
    return event
  }
  expect(press().defaultPrevented).toBe(true)
  const item = page.getByRole('menuitem', { name: 'Copy hash' })
  await expect.element(item).toBeVisible()
  await item.click()
  await expect.element(item).not.toBeInTheDocument()
  press()
  await expect.element(item).toBeVisible()
})
