/** System notifications of activity at a watched address: once, only when switched on, and only while the window has no focus. */
import type { Page } from '@playwright/test'
import { connectCore } from '../core-client.ts'
import { expectNotifiedOnce, startWatchedChain } from '../watched-chain.ts'
import { expect, appUrl, startApp, test } from '../app.ts'

/** Runs in the page before its scripts: records the notifications that are shown. */
function recordNotifications() {
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

test('a new transaction is notified once, when switched on and while the window has no focus @loopback', async ({
  page,
  context,
  autoClose,
}) => {
  const chain = await autoClose(startWatchedChain())
  const app = await autoClose(startApp({ source: chain.url }))
  const core = await connectCore(app)
  const activity = await chain.watch(core)
  await context.grantPermissions(['notifications'], { origin: app.origin })
  await page.addInitScript(recordNotifications)
  await page.goto(appUrl(app, '/settings'))
  const notifications = page.getByRole('group', { name: 'Notifications' })
  await expect(notifications.getByRole('radio', { name: 'Off' })).toBeChecked()
  await notifications.getByText('On', { exact: true }).click()
  await expect.poll(async () => (await core.read('settings.changed', {})).notifyActivity).toBe(true)
  await activity.produce()
  expect(await shownOn(page), 'while the window has the focus').toEqual([])

  // In this order: a poll still under way would be notified to a window without the focus.
  await core.call('settings.change', { notifyActivity: false })
  await loseFocus(page)
  await activity.produce()
  expect(await shownOn(page), 'while notifications are off').toEqual([])

  await expectNotifiedOnce(activity, {
    async switchOn() {
      await core.call('settings.change', { notifyActivity: true })
    },
    readShown: () => shownOn(page),
  })
  core.close()
})

/** Brings another page to the front. By default Playwright emulates the focus for every page. */
async function loseFocus(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  await (await page.context().newPage()).bringToFront()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
}
