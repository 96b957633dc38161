/** Two panes, by keyboard alone: opened, gone between, and joined again. */
import type { Page } from '@playwright/test'
import { expectNoViolation } from '../../accessible.ts'
import { expect, startApp, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'

const pane = (page: Page, number: number) => page.getByRole('region', { name: `Pane ${String(number)}` })
const rows = (page: Page, number: number) => pane(page, number).getByRole('grid')

test('a place beside, with a tab strip of its own; keys go to the active pane', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  const first = page.url()
  await page.keyboard.press('ControlOrMeta+\\')
  await expect(pane(page, 2).getByRole('grid', { name: 'Transactions' })).toBeVisible()
  await expect(page.getByRole('tablist', { name: 'Open places' })).toHaveCount(2)
  await expect(page).toHaveURL(first)

  // The number keys show the tabs of the page in the active pane, and the URL is its place.
  await page.keyboard.press('3')
  await expect(pane(page, 2).getByRole('grid', { name: 'Internal' })).toBeVisible()
  await expect(pane(page, 1).getByRole('grid', { name: 'Transactions' })).toBeVisible()
  await expect(page).not.toHaveURL(first)
  await page.keyboard.press('F6')
  await expect(rows(page, 1)).toBeFocused()
  await expect(page).toHaveURL(first)
  await expect(shell.status).toContainText('transactions')
  await expectNoViolation(page)

  await page.keyboard.press('F6')
  await expect(rows(page, 2)).toBeFocused()
  await page.keyboard.press('1')
  await expect(pane(page, 2).getByRole('grid', { name: 'Transactions' })).toBeVisible()
  await expect(rows(page, 2).locator('[data-index="0"]')).toBeVisible()
  await rows(page, 2).focus()
  await page.keyboard.press('ArrowDown')
  // Control or Command with Enter opens the row's link in a tab of this pane.
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(pane(page, 2).getByRole('tablist', { name: 'Open places' }).getByRole('tab')).toHaveCount(2)

  await page.reload()
  await expect(pane(page, 2).getByRole('grid', { name: 'Transactions' })).toBeVisible()
  await expect(pane(page, 2).getByRole('tablist', { name: 'Open places' }).getByRole('tab')).toHaveCount(2)

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Join the panes')
  // What has commands of its own is loaded after the first rows.
  await expect(page.getByRole('option', { name: 'Join the panes', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /^Pane/ })).toHaveCount(0)
  await expect(page.getByRole('tablist', { name: 'Open places' }).getByRole('tab')).toHaveCount(3)
})
