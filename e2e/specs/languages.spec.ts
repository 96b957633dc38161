/** The window's language: chosen, kept, and the system's own at first (every view in each: every-view.spec.ts). */
import { expect, appUrl, test } from '../app.ts'
import { AppShell } from '../pages/app-shell.ts'

test('the place stays when the language is changed, and the choice is kept', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  const grid = shell.grid('Transactions')
  await grid.scrollTo(34 * 20)
  await expect.poll(() => grid.scrollTop()).toBe(34 * 20)
  const url = page.url()
  await app.core.call('settings.change', { language: 'de' })
  await expect(page.getByRole('grid', { name: 'Transaktionen' })).toBeVisible()
  const german = shell.grid('Transaktionen')
  await expect.poll(() => german.scrollTop()).toBe(34 * 20)
  expect(page.url()).toBe(url)
  await page.reload()
  await expect(page.getByRole('grid', { name: 'Transaktionen' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await app.core.call('settings.change', { language: 'en' })
  await expect(page.getByRole('grid', { name: 'Transactions' })).toBeVisible()
})

test.describe('the system’s language', () => {
  test.use({ locale: 'ja-JP' })
  test('is the first one', async ({ page, app, sample }) => {
    await page.goto(appUrl(app, `/s/${sample.source}`))
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await app.core.call('settings.change', { language: 'en' })
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})
