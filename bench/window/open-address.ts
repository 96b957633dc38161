/** An address gone to from another one in an open window, by the clock of its page. */
import type { Page } from '@playwright/test'

/** Times by the page's clock, in ms: Enter pressed, page requested of the core, rows of the new list painted. */
export interface Opening {
  entered: number
  requested: number
  painted: number
}

/** Runs in the page, whose own clock it takes: a look from outside adds its own round trips. */
export function watchOpening() {
  const self = globalThis as { opening?: Partial<Opening> }
  /** The links of the first rows: new rows may replace the old ones in one go. */
  const firstLinks = () =>
    [...document.querySelectorAll<HTMLAnchorElement>('[role=row][data-index] a')]
      .slice(0, 6)
      .map(({ href }) => href)
      .join()
  let before: string | undefined
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter') return
      before = firstLinks()
      self.opening = { entered: event.timeStamp }
    },
    true,
  )
  const send = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'send')?.value as WebSocket['send']
  WebSocket.prototype.send = function (data) {
    if (self.opening && typeof data === 'string' && data.includes('"lists.open"'))
      self.opening.requested ??= performance.now()
    send.call(this, data)
  }
  new MutationObserver(() => {
    const { opening } = self
    if (!opening || before === undefined || document.querySelector('[role=row][data-index] a') === null)
      return
    if (firstLinks() === before) return
    before = undefined
    // A task after the next frame's callbacks: the frame is done by then.
    requestAnimationFrame(() => setTimeout(() => (opening.painted = performance.now())))
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['href'] })
}

/** By keyboard. `watchOpening` has to run in the page from its beginning on. */
export async function openAddress(page: Page, address: string): Promise<Opening> {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).fill(address)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  const painted = await page.waitForFunction(() => (globalThis as { opening?: Opening }).opening?.painted)
  await painted.dispose()
  return page.evaluate(() => (globalThis as unknown as { opening: Opening }).opening)
}
