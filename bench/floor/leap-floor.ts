/**
 * The least that leaping through a list costs on this machine: as many rows with as many elements each as the window's,
 * which were there before and stay as they are. Whatever frames are late then, no window can do without.
 */
import type { Browser } from '@playwright/test'
import type { FixedLatencyInstance } from './fixed-latency-instance.ts'

const VIEWPORT = { width: 1440, height: 900 }
const ROWS = 1_000
/** The elements in a row of transactions, without the row itself. */
const ELEMENTS_A_ROW = 32
const ROW_PX = 34
/** About as many as the window takes to have read 1,000 rows. */
const FRAMES = 25

/** Returns the time of each frame, in ms. */
export async function leapThroughStaticRows(
  browser: Browser,
  instance: FixedLatencyInstance,
  leapPx: number,
): Promise<number[]> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  try {
    await page.goto(`${instance.url}/floor.html`)
    return await page.evaluate(leap, {
      rows: ROWS,
      elements: ELEMENTS_A_ROW,
      rowPx: ROW_PX,
      frames: FRAMES,
      leapPx,
    })
  } finally {
    await page.close()
  }
}

/** Runs in the floor page. */
async function leap(of: { rows: number; elements: number; rowPx: number; frames: number; leapPx: number }) {
  const scroller = document.createElement('div')
  scroller.style.cssText = 'position: fixed; inset: 200px 0 30px 240px; overflow: auto'
  const body = document.createElement('div')
  body.style.cssText = `position: relative; height: ${String(of.rows * of.rowPx)}px; contain: layout style`
  for (let index = 0; index < of.rows; index++) {
    const row = document.createElement('div')
    row.style.cssText = `position: absolute; inset: ${String(index * of.rowPx)}px 0 auto; height: ${String(of.rowPx)}px; contain: strict; display: flex; gap: 8px`
    for (let element = 0; element < of.elements; element++) {
      const cell = document.createElement('span')
      cell.textContent = String((index * 7_919 + element * 104_729) % 10_000)
      row.append(cell)
    }
    body.append(row)
  }
  scroller.append(body)
  document.body.replaceChildren(scroller)
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const frames: number[] = []
  let by = of.leapPx
  let last = performance.now()
  while (frames.length < of.frames) {
    const { scrollTop, scrollHeight, clientHeight } = scroller
    if (scrollTop + by < 0 || scrollTop + by > scrollHeight - clientHeight) by = -by
    scroller.scrollTop += by
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    frames.push(now - last)
    last = now
  }
  return frames
}
