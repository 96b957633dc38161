import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import ExportMenu from './ExportMenu.vue'

test('the menu says what is saved, and saves what is chosen', async () => {
  const { wrapper } = await mountInApp(ExportMenu, { props: { count: 1200, complete: false } })
  await userEvent.click(page.getByRole('button', { name: 'Export' }))
  await expect.element(page.getByText('1,200 rows, what is loaded')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(wrapper.emitted('save')).toEqual([['json']])
})

test('nothing can be saved while there are no rows', async () => {
  await mountInApp(ExportMenu, { props: { count: 0, complete: true } })
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled()
})
