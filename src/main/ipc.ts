/**
 * The contract over Electron's IPC, and the only file that imports `ipcMain`. A message counts only from the main frame
 * of a window of ours, at our origin; its content is checked by the core.
 */
import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'
import type { CoreLink, LinkConnection } from '#host/core-link.ts'
import { isOurs } from './origin.ts'

const CHANNEL = 'chainglass'
/** An import of labels crosses in one message; nothing else comes near this. */
const MOST_MESSAGE_CHARACTERS = 16 * 1024 * 1024
/** A window asks for some dozens of things a second at the most; beyond this it is broken or hostile. */
const MOST_A_SECOND = 2_000

export interface IpcOptions {
  readonly link: Pick<CoreLink, 'connect'>
  readonly log: (line: string) => void
}

/** Returns how to stop listening. */
export function carryContract({ link, log }: IpcOptions): () => void {
  const connections = new Map<WebContents, LinkConnection>()
  const flood = floodGate(log)

  const onMessage = (event: IpcMainEvent, message: unknown) => {
    if (!isFromOurPage(event) || typeof message !== 'string' || message.length > MOST_MESSAGE_CHARACTERS) {
      log('A message from elsewhere than our own page was dropped.')
      return
    }
    if (flood.isOver()) return
    connectionOf(event.sender).receive(message)
  }

  function connectionOf(window: WebContents): LinkConnection {
    const known = connections.get(window)
    if (known) return known
    const connection = link.connect({
      send: (text) => {
        if (!window.isDestroyed()) window.send(CHANNEL, text)
      },
      lost: () => {
        connections.delete(window)
        if (!window.isDestroyed()) window.send(CHANNEL, JSON.stringify({ verb: 'lost' }))
      },
    })
    const end = () => {
      connections.delete(window)
      connection.close()
    }
    // A reload is a new page that knows nothing of the old one's calls.
    window.once('did-start-navigation', end)
    window.once('destroyed', end)
    connections.set(window, connection)
    return connection
  }

  ipcMain.on(CHANNEL, onMessage)
  return () => {
    ipcMain.off(CHANNEL, onMessage)
    for (const connection of connections.values()) connection.close()
    connections.clear()
  }
}

function isFromOurPage(event: IpcMainEvent): boolean {
  const frame = event.senderFrame
  return frame !== null && frame === event.sender.mainFrame && isOurs(frame.url)
}

function floodGate(log: (line: string) => void) {
  let second = 0
  let count = 0
  return {
    isOver() {
      const now = Math.floor(Date.now() / 1_000)
      if (now !== second) {
        if (count > MOST_A_SECOND) log(`${String(count - MOST_A_SECOND)} messages of a flood were dropped.`)
        second = now
        count = 0
      }
      count += 1
      return count > MOST_A_SECOND
    },
  }
}
