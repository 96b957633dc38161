/** Sources: added with and without a check, edited, ordered, hidden, removed with undo, and switched. */
import type { Page } from '@playwright/test'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { expect, appUrl, test } from '../../app.ts'
import { AddAnything } from '../../pages/add-anything.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { sourceIdOf, startService } from '../../service.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Sources', exact: true }).getByRole('listitem')
const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.locator('.name b', { hasText: new RegExp(`^${name}$`) }) })
async function choose(page: Page, source: string, item: string) {
  await page.getByRole('button', { name: `Settings of ${source}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('an instance is checked, added, tested, edited, ordered, hidden, removed and restored', async ({
  page,
  app,
  autoClose,
  sample,
}) => {
  const service = await autoClose(startService({ transactions: 60, dialect: 'v11', requestsPerSecond: 5 }))
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/sources'))
  await shell.button('Add anything').click()
  const add = new AddAnything(page)
  await add.field.fill(`${service.url}/`)
  await expect(add.says('explorer')).toContainText('It answers')
  await add.use(`${service.url}/`, { as: 'explorer', name: 'Mine' })
  await expect(page).toHaveURL(`${app.origin}/s/${sourceIdOf(service.url)}`)
  await page.goto(appUrl(app, '/sources'))
  await expect(card(page, 'Mine')).toBeVisible()

  await choose(page, 'Mine', 'Test')
  await expect(card(page, 'Mine')).toContainText(/\d+ ms · \d of 5 requests left/)

  await choose(page, 'Mine', 'Edit')
  const edit = page.getByRole('form', { name: 'Edit Mine' })
  await edit.getByLabel('Name').fill('Mine again')
  await edit.getByLabel('Coin', { exact: true }).fill('MINE')
  await edit.getByLabel('Links to its explorer').fill('http://insecure.example/{kind}/{id}')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByRole('alert')).toContainText('https')
  await edit.getByLabel('Links to its explorer').fill('https://explorer.example/{kind}/{id}')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Mine again')).toBeVisible()

  const place = async () => (await cards(page).locator('.name b').allTextContents()).indexOf('Mine again')
  const before = await place()
  await choose(page, 'Mine again', 'Move up')
  await expect.poll(place).toBe(before - 1)
  await choose(page, 'Mine again', 'Hide')
  await expect(card(page, 'Mine again')).toHaveCount(0)
  await shell.button('Show 1 hidden').click()
  await choose(page, 'Mine again', 'Show')
  await expect(card(page, 'Mine again')).toBeVisible()

  // The source has been in use since it was added.
  await app.core.call('sources.use', { id: sample.source })
  await shell.button('Use Mine again').click()
  await expect(page).toHaveURL(new RegExp(`/s/${sourceIdOf(service.url)}$`))
  await expect(shell.latest('Transfers').first()).toBeVisible()
  await page.goto(appUrl(app, `/s/${sourceIdOf(service.url)}/address/${service.busiest}`))
  await expect(shell.grid('Transactions').headers.filter({ hasText: 'Value, MINE' })).toBeVisible()

  await page.goto(appUrl(app, '/sources'))
  await choose(page, 'Mine again', 'Remove')
  await expect(card(page, 'Mine again')).toHaveCount(0)
  await shell.button('Undo').click()
  await expect(card(page, 'Mine again')).toBeVisible()
})

test('an instance that does not respond is added unasked', async ({ page, app }) => {
  await page.goto(appUrl(app, '/sources?add=1'))
  const add = new AddAnything(page)
  await add.field.fill('http://127.0.0.1:9')
  await expect(add.says('explorer')).toContainText('can’t be reached')
  await add.button('Add without asking…').click()
  await add.dialog.getByLabel('Name').fill('Not yet up')
  await add.dialog.getByLabel('Chain id').fill('77')
  await add.dialog.getByLabel('Coin').fill('NYU')
  await add.button('Add unasked').click()
  await expect(card(page, 'Not yet up')).toBeVisible()
})

test('switching the source keeps the address and the tab', async ({ page, app, autoClose, sample }) => {
  const other = await autoClose(startService({ transactions: 200 }))
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/sources?add=1'))
  await new AddAnything(page).use(other.url, { as: 'explorer', name: 'The other' })
  await expect(page).toHaveURL(`${app.origin}/s/${sourceIdOf(other.url)}`)

  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}?tab=internal`))
  await expect(shell.tab('Internal')).toHaveAttribute('aria-selected', 'true')
  await shell.switcher.click()
  await page.getByLabel('Find a source').fill('the oth')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    `${app.origin}/s/${sourceIdOf(other.url)}/address/${sample.busiest}?tab=internal`,
  )
  await expect(shell.tab('Internal')).toHaveAttribute('aria-selected', 'true')
  await expect(shell.status).toContainText(new URL(other.url).host)
})

test('sources are accessible', async ({ page, app }) => {
  await page.goto(appUrl(app, '/sources'))
  await expect(cards(page)).not.toHaveCount(0)
  await page.getByRole('button', { name: 'No key' }).nth(1).click()
  await expect(page.getByText('for this session only')).toBeVisible()
  await expectNoViolationInEachTheme(page, app.core)
  await choose(page, 'Ethereum', 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit Ethereum' }).getByLabel('Name')).toBeInViewport()
  await expectNoViolationInEachTheme(page, app.core)
})
