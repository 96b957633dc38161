/**
 * The time to open an address over the least possible: `fetch`, `JSON.parse` and 30 static rows in the same Chromium,
 * from the same server. The server answers after a fixed time, so that both wait for the same.
 */
import type { Browser, Page } from '@playwright/test'
import { appUrl, startApp } from '../../e2e/app.ts'
import { sourceIdOf, startService, type StartedService } from '../../e2e/service.ts'
import { below, median, type Figure } from '../figure.ts'
import { LEAPING, scrollToRows } from '../window/scroll-to-rows.ts'
import { launchChromium } from '../launch-chromium.ts'
import { startFixedLatencyInstance, type FixedLatencyInstance } from './fixed-latency-instance.ts'
import { leapThroughStaticRows } from './leap-floor.ts'

const LATENCY_MS = 7.5
const ROUNDS = 3
/** A run through 1,000 rows has some twenty frames: fewer runs could not tell 1 % of them. */
const SCROLLS = 8
const VIEWPORT = { width: 1440, height: 900 }
/** Rows of a page; 20 pages are 1,000 rows. */
const PAGES = 20
const FRAME_MS = 33

/** Addresses of the sample chain that have no transactions: nothing would be painted. */
const EMPTY = ['Validator', 'Scam token', 'Nobody']

export async function run(): Promise<Figure[]> {
  const service = await startService({ transactions: 200_000 })
  const instance = await startFixedLatencyInstance(service.url, LATENCY_MS)
  const browser = await launchChromium()
  const addresses = service.suggestedAddresses
    .filter(({ name }) => !EMPTY.includes(name))
    .map(({ address }) => address)
  try {
    // The first round fills the instance's memory.
    await openAddresses(browser, instance, addresses)
    const opened: Opened[] = []
    const floors: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      floors.push(...(await measureFloor(browser, instance, addresses)))
      opened.push(...(await openAddresses(browser, instance, addresses)))
    }
    return [...openingFigures(opened, median(floors)), ...(await scrollFigures(browser, instance, service))]
  } finally {
    await browser.close()
    await instance.close()
    await service.close()
  }
}

function openingFigures(opened: readonly Opened[], floor: number): Figure[] {
  const total = median(opened.map(({ ms }) => ms))
  const longest = Math.max(...opened.map(({ longestTaskMs }) => longestTaskMs))
  return [
    below('address opened to painted rows against the floor', total / floor, 3, 'x'),
    { name: 'address opened to painted rows', value: total, unit: 'ms' },
    {
      name: '  of that, page requested to response in the window',
      value: median(opened.map(({ transitMs }) => transitMs)),
      unit: 'ms',
    },
    {
      name: '  of that, response in the window to painted rows',
      value: median(opened.map(({ paintMs }) => paintMs)),
      unit: 'ms',
    },
    { name: 'the floor: fetch, parse and 30 static rows', value: floor, unit: 'ms' },
    below('longest task while an address opens', longest, 100, 'ms'),
    {
      name: 'median of the longest task of each opening',
      value: median(opened.map(({ longestTaskMs }) => longestTaskMs)),
      unit: 'ms',
    },
  ]
}

async function measureFloor(browser: Browser, instance: FixedLatencyInstance, addresses: readonly string[]) {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(`${instance.url}/floor.html`)
  const times: number[] = []
  for (const address of addresses) times.push(await page.evaluate(paintFloor, address))
  await page.close()
  return times
}

/** Runs in the floor page. The first request of a URL fills the instance's memory and is not measured. */
async function paintFloor(address: string): Promise<number> {
  const url = `/api/v2/addresses/${address}/transactions`
  await (await fetch(url)).text()
  const table = document.querySelector('table')!
  table.replaceChildren()
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const from = performance.now()
  const text = await (await fetch(url, { cache: 'no-store' })).text()
  const { items } = JSON.parse(text) as { items: Record<string, unknown>[] }
  const rows = items.slice(0, 30).map((item) => {
    const row = document.createElement('tr')
    for (const key of [
      'hash',
      'method',
      'block_number',
      'timestamp',
      'value',
      'status',
      'gas_used',
      'nonce',
    ]) {
      const cell = document.createElement('td')
      cell.textContent = String(item[key])
      row.append(cell)
    }
    return row
  })
  table.append(...rows)
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - from
}

interface Opened {
  /** Enter pressed to rows painted. */
  readonly ms: number
  readonly transitMs: number
  readonly paintMs: number
  readonly longestTaskMs: number
}

/** Each address gone to from another one, in one open window. */
async function openAddresses(
  browser: Browser,
  instance: FixedLatencyInstance,
  addresses: readonly string[],
): Promise<Opened[]> {
  const app = await startApp({ source: instance.url })
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(observeOpening)
  const opened: Opened[] = []
  try {
    await page.goto(appUrl(app, addressPath(instance, addresses[0]!)))
    await firstRows(page)
    for (const address of addresses.slice(1)) opened.push(await openAddress(page, address))
  } finally {
    await page.close()
    await app.stop()
  }
  return opened
}

const addressPath = (instance: FixedLatencyInstance, address: string) =>
  `/s/${sourceIdOf(instance.url)}/address/${address}`
const firstRows = (page: Page) => page.locator('[role=row][data-index]').first().waitFor()

async function openAddress(page: Page, address: string): Promise<Opened> {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).fill(address)
  await page.getByRole('option').first().waitFor()
  // A person is not faster than the palette comes in; the floor begins at rest too.
  await page.evaluate(atRest)
  await page.keyboard.press('Enter')
  const opening = await page.evaluate(() => (globalThis as unknown as { opened: Promise<Opening> }).opened)
  return {
    ms: opening.painted - opening.entered,
    transitMs: opening.received - opening.requested,
    paintMs: opening.painted - opening.received,
    longestTaskMs: opening.longestTaskMs,
  }
}

/** Runs in the page: until no animation runs and the window is idle. */
async function atRest() {
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  await new Promise((resolve) => requestIdleCallback(resolve))
}

/** Times by the page's clock, ms. */
interface Opening {
  /** Enter pressed. */
  entered: number
  /** The list's page requested of the core, and its response in the window. */
  requested: number
  received: number
  painted: number
  longestTaskMs: number
}

/**
 * Runs in the page: what is observed from outside adds its own round trips, and a condition that is waited for is looked
 * at in every frame, which makes frames that nobody else asked for.
 */
function observeOpening() {
  /** `opened`: settled when the main thread is idle again after the rows were painted. */
  const self = globalThis as { opening?: Partial<Opening>; opened?: Promise<Partial<Opening>> }
  let resolve: ((opening: Partial<Opening>) => void) | undefined
  let requestId: number | undefined
  let openedParams: string | undefined
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter') return
      requestId = undefined
      self.opening = { entered: event.timeStamp, longestTaskMs: 0 }
      self.opened = new Promise((settle) => (resolve = settle))
    },
    true,
  )
  const send = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'send')?.value as WebSocket['send']
  const observed = new WeakSet<WebSocket>()
  WebSocket.prototype.send = function (data) {
    if (!observed.has(this)) {
      observed.add(this)
      this.addEventListener('message', ({ data: reply }) => {
        if (requestId === undefined || self.opening?.received !== undefined) return
        const text = String(reply)
        if (!text.slice(0, 200).includes(`"id":${String(requestId)},`) || text.includes('"rows":[]')) return
        self.opening!.received = performance.now()
        requestAnimationFrame(() => {
          awaitRows(text)
        })
      })
    }
    if (self.opening && typeof data === 'string') {
      const params = /"params":\{[^}]*\}/.exec(data)?.[0]
      if (data.includes('"lists.open"') && self.opening.requested === undefined) {
        self.opening.requested = performance.now()
        openedParams = params
      }
      // The list before may be asked for again meanwhile, so the first rows are told apart by their offset.
      const isOfFirst = data.includes('"rows.find"') && data.includes('"offset":0,"limit":50')
      if (isOfFirst && params === openedParams) requestId = Number(/"id":(\d+)/.exec(data)?.[1])
    }
    send.call(this, data)
  }
  new PerformanceObserver((list) => {
    for (const task of list.getEntries())
      if (self.opening) self.opening.longestTaskMs = Math.max(self.opening.longestTaskMs ?? 0, task.duration)
  }).observe({ type: 'longtask' })
  /** Called in a frame: are these rows of this very response? Their elements may have been those of other rows before. */
  function awaitRows(response: string) {
    const drawn = [...document.querySelectorAll<HTMLElement>('[role=row][data-index] a.hash')]
    // Pending rows are told elsewhere.
    if (!drawn.some(({ dataset }) => response.includes(dataset.copy!))) {
      requestAnimationFrame(() => {
        awaitRows(response)
      })
      return
    }
    // The frame paints what is in the document in its callback, as with the floor. It is done a task later.
    setTimeout(() => {
      self.opening!.painted = performance.now()
      requestIdleCallback(() => resolve?.(self.opening!))
    })
  }
}

/** 1,000 rows by leaping through them, in times of what 20 pages take to arrive one after another. */
async function scrollFigures(
  browser: Browser,
  instance: FixedLatencyInstance,
  service: StartedService,
): Promise<Figure[]> {
  const times: number[] = []
  let frames: number[] = []
  const bare: number[] = []
  // The first round fills the instance's memory.
  for (let round = 0; round <= SCROLLS; round++) {
    // A new one each time: rows that were read before are there at once.
    const app = await startApp({ source: instance.url })
    try {
      const page = await browser.newPage({ viewport: VIEWPORT })
      await page.goto(appUrl(app, addressPath(instance, service.busiest)))
      await firstRows(page)
      // The static rows are painted, and all else is loaded, before somebody leaps through them, too.
      await page.waitForLoadState('networkidle')
      await page.evaluate(atRest)
      const scrolled = await scrollToRows(page, 1_000)
      await page.close()
      const ofFloor = await leapThroughStaticRows(browser, instance, LEAPING)
      if (round > 0) {
        bare.push(...ofFloor)
        times.push(scrolled.ms)
        frames = frames.concat(scrolled.frames)
      }
    } finally {
      await app.stop()
    }
  }
  return [
    below('1,000 rows against 20 pages of the instance', median(times) / (PAGES * LATENCY_MS), 4.1, 'x'),
    { name: '1,000 rows', value: median(times), unit: 'ms' },
    below('frames over 33 ms, leaping 2,400 px a frame', slowShare(frames), 1, '%'),
    { name: '  of static rows without a framework, on this machine', value: slowShare(bare), unit: '%' },
    { name: '  a frame against one of these', value: mean(frames) / mean(bare), unit: 'x' },
  ]
}

const slowShare = (frames: readonly number[]) =>
  (frames.filter((ms) => ms > FRAME_MS).length / frames.length) * 100

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
