/**
 * A socket of a running core, for programs of the person who runs it: the command line asks the core that has the data
 * folder instead of waiting for it. Only the owner can read the file that says where the socket is and what secret opens
 * it. Messages are those of the contract, each as a line of JSON; the first line of a program is the secret.
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

/** What the file says. */
interface SocketPlace {
  /** Of a Unix socket, or the name of a pipe of Windows. */
  readonly path: string
  readonly secret: string
}

export const socketFile = (dataDir: string) => join(dataDir, 'open', 'core.json')

/** A program that is this far behind with reading is gone or stuck. */
const MAX_BUFFERED_BYTES = 256 * 1024 * 1024
const MAX_CONNECTIONS = 32
const SECRET_TIMEOUT_MS = 5_000
/** What an address of a Unix socket holds on each system, with its end. */
const MAX_PATH_BYTES = 103

/** Undefined, with a line of the log, where the system does not let it listen. The folder has to be ours already. */
export async function openCoreSocket(
  dataDir: string,
  rpc: Pick<RpcServer, 'connect'>,
  log: (line: string) => void,
): Promise<CoreSocket | undefined> {
  const secret = randomBytes(32).toString('base64url')
  const file = socketFile(dataDir)
  const sockets = new Set<Socket>()
  /** Those that have not said the secret yet, the oldest first. */
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
    // Who says nothing keeps nobody out: it makes room, before programs that are known.
    const [oldest = socket] = strangers
    if (sockets.size > MAX_CONNECTIONS) oldest.destroy()
  })
  // Also one of a connection that could not be taken, for example with too many open files: unheard it would end the core.
  server.on('error', (error) => {
    log(`The socket for other programs: ${error.message}`)
  })
  try {
    makePrivateFolder(dirname(file))
    const path = choosePath(dataDir)
    await listen(server, path)
    if (process.platform !== 'win32') chmodSync(path, 0o600)
    writePrivateFile(file, JSON.stringify({ path, secret } satisfies SocketPlace))
    // Nobody waits for a program that may come.
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

/** In a folder that only the owner can open. What a killed core left there is removed: the folder is locked by now. */
function choosePath(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\chainglass-${randomBytes(16).toString('hex')}`
  const beside = join(dataDir, 'open', 'core.sock')
  const path =
    Buffer.byteLength(beside) <= MAX_PATH_BYTES
      ? beside
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
  // It is followed by `close`.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(late)
    connection?.close()
  })
}
