import { startReplayInstance, hasRecorded, RECORDED } from '../replay-instance/replay-instance.ts'
import { startService } from '../service.ts'
import { expect, placeUrl, sourceIdOf, startApp, test } from '../app.ts'
import { Grid } from '../pages/grid.ts'

test('the sample chain is read to the last of 1,234 rows by scrolling', async ({ page }) => {
  const service = await startService({ transactions: 1_234 })
  const app = await startApp({ source: service.url })
  try {
    await page.goto(placeUrl(app, `/s/${service.sourceId}/address/${service.busiest}`))
    const grid = new Grid(page, 'Transactions')
    await grid.scrollToEnd()
    await expect(grid.end).toContainText('1,234')
    expect(await grid.rowCount()).toBe(1_234)
    expect(await page.locator('*').count()).toBeLessThan(2_500)
  } finally {
    await app.stop()
    await service.close()
  }
})

test('the app opens on the sample chain by itself', async ({ page }) => {
  const app = await startApp()
  try {
    await page.goto(app.url)
    const grid = new Grid(page)
    await expect(grid.rows.first()).toBeVisible()
    await expect(page).not.toHaveURL(/token=/)
  } finally {
    await app.stop()
  }
})

test('every recorded answer of real instances is painted, none unreadable', async ({ page }) => {
  test.skip(
    !hasRecorded(),
    `the recorded answers are not beside this checkout (${RECORDED.split('/').slice(-4).join('/')})`,
  )
  const instance = await startReplayInstance()
  const app = await startApp({ source: instance.url })
  const source = sourceIdOf(instance.url)
  try {
    for (const [tab, name, count] of [
      ['transactions', 'Transactions', instance.counts.transactions],
      ['withdrawals', 'Withdrawals', instance.counts.withdrawals],
    ] as const) {
      await page.goto(placeUrl(app, `/s/${source}/address/${instance.address}?tab=${tab}`))
      const grid = new Grid(page, name)
      await grid.scrollToEnd()
      expect(await grid.rowCount(), tab).toBe(count)
      await expect(page.getByText('could not be read')).toHaveCount(0)
    }
    await page.goto(placeUrl(app, `/s/${source}`))
    const transfers = new Grid(page)
    await transfers.scrollToEnd()
    expect(await transfers.rowCount()).toBe(instance.counts.transfers)
    await expect(page.getByText('could not be read')).toHaveCount(0)
  } finally {
    await app.stop()
    await instance.close()
  }
})
