/** A list of 1,000 rows in another language: from the choice in the palette to the frame that shows it, by the clock of the page. */
import type { Page } from '@playwright/test'
import { appUrl, startApp } from '../../e2e/app.ts'
import { startService } from '../../e2e/service.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'
import { scrollToRows } from './scroll-to-rows.ts'

const ROWS = 1_000
const ROUNDS = 5

export async function run(): Promise<Figure[]> {
  const service = await startService({ transactions: 20_000 })
  const browser = await launchChromium()
  const app = await startApp({ source: service.url })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    await page.goto(appUrl(app, `/s/${service.sourceId}/address/${service.busiest}`))
    await page.locator('[role=row][data-index]').first().waitFor()
    await scrollToRows(page, ROWS)
    const first = await choose(page, 'Deutsch')
    const times = [await choose(page, 'English')]
    for (let round = 1; round < ROUNDS; round += 1)
      times.push(await choose(page, 'Deutsch'), await choose(page, 'English'))
    return [
      below('a language shown for the first time', first.ms, 100, 'ms'),
      below('one that was shown before', median(times.map(({ ms }) => ms)), 100, 'ms'),
      below('the list has moved', Math.max(first.moved, ...times.map(({ moved }) => moved)), 1, 'px'),
    ]
  } finally {
    await page.close()
    await app.stop()
    await browser.close()
    await service.close()
  }
}

interface Shown {
  readonly ms: number
  readonly moved: number
}

/** By keyboard, from the palette. */
async function choose(page: Page, language: string): Promise<Shown> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(language)
  await page.getByRole('option', { name: language }).first().waitFor()
  await page.evaluate(watchLanguage)
  await page.keyboard.press('Enter')
  const shown = await page.waitForFunction(() => (globalThis as { shown?: Shown }).shown)
  return (await shown.jsonValue())!
}

/** Runs in the page: from Enter to the end of the frame in which the window is in another language. */
function watchLanguage() {
  const self = globalThis as { shown?: Shown }
  delete self.shown
  const grid = document.querySelector('[role=grid]')!
  const top = grid.scrollTop
  let from = 0
  addEventListener('keydown', ({ timeStamp }) => (from = timeStamp), { capture: true, once: true })
  const observer = new MutationObserver(() => {
    observer.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => {
        self.shown = { ms: performance.now() - from, moved: Math.abs(grid.scrollTop - top) }
      }),
    )
  })
  observer.observe(document.documentElement, { attributeFilter: ['lang'] })
}
