/**
 * The cost of 10,000 watched labels: two hosts that differ in nothing else, side by side in real Chromium. Each round
 * takes both, in turns, so that a busy moment of the machine falls on both.
 */
import type { Browser, Page } from '@playwright/test'
import { connectCore } from '../../e2e/core-client.ts'
import type { App } from '../../e2e/app-types.ts'
import { appUrl, startApp } from '../../e2e/app.ts'
import { startService, type StartedService } from '../../e2e/service.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'
import { importLabels } from './labels.ts'
import { scrollToRows } from './scroll-to-rows.ts'

const ROUNDS = 9
const LABELS = 10_000
const MAX_RATIO = 1.1
const VIEWPORT = { width: 1440, height: 900 }

/** The times of one round with one host, ms. */
interface Times {
  /** From a page begun to its sidebar's watched addresses (or the words that there are none) on the screen. */
  readonly sidebar: number
  /** The same to the list's first rows. */
  readonly begun: number
  /** An address gone to from another one. */
  readonly opened: number
  readonly scrolled: number
}

export async function run(): Promise<Figure[]> {
  const service = await startService({ transactions: 50_000 })
  const browser = await launchChromium()
  const [without, labelled] = await Promise.all([0, 1].map(() => startApp({ source: service.url })))
  if (!without || !labelled) throw new Error('Two hosts were to be started.')
  try {
    await label(labelled, service)
    return figures(await takeTurns(browser, service, [without, labelled]))
  } finally {
    await Promise.all([without.stop(), labelled.stop()])
    await browser.close()
    await service.close()
  }
}

/** The counterparties of the measured list are among the labels. */
async function label(app: App, service: StartedService) {
  const seen = await counterparties(service)
  const rest = Array.from(
    { length: LABELS - seen.length },
    (_, n) => `0x${'1abe1'.padEnd(32, '0')}${n.toString(16).padStart(8, '0')}`,
  )
  const core = await connectCore(app)
  await importLabels(core, [...rest.slice(0, LABELS / 2), ...seen, ...rest.slice(LABELS / 2)])
  core.close()
}

/** The counterparties in the first 1,000 rows of the list, so that labels are shown and not only looked for. */
async function counterparties(service: StartedService): Promise<string[]> {
  const found = new Set<string>()
  let next: Record<string, unknown> | null = {}
  for (let page = 0; page < 20 && next; page++) {
    const query = new URLSearchParams(Object.entries(next).map(([key, value]) => [key, String(value)]))
    const response = await fetch(
      `${service.url}/api/v2/addresses/${service.busiest}/transactions?${query.toString()}`,
    )
    const read = (await response.json()) as {
      items: { from: { hash: string }; to: { hash: string } | null }[]
      next_page_params: Record<string, unknown> | null
    }
    for (const { from, to } of read.items)
      for (const one of [from, to]) if (one) found.add(one.hash.toLowerCase())
    next = read.next_page_params
  }
  found.delete(service.busiest.toLowerCase())
  return [...found].slice(0, LABELS)
}

async function takeTurns(browser: Browser, service: StartedService, apps: readonly [App, App]) {
  const times: [Times[], Times[]] = [[], []]
  for (let round = -1; round < ROUNDS; round++) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const took = await measure(browser, service, apps[which])
      // The first round fills caches, of the files as of the compiler.
      if (round >= 0) times[which].push(took)
    }
  }
  return times
}

async function measure(browser: Browser, service: StartedService, app: App): Promise<Times> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(noteFirstPaints)
  const path = (address: string) => `/s/${service.sourceId}/address/${address}`
  await page.goto(appUrl(app, path(service.suggestedAddresses[1]!.address)))
  const { sidebar, rows: begun } = await painted(page)

  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).fill(service.busiest)
  await page.getByRole('option').first().waitFor()
  const opened = await openChosen(page, service.busiest)
  const scrolled = (await scrollToRows(page, 1_000)).ms
  await page.close()
  return { sidebar, begun, opened, scrolled }
}

/** Runs in the page before anything of it: notes the frame in which each part is first there to be painted. */
function noteFirstPaints() {
  const noted: Record<string, number> = {}
  Object.assign(window, { noted })
  const parts = {
    sidebar: '[aria-label="Watched addresses"] a, .watched .none',
    rows: '[role=grid] [role=row][data-index]',
  }
  const check = () => {
    for (const [name, selector] of Object.entries(parts))
      if (noted[name] === undefined && document.querySelector(selector)) noted[name] = performance.now()
    if (Object.keys(noted).length < Object.keys(parts).length) requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

async function painted(page: Page): Promise<{ sidebar: number; rows: number }> {
  const noted = await page.waitForFunction(() => {
    const { noted } = window as unknown as { noted: { sidebar?: number; rows?: number } }
    return noted.sidebar !== undefined && noted.rows !== undefined
      ? { sidebar: noted.sidebar, rows: noted.rows }
      : null
  })
  return (await noted.jsonValue())!
}

/** From Enter on what the search field offers to the first rows of that address, as the page itself sees it. */
async function openChosen(page: Page, address: string): Promise<number> {
  // Installed before the key is pressed: the two go to the page on ways of their own.
  await page.evaluate((address) => {
    const before = document.querySelector('[role=grid]')
    const take = () => {
      const from = performance.now()
      const check = () => {
        const grid = document.querySelector('[role=grid]')
        const there = grid !== before && grid?.querySelector('[role=row][data-index]')
        if (there && location.pathname.includes(address))
          Object.assign(window, { took: performance.now() - from })
        else requestAnimationFrame(check)
      }
      requestAnimationFrame(check)
    }
    addEventListener('keydown', take, { capture: true, once: true })
  }, address)
  await page.keyboard.press('Enter')
  const took = await page.waitForFunction(() => (window as { took?: number }).took)
  return (await took.jsonValue())!
}

function figures([without, labelled]: readonly [Times[], Times[]]): Figure[] {
  const words: Readonly<Record<keyof Times, string>> = {
    sidebar: 'a page begun to its sidebar painted',
    begun: 'a page begun to first rows painted',
    opened: 'address opened to first rows painted',
    scrolled: '1,000 rows scrolled',
  }
  return (Object.keys(words) as (keyof Times)[]).flatMap((what) => {
    const [plain, full] = [without, labelled].map((times) => median(times.map((time) => time[what])))
    return [
      below(`${words[what]}: 10,000 labels against none`, full! / plain!, MAX_RATIO, 'x'),
      { name: 'the same, without', value: plain!, unit: 'ms' },
    ]
  })
}
