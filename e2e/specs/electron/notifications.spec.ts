/** What is new at a watched address, told by the host: once, where the person asked for it, and a click leads there. */
import { expect, placeUrl, startApp, test } from '../../app.ts'
import { openSecondElectronWindow, type ElectronApp } from '../../electron-app.ts'
import { startService } from '../../service.ts'

interface Shown {
  readonly options: { readonly title: string; readonly body: string }
  emit(event: 'click'): void
}
const shownBy = (app: ElectronApp) =>
  app.electron.evaluate(({ Notification }) =>
    (Notification as unknown as { shown: Shown[] }).shown.map(({ options }) => options),
  )

test('a new transaction is told once, where the person asked for it and looks elsewhere', async ({
  page,
  closing,
}) => {
  test.skip(test.info().project.name !== 'stand-in', 'what was shown is written down by the stand-in only')
  let time = Date.UTC(2026, 9, 1, 12)
  const chain = await closing(startService({ live: true, transactions: 400, now: () => time }))
  const app = (await closing(startApp({ source: chain.url }))) as ElectronApp
  const window = await openSecondElectronWindow(app)
  const { id } = await window.ask('watchlist.save', { address: chain.busiest, chainId: null, label: 'Busy' })
  const counted = async () =>
    (await window.ask('news.list', {})).items.find((item) => item.id === id)?.transactions ?? 0
  /** Makes blocks until a look has found something in them. */
  const somethingNew = async () => {
    const before = await counted()
    await expect
      .poll(
        async () => {
          time += 10_000
          await window.ask('news.look', {})
          return counted()
        },
        { intervals: [2_000], timeout: 30_000 },
      )
      .toBeGreaterThan(before)
    return (await counted()) - before
  }
  await page.goto(placeUrl(app, '/settings'))
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.blur()
  })
  await somethingNew()
  expect(await shownBy(app)).toEqual([])

  await page.getByRole('group', { name: 'Notifications' }).getByText('On', { exact: true }).click()
  await expect.poll(async () => (await window.ask('settings.read', {})).notifyNews).toBe(true)
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.blur()
  })
  const fresh = await somethingNew()
  await expect.poll(async () => toldOf(await shownBy(app))).toBe(fresh)
  expect(new Set((await shownBy(app)).map(({ title }) => title))).toEqual(new Set(['Busy']))
  await app.electron.evaluate(({ Notification }) => {
    ;(Notification as unknown as { shown: Shown[] }).shown[0]!.emit('click')
  })
  await expect(page).toHaveURL(new RegExp(`/s/${chain.sourceId}/address/${chain.busiest}`, 'i'))
  window.close()
})

/** All the transactions that were told of: each once, though looks may have found them one after the other. */
const toldOf = (shown: readonly { readonly body: string }[]) =>
  shown.reduce((sum, { body }) => sum + Number(/^\d+(?= new transaction)/.exec(body)?.[0] ?? 0), 0)
