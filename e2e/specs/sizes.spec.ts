/** Every view in a small window, in a very large one, and with text of twice the size: nothing cut off, nothing lost. */
import { expect, appUrl, test } from '../app.ts'
import { overflowing } from '../texts.ts'
import { views } from '../views.ts'

const SIZES = [
  { name: '3,840 x 2,160', width: 3_840, height: 2_160 },
  { name: '400 x 800', width: 400, height: 800 },
] as const

for (const { name } of views(''))
  test(`${name} at 400 px, at 3,840 px and with text of twice the size`, async ({ page, app, sample }) => {
    await app.core.call('watchlist.save', {
      address: sample.busiest,
      chainId: null,
      label: 'Harbour Exchange',
    })
    const view = views(sample.url).find((one) => one.name === name)!
    const path = await view.path(sample, sample.source)
    const url = `${app.origin}${path}`
    for (const [nth, { name: size, ...viewport }] of SIZES.entries()) {
      await page.setViewportSize(viewport)
      await page.goto('about:blank')
      await page.goto(nth === 0 ? appUrl(app, path) : url)
      // The link's code is good for once: what comes from the core is there when it was used.
      if (nth === 0) await page.getByText('Harbour Exchange').first().waitFor()
      await view.ready(page)
      await expect.poll(() => overflowing(page), size).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await (
      await page.context().newCDPSession(page)
    ).send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await page.goto('about:blank')
    await page.goto(url)
    await view.ready(page)
    await expect.poll(() => overflowing(page), 'text of twice the size').toEqual([])
  })
