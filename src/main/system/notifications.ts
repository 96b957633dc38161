/** What the core wants a person to hear of while they look elsewhere: a notification, and a number on the icon until they are back. */
import { app, Notification, type BrowserWindow } from 'electron'
import * as z from 'zod/mini'

const notice = z.object({
  title: z.string(),
  body: z.string(),
  place: z.optional(z.string()),
  source: z.optional(z.string()),
})

/** Of many at once the rest is only counted on the icon. */
const MAX_SHOWN = 5
const WITHIN_MS = 60_000
const MAX_TEXT_LENGTH = 200

export interface Notifications {
  /** Resolves to false where it was not shown: nothing to say, a window in front, too many. */
  show(input: unknown): boolean
  dispose(): void
}

export function createNotifications(deps: {
  readonly window: () => BrowserWindow | undefined
  /** Brings the window forward, on what the notice is about. */
  readonly focus: (place?: string, source?: string) => void
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
      const read = notice.safeParse(input)
      if (!read.success || deps.window()?.isFocused() === true) return false
      unseen += 1
      app.setBadgeCount(unseen)
      const now = Date.now()
      shown = shown.filter((time) => now - time < WITHIN_MS)
      if (shown.length >= MAX_SHOWN || !Notification.isSupported()) return false
      shown.push(now)
      const notification = new Notification({ title: plain(read.data.title), body: plain(read.data.body) })
      notification.on('click', () => {
        deps.focus(read.data.place, read.data.source)
      })
      notification.show()
      return true
    },
    dispose() {
      app.off('browser-window-focus', onFocus)
    },
  }
}

/** Names of a chain are hostile: no control or direction characters, and not longer than a person reads. */
const plain = (text: string) =>
  text
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
