/** What is new at a watched address, told by the system: once, and only to one who asked for it and looks elsewhere. */
import type { Page } from '@playwright/test'
import { openSecondWindow } from '../ask-core.ts'
import { startBusyChain, toldOf } from '../busy-address.ts'
import { expect, placeUrl, startApp, test } from '../app.ts'

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
  closing,
}) => {
  const chain = await closing(startBusyChain())
  const app = await closing(startApp({ source: chain.url }))
  const window = await openSecondWindow(app)
  const somethingNew = await chain.watched(window)
  await context.grantPermissions(['notifications'], { origin: app.origin })
  await page.addInitScript(noteNotifications)
  await page.goto(placeUrl(app, '/settings'))
  const notifications = page.getByRole('group', { name: 'Notifications' })
  await expect(notifications.getByRole('radio', { name: 'Off' })).toBeChecked()
  await notifications.getByText('On', { exact: true }).click()
  await expect.poll(async () => (await window.ask('settings.read', {})).notifyNews).toBe(true)
  await somethingNew()
  expect(await shownOn(page), 'while the window is in front').toEqual([])

  await lookElsewhere(page)
  await window.ask('settings.change', { notifyNews: false })
  await somethingNew()
  expect(await shownOn(page), 'where it was not asked for').toEqual([])

  await window.ask('settings.change', { notifyNews: true })
  const fresh = await somethingNew()
  await expect.poll(async () => toldOf(await shownOn(page))).toBe(fresh)
  expect(new Set((await shownOn(page)).map(({ title }) => title))).toEqual(new Set(['Busy']))
  window.close()
})

/** Another window of the browser is in front of it. Playwright pretends that every page has the focus; not this one. */
async function lookElsewhere(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  await (await page.context().newPage()).bringToFront()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
}
