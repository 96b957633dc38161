/** Every view in a small window, in a very large one, and with text of twice the size: nothing cut off, nothing lost. */
import { expect, appUrl, test } from '../app.ts'
import { overflowing } from '../texts.ts'
import { views } from '../views.ts'

for (const { name } of views(''))
  test(`${name} at 400 px, at 3,840 px and with text of twice the size`, async ({ page, app, sample }) => {
    await app.core.call('watchlist.save', {
      address: sample.busiest,
      chainId: null,
      label: 'Harbour Exchange',
    })
    const view = views(sample.url).find((one) => one.name === name)!
    const path = await view.path(sample, sample.source)
    await page.setViewportSize({ width: 400, height: 800 })
    await page.goto(appUrl(app, path))
    await view.ready(page)
    await expect.poll(() => overflowing(page), '400 x 800').toEqual([])
    await page.setViewportSize({ width: 3_840, height: 2_160 })
    // What comes from the core is there when the link's code was used, which is good for once.
    await page.getByText('Harbour Exchange').first().waitFor()
    await expect.poll(() => overflowing(page), '3,840 x 2,160').toEqual([])

    await page.setViewportSize({ width: 1440, height: 900 })
    await (
      await page.context().newCDPSession(page)
    ).send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await page.goto('about:blank')
    await page.goto(`${app.origin}${path}`)
    await view.ready(page)
    await expect.poll(() => overflowing(page), 'text of twice the size').toEqual([])
  })
