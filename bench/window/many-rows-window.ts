/** A list of a million rows that are kept, in the window and without its source: dragged anywhere, and what it takes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createArchive } from '#core/archive/create-archive.ts'
import { appUrl, startApp } from '../../e2e/app.ts'
import { sourceIdOf } from '../../e2e/service.ts'
import { below, median, type Figure } from '../figure.ts'
import { fillArchive, OWN } from '../many-rows.ts'
import { launchChromium } from '../launch-chromium.ts'

const ROWS = 1_000_000
const DRAGS = 15
/** Nothing listens there. */
const SOURCE = 'http://127.0.0.1:9'

export async function run(): Promise<Figure[]> {
  const browser = await launchChromium()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    const few = await openList(page, 1_000, () => dragAbout(page))
    const many = await openList(page, ROWS, async (opened) => ({ opened, ...(await dragAbout(page)) }))
    return [
      { name: 'a list of a million kept rows opened, to rows', value: many.opened, unit: 'ms' },
      below('dragged anywhere in it, to rows', median(many.drags), 100, 'ms'),
      { name: '  the slowest of 15', value: Math.max(...many.drags), unit: 'ms' },
      below('JavaScript heap after that, against a list of 1,000 rows', many.heap / few.heap, 1.2, 'x'),
    ]
  } finally {
    await browser.close()
  }
}

/** Opens the list of an address that so many rows are kept of. `work` is given how long it took to its rows, ms. */
async function openList<T>(page: Page, rows: number, work: (ms: number) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  try {
    const first = await startApp({ dataDir, source: SOURCE })
    await first.stop()
    const source = sourceIdOf(SOURCE)
    const archive = createArchive({ dataDir, maxBytes: () => Infinity, isOn: () => true })
    fillArchive(archive, source, rows)
    archive.close()
    const app = await startApp({ dataDir })
    try {
      const from = performance.now()
      await page.goto(appUrl(app, `/s/${source}/address/${OWN}?tab=transfers`))
      // All of them, but for a few that are hidden by chance.
      await page.waitForFunction(
        (least) => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) > least,
        rows * 0.99,
      )
      await page.locator('[role=row][data-index]').first().waitFor()
      return await work(performance.now() - from)
    } finally {
      await page.goto('about:blank')
      await app.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function dragAbout(page: Page) {
  const drags: number[] = []
  for (let drag = 1; drag <= DRAGS; drag += 1) drags.push(await dragTo(page, (drag * 0.618) % 1))
  return { drags, heap: await heapOf(page) }
}

/** Until the row in the middle of what is seen has its values, ms. */
const dragTo = (page: Page, share: number) =>
  page.evaluate(async (share) => {
    const grid = document.querySelector<HTMLElement>('[role=grid]')!
    const scroller =
      [grid, ...grid.querySelectorAll<HTMLElement>('*')].find((one) =>
        /auto|scroll/.test(getComputedStyle(one).overflowY),
      ) ?? grid
    const before = grid.querySelector('[role=row][data-index]')?.getAttribute('data-index')
    const from = performance.now()
    scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight)
    for (;;) {
      await new Promise(requestAnimationFrame)
      const rows = [...grid.querySelectorAll<HTMLElement>('[role=row][data-index]')]
      const middle = rows[Math.floor(rows.length / 2)]
      if (middle && rows[0]?.dataset.index !== before && /0x[0-9a-f]/.test(middle.textContent))
        return performance.now() - from
    }
  }, share)

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
