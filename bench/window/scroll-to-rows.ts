import type { Page } from '@playwright/test'

/** px a frame: two screens and more, so that rows are waited for; and a wheel's notch with every frame. */
export const LEAPING = 2_400
export const ROLLING = 120

/** Scrolls the grid, `step` px a frame, until it has loaded `rows`; gives how long that and each of its frames took. */
export const scrollToRows = (page: Page, rows: number, step = LEAPING) =>
  page.evaluate(
    async ([goal, step]) => {
      const grid = document.querySelector<HTMLElement>('[role=grid]')!
      const scroller =
        [grid, ...grid.querySelectorAll<HTMLElement>('*')].find((one) =>
          /auto|scroll/.test(getComputedStyle(one).overflowY),
        ) ?? grid
      const frames: number[] = []
      const from = performance.now()
      let last = from
      while (Number(grid.dataset.loaded) < goal) {
        scroller.scrollTop += step
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        frames.push(now - last)
        last = now
      }
      return { ms: performance.now() - from, frames }
    },
    [rows, step] as const,
  )
