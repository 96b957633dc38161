/** Accessibility: axe finds no violation of WCAG 2.2 AA in any view, in both themes. */
import { expectNoViolation } from '../accessible.ts'
import { expect, appUrl, test } from '../app.ts'
import { views } from '../views.ts'

for (const { name } of views(''))
  test(`${name} is accessible, light and dark`, async ({ page, app, sample }) => {
    // The watchlist waits for it.
    const watched = { address: sample.busiest, chainId: null, label: 'Harbour Exchange' }
    await app.core.call('watchlist.save', watched)
    const view = views(sample.url).find((one) => one.name === name)!
    await page.goto(appUrl(app, await view.path(sample, sample.source)))
    await view.ready(page)
    for (const [theme, part] of [
      ['light', 'all'],
      ['dark', 'colors'],
    ] as const) {
      await app.core.call('settings.change', { theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectNoViolation(page, part)
    }
  })
