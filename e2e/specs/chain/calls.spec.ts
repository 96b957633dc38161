/** The calls of a transaction: an exploit read from its top to the call that failed, by keyboard alone. */
import type { Page } from '@playwright/test'
import { json } from '#platform/testing/behaviours.ts'
import { expect, appUrl, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { suggestedAddress, type StartedService } from '../../service.ts'
import { findAttack } from '../../views.ts'
import { expectNoViolation } from '../../accessible.ts'

const attackOn = (sample: Pick<StartedService, 'url' | 'suggestedAddresses'>) =>
  findAttack(sample.url, suggestedAddress(sample, 'Lending pool').address)
const tree = (page: Page) => page.getByRole('tree', { name: 'Calls' })
/** The item that a screen reader reads. */
const active = (page: Page) => tree(page).locator('[aria-selected=true]')

test('from the sentence to the innermost failing call, by keyboard alone', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${await attackOn(sample)}?tab=calls`))
  await expect(page.getByRole('main')).toContainText('failed: ERC20InsufficientBalance')
  await expect(shell.status).toContainText('17 calls · 11 deep · 11 failed')

  await expect(active(page)).toHaveAttribute('aria-level', '1')
  await expect(active(page)).toContainText('failed')

  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toContainText('deposit()')
  await expect(active(page)).toContainText('undone')
  await expect(tree(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(active(page)).toContainText('to LendingPool')
  await page.keyboard.press('ArrowLeft')
  await expect(active(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(tree(page).getByRole('treeitem')).toHaveCount(3)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(active(page)).toHaveAttribute('aria-level', '3')

  await page.keyboard.press('End')
  await expect(active(page)).toHaveAttribute('aria-level', '11')
  await expect(active(page)).toContainText('failed: ERC20InsufficientBalance(LendingPool')
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Call details' })
  await expect(details).toContainText('ERC20InsufficientBalance')
  await expect(details.getByRole('term').filter({ hasText: 'needed' })).toBeVisible()
  await expect(details).toContainText('250000000000')
  await expect(details).toContainText('From the standard ERC-6093')
  await expect(details).toContainText('From the verified contract DollarV2')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(tree(page)).toBeFocused()
})

test('what fails, what moves coins, and what is looked for', async ({ page, app, sample }) => {
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${await attackOn(sample)}?tab=calls`))
  const rows = tree(page).getByRole('treeitem')
  await expect(rows.first()).toBeVisible()
  await page.getByRole('button', { name: 'Only failures' }).click()
  await expect(rows).toHaveCount(11)
  await page.getByRole('button', { name: 'Only failures' }).click()
  await page.getByRole('button', { name: 'Only with value' }).click()
  await expect(rows.last()).toContainText('0.02 COIN')
  await page.getByRole('button', { name: 'Only with value' }).click()
  await page.getByRole('button', { name: 'Fold by one level' }).click()
  await expect(page.getByRole('group', { name: 'Depth' })).toContainText('9 of 10')

  await page.keyboard.press('Control+f')
  await page.keyboard.type('DollarV2')
  await expect(page.getByRole('toolbar', { name: /^Calls/ }).getByRole('status')).toHaveText('Found: 3')
  await expect(active(page)).toContainText('to DollarV2')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(active(page)).toHaveAttribute('aria-level', '11')
  await page.keyboard.press('Escape')
  await expect(tree(page)).toBeFocused()
})

test('the picture of gas leads to the rows of its calls', async ({ page, app, sample }) => {
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${await attackOn(sample)}?tab=calls`))
  const picture = page.getByRole('listbox', { name: 'Gas by call' })
  await picture.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const chosen = picture.locator('[aria-selected=true]')
  await expect(chosen).toHaveAttribute('aria-label', /, failed$/)
  const gas = /gas ([\d,]+)/.exec((await chosen.getAttribute('aria-label')) ?? '')?.[1]
  await page.keyboard.press('Enter')
  await expect(tree(page)).toBeFocused()
  await expect(active(page)).toHaveAttribute('aria-level', '3')
  await expect(active(page)).toContainText(`gas ${String(gas)}`)
  await expectNoViolation(page)
})

test('an internal transaction leads to its place in the tree', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${await attackOn(sample)}?tab=internal`))
  const grid = shell.grid('Internal')
  await expect(grid.rows).toHaveCount(16)
  await grid.row(12).click({ position: { x: 8, y: 16 } })
  await shell.drawer.getByRole('link', { name: 'Show in the calls' }).click()
  await expect(page).toHaveURL(/tab=calls&call=13$/)
  await expect(tree(page)).toBeFocused()
  await expect(active(page)).toHaveAttribute('id', /-13$/)
})

test('the chosen call is in the URL: links, a reload and the way back lead to it', async ({
  page,
  app,
  sample,
}) => {
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${await attackOn(sample)}?tab=calls`))
  await expect(tree(page)).toBeVisible()
  await tree(page).focus()
  await page.keyboard.press('End')
  await expect(active(page)).toHaveAttribute('aria-level', '11')
  await expect(page).toHaveURL(/tab=calls&call=16$/)
  // Chosen by hand: what was unfolded stays so, and the focus where it was.
  await expect(tree(page)).toBeFocused()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const shell = new AppShell(page)
  expect(await shell.copiedBy(() => shell.run('Copy link'))).toContain('tab=calls&call=16')

  await page.reload()
  await expect(active(page)).toHaveAttribute('id', /-16$/)
  await page.getByRole('tab', { name: 'Logs' }).click()
  await expect(page).toHaveURL(/tab=logs$/)
  await page.keyboard.press('[')
  await expect(page).toHaveURL(/tab=calls&call=16$/)
  await expect(active(page)).toHaveAttribute('id', /-16$/)
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/tab=calls$/)
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/tab=logs$/)
})

test('a source without traces: its internal transactions, and what they leave out', async ({
  page,
  app,
  sample,
  faulty,
}) => {
  const shell = new AppShell(page)
  faulty.respond(/raw-trace$/, json({ message: 'Service is disabled' }, 501))
  await page.goto(appUrl(app, `/s/${faulty.source}/tx/${await attackOn(sample)}?tab=calls`))
  await expect(page.getByText('This source gives no call trace of this transaction.')).toBeVisible()
  await expect(page.getByText('“Service is disabled”')).toBeVisible()
  await expect(shell.status).toContainText('17 calls')
  await expect(tree(page).getByRole('treeitem').last()).toHaveAttribute('aria-level', '11')
  await expect(page.getByRole('listbox', { name: 'Gas by call' })).toHaveCount(0)
})
