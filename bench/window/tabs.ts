/**
 * The cost of open places: windows that differ only in how many tabs are restored with them, in turns, in real
 * Chromium. The heap is that of the page once it is still and its garbage is collected.
 */
import type { Browser, Page } from '@playwright/test'
import type { App } from '../../e2e/app-types.ts'
import { startApp } from '../../e2e/app.ts'
import { connectCore } from '../../e2e/core-client.ts'
import { startService, type StartedService } from '../../e2e/service.ts'
import type { Workspace } from '../../src/shared/workspace/workspace.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'

const ROUNDS = 5
const COUNTS = [1, 5, 50] as const
type Count = (typeof COUNTS)[number]
const VIEWPORT = { width: 1440, height: 900 }
/** 50 names and paths, and the strip's elements for them. */
const MAX_MORE_MEGABYTES = 1
const MAX_LATER = 1.1

/** The figures of one window. */
interface Measured {
  /** From the page begun to its first rows painted, ms. */
  readonly start: number
  readonly megabytes: number
  /** Calls and subscriptions of lists and details that the page sent. */
  readonly asked: number
}

export async function run(): Promise<Figure[]> {
  const service = await startService({ transactions: 20_000 })
  const browser = await launchChromium()
  const app = await startApp({ source: service.url })
  try {
    const paths = await findPaths(service)
    const measured = new Map<Count, Measured[]>(COUNTS.map((count) => [count, []]))
    for (let round = -1; round < ROUNDS; round += 1)
      for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
        await keepTabs(app, paths.slice(0, count))
        const one = await measure(browser, app, count)
        // The first round fills caches, of the files as of the compiler.
        if (round >= 0) measured.get(count)!.push(one)
      }
    return figures(measured)
  } finally {
    await app.stop()
    await browser.close()
    await service.close()
  }
}

/** Paths of different addresses that have rows. */
async function findPaths(service: StartedService): Promise<string[]> {
  const found = new Set([service.busiest])
  let next: Record<string, unknown> | null = {}
  while (found.size < Math.max(...COUNTS) && next) {
    const query = new URLSearchParams(Object.entries(next).map(([key, value]) => [key, String(value)]))
    const response = await fetch(
      `${service.url}/api/v2/addresses/${service.busiest}/transactions?${query.toString()}`,
    )
    const read = (await response.json()) as {
      items: { from: { hash: string }; to: { hash: string } | null }[]
      next_page_params: Record<string, unknown> | null
    }
    for (const { from, to } of read.items) for (const one of [from, to]) if (one) found.add(one.hash)
    next = read.next_page_params
  }
  // In front is what a window without tabs opens on, so that all of them show the same.
  return [
    `/s/${service.sourceId}`,
    ...[...found].map((address) => `/s/${service.sourceId}/address/${address}`),
  ]
}

/** As a window that was closed left them. The first is in front. */
async function keepTabs(app: App, paths: readonly string[]) {
  const tabs = paths.map((path, at) => ({
    id: `tab-${String(at)}`,
    path,
    title: `Address ${String(at)}`,
    isPinned: false,
  }))
  const workspace: Workspace = {
    version: 1,
    panes: [{ id: 'pane', tabs, active: 'tab-0' }],
    layout: 'beside',
    ratio: 0.5,
    activePane: 'pane',
  }
  const core = await connectCore(app)
  await core.call('workspace.keep', { window: crypto.randomUUID(), workspace, openCase: null })
  core.close()
}

async function measure(browser: Browser, app: App, count: number): Promise<Measured> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  let asked = 0
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (/"(lists|details)\.\w+"/.test(String(payload))) asked += 1
    }),
  )
  await page.addInitScript(noteFirstRows)
  await page.goto(app.url)
  const start = await rowsPainted(page)
  if (count > 1)
    await page
      .getByRole('tab', { name: /^Address/ })
      .nth(count - 2)
      .waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await context.close()
  return { start, megabytes: usedSize / 1024 ** 2, asked }
}

/** Runs in the page before anything of it: notes the frame in which the first rows are there to be painted. */
function noteFirstRows() {
  const check = () => {
    if (document.querySelector('[role=grid] [role=row][data-index]'))
      Object.assign(window, { firstRows: performance.now() })
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

async function rowsPainted(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => (window as { firstRows?: number }).firstRows)
  return (await noted.jsonValue())!
}

function figures(measured: ReadonlyMap<Count, readonly Measured[]>): Figure[] {
  const of = (count: Count, what: keyof Measured) => median(measured.get(count)!.map((one) => one[what]))
  return [
    ...COUNTS.map((count) => ({
      name: `heap with ${String(count)} open`,
      value: of(count, 'megabytes'),
      unit: 'MB',
    })),
    below(
      'heap with 50 open above that with 5',
      of(50, 'megabytes') - of(5, 'megabytes'),
      MAX_MORE_MEGABYTES,
      'MB',
    ),
    ...([1, 50] as const).map((count) => ({
      name: `a page begun to first rows painted, ${String(count)} restored`,
      value: of(count, 'start'),
      unit: 'ms',
    })),
    below('start with 50 restored against 1', of(50, 'start') / of(1, 'start'), MAX_LATER, 'x'),
    below('lists and details asked for with 50, more than with 5', of(50, 'asked') - of(5, 'asked'), 1, ''),
  ]
}
