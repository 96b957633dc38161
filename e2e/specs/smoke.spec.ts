import { startReplayInstance, hasRecorded, RECORDED } from '../replay-instance/replay-instance.ts'
import { startService } from '../service.ts'
import { expect, appUrl, startApp, test } from '../app.ts'
import { AppShell } from '../pages/app-shell.ts'
import { Grid } from '../pages/grid.ts'

test('scrolling reads a list to the last of 1,234 rows', async ({ page, app, sample }) => {
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  const grid = new Grid(page, 'Transactions')
  await grid.scrollToEnd()
  await expect.poll(() => grid.totalCount()).toBe(1_234)
  await expect.poll(() => grid.loadedCount()).toBe(1_234)
  await expect(grid.row((await grid.shownCount()) - 1)).toBeVisible()
  await expect.poll(() => page.locator('*').count()).toBeLessThan(2_500)
})

test('it opens on the instance it is started with', async ({ page, autoClose }) => {
  const service = await autoClose(startService({ transactions: 60 }))
  const app = await autoClose(startApp({ source: service.url }))
  await page.goto(app.url)
  await expect(page).toHaveURL(new RegExp(`/s/${service.sourceId}$`))
  await expect(new AppShell(page).latest('Transfers').first()).toBeVisible()
})

test('it opens on the sample chain’s busiest address, and removes the link’s code from the URL', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(startApp())
  await page.goto(app.url)
  await expect(new Grid(page, 'Transactions').rows.first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^${app.origin}/s/sample/address/0x[0-9a-fA-F]{40}$`))
})

test('every recorded response of real instances is shown, no row unreadable', async ({
  page,
  app,
  autoClose,
}) => {
  test.skip(
    !hasRecorded(),
    `the recorded responses are not beside this checkout (${RECORDED.split('/').slice(-4).join('/')})`,
  )
  const instance = await autoClose(startReplayInstance())
  const source = await app.addSource(instance.url)
  const expectAll = async (name: string, path: string, count: number) => {
    await page.goto(appUrl(app, `/s/${source}${path}`))
    const grid = new Grid(page, name)
    await grid.scrollToEnd()
    await expect(page.getByText('could not be read')).toHaveCount(0)
    await expect.poll(() => grid.totalCount()).toBe(count)
  }
  const address = `/address/${instance.address}`
  await expectAll('Transactions', `${address}?tab=transactions`, instance.counts.transactions)
  await expectAll('Withdrawals', `${address}?tab=withdrawals`, instance.counts.withdrawals)
  await expectAll('Transfers', '?tab=transfers', instance.counts.transfers)
})
