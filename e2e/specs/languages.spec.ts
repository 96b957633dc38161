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
  await expect(grid.row(0)).toBeVisible()
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

test.describe('a catalogue', () => {
  test.use({ pageErrors: { expected: [/Failed to load resource/] } })
  const german = /\/assets\/de-[\w-]+\.js$/

  test('that can’t be read leaves the window in English @loopback', async ({ page, app, sample }) => {
    await page.route(german, (route) => route.fulfill({ status: 404 }))
    const answered = page.waitForResponse(german)
    await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
    await expect(new AppShell(page).tab('Transfers')).toBeVisible()
    await app.core.call('settings.change', { language: 'de' })
    await answered
    await expect(new AppShell(page).tab('Transfers')).toBeVisible()
    await page.reload()
    await expect(new AppShell(page).tab('Transfers')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('that is broken costs what is broken, and makes no markup @loopback', async ({
    page,
    app,
    sample,
  }) => {
    const broken = `{ Transactions: null, Tokens: 5, Settings: [], Filter: {}, __proto__: { Copy: 'x' },
      Transfers: '<img src=x onerror="window.ran = 1">', Logs: ['Zeilen'] }`
    await page.route(german, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `export default ${broken}` }),
    )
    await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
    await app.core.call('settings.change', { language: 'de' })
    const shell = new AppShell(page)
    await expect(page.getByRole('tab').filter({ hasText: '<img src=x onerror=' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    for (const name of ['Transactions', 'Tokens', 'Zeilen']) await expect(shell.tab(name)).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })
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
