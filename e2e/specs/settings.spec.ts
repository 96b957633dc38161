/** Settings take effect at once, in every window, and are kept over a reload. */
import { expect, appUrl, test } from '../app.ts'
import { AppShell } from '../pages/app-shell.ts'
import { suggestedAddress } from '../service.ts'

test('theme: takes effect at once, before the first paint after a reload, and is stored', async ({
  page,
  app,
}) => {
  await page.goto(appUrl(app, '/settings'))
  // Right after a reload is committed there is no body yet.
  const background = () =>
    page.evaluate(() => {
      const body = document.querySelector('body')
      return body && getComputedStyle(body).backgroundColor
    })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const light = await background()
  await page.getByRole('group', { name: 'Theme' }).getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await expect.poll(async () => (await app.core.read('settings.changed', {})).theme).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(background).toBe(dark)
  await page.getByRole('group', { name: 'Theme' }).getByText('System', { exact: true }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).toBe(light)
})

test('times: ages or dates, in UTC or local, in every list', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Withdrawals')
  const { address } = suggestedAddress(sample, 'Validator')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=withdrawals`))
  await expect(await grid.cell(0, 'Age')).toHaveText(/^\d+ (s|min|h|d)$/)
  await shell.run('Absolute times')
  const cell = await grid.cell(0, 'Time, UTC')
  const { items } = (await (await fetch(`${sample.url}/api/v2/addresses/${address}/withdrawals`)).json()) as {
    items: { timestamp: string }[]
  }
  const time = items[0]!.timestamp
  await expect(cell).toContainText(time.slice(11, 16))
  await expect(cell).toHaveAttribute('title', /ago$/)
  await expect(cell).toHaveAttribute('datetime', time)
  await page.keyboard.press('t')
  await expect(grid.headers.filter({ hasText: /^Time, local$/ })).toBeVisible()
})

test('a change in one window shows in another', async ({ page, app }) => {
  await page.goto(appUrl(app, '/settings'))
  const zone = page.getByRole('group', { name: 'Time zone' })
  await expect(zone.getByRole('radio', { name: 'UTC' })).toBeChecked()
  await app.core.call('settings.change', { zone: 'local' })
  await expect(zone.getByRole('radio', { name: 'Local' })).toBeChecked()
})

test('recent items are cleared on demand', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  const recent = page.getByRole('region', { name: 'Recent' }).getByRole('link')
  await expect(recent).toHaveCount(1)
  await page.keyboard.press(',')
  await expect(page).toHaveURL(/\/settings$/)
  await shell.button(/^Forget \d+$/).click()
  await expect(recent).toHaveCount(0)
  await expect.poll(() => app.core.read('recent.changed', {})).toEqual([])
})
