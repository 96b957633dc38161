/** The file of a case, as a person saves it. */
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { App } from './app-types.ts'
import type { ElectronApp } from './electron-app.ts'

/** The file that is saved: a browser is given it; in a desktop window its folder is chosen in the system's dialog. */
export async function savedCase(
  page: Page,
  app: App,
  { name, folder }: { readonly name: string; readonly folder: string },
  save: () => Promise<void>,
): Promise<string> {
  if ('electron' in app) {
    await (app as ElectronApp).electron.evaluate(({ dialog }, chosen) => {
      ;(dialog as unknown as { folders: string[] }).folders.push(chosen)
    }, folder)
    await save()
    const file = join(folder, `${name}.chainglass`)
    await expect(page.getByText('The case is saved').filter({ hasText: file })).toBeVisible()
    return file
  }
  const download = page.waitForEvent('download')
  await save()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(`${name}.chainglass`)
  return saved.path()
}
