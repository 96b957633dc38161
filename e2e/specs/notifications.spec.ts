/** System notifications of activity at a watched address: once, only when switched on, and only while the window has no focus. */
import type { Page } from '@playwright/test'
import { connectCore } from '../core-client.ts'
import { expectNotifiedOnce, startWatchedChain } from '../watched-chain.ts'
import { expect, appUrl, startApp, test } from '../app.ts'

/**
 * Runs in the page before its scripts: takes the place of the browser's notifications and records those that are made. The
 * headless shell permits none, and has no system to show them.
 */
function recordNotifications() {
  const shown: { title: string; body: string }[] = []
  Object.assign(window, {
    shown,
    Notification: class extends EventTarget {
      static readonly permission = 'granted'
      static requestPermission(): Promise<string> {
        return Promise.resolve('granted')
      }
      constructor(title: string, options?: NotificationOptions) {
        super()
        shown.push({ title, body: options?.body ?? '' })
      }
    },
  })
}
const shownOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { shown: { title: string; body: string }[] }).shown)

test('a new transaction is notified once, when switched on and while the window has no focus @loopback', async ({
  page,
  autoClose,
}) => {
  const chain = await autoClose(startWatchedChain())
  const app = await autoClose(startApp({ source: chain.url }))
  const core = await connectCore(app)
  const activity = await chain.watch(core)
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

/** The page says that another window is in front. In the headless shell each page has the focus of a window of its own. */
const loseFocus = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false
  })
