/** A person's data: the first start, where it is, all of it out, all of it gone, and what is said of a damaged file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoViolation } from '../accessible.ts'
import { openSecondWindow } from '../ask-core.ts'
import { expect, placeUrl, startApp, test } from '../app.ts'
import { Frame } from '../pages/frame.ts'

const welcome = (page: Page) => page.getByRole('region', { name: 'Welcome' })

test('the very first start shows three doors above the sample chain, once', async ({ page, closing }) => {
  const app = await closing(startApp())
  const frame = new Frame(page)
  await page.goto(app.url)
  await expect(welcome(page)).toContainText('sent to the source you chose and to nobody else')
  const grid = frame.grid('Transactions')
  await expect(grid.row(0)).toBeVisible()
  const [panel, list] = [await welcome(page).boundingBox(), await grid.root.boundingBox()]
  expect(panel!.y + panel!.height).toBeLessThanOrEqual(list!.y)
  await frame.expectNoOverflow()
  await welcome(page)
    .getByRole('button', { name: /^Sample chain/ })
    .click()
  await expect(welcome(page)).toHaveCount(0)
  await page.goto(app.url)
  await expect(grid.row(0)).toBeVisible()
  await expect(welcome(page)).toHaveCount(0)
})

test('the door to one’s own node leads to its form', async ({ page, closing }) => {
  const app = await closing(startApp())
  await page.goto(app.url)
  await welcome(page)
    .getByRole('button', { name: /^A node of yours/ })
    .click()
  await expect(page.getByLabel('Where the node listens')).toHaveValue('http://127.0.0.1:8545')
})

test('it starts again where the person was', async ({ page, closing, sample }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-e2e-'))
  const before = await startApp({ source: sample.url, dataDir })
  await page.goto(before.url)
  await expect(page).toHaveURL(/\/s\/[^/]+$/)
  const source = new URL(page.url()).pathname
  await page.goto(placeUrl(before, `${source}/address/${sample.busiest}`))
  await expect(new Frame(page).grid('Transactions').row(0)).toBeVisible()
  await page.goto('about:blank')
  await before.stop()
  const app = await closing(startApp({ dataDir }))
  await page.goto(app.url)
  await expect(page).toHaveURL(`${app.origin}${source}/address/${sample.busiest}`)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('settings say where the data is, give all of it out, and erase it only when told so in words', async ({
  page,
  closing,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-e2e-'))
  const app = await closing(startApp({ dataDir }))
  const window = await openSecondWindow(app)
  const [mark] = await window.ask('sources.landmarks', { source: 'sample' })
  await window.ask('watchlist.save', {
    address: mark!.address,
    chainId: null,
    label: 'To be gone',
    note: 'A note',
  })
  await window.ask('keys.set', { id: 'eth', key: 'a-key-that-is-planted-9999' })
  await page.goto(placeUrl(app, '/settings'))
  const frame = new Frame(page)
  await expect(page.getByText(dataDir)).toBeVisible()
  await expect(frame.button('Open the folder')).toBeEnabled()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    frame.button('Export everything').click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    watchlist: { entries: [{ label: 'To be gone', note: 'A note' }] },
  })
  expect(text).not.toContain('a-key-that-is-planted')

  await page.getByRole('group', { name: 'Looks in the background' }).getByText('Off').click()
  await expect.poll(async () => (await window.ask('settings.read', {})).backgroundLooks).toBe(false)
  await expect(page.getByRole('group', { name: 'Notifications' })).toHaveCount(0)

  await frame.button('Erase everything…').click()
  const words = page.getByLabel('To go on, type')
  await words.fill('erase')
  await expect(frame.button('Erase it all')).toBeDisabled()
  await words.fill('erase everything')
  await frame.button('Erase it all').click()
  await expect(page.getByText('Everything is erased.')).toBeVisible()
  await expect(page.getByText('To be gone')).toHaveCount(0)
  expect(await window.ask('watchlist.list', {})).toEqual([])
  expect((await window.ask('sources.list', {})).sources.every(({ key }) => key.state === 'none')).toBe(true)
  window.close()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('a damaged file is set aside, its backup taken, and that is said once', async ({ page, closing }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-e2e-'))
  const before = await startApp({ dataDir })
  const window = await openSecondWindow(before)
  await window.ask('settings.change', { theme: 'light' })
  window.close()
  await page.goto('about:blank')
  await before.stop()
  for (const name of readdirSync(dataDir)) if (/-(wal|shm)$/.test(name)) rmSync(join(dataDir, name))
  const file = readdirSync(dataDir).find((name) => /\.(db|sqlite)$/.test(name)) ?? ''
  writeFileSync(join(dataDir, file), 'this is no database at all '.repeat(1_000))

  const app = await closing(startApp({ dataDir }))
  await page.goto(placeUrl(app, '/s/sample'))
  const notice = page.getByRole('status').filter({ hasText: 'The damaged file is kept' })
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Understood' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(new Frame(page).grid('Latest transfers').row(0)).toBeVisible()
  await expect(notice).toHaveCount(0)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe('', () => {
    test.use({ colorScheme })
    test(`nothing stands in the way of anyone: first start and settings, ${colorScheme}`, async ({
      page,
      closing,
    }) => {
      const app = await closing(startApp())
      await page.goto(app.url)
      await expect(welcome(page)).toBeVisible()
      await expect(new Frame(page).grid('Transactions').row(0)).toBeVisible()
      await expectNoViolation(page)
      await page.goto(placeUrl(app, '/settings'))
      await page.getByRole('button', { name: 'Erase everything…' }).click()
      await expectNoViolation(page)
    })
  })
}
