import type { Page } from '@playwright/test'

/**
 * Records which elements within `selector` move from now on, once the fonts are there: a line for each, as the Layout
 * Instability API reports it. Text that changes within its element is none, nor is an element that grows from an edge
 * that stays: the API reports nothing inside it, so its parts are compared with where they were. Moves that input caused
 * are left out, unless `withInput`. The returned function gives the lines so far.
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
      const isNear = (one: number, other: number) => Math.abs(one - other) < 1
      const stays = (from: DOMRectReadOnly, to: DOMRectReadOnly) =>
        (isNear(from.left, to.left) || isNear(from.right, to.right)) &&
        (isNear(from.top, to.top) || isNear(from.bottom, to.bottom))
      const isSeen = ({ width, height }: DOMRectReadOnly) => width > 0 && height > 0
      const note = (node: Element, from: DOMRectReadOnly, to: DOMRectReadOnly, value: number) => {
        const path = [from, to].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(' '),
        )
        shifts.push(`${String(value)}: ${path.join(' → ')}: ${node.outerHTML.slice(0, 160)}`)
      }
      const boxes = new Map<Element, DOMRectReadOnly>()
      const remember = () => {
        for (const node of document.querySelectorAll(`:is(${selector}) *`))
          boxes.set(node, node.getBoundingClientRect())
      }
      remember()
      const record = (entries: PerformanceEntryList) => {
        for (const { value, hadRecentInput, sources } of entries as LayoutShift[]) {
          if (hadRecentInput && !withInput) continue
          for (const { node, previousRect, currentRect } of sources) {
            if (!(node instanceof Element) || !node.closest(selector)) continue
            const parts = stays(previousRect, currentRect) ? node.querySelectorAll('*') : []
            if (parts.length === 0 && !stays(previousRect, currentRect) && node.textContent.trim() !== '')
              note(node, previousRect, currentRect, value)
            for (const part of parts) {
              const [from, to] = [boxes.get(part), part.getBoundingClientRect()]
              if (from && isSeen(from) && isSeen(to) && !stays(from, to) && part.textContent.trim() !== '')
                note(part, from, to, value)
            }
          }
        }
        if (entries.length > 0) remember()
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

/**
 * Holds what the core sends to the page until it is told to begin, then hands over one message at a time and has the page
 * drawn after each. To be called before the page is opened.
 */
export async function slowCore(page: Page) {
  const [waiting, asked] = [[] as string[], new Set<number>()]
  let send: (message: string) => void = () => undefined
  let wake: () => void = () => undefined
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const server = socket.connectToServer()
    send = (message) => {
      socket.send(message)
    }
    socket.onMessage((message) => {
      const { verb, id } = JSON.parse(String(message)) as { verb: string; id: number }
      if (verb === 'request') asked.add(id)
      if (verb === 'cancel') asked.delete(id)
      server.send(message)
    })
    server.onMessage((message) => {
      waiting.push(String(message))
      wake()
    })
  })
  const draw = () =>
    page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  async function deliver() {
    while (!page.isClosed()) {
      const message = waiting.shift()
      if (message === undefined) await new Promise<void>((resolve) => (wake = resolve))
      else {
        send(message)
        await draw()
        asked.delete((JSON.parse(message) as { id: number }).id)
      }
    }
  }
  return {
    begin: () => {
      // A page that is closed meanwhile draws nothing.
      deliver().catch(() => undefined)
    },
    /** Whether all calls so far are answered, and all that came is drawn. */
    isSettled: () => asked.size === 0 && waiting.length === 0,
  }
}
