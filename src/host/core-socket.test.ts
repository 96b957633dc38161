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
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isSameSecret } from '#platform/same-secret.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { RpcServer } from '#shared/rpc/server.ts'
import { connectToRunningCore } from './core-socket-client.ts'
import { openCoreSocket, socketFile, type CoreSocket } from './core-socket.ts'

vi.mock('#platform/same-secret.ts', { spy: true })

let dataDir: string
let open: CoreSocket | undefined
const received: unknown[] = []
/** Connections of this test, without late closes of another test's. */
const opened = new Set<object>()
/** Sends back what it gets. */
const echo: Pick<RpcServer, 'connect'> = {
  connect(send) {
    const connection = {
      receive: (message: unknown) => {
        received.push(message)
        send(message as never)
      },
      close: () => void opened.delete(connection),
    }
    opened.add(connection)
    return connection
  },
}
const readPlace = (text: string) => JSON.parse(text) as { readonly path: string; readonly secret: string }
const place = () => readPlace(readFileSync(socketFile(dataDir), 'utf8'))
/** A program that got an answer: all earlier connections are known by then. */
async function answered() {
  const client = await connectToRunningCore(dataDir)
  if (!client) throw new Error('No core listens.')
  await new Promise<void>((resolve) => {
    client.onMessage(() => {
      resolve()
    })
    client.send({ verb: 'cancel', id: 1 })
  })
  return client
}
const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-socket-'))
  received.length = 0
  opened.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
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
  await expect.poll(() => opened.size).toBe(0)
})

it('ends a connection whose first line is not the secret, and passes nothing of it on', async () => {
  await start()
  for (const line of ['', 'x', `${place().secret}x`, '{"verb":"cancel","id":1}']) {
    const socket = connect(place().path)
    const end = ended(socket)
    socket.write(`${line}\n{"verb":"cancel","id":1}\n`)
    await end
  }
  expect(opened.size).toBe(0)
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
  expect(Buffer.from(place().secret, 'base64url')).toHaveLength(32)
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

it('leaves what listens there and says nothing', async () => {
  const folder = dirname(socketFile(dataDir))
  mkdirSync(folder)
  const path = join(folder, 'silent.sock')
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(path, resolve))
  writeFileSync(socketFile(dataDir), JSON.stringify({ path, secret: 'x' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const client = await connectToRunningCore(dataDir)
  client?.send({ verb: 'cancel', id: 1 })
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await client?.ended
  expect(client).toBeDefined()
  silent.close()
})

it('a call that is longer than a line may be is refused where it is made, and the connection stays', async () => {
  await start()
  const transport = await answered()
  const client = createRpcClient(transport)
  const text = '\u0001'.repeat(4_000_000)
  expect(await client.call('watchlist.preview', { text })).toMatchObject({
    error: { code: 'invalid_input', reason: { kind: 'file_too_large' } },
  })
  expect(opened.size).toBe(1)
  transport.close()
  await expect.poll(() => opened.size).toBe(0)
})

it('gives a program five seconds to say the secret', async () => {
  await start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = connect(place().path)
  const end = ended(late)
  const client = await answered()
  vi.advanceTimersByTime(4_999)
  expect(late.closed).toBe(false)
  vi.advanceTimersByTime(1)
  await end
  // A connection that has sent the secret stays.
  expect(opened.size).toBe(1)
  client.close()
})

it('has 32 connections at most, and others when one of them goes', async () => {
  await start()
  const clients = []
  for (let count = 0; count < 32; count += 1) clients.push(await answered())
  const late = await connectToRunningCore(dataDir)
  const answer = new Promise((resolve) => late?.onMessage(resolve))
  late?.send({ verb: 'cancel', id: 1 })
  expect(await Promise.race([late?.ended, answer])).toBeUndefined()
  expect(late).toBeDefined()
  clients.pop()?.close()
  await expect.poll(() => opened.size).toBe(31)
  clients.push(await answered())
  for (const client of clients) client.close()
  await expect.poll(() => opened.size).toBe(0)
})

it('is kept from no program by connections that say nothing', async () => {
  await start()
  const known = await answered()
  const silent = Array.from({ length: 60 }, () => connect(place().path))
  for (const socket of silent) socket.on('error', () => undefined)
  const client = await answered()
  expect(opened.size).toBe(2)
  client.close()
  known.close()
  for (const socket of silent) socket.destroy()
  await expect.poll(() => opened.size).toBe(0)
})

it('ends a program that asks and never reads', async () => {
  await start()
  const socket = connect(place().path)
  socket.pause().on('error', () => undefined)
  // Nearly the maximal line; twenty such answers exceed the buffer limit.
  const line = `${JSON.stringify({ text: 'x'.repeat(15 * 1024 * 1024) })}\n`
  socket.write(`${place().secret}\n`)
  for (let asked = 0; asked < 20; asked += 1) socket.write(line)
  await expect.poll(() => received.length).toBeGreaterThan(10)
  await expect.poll(() => opened.size).toBe(0)
  socket.destroy()
})

it('compares the secret in constant time', async () => {
  await start()
  const socket = connect(place().path)
  const end = ended(socket)
  socket.write('wrong\n')
  await end
  expect(isSameSecret).toHaveBeenCalledExactlyOnceWith('wrong', place().secret)
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
