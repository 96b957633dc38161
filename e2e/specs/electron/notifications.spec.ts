/** The host's notifications of activity at a watched address: once, only when switched on; a click opens the address. */
import { startWatchedChain, countNotified } from '../../watched-chain.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { connectElectronCore, type ElectronApp } from '../../electron-app.ts'

interface Shown {
  readonly options: { readonly title: string; readonly body: string }
  emit(event: 'click'): void
}
const shownBy = (app: ElectronApp) =>
  app.electron.evaluate(({ Notification }) =>
    (Notification as unknown as { shown: Shown[] }).shown.map(({ options }) => options),
  )

test('a new transaction is notified once, when switched on and while the window has no focus', async ({
  page,
  autoClose,
}) => {
  test.skip(test.info().project.name !== 'stand-in', 'only the stand-in records what was shown')
  const chain = await autoClose(startWatchedChain())
  const app = (await autoClose(startApp({ source: chain.url }))) as ElectronApp
  const core = await connectElectronCore(app)
  const produceActivity = await chain.watch(core)
  await page.goto(appUrl(app, '/settings'))
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.blur()
  })
  await produceActivity()
  expect(await shownBy(app)).toEqual([])

  await page.getByRole('group', { name: 'Notifications' }).getByText('On', { exact: true }).click()
  await expect.poll(async () => (await core.read('settings.changed', {})).notifyActivity).toBe(true)
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.blur()
  })
  const countFound = await produceActivity()
  await expect
    .poll(async () => {
      const found = await countFound()
      return found > 0 && countNotified(await shownBy(app)) === found
    })
    .toBe(true)
  expect(new Set((await shownBy(app)).map(({ title }) => title))).toEqual(new Set(['Busy']))
  await app.electron.evaluate(({ Notification }) => {
    ;(Notification as unknown as { shown: Shown[] }).shown[0]!.emit('click')
  })
  await expect(page).toHaveURL(new RegExp(`/s/${chain.sourceId}/address/${chain.busiest}`, 'i'))
  core.close()
})
