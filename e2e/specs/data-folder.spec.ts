/** Taking over the data folder of an earlier installation: at the first start, and later in the settings. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { connectCore } from '../core-client.ts'
import type { App } from '../app-types.ts'
import { expect, appUrl, startApp, test } from '../app.ts'
import type { ElectronApp } from '../electron-app.ts'
import { AppShell } from '../pages/app-shell.ts'

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** Fills a data folder with one watched address and the dark theme. */
async function fillDataDir(dataDir: string): Promise<string> {
  const app = await startApp({ dataDir })
  const core = await connectCore(app)
  await core.call('watchlist.save', { address: A, chainId: null, label: 'From before' })
  await core.call('settings.change', { theme: 'dark' })
  core.close()
  await app.stop()
  return dataDir
}

/** Types the path of the folder; in a desktop window, chooses it in the system's dialog. */
async function chooseFolder(page: Page, app: App, folder: string) {
  const shell = new AppShell(page)
  if ('electron' in app)
    await (app as ElectronApp).electron.evaluate(({ dialog }, folder) => {
      ;(dialog as unknown as { folders: string[] }).folders.push(folder)
    }, folder)
  await shell.button('Import from a folder…').click()
  if (!('electron' in app)) await checkPath(page, folder)
}

/** Chooses another folder after the first. A browser has the field for its path already. */
async function chooseAnother(page: Page, app: App, folder: string) {
  if ('electron' in app) await chooseFolder(page, app, folder)
  else await checkPath(page, folder)
}

async function checkPath(page: Page, folder: string) {
  await page.getByLabel('Path of the folder').fill(folder)
  await new AppShell(page).button('Check').click()
}

test('at the first start: its content is listed, then taken over', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const folder = await fillDataDir(makeFolder())
  const app = await autoClose(startApp())
  await page.goto(app.url)
  const shell = new AppShell(page)
  await page.getByText('Have you used Chainglass before?').click()
  await chooseFolder(page, app, folder)
  await expect(page.getByText(/holds 1 watched address(,| and) 1 setting/)).toBeVisible()
  await shell.button('Import').click()
  await expect(page.getByRole('region', { name: 'Welcome' })).toHaveCount(0)
  await expect(page.getByText(/^Imported: 1 watched address(,| and) 1 setting/)).toBeVisible()
  await expect(page.getByRole('link', { name: /From before/ }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('in the settings: a folder without readable data is refused, then a good one taken over', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const folder = await fillDataDir(makeFolder())
  const empty = makeFolder()
  const app = await autoClose(startApp())
  await page.goto(appUrl(app, '/settings'))
  await chooseFolder(page, app, empty)
  await expect(page.getByRole('alert')).toContainText('There is no data of Chainglass in this folder.')
  writeFileSync(join(empty, 'chainglass.sqlite'), 'this is no database at all '.repeat(1_000))
  await chooseAnother(page, app, empty)
  await expect(page.getByRole('alert')).toContainText('The database file is damaged.')
  await chooseAnother(page, app, folder)
  await expect(page.getByText(/holds 1 watched address(,| and) 1 setting/)).toBeVisible()
  await new AppShell(page).button('Import').click()
  await expect(page.getByText(/^Imported: 1 watched address/)).toBeVisible()
})
