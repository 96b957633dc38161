/** System notifications of the core: shown while the window has no focus, and counted on the icon until it has. */
import { app, Notification, type BrowserWindow } from 'electron'
import * as z from 'zod/mini'
import { replaceInvisible } from '#shared/text/hostile-text.ts'

const notificationInput = z.object({
  title: z.string(),
  body: z.string(),
  /** What a click opens, as typed into the search field, on this source. */
  text: z.optional(z.string()),
  source: z.optional(z.string()),
})

/** More than this in a minute are only counted on the icon. */
const MAX_SHOWN = 5
const SHOWN_WINDOW_MS = 60_000
const MAX_TEXT_LENGTH = 200

export interface Notifications {
  /** False where it was not shown: not a notification, the window has focus, or there were too many. */
  show(input: unknown): boolean
  dispose(this: void): void
}

export function createNotifications(deps: {
  readonly getWindow: () => BrowserWindow | undefined
  /** Focuses the window and goes to the subject of the notification. */
  readonly open: (text?: string, source?: string) => void
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
      const read = notificationInput.safeParse(input)
      if (!read.success || deps.getWindow()?.isFocused() === true) return false
      unseen += 1
      app.setBadgeCount(unseen)
      const now = performance.now()
      shown = shown.filter((time) => now - time < SHOWN_WINDOW_MS)
      if (shown.length >= MAX_SHOWN || !Notification.isSupported()) return false
      shown.push(now)
      const notification = new Notification({
        title: cleanText(read.data.title),
        body: cleanText(read.data.body),
      })
      notification.on('click', () => {
        deps.open(read.data.text, read.data.source)
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
