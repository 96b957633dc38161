/** A person's data: the first start, the last page at the next start, export, erasure, and a damaged file. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoViolationInEachTheme } from '../accessible.ts'
import { STORE_FILE } from '../../src/core/store/open-store.ts'
import { connectCore, readWatchlist } from '../core-client.ts'
import { expect, appUrl, startApp, test } from '../app.ts'
import { readKeptPlace } from '../kept-place.ts'
import { AddAnything } from '../pages/add-anything.ts'
import { AppShell } from '../pages/app-shell.ts'

const welcome = (page: Page) => page.getByRole('region', { name: 'Welcome' })

test('the first start shows the welcome above the sample chain, until it is closed', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(welcome(page)).toContainText('sent to the source you chose and to nobody else')
  const grid = shell.grid('Transactions')
  await expect(grid.row(0)).toBeVisible()
  await expect
    .poll(async () => {
      const [panel, list] = [await welcome(page).boundingBox(), await grid.root.boundingBox()]
      return list!.y - (panel!.y + panel!.height)
    }, 'px between the welcome and the list below it')
    .toBeGreaterThanOrEqual(0)
  await shell.expectNoOverflow()
  // The sample is what is in use: nothing is taken away by a click on it.
  await expect(welcome(page).getByText('made up, works offline')).toBeVisible()
  await expect(welcome(page).getByRole('button', { name: /^Sample chain/ })).toHaveCount(0)
  await page.goto(app.url)
  await expect(welcome(page)).toBeVisible()
  await welcome(page).getByRole('button', { name: 'Close welcome' }).click()
  await expect(welcome(page)).toHaveCount(0)
  // While the page is still at its start, the link changes its fragment only, and the page stays.
  await expect(grid.row(0)).toBeVisible()
  await page.goto(app.url)
  await expect(grid.row(0)).toBeVisible()
  await expect(welcome(page)).toHaveCount(0)
})

test('what is typed into the welcome is looked for, and where it leads nowhere the welcome is still there', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(startApp())
  await page.goto(app.url)
  const add = new AddAnything(page)
  await welcome(page).getByRole('textbox', { name: 'Add anything' }).fill('http://127.0.0.1:9')
  await page.keyboard.press('Enter')
  await expect(add.field).toHaveValue('http://127.0.0.1:9')
  await expect(add.says('node')).toContainText('can’t be reached')
  await page.keyboard.press('Escape')
  await expect(welcome(page)).toBeVisible()
})

test('the welcome stays until another source has answered', async ({ page, autoClose, sample }) => {
  const app = await autoClose(startApp())
  await page.goto(app.url)
  const pro = welcome(page).getByRole('button', { name: /^Pro/ })
  await pro.click()
  await expect(page).toHaveURL(/sources/)
  await expect(welcome(page)).toBeVisible()
  await page.getByRole('button', { name: 'Add anything' }).click()
  await new AddAnything(page).use(sample.url, { as: 'explorer' })
  await expect(page).toHaveURL(/\/s\/[^/]+$/)
  await expect(welcome(page)).toHaveCount(0)
})

test('the next start opens the last page', async ({ page, autoClose, sample, makeFolder }) => {
  const dataDir = makeFolder()
  const before = await startApp({ source: sample.url, dataDir })
  await page.goto(before.url)
  await expect(page).toHaveURL(/\/s\/[^/]+$/)
  const source = new URL(page.url()).pathname
  await page.goto(appUrl(before, `${source}/address/${sample.busiest}`))
  await expect(new AppShell(page).grid('Transactions').row(0)).toBeVisible()
  await expect
    .poll(async () => (await readKeptPlace(page, before))?.path)
    .toBe(`${source}/address/${sample.busiest}`)
  await page.goto('about:blank')
  await before.stop()
  const app = await autoClose(startApp({ dataDir }))
  await page.goto(app.url)
  await expect(page).toHaveURL(`${app.origin}${source}/address/${sample.busiest}`)
})

test('settings show the data folder, export everything, and erase everything after a typed confirmation', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const dataDir = makeFolder()
  const app = await autoClose(startApp({ dataDir }))
  const core = await connectCore(app)
  const [mark] = await core.call('sources.suggestedAddresses', { source: 'sample' })
  await core.call('watchlist.save', {
    address: mark!.address,
    chainId: null,
    label: 'To be gone',
    note: 'A note',
  })
  await core.call('keys.set', { id: 'eth', key: 'a-key-that-is-planted-9999' })
  await page.goto(appUrl(app, '/settings'))
  const shell = new AppShell(page)
  await expect(page.getByText(dataDir, { exact: true })).toBeVisible()
  await expect(shell.button('Open the folder')).toBeEnabled()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shell.button('Export everything').click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    watchlist: { entries: [{ label: 'To be gone', note: 'A note' }] },
  })
  expect(text).not.toContain('a-key-that-is-planted')

  await page.getByRole('group', { name: 'Background checks', exact: true }).getByText('Off').click()
  await expect.poll(async () => (await core.read('settings.changed', {})).pollInBackground).toBe(false)
  await expect(page.getByRole('group', { name: 'Notifications' })).toHaveCount(0)

  await shell.button('Erase everything…').click()
  const confirmation = page.getByLabel('To confirm, type')
  await confirmation.fill('erase')
  await expect(shell.button('Erase everything now')).toBeDisabled()
  await confirmation.fill('erase everything')
  await shell.button('Erase everything now').click()
  await expect(page.getByText('Everything is erased.')).toBeVisible()
  await expect(page.getByText('To be gone')).toHaveCount(0)
  await expect.poll(() => readWatchlist(core)).toEqual([])
  await expect
    .poll(async () =>
      (await core.read('sources.changed', {})).sources.every(({ key }) => key.state === 'none'),
    )
    .toBe(true)
  core.close()
})

test('a damaged file is set aside, its backup used, and the notice shown once', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const dataDir = makeFolder()
  const before = await startApp({ dataDir })
  const core = await connectCore(before)
  await core.call('settings.change', { theme: 'light' })
  core.close()
  await page.goto('about:blank')
  await before.stop()
  for (const name of readdirSync(dataDir)) if (/-(wal|shm)$/.test(name)) rmSync(join(dataDir, name))
  writeFileSync(join(dataDir, STORE_FILE), 'this is no database at all '.repeat(1_000))

  const app = await autoClose(startApp({ dataDir }))
  await page.goto(appUrl(app, '/s/sample'))
  const notice = page.getByRole('status').filter({ hasText: 'The damaged file is kept' })
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Understood' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(new AppShell(page).latest('Transfers').first()).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('first start and settings are accessible', async ({ page, autoClose }) => {
  // A new data folder has the system's theme.
  const app = await autoClose(startApp())
  await page.goto(app.url)
  await expect(welcome(page)).toBeVisible()
  await expect(new AppShell(page).grid('Transactions').row(0)).toBeVisible()
  await expectNoViolationInEachTheme(page)
  await page.goto(appUrl(app, '/settings'))
  await page.getByRole('button', { name: 'Erase everything…' }).click()
  await expect(page.getByLabel('To confirm, type')).toBeVisible()
  await expectNoViolationInEachTheme(page)
})
