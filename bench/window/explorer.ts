/** The explorer as a person has it: the real host, the sample chain over HTTP, real Chromium. Medians of 7 and more. */
import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'
import { appUrl, startApp } from '../../e2e/app.ts'
import { MAX_FIRST_LOAD_KB } from '../../build/first-load.ts'
import { startService, type StartedService } from '../../e2e/service.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'
import { openAddress, watchOpening, type Opening } from './open-address.ts'
import { ROLLING, scrollToRows } from './scroll-to-rows.ts'

const ROUNDS = 7
const FRAME_MS = 33
const VIEWPORT = { width: 1440, height: 900 }

export async function run(): Promise<Figure[]> {
  const service = await startService({ transactions: 200_000 })
  const browser = await launchChromium()
  try {
    return [
      ...(await coldStart(browser, service)),
      ...(await warmOpen(browser, service)),
      ...(await thousandRows(browser, service)),
      ...(await longList(browser, service)),
    ]
  } finally {
    await browser.close()
    await service.close()
  }
}

const listPath = (service: StartedService) => `/s/${service.sourceId}/address/${service.busiest}`
const firstRows = (page: Page) => page.locator('[role=row][data-index]').first().waitFor()

/** From `node` to the first rows, the browser being open; and what a window loads before it paints. */
async function coldStart(browser: Browser, service: StartedService): Promise<Figure[]> {
  const times: number[] = []
  let scripts = 0
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: VIEWPORT })
    const page = await context.newPage()
    const loaded: Promise<number>[] = []
    const count = (response: Response) => {
      if (response.request().resourceType() === 'script')
        loaded.push(response.body().then((body) => gzipSync(body).length))
    }
    page.on('response', count)
    const from = performance.now()
    const app = await startApp({ source: service.url })
    await page.goto(appUrl(app, listPath(service)))
    await firstRows(page)
    times.push(performance.now() - from)
    // Responses after the paint are not counted.
    page.off('response', count)
    scripts = (await Promise.all(loaded)).reduce((sum, bytes) => sum + bytes, 0)
    await context.close()
    await app.stop()
  }
  return [
    { name: 'cold start of the host to first rows', value: median(times), unit: 'ms' },
    below('JavaScript loaded up to the first rows, gzip', scripts / 1000, MAX_FIRST_LOAD_KB, 'kB'),
  ]
}

/** Suggested addresses without transactions, which is what an address opens on: nothing would be painted. */
const EMPTY = ['Validator', 'Scam token', 'Nobody']

/** An address gone to from another one, in an open window: key pressed to row painted, and of that from page requested. */
async function warmOpen(browser: Browser, service: StartedService): Promise<Figure[]> {
  const app = await startApp({ source: service.url })
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(watchOpening)
  const opened: Opening[] = []
  try {
    await page.goto(appUrl(app, listPath(service)))
    await firstRows(page)
    for (const { address, name } of service.suggestedAddresses.slice(1)) {
      if (EMPTY.includes(name)) continue
      opened.push(await openAddress(page, address))
    }
  } finally {
    await page.close()
    await app.stop()
  }
  const since = (mark: 'entered' | 'requested') => median(opened.map((times) => times.painted - times[mark]))
  return [
    below('address opened to first rows painted, warm', since('entered'), 200, 'ms'),
    { name: 'of that, from page requested to row painted', value: since('requested'), unit: 'ms' },
  ]
}

async function thousandRows(browser: Browser, service: StartedService): Promise<Figure[]> {
  const app = await startApp({ source: service.url })
  const times: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage({ viewport: VIEWPORT })
      await page.goto(appUrl(app, listPath(service)))
      await firstRows(page)
      times.push((await scrollToRows(page, 1_000)).ms)
      await page.close()
    }
  } finally {
    await app.stop()
  }
  return [below('1,000 rows read by scrolling, without a click', median(times), 1_500, 'ms')]
}

/** One list to 10,000 and 100,000 rows: frames, elements, memory, and what a late page costs against an early one. */
async function longList(browser: Browser, service: StartedService): Promise<Figure[]> {
  const app = await startApp({ source: service.url })
  const page = await browser.newPage({ viewport: VIEWPORT })
  const session = await page.context().newCDPSession(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1024 ** 2
  }
  try {
    await page.goto(appUrl(app, listPath(service)))
    await firstRows(page)
    const early = (await scrollToRows(page, 1_000)).ms / 18
    const { frames } = await scrollToRows(page, 10_000, ROLLING)
    const late = frames.filter((ms) => ms > FRAME_MS).length / frames.length
    const elements = await page.locator('*').count()
    const heapAtTen = await heap()
    await scrollToRows(page, 99_000)
    const end = (await scrollToRows(page, 100_000)).ms / 20
    return [
      below('10,000 rows scrolled: frames over 33 ms', late * 100, 1, '%'),
      below('elements in the document at 10,000 rows', elements, 2_500, 'elements'),
      { name: 'JavaScript heap at 10,000 rows', value: heapAtTen, unit: 'MB' },
      below('JavaScript heap at 100,000 rows', await heap(), 120, 'MB'),
      below('a page at page 2,000 against one of the first 20', end / early, 1.3, 'x'),
    ]
  } finally {
    await page.close()
    await app.stop()
  }
}
