import type { Page } from '@playwright/test'

/**
 * Records which elements within `selector` move from now on, once the fonts are there: a line for each, as the Layout
 * Instability API reports it. Text that changes within its element is none, nor is an
 * element that grows from an edge that stays. Moves that input caused are left out, unless
 * `withInput`. The returned function gives the lines so far.
 */
export async function recordLayoutShifts(
  page: Page,
  selector: string,
  { withInput = false } = {},
): Promise<() => Promise<string[]>> {
  await page.evaluate(
    async ([selector, withInput]) => {
      await document.fonts.ready
      const shifts: string[] = []
      const stays = (start: number, startNow: number, end: number, endNow: number) =>
        Math.abs(start - startNow) < 1 || Math.abs(end - endNow) < 1
      const record = (entries: PerformanceEntryList) => {
        for (const { value, hadRecentInput, sources } of entries as LayoutShift[]) {
          if (hadRecentInput && !withInput) continue
          for (const { node, previousRect: from, currentRect: to } of sources) {
            if (!(node instanceof Element) || !node.closest(selector) || node.textContent.trim() === '')
              continue
            if (
              stays(from.left, to.left, from.right, to.right) &&
              stays(from.top, to.top, from.bottom, to.bottom)
            )
              continue
            const path = [from, to].map(({ x, y, width, height }) =>
              [x, y, width, height].map(Math.round).join(' '),
            )
            shifts.push(`${String(value)}: ${path.join(' → ')}: ${node.outerHTML.slice(0, 160)}`)
          }
        }
      }
      const observer = new PerformanceObserver((list) => {
        record(list.getEntries())
      })
      observer.observe({ type: 'layout-shift' })
      const take = () => {
        record(observer.takeRecords())
        return shifts
      }
      Object.assign(globalThis, { takeLayoutShifts: take })
    },
    [selector, withInput] as const,
  )
  return () =>
    page.evaluate(() => (globalThis as unknown as { takeLayoutShifts: () => string[] }).takeLayoutShifts())
}

/** Not yet among TypeScript's own types of the DOM. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}
