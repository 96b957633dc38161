import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RpcServer } from '#shared/rpc/server.ts'
import { connectToRunningCore } from './core-socket-client.ts'
import { openCoreSocket, socketFile, type CoreSocket } from './core-socket.ts'

let dataDir: string
let open: CoreSocket | undefined
const received: unknown[] = []
let connections = 0
/** Repeats what it gets. */
const echo: Pick<RpcServer, 'connect'> = {
  connect(send) {
    connections += 1
    return {
      receive: (message) => {
        received.push(message)
        send(message as never)
      },
      close: () => {
        connections -= 1
      },
    }
  },
}
const readPlace = (text: string) => JSON.parse(text) as { readonly path: string; readonly secret: string }
const place = () => readPlace(readFileSync(socketFile(dataDir), 'utf8'))
const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-socket-'))
  received.length = 0
  connections = 0
})
afterEach(() => {
  open?.close()
  open = undefined
  rmSync(dataDir, { recursive: true })
})
const start = async () => (open = await openCoreSocket(dataDir, echo, () => undefined))

it('gives each message whole, whatever its bytes come as', async () => {
  await start()
  const client = await connectToRunningCore(dataDir)
  const replies: unknown[] = []
  client?.onMessage((message) => replies.push(message))
  const texts = ['a', 'ü'.repeat(100_000), 'line\nbreak']
  for (const [id, event] of texts.entries()) client?.send({ verb: 'subscribe', id, event, input: null })
  await expect.poll(() => replies.length).toBe(3)
  expect(replies).toEqual(texts.map((event, id) => ({ verb: 'subscribe', id, event, input: null })))
  expect(received).toEqual(replies)
  client?.close()
  await expect.poll(() => connections).toBe(0)
})

it('ends a connection whose first line is not the secret, and passes nothing of it on', async () => {
  await start()
  for (const line of ['', 'x', `${place().secret}x`, '{"verb":"cancel","id":1}']) {
    const socket = connect(place().path)
    const end = ended(socket)
    socket.write(`${line}\n{"verb":"cancel","id":1}\n`)
    await end
  }
  expect(connections).toBe(0)
  expect(received).toEqual([])
})

it('drops what is no JSON, and ends a line without an end', async () => {
  await start()
  const socket = connect(place().path)
  const end = ended(socket)
  socket.write(`${place().secret}\nnot json\n`)
  await expect.poll(() => received.length).toBe(1)
  expect(received).toEqual([undefined])
  socket.on('error', () => undefined)
  const block = Buffer.alloc(1024 * 1024, 'x')
  for (let sent = 0; sent < 17; sent++) socket.write(block)
  await end
  expect(received).toHaveLength(1)
})

it.skipIf(process.platform === 'win32')('is open to its owner alone (needs file modes)', async () => {
  mkdirSync(dirname(socketFile(dataDir)))
  chmodSync(dirname(socketFile(dataDir)), 0o755)
  await start()
  const mode = (path: string) => statSync(path).mode & 0o777
  expect(mode(socketFile(dataDir))).toBe(0o600)
  expect(mode(place().path)).toBe(0o600)
  expect(mode(dirname(socketFile(dataDir)))).toBe(0o700)
})

it('works in a folder whose path is longer than an address of a socket, and leaves nothing', async () => {
  const short = dataDir
  dataDir = join(short, 'a'.repeat(120))
  mkdirSync(dataDir)
  await start()
  const { path } = place()
  const client = await connectToRunningCore(dataDir)
  expect(client).toBeDefined()
  client?.close()
  open?.close()
  expect(existsSync(path)).toBe(false)
  expect(existsSync(socketFile(dataDir))).toBe(false)
  dataDir = short
})

it('takes the place that a killed core left, and a client finds no core where nothing listens', async () => {
  expect(await connectToRunningCore(dataDir)).toBeUndefined()
  await start()
  const left = readFileSync(socketFile(dataDir), 'utf8')
  open?.close()
  writeFileSync(socketFile(dataDir), left)
  expect(await connectToRunningCore(dataDir)).toBeUndefined()
  writeFileSync(socketFile(dataDir), '{')
  expect(await connectToRunningCore(dataDir)).toBeUndefined()
  writeFileSync(readPlace(left).path, '')
  await start()
  const client = await connectToRunningCore(dataDir)
  expect(client).toBeDefined()
  client?.close()
})
