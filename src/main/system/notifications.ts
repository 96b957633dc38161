/** Shows the core's notifications while the window has no focus, and counts them on the icon until it has. */
import { app, nativeImage, Notification, type BrowserWindow } from 'electron'
import * as z from 'zod/mini'
import { describeActivity } from '#shared/describe-activity.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { replaceInvisible } from '#shared/text/hostile-text.ts'

/** New activity, as the core reports it (shared/rpc/contract/activity.ts). */
const arrivalInput = z.object({
  source: z.string(),
  address: z.string(),
  label: z.string(),
  transactions: z.number(),
  transfers: z.number(),
  internal: z.number(),
  more: z.boolean(),
  differs: z.number(),
})

/** Further notifications within a minute are only counted on the icon. */
const MAX_SHOWN = 5
const SHOWN_WINDOW_MS = 60_000
const MAX_TEXT_LENGTH = 200

export interface Notifications {
  /** Returns false if nothing was shown: the input is no arrival, the window has focus, or there were too many. */
  show(input: unknown): boolean
  /** False if the system is known to show none, which it reports only after an attempt. */
  areShown(): boolean
  dispose(this: void): void
}

export function createNotifications(deps: {
  readonly getWindow: () => BrowserWindow | undefined
  /** Focuses the window and, given both parameters, opens the address on that source. */
  readonly open: (address?: string, source?: string) => void
  /** The picture of a mark for the taskbar icon on Windows, which shows no number. */
  readonly badge: string
  readonly log: (line: string) => void
}): Notifications {
  let unseen = 0
  let shown: number[] = []
  let hasFailed = false
  /** Electron does not hold a shown notification. Once garbage collected, its click would be lost. */
  const referenced = new Set<Notification>()

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
  // A notification from before this process started has no object, only its click.
  if (process.platform === 'win32')
    Notification.handleActivation(() => {
      deps.open()
    })

  function hold(notification: Notification) {
    referenced.add(notification)
    const drop = () => referenced.delete(notification)
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

/** Names on a chain may be hostile: removes control and direction characters, and shortens them. */
const cleanText = (text: string) => replaceInvisible(text, ' ').trim().slice(0, MAX_TEXT_LENGTH)
