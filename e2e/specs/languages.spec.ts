/** Every view in every language: nothing left in English, nothing cut off, and the place stays when the language is changed. */
import { languages } from '../../src/shared/languages.ts'
import { expectNoViolation } from '../accessible.ts'
import { expect, appUrl, test } from '../app.ts'
import { AppShell } from '../pages/app-shell.ts'
import { overflowing, untranslated } from '../texts.ts'
import { views } from '../views.ts'

for (const { name } of views(''))
  test(`${name} in a pseudo language, from right to left, and in each language`, async ({
    page,
    app,
    sample,
  }) => {
    await app.core.call('watchlist.save', {
      address: sample.busiest,
      chainId: null,
      label: 'Harbour Exchange',
    })
    const view = views(sample.url).find((one) => one.name === name)!
    await page.goto(appUrl(app, await view.path(sample, sample.source)))
    await view.ready(page)
    const html = page.locator('html')
    await app.core.call('settings.change', { language: 'pseudo' })
    await expect(html).toHaveAttribute('dir', 'rtl')
    await expect.poll(() => untranslated(page)).toEqual([])
    await expect.poll(() => overflowing(page)).toEqual([])
    await expectNoViolation(page, 'all but colors')
    for (const language of languages) {
      await app.core.call('settings.change', { language })
      await expect(html).toHaveAttribute('lang', language)
      await expect(html).toHaveAttribute('dir', 'ltr')
      await expect.poll(() => overflowing(page), language).toEqual([])
      await expect(page.locator('body')).not.toContainText('%{')
    }
  })

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
