/**
 * Every view, loaded once: accessible in both themes (axe: WCAG 2.2 AA and best practices), nothing cut off in a small
 * window, in a very large one and with text of twice the size, and nothing left in English or cut off in any language.
 */
import type { Page } from '@playwright/test'
import { languages } from '../../src/shared/languages.ts'
import { expectNoViolationInEachTheme } from '../accessible.ts'
import { expect, appUrl, test, type SharedApp } from '../app.ts'
import { overflowing, untranslated } from '../texts.ts'
import { views } from '../views.ts'

for (const { name } of views(''))
  test(`${name} in every size, theme and language`, async ({ page, app, sample }) => {
    // The watchlist waits for it.
    await app.core.call('watchlist.save', {
      address: sample.busiest,
      chainId: null,
      label: 'Harbour Exchange',
    })
    const view = views(sample.url).find((one) => one.name === name)!
    const path = await view.path(sample, sample.source)
    const fits = (what: string) => expect.poll(() => overflowing(page), what).toEqual([])

    await page.setViewportSize({ width: 400, height: 800 })
    await page.goto(appUrl(app, path))
    await view.ready(page)
    await fits('400 x 800')
    await page.setViewportSize({ width: 3_840, height: 2_160 })
    // The core's data is there once the link's code was used, which works once.
    await page.getByText('Harbour Exchange').first().waitFor()
    await fits('3,840 x 2,160')
    await page.setViewportSize({ width: 1440, height: 900 })
    await test.step('themes', () => expectNoViolationInEachTheme(page, app.core))
    await test.step('languages', () => isWholeInEachLanguage(page, app))

    await (
      await page.context().newCDPSession(page)
    ).send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await app.core.call('settings.change', { language: 'en' })
    await page.goto('about:blank')
    await page.goto(`${app.origin}${path}`)
    await view.ready(page)
    await fits('text of twice the size')
    await expect.poll(() => smallPictures(page)).toEqual([])
    await expect.poll(() => misplacedPictures(page)).toEqual([])
  })

/** Icons and pictures of addresses and sources that have not grown with the text. The smallest has 12 px beside small text. */
const smallPictures = (page: Page) =>
  page.locator('svg:is(.lucide, .i), .identicon, .glyph').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const { height } = picture.getBoundingClientRect()
      return picture.checkVisibility() && height > 0 && height < 22
        ? [`${picture.getAttribute('class') ?? ''} ${String(height)}`]
        : []
    }),
  )

/** Icons and pictures that reach beyond their button or over what stands after them. */
const misplacedPictures = (page: Page) =>
  page.locator('button svg, .identicon, .glyph').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const box = picture.getBoundingClientRect()
      if (box.height === 0 || !picture.checkVisibility({ visibilityProperty: true })) return []
      const button = picture.closest('button')?.getBoundingClientRect() ?? box
      const next = picture.nextElementSibling?.getBoundingClientRect()
      const isPlaced =
        Math.min(box.left - button.left, box.top - button.top) >= -0.5 &&
        Math.min(button.right - box.right, button.bottom - box.bottom) >= -0.5 &&
        (!next || next.width <= 1 || next.left >= box.right - 0.5)
      return isPlaced ? [] : [picture.parentElement?.outerHTML.slice(0, 160)]
    }),
  )

async function isWholeInEachLanguage(page: Page, app: SharedApp) {
  const html = page.locator('html')
  // A list's status message stays in its language for some seconds: it is not said again.
  const said = await page
    .getByRole('status')
    .filter({ hasText: /: .* rows? loaded\.$/ })
    .allTextContents()
  await app.core.call('settings.change', { language: 'pseudo' })
  await expect(html).toHaveAttribute('dir', 'rtl')
  await expect.poll(() => untranslated(page, said)).toEqual([])
  await expect.poll(() => overflowing(page)).toEqual([])
  for (const language of languages) {
    await app.core.call('settings.change', { language })
    await expect(html).toHaveAttribute('lang', language)
    await expect(html).toHaveAttribute('dir', 'ltr')
    await expect.poll(() => overflowing(page), language).toEqual([])
    await expect(page.locator('body')).not.toContainText('%{')
  }
}
