/** Rows that were read are there again without the source, and the list goes on by itself when the source answers. */
import { json } from '#platform/testing/behaviours.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { connectCore } from '../../core-client.ts'
import { startFaultyInstance } from '../../faulty-instance.ts'
import { readKeptPlace } from '../../kept-place.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { sourceIdOf, startService } from '../../service.ts'

/** An instance like any other: it does not say that it is a service of Chainglass, which is polled more often. */
async function startInstance(serviceUrl: string) {
  const instance = await startFaultyInstance(serviceUrl)
  instance.respond(/landmarks/, json({ message: 'Not found' }, 404))
  return instance
}

test('read, stopped, started without the source: the same rows; then it answers, and new ones come', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const dataDir = makeFolder()
  let now = Date.UTC(2026, 9, 1, 12)
  const service = await autoClose(startService({ transactions: 400, live: true, now: () => now }))
  const instance = await autoClose(startInstance(service.url))
  const shell = new AppShell(page)
  const rows = page.getByRole('grid', { name: 'Transactions' }).locator('[data-index]')
  /** Pending rows are never kept. */
  const hashes = () =>
    rows.evaluateAll((all) =>
      all
        .map(({ textContent }) => textContent)
        .filter((text) => !text.includes('pending'))
        .slice(0, 10),
    )
  const status = page.getByRole('contentinfo', { name: 'Status' })

  const first = await startApp({ dataDir, source: instance.url })
  const id = sourceIdOf(instance.url)
  const core = await connectCore(first)
  await core.call('settings.change', { theme: 'light', time: 'absolute', zone: 'utc' })
  core.close()
  await page.goto(appUrl(first, `/s/${id}/address/${service.busiest}?tab=transactions`))
  await expect(rows.nth(9)).toBeVisible()
  await expect.poll(async () => (await hashes()).length).toBe(10)
  await expect(page.getByRole('grid', { name: 'Transactions' })).toHaveAttribute('aria-busy', 'false')
  const before = await hashes()
  await expect.poll(async () => (await readKeptPlace(page, first))?.path).toContain(service.busiest)
  await page.goto('about:blank')
  await first.stop()

  await instance.goOffline()
  const second = await autoClose(startApp({ dataDir }))
  await page.goto(second.url)
  // The last place, as it was.
  await expect.poll(hashes).toEqual(before)
  await expect(status).toContainText('kept')
  await expect(page.getByRole('alert').first()).toContainText('127.0.0.1')
  await page.goto(appUrl(second, `/s/${id}/address/${service.busiest}?tab=internal`))
  await expect(page.getByRole('alert').first()).toBeVisible()

  await page.goto(appUrl(second, `/s/${id}/address/${service.busiest}?tab=transactions`))
  await expect.poll(hashes).toEqual(before)
  now += 600_000
  await instance.goOnline()
  const tryNow = shell.button('Try now').first()
  // The list retries by itself, too, on a slow machine before the button is reached.
  await expect(async () => {
    if (await tryNow.isVisible()) await tryNow.click({ timeout: 1_000 })
    await expect(status).not.toContainText('kept', { timeout: 2_000 })
  }).toPass()
  // Newer rows wait behind a button, or are on top already where the answer came in the list's first moment.
  const newer = page.getByRole('button', { name: /new transactions?/ })
  await expect(async () => {
    if (await newer.isVisible()) await newer.click({ timeout: 1_000 })
    expect(await hashes()).not.toEqual(before)
  }).toPass()
})

test('the settings say what is kept, and forget it', async ({ page, app, sample }) => {
  await app.core.call('lists.page', {
    source: sample.source,
    list: 'address-transactions',
    params: { address_hash: sample.busiest },
    filters: {},
    cursor: null,
  })
  await page.goto(appUrl(app, '/settings'))
  const kept = page.getByRole('region', { name: 'Kept on this machine' })
  await expect(kept).toContainText('chainglass.lists.sqlite')
  await expect(kept.getByRole('listitem')).toContainText(/4\d rows in 1 list/)
  await kept
    .getByRole('listitem')
    .getByRole('button', { name: /^Forget/ })
    .click()
  await expect(kept).toContainText('Nothing yet.')
  await page.getByRole('group', { name: 'Keep what is read' }).getByText('Off').click()
  await expect(page.getByRole('group', { name: 'Up to' })).toHaveCount(0)
})
