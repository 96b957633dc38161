/** What an earlier Chainglass kept, taken over: at the first start, and later beside what is there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { connectCore } from '../core-client.ts'
import { expect, appUrl, startApp, test, type App } from '../app.ts'
import type { ElectronApp } from '../electron-app.ts'
import { AppShell } from '../pages/app-shell.ts'

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** A folder in which somebody has watched an address and chosen the dark theme. */
async function earlier(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-e2e-'))
  const app = await startApp({ dataDir })
  const core = await connectCore(app)
  await core.call('watchlist.save', { address: A, chainId: null, label: 'From before' })
  await core.call('settings.change', { theme: 'dark' })
  core.close()
  await app.stop()
  return dataDir
}

/** As a person does it: typed in a browser, chosen in the system's dialog in a window of its own. */
async function point(page: Page, app: App, folder: string) {
  const shell = new AppShell(page)
  if ('electron' in app) {
    await (app as ElectronApp).electron.evaluate(({ dialog }, folder) => {
      ;(dialog as unknown as { folders: string[] }).folders.push(folder)
    }, folder)
    await shell.button('Take over a folder…').click()
    return
  }
  if (await shell.button('Take over a folder…').isVisible()) await shell.button('Take over a folder…').click()
  await page.getByLabel('Path of the folder').fill(folder)
  await shell.button('Look into it').click()
}

test('at the first start: found, told, and taken over', async ({ page: tab, autoClose }) => {
  const folder = await earlier()
  const app = await autoClose(startApp())
  // A desktop window goes there by itself; gone to again it would not be the first time.
  const isDesktop = 'electron' in app
  if (!isDesktop) await tab.goto(app.url)
  const page = isDesktop ? (app as ElectronApp).page : tab
  const shell = new AppShell(page)
  await page.getByText('You have used Chainglass before?').click()
  await point(page, app, folder)
  await expect(page.getByText(/holds 1 watched address(,| and) 1 setting/)).toBeVisible()
  await shell.button('Take it over').click()
  await expect(page.getByRole('region', { name: 'Welcome' })).toHaveCount(0)
  await expect(page.getByText(/^Taken over: 1 watched address(,| and) 1 setting/)).toBeVisible()
  await expect(page.getByRole('link', { name: /From before/ }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('in the settings: what can not be taken is said, and taken when it can', async ({ page, autoClose }) => {
  const folder = await earlier()
  const empty = mkdtempSync(join(tmpdir(), 'chainglass-e2e-'))
  const app = await autoClose(startApp())
  await page.goto(appUrl(app, '/settings'))
  await point(page, app, empty)
  await expect(page.getByRole('alert')).toContainText('There is no data of Chainglass in this folder.')
  writeFileSync(join(empty, 'chainglass.sqlite'), 'this is no database at all '.repeat(1_000))
  await point(page, app, empty)
  await expect(page.getByRole('alert')).toContainText('The database file is damaged.')
  await point(page, app, folder)
  await expect(page.getByText(/holds 1 watched address(,| and) 1 setting/)).toBeVisible()
  await new AppShell(page).button('Take it over').click()
  await expect(page.getByText(/^Taken over: 1 watched address/)).toBeVisible()
  for (const used of [folder, empty]) rmSync(used, { recursive: true, force: true, maxRetries: 5 })
})
