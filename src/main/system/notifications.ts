/** System notifications of the core: shown while the window has no focus, and counted on the icon until it has. */
import { app, nativeImage, Notification, type BrowserWindow } from 'electron'
import * as z from 'zod/mini'
import { describeActivity } from '#shared/describe-activity.ts'
import { $gettext } from '#shared/text/gettext.ts'
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
  /** False where the system shows none, as far as is known: it says so when it is to show one. */
  areShown(): boolean
  dispose(this: void): void
}

export function createNotifications(deps: {
  readonly getWindow: () => BrowserWindow | undefined
  /** Focuses the window and, given both, opens the address on that source. */
  readonly open: (address?: string, source?: string) => void
  /** The picture of a mark on the icon in the taskbar of Windows, which shows no number. */
  readonly badge: string
  readonly log: (line: string) => void
}): Notifications {
  let unseen = 0
  let shown: number[] = []
  let hasFailed = false
  /** Electron holds none that is shown: collected, it would not be heard when it is clicked. */
  const held = new Set<Notification>()

  const countUnseen = (count: number) => {
    unseen = count
    app.setBadgeCount(count)
    const window = deps.getWindow()
    if (process.platform !== 'win32') return
    if (count > 0) window?.setOverlayIcon(nativeImage.createFromPath(deps.badge), $gettext('New activity'))
    else window?.setOverlayIcon(null, '')
  }
  const onFocus = () => {
    countUnseen(0)
  }
  app.on('browser-window-focus', onFocus)
  // Of a notification that is older than this process nothing but the click is left.
  if (process.platform === 'win32')
    Notification.handleActivation(() => {
      deps.open()
    })

  function hold(notification: Notification) {
    held.add(notification)
    const drop = () => held.delete(notification)
    notification.on('click', drop)
    notification.on('close', drop)
    notification.on('failed', (_event, error) => {
      drop()
      hasFailed = true
      deps.log(`The system shows no notification: ${error}`)
    })
  }

  return {
    show(input) {
      const read = arrivalInput.safeParse(input)
      if (!read.success || deps.getWindow()?.isFocused() === true) return false
      countUnseen(unseen + 1)
      const now = performance.now()
      shown = shown.filter((time) => now - time < SHOWN_WINDOW_MS)
      if (shown.length >= MAX_SHOWN || !Notification.isSupported()) return false
      shown.push(now)
      const { label, address, source, ...counts } = read.data
      const notification = new Notification({
        title: cleanText(label) || cleanText(`${address.slice(0, 6)}…${address.slice(-4)}`),
        body: describeActivity(counts),
      })
      hold(notification)
      notification.on('show', () => {
        hasFailed = false
      })
      notification.on('click', () => {
        deps.open(address, source)
      })
      notification.show()
      return true
    },
    areShown: () => !hasFailed && Notification.isSupported(),
    dispose() {
      app.off('browser-window-focus', onFocus)
    },
  }
}

/** Names of a chain may be hostile: without control and direction characters, and shortened. */
const cleanText = (text: string) => replaceInvisible(text, ' ').trim().slice(0, MAX_TEXT_LENGTH)
