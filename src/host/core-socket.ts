/**
 * Opens a socket of a running core for other programs of the same person: the command line uses the core that holds
 * the data folder. A file that only the owner can read contains the socket's path and secret. Messages are those of
 * the contract, one line of JSON each; a program's first line is the secret.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseJson } from '#platform/parse-json.ts'
import { makePrivateFolder, writePrivateFile } from '#platform/private-files.ts'
import { isSameSecret } from '#platform/same-secret.ts'
import { createLineSplitter } from '#platform/split-lines.ts'
import { MAX_MESSAGE_BYTES } from '#shared/rpc/messages.ts'
import type { Connection, RpcServer } from '#shared/rpc/server.ts'

export interface CoreSocket {
  close(): void
}

interface SocketPlace {
  /** The path of a Unix socket, or the name of a Windows pipe. */
  readonly path: string
  readonly secret: string
}

export const socketFile = (dataDir: string) => join(dataDir, 'open', 'core.json')

/** A program with this much unread data is gone or stuck. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024
const MAX_CONNECTIONS = 32
const SECRET_TIMEOUT_MS = 5_000
/** The longest path of a Unix socket that every system accepts, in bytes without its terminator (macOS: 104 with it). */
const MAX_PATH_BYTES = 103

/**
 * Returns undefined, and logs a line, if the system does not permit listening. The data folder must already be locked
 * by this process.
 */
export async function openCoreSocket(
  dataDir: string,
  rpc: Pick<RpcServer, 'connect'>,
  log: (line: string) => void,
): Promise<CoreSocket | undefined> {
  const secret = randomBytes(32).toString('base64url')
  const file = socketFile(dataDir)
  const sockets = new Set<Socket>()
  /** Connections that have not sent the secret yet, the oldest first. */
  const strangers = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    strangers.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      strangers.delete(socket)
    })
    serve(socket, secret, (send) => {
      strangers.delete(socket)
      return rpc.connect(send)
    })
    // A connection without the secret must not keep others out: it is closed first, before known programs.
    const [oldest = socket] = strangers
    if (sockets.size > MAX_CONNECTIONS) oldest.destroy()
  })
  // Also emitted for a connection that could not be accepted, for example with too many open files. Unhandled, the
  // event would end the core.
  server.on('error', (error) => {
    log(`The socket for other programs: ${error.message}`)
  })
  try {
    makePrivateFolder(dirname(file))
    const path = choosePath(dataDir)
    await listen(server, path)
    if (process.platform !== 'win32') chmodSync(path, 0o600)
    writePrivateFile(file, JSON.stringify({ path, secret } satisfies SocketPlace))
    // The server does not keep the process alive.
    server.unref()
    return {
      close() {
        rmSync(file, { force: true })
        server.close()
        for (const socket of sockets) socket.destroy()
        if (dirname(path) !== dirname(file) && process.platform !== 'win32')
          rmSync(dirname(path), { recursive: true, force: true })
      },
    }
  } catch (error) {
    server.close()
    log(`Other programs can’t use this core: ${(error as Error).message}`)
    return undefined
  }
}

/**
 * Chooses a path in a folder that only the owner can open. Removes leftovers of a killed core: the data folder is
 * locked by now.
 */
function choosePath(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\chainglass-${randomBytes(16).toString('hex')}`
  const inFolder = join(dataDir, 'open', 'core.sock')
  const path =
    Buffer.byteLength(inFolder) <= MAX_PATH_BYTES
      ? inFolder
      : join(mkdtempSync(join(tmpdir(), 'chainglass-')), 'core.sock')
  rmSync(path, { force: true })
  return path
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })

function serve(socket: Socket, secret: string, connect: RpcServer['connect']) {
  let connection: Connection | undefined
  const late = setTimeout(() => socket.destroy(), SECRET_TIMEOUT_MS)
  const onLine = createLineSplitter(MAX_MESSAGE_BYTES, (line) => {
    if (connection) {
      connection.receive(parseJson(line))
      return
    }
    if (!isSameSecret(line, secret)) {
      socket.destroy()
      return
    }
    clearTimeout(late)
    connection = connect((message) => {
      socket.write(`${JSON.stringify(message)}\n`)
      if (socket.writableLength > MAX_BUFFERED_BYTES) socket.destroy()
    })
  })
  socket.on('data', (bytes: Buffer) => {
    if (!onLine(bytes)) socket.destroy()
  })
  // `close` follows every error.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(late)
    connection?.close()
  })
}
