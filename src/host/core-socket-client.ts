/** Connects a program to the socket of a running core. */
import { connect } from 'node:net'
import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import { readPrivateFile } from '#platform/private-files.ts'
import { createLineSplitter } from '#platform/split-lines.ts'
import type { ServerMessage } from '#shared/rpc/messages.ts'
import { socketFile } from './core-socket.ts'
import type { LinkTransport } from './link-transport.ts'

export interface SocketTransport extends LinkTransport {
  /** Resolves when either side has ended the connection. */
  readonly ended: Promise<void>
}

/** A page of 1,000 rows has some MB; no line is nearly as long. */
const MAX_LINE_BYTES = 512 * 1024 * 1024
const place = z.object({ path: z.string(), secret: z.string() })

/** A running core answers within half a second, whatever it does. */
const SILENT_MS = 10_000

/**
 * Returns undefined if no core has this folder: the socket's file is missing, or nothing listens there. If nothing
 * answers on the connection, it is ended.
 */
export async function connectToRunningCore(dataDir: string): Promise<SocketTransport | undefined> {
  const found = readPlace(dataDir)
  if (!found) return undefined
  const socket = connect(found.path)
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => {
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
  if (!isOpen) return undefined
  let onMessage: (message: ServerMessage) => void = () => undefined
  let onState: (state: 'open' | 'lost') => void = () => undefined
  const silent = setTimeout(() => socket.destroy(), SILENT_MS)
  const onLine = createLineSplitter(MAX_LINE_BYTES, (line) => {
    clearTimeout(silent)
    const message = parseJson(line)
    if (message !== undefined) onMessage(message as ServerMessage)
  })
  socket.on('data', (bytes: Buffer) => {
    if (!onLine(bytes)) socket.destroy()
  })
  socket.on('error', () => undefined)
  const ended = Promise.withResolvers<undefined>()
  socket.on('close', () => {
    clearTimeout(silent)
    onState('lost')
    ended.resolve(undefined)
  })
  socket.write(`${found.secret}\n`)
  return {
    send: (message) => {
      socket.write(`${JSON.stringify(message)}\n`)
    },
    onMessage: (listener) => (onMessage = listener),
    onState: (listener) => (onState = listener),
    close: () => {
      socket.destroy()
    },
    ended: ended.promise,
  }
}

function readPlace(dataDir: string) {
  try {
    const read = z.safeParse(place, parseJson(readPrivateFile(socketFile(dataDir))))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
