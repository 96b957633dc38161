/** Lists are kept from the window: what it takes, how far it is, and that it goes on after a restart. */
import { json } from '#platform/testing/behaviours.ts'
import { expectNoViolation } from '../../accessible.ts'
import { appUrl, expect, startApp, test } from '../../app.ts'
import { startFaultyInstance } from '../../faulty-instance.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { sourceIdOf, startService } from '../../service.ts'

/** An instance like any other: it does not say that it is a service of Chainglass. */
async function startInstance(serviceUrl: string) {
  const instance = await startFaultyInstance(serviceUrl)
  instance.respond(/landmarks/, json({ message: 'Not found' }, 404))
  return instance
}
const PAGE = /\/transactions\?.*block_number=/

test('a list is kept by keyboard: its cost, progress, a pause, a restart, and the end', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const dataDir = makeFolder()
  const service = await autoClose(startService({ transactions: 1_200 }))
  const instance = await autoClose(startInstance(service.url))
  const id = sourceIdOf(instance.url)
  const path = `/s/${id}/address/${service.busiest}?tab=transactions`
  const shell = new AppShell(page)
  const toolbar = page.getByRole('toolbar')
  const first = await startApp({ dataDir, source: instance.url })
  await page.goto(appUrl(first, path))
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  // There is no response to what comes after some pages.
  let pages = 0
  instance.respond(PAGE, (response, seen) =>
    (pages += 1) > 6 ? undefined : instance.passThrough()(response, seen),
  )

  await expect(shell.here).toHaveAccessibleName(/^\d+ of [\d,]+ here$/)
  await shell.here.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Keep this list' })
  await expect(form.getByRole('status')).toHaveText(/^About 2\d requests, .*for [\d,]+ more rows\.$/)
  await expectNoViolation(page)
  await form.getByRole('button', { name: 'Keep all' }).focus()
  await page.keyboard.press('Enter')
  const jobs = page.getByRole('region', { name: 'Keeping' })
  await expect(jobs.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
  await expectNoViolation(page)
  await jobs.getByRole('button', { name: /^Pause/ }).focus()
  await page.keyboard.press('Enter')
  await expect(jobs).toContainText('Paused')
  await expect(shell.here).toHaveAccessibleName(/^\d+ of [\d,]+ here, paused$/)
  await expect(toolbar.getByRole('button', { name: 'Keep all' })).toBeVisible()
  await page.goto('about:blank')
  await first.stop()

  instance.recover()
  const before = instance.requests.length
  const second = await autoClose(startApp({ dataDir }))
  await page.goto(appUrl(second, '/keep'))
  const job = page.getByRole('article')
  await expect(job).toContainText('Paused')
  await job.getByRole('button', { name: 'Resume' }).click()
  await expect(job).toContainText(/Kept, read/)
  // All but those that are pending.
  await expect(job).toContainText(/1,19\d rows/)
  await expect(job.getByRole('img', { name: 'All of it is kept' })).toBeVisible()
  await expect(jobs).toHaveCount(0)
  const asked = instance.requests.slice(before).filter(({ path: asked }) => asked.endsWith('/transactions'))
  expect(asked.filter(({ query }) => query.has('block_number')).length).toBeLessThanOrEqual(24 - 6)
  await expectNoViolation(page)

  await instance.goOffline()
  await page.goto(appUrl(second, path))
  await expect(shell.here).toHaveAccessibleName(/^All 1,19\d here, (now|\d+ \w+ ago)$/)
  await expect(toolbar.getByRole('button', { name: 'Update' })).toBeVisible()
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
})

test('lists of an address are chosen, read again and forgotten', async ({ page, autoClose, makeFolder }) => {
  const service = await autoClose(startService({ transactions: 300 }))
  const instance = await autoClose(startInstance(service.url))
  const app = await autoClose(startApp({ dataDir: makeFolder(), source: instance.url }))
  await page.goto(appUrl(app, `/s/${sourceIdOf(instance.url)}/address/${service.busiest}`))
  // Not in the toolbar of the list: of the address itself.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Keep this address' }).click()
  const form = page.getByRole('form', { name: 'Keep lists' })
  const transactions = form.getByRole('checkbox', { name: /^Transactions/ })
  await expect(transactions).toBeChecked()
  for (const other of await form.getByRole('group').getByRole('checkbox').all())
    if (!(await other.isDisabled())) await other.uncheck()
  await expect(form.getByRole('status')).toHaveText('No list is chosen.')
  await transactions.check()
  await form.getByRole('checkbox', { name: /^Withdrawals/ }).check()
  await form.getByRole('button', { name: 'Keep these' }).click()
  await expect(page.getByRole('group', { name: 'Kept', exact: true })).toBeVisible()
  await page.goto(appUrl(app, '/keep'))
  const job = page.getByRole('article')
  await expect(job).toContainText(/Kept, read/)
  await expect(job.getByRole('listitem')).toHaveCount(2)
  await job.getByRole('button', { name: 'Read again' }).click()
  await expect(job).toContainText(/1[2-9] requests/)
  await expect(job).toContainText(/Kept, read/)

  const budget = page.getByRole('region', { name: 'Budget' })
  await budget.getByRole('button', { name: /^Change/ }).click()
  await budget.getByRole('spinbutton').fill('250')
  await budget.getByRole('button', { name: 'Save' }).click()
  await expect(budget).toContainText('Keeping may take 250 requests a day')

  await job.getByRole('button', { name: 'Forget' }).click()
  await job.getByRole('button', { name: 'Forget it' }).click()
  await expect(page.getByText('Nothing is kept yet.')).toBeVisible()
})
