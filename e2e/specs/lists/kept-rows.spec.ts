/** A list that is kept whole: its scroll bar, its filter and its order are of all its rows, with and without its source. */
import type { Locator } from '@playwright/test'
import { json } from '#platform/testing/behaviours.ts'
import { expectNoViolation } from '../../accessible.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { startFaultyInstance } from '../../faulty-instance.ts'
import { keepAll } from '../../keep-all.ts'
import { sourceIdOf, startService } from '../../service.ts'

const rowCount = async (grid: Locator) => Number(await grid.getAttribute('aria-rowcount')) - 1

test('dragged to the middle, filtered and sorted by keyboard, reloaded, and all of it without the source', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const dataDir = makeFolder()
  const service = await autoClose(startService({ transactions: 6_000 }))
  const instance = await autoClose(startFaultyInstance(service.url))
  instance.respond(/landmarks/, json({ message: 'Not found' }, 404))
  const first = await startApp({ dataDir, source: instance.url })
  const id = sourceIdOf(instance.url)
  const kept = await keepAll(first, id, service.busiest)
  expect(kept).toBeGreaterThan(500)
  const grid = page.getByRole('grid', { name: 'Transactions' })
  const filter = page.getByRole('combobox', { name: 'Filter' })
  const sentence = page.locator('.filter-line')
  const status = page.getByRole('contentinfo', { name: 'Status' })
  const place = `/s/${id}/address/${service.busiest}?tab=transactions`

  await page.goto(appUrl(first, place))
  await expect(status).toContainText(/All [\d,]+ transactions loaded/)
  await expect.poll(() => rowCount(grid)).toBeGreaterThanOrEqual(kept)
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2
  })
  const middle = grid.locator(`[data-index="${String(Math.round((await rowCount(grid)) / 2))}"]`)
  // The rows around the middle are read when it is seen: until then it is empty.
  await expect(middle).toContainText(/0x[0-9a-f]+/)
  const text = await middle.textContent()
  await grid.press('End')
  await expect(grid.locator(`[data-index="${String((await rowCount(grid)) - 1)}"]`)).toHaveClass(/active/)

  await filter.fill('value>0')
  await expect(sentence).toContainText(/[\d,]+ of [\d,]+ rows match/)
  await expect.poll(() => rowCount(grid)).toBeLessThan(kept)
  await page.reload()
  await expect(sentence).toContainText(/[\d,]+ of [\d,]+ rows match/)
  await filter.press('Escape')
  await expect.poll(() => rowCount(grid)).toBeGreaterThanOrEqual(kept)
  await grid.getByRole('columnheader', { name: /Value/ }).click()
  await expect.poll(() => rowCount(grid)).toBe(kept)
  await page.goto('about:blank')
  await first.stop()

  await instance.goOffline()
  const second = await autoClose(startApp({ dataDir }))
  await page.goto(appUrl(second, place))
  await expect.poll(() => rowCount(grid)).toBe(kept)
  await expect(status).toContainText(/All [\d,]+ transactions loaded/)
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2
  })
  await expect(grid.getByText(text?.match(/0x[0-9a-f]+/)?.[0] ?? 'no hash').first()).toBeAttached()
  await filter.fill('failed')
  await expect(sentence).toContainText(/[\d,]+ of [\d,]+ rows match/)
  await expectNoViolation(page)
})

test('everything kept is asked from the palette, and a row leads to its place', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const service = await autoClose(startService({ transactions: 1_000 }))
  const app = await autoClose(startApp({ dataDir: makeFolder(), source: service.url }))
  const id = sourceIdOf(service.url)
  await keepAll(app, id, service.busiest)
  await page.goto(appUrl(app, `/s/${id}/address/${service.busiest}?tab=transfers`))
  await expect(page.getByRole('grid', { name: 'Transfers' }).locator('[data-index="0"]')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('?with:harbour')
  await page.getByRole('option', { name: /Search everything kept for/ }).click()
  await expect(page).toHaveURL(/\/kept\?q=with:harbour$/)
  await expect(page.getByRole('tab', { name: /^Transactions [\d,]+$/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: /^Transactions [\d,]+$/ })).toBeVisible()
  const status = page.getByRole('contentinfo', { name: 'Status' })
  await expect(status).toContainText(/[\d,]+ of [\d,]+ kept rows/)
  await page.getByRole('tab', { name: /^Transfers/ }).click()
  const transfers = page.getByRole('grid', { name: 'Transfers' })
  await expect(transfers.locator('[data-index="0"]')).toBeVisible()
  await page.getByRole('tab', { name: /^Transactions/ }).click()
  const grid = page.getByRole('grid', { name: 'Transactions' })
  await expect(grid.locator('[data-index="0"]')).toBeVisible()
  await expectNoViolation(page)
  await grid.press('End')
  await expect(grid.locator('.active')).toHaveAttribute('data-index', String((await rowCount(grid)) - 1))
  await grid.locator('.active').click()
  await expect(page.getByRole('complementary', { name: 'Transaction' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter' }).fill('amonut>5')
  await expect(page.getByRole('alert')).toContainText('There is no word “amonut”')
  await page.getByRole('combobox', { name: 'Filter' }).fill('value>0')
  await expect(grid.locator('[data-index="0"]')).toBeVisible()
  await grid.locator('[data-index="0"]').getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/s/${id}/`))
})
