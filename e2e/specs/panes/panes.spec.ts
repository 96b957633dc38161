/** Two panes: opened, gone between, each with its own back and forward, and joined again. */
import type { Page } from '@playwright/test'
import { expectNoViolation } from '../../accessible.ts'
import { expect, startApp, test } from '../../app.ts'
import { recordLayoutShifts } from '../../layout-shifts.ts'
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
  // Views with commands of their own are loaded after the first rows.
  await expect(page.getByRole('option', { name: 'Join the panes', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /^Pane/ })).toHaveCount(0)
  await expect(page.getByRole('tablist', { name: 'Open places' }).getByRole('tab')).toHaveCount(3)
})

test('the line between the panes is dragged, and a selection of text that is dragged across it moves nothing', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(startApp())
  await page.goto(app.url)
  await expect(new AppShell(page).grid('Transactions').row(0)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+\\')
  await expect(pane(page, 2).getByRole('grid', { name: 'Transactions' })).toBeVisible()
  const line = page.getByRole('separator', { name: 'Size of the panes' })
  const box = (await line.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + 20]
  const title = (await pane(page, 1).getByRole('heading', { level: 1 }).boundingBox())!
  await page.mouse.move(title.x + 4, title.y + title.height / 2)
  await page.mouse.down()
  // As slowly as the line could follow.
  await page.mouse.move(x - 3, y)
  await page.mouse.move(x + 90, y, { steps: 93 })
  await page.mouse.up()
  await expect(line).toHaveAttribute('aria-valuenow', '50')

  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 200, y, { steps: 5 })
  await page.mouse.up()
  await expect(line).not.toHaveAttribute('aria-valuenow', '50')
  await expect(line).toBeFocused()
  await expectNoViolation(page)
})

test('the first link in a tab of its own moves nothing of the page', async ({ page, autoClose }) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect.poll(() => shell.grid('Transactions').loadedCount()).toBeGreaterThan(40)
  const places = page.getByRole('tablist', { name: 'Open places' }).getByRole('tab')
  await expect(places).toHaveCount(1)
  const parts = [
    shell.title,
    shell.tab('Transactions'),
    shell.grid('Transactions').root,
    shell.grid('Transactions').row(0),
  ]
  // A name in place of its hash, and the count of its rows, come after the rows and are wider.
  await expect(shell.title).toHaveText('harbour.sample.eth')
  await expect(shell.tab('Transactions')).toHaveText(/\d/)
  const boxes = () => Promise.all(parts.map((part) => part.boundingBox()))
  const before = await boxes()
  const shifts = await recordLayoutShifts(page, '[role=tabpanel]', { withInput: true })
  await shell
    .grid('Transactions')
    .row(1)
    .getByRole('link')
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(places).toHaveCount(2)
  expect(await boxes()).toEqual(before)
  expect(await shifts()).toEqual([])
})

test('back and forward of a pane leave the other one where it is', async ({ page, autoClose }) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+\\')
  await expect(rows(page, 2).locator('[data-index="0"]')).toBeVisible()
  const list = (number: number, name: string) => pane(page, number).getByRole('grid', { name })
  const step = (number: number, name: string) => pane(page, number).getByRole('button', { name, exact: true })
  const open = (number: number, name: string) =>
    pane(page, number)
      .getByRole('tab', { name: new RegExp(`^${name}`) })
      .click()
  await open(2, 'Transfers')
  await expect(list(2, 'Transfers')).toBeVisible()
  await open(1, 'Internal')
  await expect(list(1, 'Internal')).toBeVisible()
  await open(2, 'Internal')
  await expect(list(2, 'Internal')).toBeVisible()

  await step(1, 'Back').click()
  await expect(list(1, 'Transactions')).toBeVisible()
  await expect(list(2, 'Internal')).toBeVisible()
  await step(2, 'Back').click()
  await expect(list(2, 'Transfers')).toBeVisible()
  await page.keyboard.press('[')
  await expect(list(2, 'Transactions')).toBeVisible()
  await expect(step(2, 'Back')).toBeDisabled()
  await step(1, 'Forward').click()
  await expect(list(1, 'Internal')).toBeVisible()
  await expect(step(1, 'Forward')).toBeDisabled()
  await expect(list(2, 'Transactions')).toBeVisible()
  await expect(page).toHaveURL(/tab=internal$/)
})
