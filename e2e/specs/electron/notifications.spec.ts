/** The host's notifications of activity at a watched address: once, only when switched on; a click opens the address. */
import { expectNotifiedOnce, startWatchedChain } from '../../watched-chain.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { connectElectronCore, type ElectronApp } from '../../electron-app.ts'

interface Shown {
  readonly options: { readonly title: string; readonly body: string }
}
interface Notifications {
  readonly shown: readonly Shown[]
  click(index: number): Promise<void>
}
const shownBy = (app: ElectronApp) =>
  app.electron.evaluate(({ Notification }) =>
    (Notification as unknown as Notifications).shown.map(({ options }) => options),
  )

test('a new transaction is notified once, when switched on and while the window has no focus', async ({
  page,
  autoClose,
}) => {
  test.skip(test.info().project.name !== 'stand-in', 'only the stand-in records what was shown')
  const chain = await autoClose(startWatchedChain())
  const app = (await autoClose(startApp({ source: chain.url }))) as ElectronApp
  const core = await connectElectronCore(app)
  const activity = await chain.watch(core)
  await page.goto(appUrl(app, '/settings'))
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.blur()
  })
  await activity.produce()
  expect(await shownBy(app)).toEqual([])

  await expectNotifiedOnce(activity, {
    async switchOn() {
      const notifications = page.getByRole('group', { name: 'Notifications' })
      await notifications.getByText('On', { exact: true }).click()
      await expect.poll(async () => (await core.read('settings.changed', {})).notifyActivity).toBe(true)
      await app.electron.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]!.blur()
      })
    },
    readShown: () => shownBy(app),
  })
  await app.electron.evaluate(({ Notification }) => (Notification as unknown as Notifications).click(0))
  await expect(page).toHaveURL(new RegExp(`/s/${chain.sourceId}/address/${chain.busiest}`, 'i'))
  core.close()
})
