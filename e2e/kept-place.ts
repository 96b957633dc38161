import type { Page } from '@playwright/test'
import type { App } from './app-types.ts'
import { connectCore } from './core-client.ts'

/**
 * The tab in front of the window's first pane as the core has kept it, a moment after it was shown: what a next window
 * would be told.
 */
export async function readKeptPlace(
  page: Page,
  app: App,
): Promise<{ readonly at: number; readonly path: string } | undefined> {
  const core = await connectCore(app)
  const before = (await page.evaluate(() => sessionStorage.getItem('chainglass.window'))) ?? ''
  const { workspace } = await core.read('workspace.changed', { window: crypto.randomUUID(), before })
  core.close()
  const [pane] = workspace?.panes ?? []
  const at = pane?.tabs.findIndex(({ id }) => id === pane.active) ?? -1
  const tab = pane?.tabs[at]
  return tab && { at, path: tab.path }
}
