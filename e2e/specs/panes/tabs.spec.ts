/** Places open in tabs, by keyboard and by pointer; and all of them there again after a restart and a crash. */
import type { Page } from '@playwright/test'
import { expectNoViolation } from '../../accessible.ts'
import { expect, startApp, test } from '../../app.ts'
import { coreOf, expectNewCore } from '../../core-process.ts'
import { readKeptPlace } from '../../kept-place.ts'
import { AppShell } from '../../pages/app-shell.ts'
import type { App } from '../../app-types.ts'

/** The keys of tabs are the browser's own in a browser. */
const tabKey = (host: string, key: string) => `${host === 'loopback' ? 'Alt' : 'ControlOrMeta'}+${key}`
const strip = (page: Page) => page.getByRole('tablist', { name: 'Open places' })
const places = (page: Page) => strip(page).getByRole('tab')
const front = (page: Page) => strip(page).getByRole('tab', { selected: true })

test('the strip is there with one place; a second one is in it, and goes from it', async ({
  page,
  autoClose,
  host,
}) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  const first = page.url()
  await expect(places(page)).toHaveCount(1)

  // The middle button on a link opens it behind this one.
  await shell.grid('Transactions').row(1).getByRole('link').first().click({ button: 'middle' })
  await expect(places(page)).toHaveCount(2)
  await expect(places(page).nth(0)).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(first)

  await page.keyboard.press(tabKey(host, '2'))
  await expect(front(page)).toContainText(/0x[0-9a-f]{4}…/)
  await expect(page).toHaveURL(/\/tx\/0x/)
  const second = page.url()
  await expectNoViolation(page)

  await page.goBack()
  await expect(places(page).nth(0)).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(first)
  await page.goForward()
  await expect(places(page).nth(1)).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press(tabKey(host, 'w'))
  await expect(places(page)).toHaveCount(1)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  await expect(page).toHaveURL(first)

  await page.keyboard.press(tabKey(host, 'Shift+T'))
  await expect(places(page)).toHaveCount(2)
  await expect(front(page)).toContainText(/0x[0-9a-f]{4}…/)
  await expect(page).toHaveURL(second)
})

test('a link that is opened before the tabs are loaded is in one of them once they are @loopback', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(startApp())
  const loading = Promise.withResolvers<undefined>()
  await page.route(/\/after-first-rows-[^/]+\.js$/, async (route) => {
    await loading.promise
    await route.continue()
  })
  await page.goto(app.url)
  const links = new AppShell(page).grid('Transactions').rows.getByRole('link')
  await links.first().click({ button: 'middle' })
  await expect(places(page)).not.toHaveCount(2)
  loading.resolve(undefined)
  await expect(places(page)).toHaveCount(2)
  await expect(places(page).nth(0)).toHaveAttribute('aria-selected', 'true')
  expect(page.context().pages()).toHaveLength(1)
})

test('the strip by keyboard: arrows, ends, order, closing', async ({ page, autoClose, host }) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  for (let n = 1; n <= 3; n += 1) {
    await page.keyboard.press(tabKey(host, 't'))
    await expect(places(page)).toHaveCount(n + 1)
    await expect(shell.omnibox).toBeFocused()
    await page.keyboard.type(String(n))
    await page.keyboard.press('Enter')
    await expect(front(page)).toContainText(`Block ${String(n)}`)
  }
  await front(page).focus()
  await page.keyboard.press('Home')
  await expect(places(page).nth(0)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(front(page)).toContainText('Block 3')
  await page.keyboard.press('Control+ArrowLeft')
  await expect(places(page).nth(2)).toContainText('Block 3')
  await expect(places(page).nth(2)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(places(page)).toHaveCount(3)
  await expect(front(page)).toContainText('Block 2')
  await page.keyboard.press('End')
  await expect(front(page)).toContainText('Block 2')
})

test('a walk through the strip by arrow keys is one step of the history', async ({
  page,
  autoClose,
  host,
}) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  for (let n = 1; n <= 3; n += 1) {
    await page.keyboard.press(tabKey(host, 't'))
    await expect(places(page)).toHaveCount(n + 1)
    await expect(shell.omnibox).toBeFocused()
    await page.keyboard.type(String(n))
    await page.keyboard.press('Enter')
    await expect(front(page)).toContainText(`Block ${String(n)}`)
  }
  await page.goBack()
  await page.goForward()
  await expect(front(page)).toContainText('Block 3')
  const steps = () => page.evaluate(() => history.length)
  const before = await steps()
  await front(page).focus()
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(front(page)).toContainText('Block 2')
  await expect(page).toHaveURL(/\/block\/2$/)
  expect(await steps()).toBe(before + 1)
  await page.goBack()
  await expect(front(page)).toContainText('Block 3')
})

test('a tab that is come back to has its rows and its scroll position', async ({ page, autoClose, host }) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(app.url)
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(80)
  await grid.row(1).getByRole('link').first().click({ button: 'middle' })
  await expect(places(page)).toHaveCount(2)
  await grid.scrollTo(34 * 40)
  const hash = await grid.cell(42, 'Transaction')
  await expect(hash).toContainText('0x')
  const seen = await hash.textContent()
  const loaded = await grid.loadedCount()

  await page.keyboard.press(tabKey(host, '2'))
  await expect(page).toHaveURL(/\/tx\/0x/)
  await expect(grid.root).toHaveCount(0)
  await page.keyboard.press(tabKey(host, '1'))
  await expect.poll(() => grid.scrollTop()).toBe(34 * 40)
  await expect.poll(() => grid.loadedCount()).toBeGreaterThanOrEqual(loaded)
  await expect(hash).toHaveText(seen ?? '')
})

test('a tab opened or closed just before a reload', async ({ page, autoClose, host }) => {
  const app = await autoClose(startApp())
  await openMany(page, app, 3)
  await page.keyboard.press(tabKey(host, 't'))
  await expect(places(page)).toHaveCount(4)
  await page.reload()
  await expect(places(page)).toHaveCount(4)
  await expect(places(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(new AppShell(page).title).toBeVisible()

  await page.keyboard.press(tabKey(host, 'w'))
  await expect(places(page)).toHaveCount(3)
  await page.reload()
  await expect(places(page)).toHaveCount(3)
})

test.describe('@loopback', () => {
  test('tabs opened while the core was killed are kept by the next one', async ({
    page,
    autoClose,
    host,
  }) => {
    const app = await autoClose(startApp())
    await openMany(page, app, 3)
    const core = coreOf(app)
    process.kill(core, 'SIGKILL')
    // Before or after the connection is back.
    await new AppShell(page).grid('Transactions').row(1).getByRole('link').first().click({ button: 'middle' })
    await expect(places(page)).toHaveCount(4)
    await page.keyboard.press(tabKey(host, '3'))
    await expect(places(page).nth(2)).toHaveAttribute('aria-selected', 'true')
    await expectNewCore(app, core)
    await expect.poll(async () => (await readKeptPlace(page, app))?.at).toBe(2)
    await page.reload()
    await expect(places(page)).toHaveCount(4)
    await expect(places(page).nth(2)).toHaveAttribute('aria-selected', 'true')
  })
})

test.describe('a restart', () => {
  // The page of the host that was killed says that it is not connected.
  test.use({
    pageErrors: { expected: [/WebSocket connection to .* failed/, /ERR_/, /Failed to load resource/] },
  })

  test('twenty tabs are there again after the host was killed', async ({
    page,
    autoClose,
    makeFolder,
    host,
  }) => {
    const dataDir = makeFolder()
    const app = await startApp({ dataDir })
    await openMany(page, app, 20)
    const { title } = new AppShell(page)
    const before = (await title.textContent()) ?? ''
    await page.keyboard.press(tabKey(host, '5'))
    await expect(places(page).nth(4)).toHaveAttribute('aria-selected', 'true')
    // The view must have been drawn: a request that is still open when the host is killed never ends.
    await expect(title).not.toHaveText(before)
    // The name of the one in front comes with its view.
    const names = (await places(page).allTextContents()).toSpliced(4, 1)
    const path = new URL(page.url()).pathname
    // The last change is kept a moment later.
    await expect.poll(async () => (await readKeptPlace(page, app))?.at).toBe(4)
    await app.stop('SIGKILL')

    const again = await autoClose(startApp({ dataDir }))
    const other = await page.context().newPage()
    await other.goto(again.url)
    await expect(places(other)).toHaveCount(20)
    await expect(places(other).nth(4)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(async () => (await places(other).allTextContents()).toSpliced(4, 1)).toEqual(names)
    await expect(other).toHaveURL((url) => url.pathname === path)
    await other.reload()
    await expect(places(other)).toHaveCount(20)
    await expect(places(other).nth(4)).toHaveAttribute('aria-selected', 'true')
  })
})

async function openMany(page: Page, app: App, count: number): Promise<void> {
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  const links = shell.grid('Transactions').rows.getByRole('link')
  for (let n = 1; n < count; n += 1) {
    await links.nth(n).click({ button: 'middle' })
    await expect(places(page)).toHaveCount(n + 1)
  }
}
