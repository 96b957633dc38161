/** What is new at a watched address, told by the system: once, and only to one who asked for it and looks elsewhere. */
import type { Page } from '@playwright/test'
import { connectCore } from '../core-client.ts'
import { startWatchedChain, countNotified } from '../watched-chain.ts'
import { expect, appUrl, startApp, test } from '../app.ts'

/** Runs in the page before anything of it: notes what is shown and goes on as the browser does. */
function noteNotifications() {
  const shown: { title: string; body: string }[] = []
  Object.assign(window, { shown })
  window.Notification = class extends Notification {
    constructor(title: string, options?: NotificationOptions) {
      super(title, options)
      this.addEventListener('show', () => shown.push({ title, body: options?.body ?? '' }))
    }
  }
}
const shownOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { shown: { title: string; body: string }[] }).shown)

test('a new transaction is told once, where the person asked for it and looks elsewhere @loopback', async ({
  page,
  context,
  autoClose,
}) => {
  const chain = await autoClose(startWatchedChain())
  const app = await autoClose(startApp({ source: chain.url }))
  const core = await connectCore(app)
  const produceActivity = await chain.watch(core)
  await context.grantPermissions(['notifications'], { origin: app.origin })
  await page.addInitScript(noteNotifications)
  await page.goto(appUrl(app, '/settings'))
  const notifications = page.getByRole('group', { name: 'Notifications' })
  await expect(notifications.getByRole('radio', { name: 'Off' })).toBeChecked()
  await notifications.getByText('On', { exact: true }).click()
  await expect.poll(async () => (await core.call('settings.read', {})).notifyNews).toBe(true)
  await produceActivity()
  expect(await shownOn(page), 'while the window is in front').toEqual([])

  await lookElsewhere(page)
  await core.call('settings.change', { notifyNews: false })
  await produceActivity()
  expect(await shownOn(page), 'where it was not asked for').toEqual([])

  await core.call('settings.change', { notifyNews: true })
  const fresh = await produceActivity()
  await expect.poll(async () => countNotified(await shownOn(page))).toBe(fresh)
  expect(new Set((await shownOn(page)).map(({ title }) => title))).toEqual(new Set(['Busy']))
  core.close()
})

/** Another window of the browser is in front of it. Playwright pretends that every page has the focus; not this one. */
async function lookElsewhere(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  await (await page.context().newPage()).bringToFront()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
}
