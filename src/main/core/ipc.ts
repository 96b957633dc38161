/**
 * The contract over Electron's IPC, and the only file that imports `ipcMain`. A message counts only from the top frame
 * of a window of ours, at our origin; its content is checked by the core.
 */
import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'
import type { CoreLink, LinkConnection } from '#host/core-link.ts'
import type { HostWord } from '#shared/host-words.ts'
import { isOurs } from '../security/origin.ts'

const CHANNEL = 'chainglass'
/** An import of labels crosses in one message; nothing else comes near this. */
const MAX_MESSAGE_CHARACTERS = 16 * 1024 * 1024
/** A window asks for some dozens of things a second at the most; beyond this it is broken or hostile. */
const MAX_PER_SECOND = 2_000

export interface IpcOptions {
  readonly link: Pick<CoreLink, 'connect'>
  readonly log: (line: string) => void
}

export interface Ipc {
  /** Said at once to a page that is up, else as soon as it is. */
  tell(window: WebContents, word: HostWord): void
  dispose(): void
}

/** What is known of one window: its page's way to the core, and what waits for a page that is still loading. */
interface Page {
  readonly gate: FloodGate
  connection: LinkConnection | undefined
  isUp: boolean
  waiting: HostWord[]
}

export function serveIpc({ link, log }: IpcOptions): Ipc {
  const pages = new Map<WebContents, Page>()

  const onMessage = (event: IpcMainEvent, message: unknown) => {
    const page = pageOf(event.sender)
    if (!page.gate.lets(event, message)) return
    page.connection ??= connect(event.sender, page)
    page.connection.receive(message)
    if (page.isUp) return
    page.isUp = true
    for (const word of page.waiting.splice(0)) say(event.sender, word)
  }

  function pageOf(window: WebContents): Page {
    const known = pages.get(window)
    if (known) return known
    const page: Page = { gate: floodGate(log), connection: undefined, isUp: false, waiting: [] }
    const end = () => {
      page.gate.startAnew()
      page.connection?.close()
      page.connection = undefined
      page.isUp = false
    }
    // A new document knows nothing of the old one's calls. (`did-navigate` is not about steps within one.)
    window.on('did-navigate', end)
    window.on('render-process-gone', end)
    window.once('destroyed', () => {
      end()
      pages.delete(window)
    })
    pages.set(window, page)
    return page
  }

  function connect(window: WebContents, page: Page): LinkConnection {
    return link.connect({
      send: (text) => {
        if (!window.isDestroyed()) window.send(CHANNEL, text)
      },
      lost: () => {
        page.connection = undefined
        say(window, { verb: 'lost' })
      },
    })
  }

  function say(window: WebContents, word: HostWord) {
    if (!window.isDestroyed()) window.send(CHANNEL, JSON.stringify(word))
  }

  ipcMain.on(CHANNEL, onMessage)
  return {
    tell(window, word) {
      const page = pageOf(window)
      if (page.isUp) say(window, word)
      else page.waiting.push(word)
    },
    dispose() {
      ipcMain.off(CHANNEL, onMessage)
      for (const page of pages.values()) page.connection?.close()
      pages.clear()
    },
  }
}

function isFromOurPage(event: IpcMainEvent): boolean {
  const frame = event.senderFrame
  return frame?.parent === null && isOurs(frame.url)
}

interface FloodGate {
  lets(event: IpcMainEvent, message: unknown): message is string
  /** For a new document: it doesn't pay for what the one before it did. */
  startAnew(): void
}

/** Keeps out what is no message of ours and what is too much; says so once a second, with a count. */
function floodGate(log: (line: string) => void): FloodGate {
  let count = 0
  let dropped = 0
  let second: NodeJS.Timeout | undefined

  function startAnew() {
    clearTimeout(second)
    second = undefined
    if (dropped > 0) log(`${String(dropped)} messages were dropped: a flood, or not from our own page.`)
    count = 0
    dropped = 0
  }

  return {
    lets(event, message): message is string {
      second ??= setTimeout(startAnew, 1_000).unref()
      count += 1
      const isFine =
        count <= MAX_PER_SECOND &&
        typeof message === 'string' &&
        message.length <= MAX_MESSAGE_CHARACTERS &&
        isFromOurPage(event)
      if (!isFine) dropped += 1
      return isFine
    },
    startAnew,
  }
}
