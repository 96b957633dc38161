/**
 * The contract over Electron's IPC. This is the only file that imports `ipcMain`. A message is accepted only from the
 * top frame of one of our windows, at our origin; the core checks its content.
 */
import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'
import type { CoreLink, LinkConnection } from '#host/core-link.ts'
import { MAX_MESSAGE_BYTES, type HostMessage } from '#shared/rpc/messages.ts'
import { isOurs } from '../security/origin.ts'

const CHANNEL = 'chainglass'
/** A window sends some dozens of messages a second at most; a window that exceeds this limit is broken or hostile. */
const MAX_PER_SECOND = 2_000

export interface IpcOptions {
  readonly link: Pick<CoreLink, 'connect'>
  readonly log: (line: string) => void
}

export interface Ipc {
  /** Sends a message to a page, once it is loaded. */
  send(contents: WebContents, message: HostMessage): void
  dispose(this: void): void
}

/** One window: its page's connection to the core, and the messages that wait until the page is loaded. */
interface Page {
  readonly throttle: MessageThrottle
  connection: LinkConnection | undefined
  isLoaded: boolean
  queued: HostMessage[]
}

export function serveIpc({ link, log }: IpcOptions): Ipc {
  const pages = new Map<WebContents, Page>()

  const onMessage = (event: IpcMainEvent, message: unknown) => {
    const page = pageOf(event.sender)
    if (!page.throttle.accepts(event, message)) return
    page.connection ??= connect(event.sender, page)
    page.connection.receive(message)
    if (page.isLoaded) return
    page.isLoaded = true
    for (const queued of page.queued.splice(0)) send(event.sender, queued)
  }

  function pageOf(contents: WebContents): Page {
    const known = pages.get(contents)
    if (known) return known
    const page: Page = {
      throttle: createMessageThrottle(log),
      connection: undefined,
      isLoaded: false,
      queued: [],
    }
    const end = () => {
      page.throttle.reset()
      page.connection?.close()
      page.connection = undefined
      page.isLoaded = false
    }
    // A new document does not know the calls of the old one. (`did-navigate` is not emitted for navigation within a
    // document.)
    contents.on('did-navigate', end)
    contents.on('render-process-gone', end)
    contents.once('destroyed', () => {
      end()
      pages.delete(contents)
    })
    pages.set(contents, page)
    return page
  }

  function connect(contents: WebContents, page: Page): LinkConnection {
    return link.connect({
      send: (frame) => {
        if (!contents.isDestroyed()) contents.send(CHANNEL, frame)
      },
      onLost: (error) => {
        page.connection = undefined
        send(contents, { verb: 'core-lost', error })
      },
    })
  }

  function send(contents: WebContents, message: HostMessage) {
    if (!contents.isDestroyed()) contents.send(CHANNEL, JSON.stringify(message))
  }

  ipcMain.on(CHANNEL, onMessage)
  return {
    send(contents, message) {
      const page = pageOf(contents)
      if (page.isLoaded) send(contents, message)
      else page.queued.push(message)
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

interface MessageThrottle {
  accepts(event: IpcMainEvent, message: unknown): message is string
  /** Starts counting again for a new document. */
  reset(): void
}

/** Drops messages that are not our page's, or exceed the limit, and logs the number of both once a second. */
function createMessageThrottle(log: (line: string) => void): MessageThrottle {
  let count = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  function reset() {
    clearTimeout(timer)
    timer = undefined
    if (dropped > 0) log(`${String(dropped)} messages were dropped: a flood, or not from our own page.`)
    count = 0
    dropped = 0
  }

  return {
    accepts(event, message): message is string {
      timer ??= setTimeout(reset, 1_000).unref()
      count += 1
      const isAccepted =
        count <= MAX_PER_SECOND &&
        typeof message === 'string' &&
        message.length <= MAX_MESSAGE_BYTES &&
        isFromOurPage(event)
      if (!isAccepted) dropped += 1
      return isAccepted
    },
    reset,
  }
}
