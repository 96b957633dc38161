/** Two lists of 1,000 rows beside each other, scrolled together and compared: how smooth that is. */
import type { Page } from '@playwright/test'
import { appUrl, startApp } from '../../e2e/app.ts'
import { startService, type StartedService } from '../../e2e/service.ts'
import { below, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'
import { ROLLING, scrollToRows } from './scroll-to-rows.ts'

const ROWS = 1_000
const FRAME_MS = 33

export async function run(): Promise<Figure[]> {
  const service = await startService({ transactions: 20_000 })
  const browser = await launchChromium()
  const app = await startApp({ source: service.url })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(120_000)
  try {
    await page.goto(appUrl(app, `/s/${service.sourceId}/address/${service.busiest}`))
    await page.locator('[role=row][data-index]').first().waitFor()
    const alone = await roll(page)
    await openPathInOtherPane(page, service)
    const apart = await roll(page)
    await runCommand(page, 'Scroll together')
    const together = await roll(page)
    await runCommand(page, 'Compare the two lists')
    await page.getByRole('group', { name: 'Comparison' }).first().waitFor()
    const compared = await roll(page)
    return [
      { name: 'one list of 1,000 rows scrolled: frames over 33 ms', value: alone.late, unit: '%' },
      { name: 'the same with another list beside it', value: apart.late, unit: '%' },
      below('two lists scrolled together: frames over 33 ms', together.late, 1, '%'),
      below('scrolled together and compared: frames over 33 ms', compared.late, 1, '%'),
      { name: '  the longest frame of these', value: compared.longest, unit: 'ms' },
      { name: '  rows that the other list was scrolled', value: compared.followed, unit: 'rows' },
    ]
  } finally {
    await page.close()
    await app.stop()
    await browser.close()
    await service.close()
  }
}

/** The list of an address that has few of the other one's rows, loaded to 1,000 rows or its end. */
async function openPathInOtherPane(page: Page, { sourceId, suggestedAddresses }: StartedService) {
  const whale = suggestedAddresses.find(({ name }) => name === 'Whale')!
  await scrollToRows(page, ROWS)
  await page.keyboard.press('Control+\\')
  await page.getByRole('region', { name: 'Pane 2' }).locator('[role=row][data-index]').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(whale.address)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/s/${sourceId}/address/${whale.address}`, 'i'))
  await page.getByRole('region', { name: 'Pane 2' }).locator('[role=row][data-index]').first().waitFor()
  // The rows are read before, so that only scrolling is measured.
  await page.getByRole('region', { name: 'Pane 2' }).getByRole('grid').focus()
  await page.waitForFunction((rows) => {
    const [first, second] = document.querySelectorAll<HTMLElement>('[role=grid]')
    if (!first || !second) return false
    second.scrollTop = second.scrollHeight
    return Number(first.dataset.loaded) >= rows && Number(second.dataset.loaded) >= rows
  }, ROWS)
}

async function runCommand(page: Page, name: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name }).waitFor({ state: 'detached' })
}

/** Scrolls the first list from its beginning over 1,000 rows, a wheel's notch with every frame. */
async function roll(page: Page) {
  const { frames, followed } = await page.evaluate(
    async ([rows, step]) => {
      const [first, second] = document.querySelectorAll<HTMLElement>('[role=grid]')
      const times: number[] = []
      first!.scrollTop = 0
      for (let rest = 0; rest < 20; rest += 1) await new Promise(requestAnimationFrame)
      const from = second?.scrollTop ?? 0
      let last = performance.now()
      for (let top = 0; top < rows * 34; top += step) {
        first!.scrollTop = top
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        times.push(now - last)
        last = now
      }
      return { frames: times, followed: Math.abs((second?.scrollTop ?? 0) - from) / 34 }
    },
    [ROWS, ROLLING] as const,
  )
  return {
    late: (frames.filter((ms) => ms > FRAME_MS).length / frames.length) * 100,
    longest: Math.max(...frames),
    followed,
  }
}
