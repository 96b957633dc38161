/** System notifications of the core: shown while the window has no focus, and counted on the icon until it has. */
import { app, Notification, type BrowserWindow } from 'electron'
import * as z from 'zod/mini'
import { describeActivity } from '#shared/describe-activity.ts'
import { replaceInvisible } from '#shared/text/hostile-text.ts'

/** New activity, as the core tells it (shared/rpc/contract/activity.ts). */
const arrivalInput = z.object({
  source: z.string(),
  address: z.string(),
  label: z.string(),
  transactions: z.number(),
  transfers: z.number(),
  internal: z.number(),
  more: z.boolean(),
})

/** More than this in a minute are only counted on the icon. */
const MAX_SHOWN = 5
const SHOWN_WINDOW_MS = 60_000
const MAX_TEXT_LENGTH = 200

export interface Notifications {
  /** False where it was not shown: not an arrival, the window has focus, or there were too many. */
  show(input: unknown): boolean
  dispose(this: void): void
}

export function createNotifications(deps: {
  readonly getWindow: () => BrowserWindow | undefined
  /** Focuses the window and opens the address, on that source. */
  readonly open: (address: string, source: string) => void
}): Notifications {
  let unseen = 0
  let shown: number[] = []

  const onFocus = () => {
    unseen = 0
    app.setBadgeCount(0)
  }
  app.on('browser-window-focus', onFocus)

  return {
    show(input) {
      const read = arrivalInput.safeParse(input)
      if (!read.success || deps.getWindow()?.isFocused() === true) return false
      unseen += 1
      app.setBadgeCount(unseen)
      const now = performance.now()
      shown = shown.filter((time) => now - time < SHOWN_WINDOW_MS)
      if (shown.length >= MAX_SHOWN || !Notification.isSupported()) return false
      shown.push(now)
      const { label, address, source, ...counts } = read.data
      const notification = new Notification({
        title: cleanText(label) || cleanText(`${address.slice(0, 6)}…${address.slice(-4)}`),
        body: describeActivity(counts),
      })
      notification.on('click', () => {
        deps.open(address, source)
      })
      notification.show()
      return true
    },
    dispose() {
      app.off('browser-window-focus', onFocus)
    },
  }
}

/** Names of a chain may be hostile: without control and direction characters, and shortened. */
const cleanText = (text: string) => replaceInvisible(text, ' ').trim().slice(0, MAX_TEXT_LENGTH)
