import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { connectNode, CONNECTION_LIMITS, type ConnectionLimits } from './node-connection.ts'

interface Asked {
  readonly id: number
  readonly method: string
}

/** A node over a WebSocket, and a connection to it. */
async function connectTo(
  answer: (asked: Asked, socket: WebSocket, raw: Socket) => void,
  limits: Partial<ConnectionLimits> = {},
  path = '',
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket, { socket: raw }) => {
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      answer(JSON.parse((data as Buffer).toString()) as Asked, socket, raw)
    })
  })
  const { port } = server.address() as AddressInfo
  const node = connectNode(`ws://127.0.0.1:${String(port)}${path}`, { ...CONNECTION_LIMITS, ...limits })
  onTestFinished(() => {
    node.close()
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  return { node, server }
}

const reply = (socket: WebSocket, id: number, result: unknown) => {
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

test('a message of 200 MB is refused at its first bytes, and never read', async () => {
  const piece = Buffer.alloc(64_000, 'a')
  const ended = Promise.withResolvers<undefined>()
  let taken = 0
  const { node } = await connectTo(({ id, method }, socket, raw) => {
    if (method === 'small') {
      reply(socket, id, 'here')
      return
    }
    // A text in one frame, with an eight-byte length.
    const head = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0])
    head.writeBigUInt64BE(200_000_000n, 2)
    raw.write(head)
    raw.on('close', ended.resolve)
    const pour = (error?: Error | null) => {
      if (error || raw.destroyed) return
      // A client that has taken so much is reading, and would buffer the rest too.
      if (taken >= 40_000_000) {
        raw.destroy()
        return
      }
      taken += piece.length
      raw.write(piece, pour)
    }
    pour()
  })
  await expect(node.request('huge', [])).rejects.toMatchObject({
    kind: 'too_large',
    message: 'the answer is too large',
  })
  await ended.promise
  // The system's buffers for a program that reads nothing.
  expect(taken).toBeLessThan(32_000_000)
  expect(await node.request('small', [])).toBe('here')
})

test('a message in pieces without an end is refused at the limit', async () => {
  const piece = Buffer.alloc(64_000, 'a')
  const { node, server } = await connectTo(
    (_, socket) => {
      const pour = () => {
        socket.send(piece, { binary: false, fin: false }, (error) => {
          if (!error && socket.readyState === socket.OPEN) pour()
        })
      }
      pour()
    },
    { maxBytes: 1_000_000 },
  )
  const ended = new Promise((resolve) => {
    server.on('connection', (socket) => socket.on('close', resolve))
  })
  await expect(node.request('huge', [])).rejects.toMatchObject({ kind: 'too_large' })
  await ended
})

test('an answer larger than its call allows is refused alone', async () => {
  const { node } = await connectTo(({ id, method }, socket) => {
    socket.send('')
    reply(socket, id, method === 'huge' ? 'a'.repeat(2_000) : 'here')
  })
  const [huge, small] = await Promise.allSettled([
    node.request('huge', [], { maxBytes: 1_000 }),
    node.request('small', [], { maxBytes: 1_000 }),
  ])
  expect(huge).toMatchObject({ status: 'rejected', reason: { kind: 'too_large' } })
  expect(small).toMatchObject({ status: 'fulfilled', value: 'here' })
})

test('a call that is not answered in time fails alone: 20 others are answered over the same connection', async () => {
  const held: (() => void)[] = []
  const { node, server } = await connectTo(
    ({ id, method }, socket) => {
      if (method === 'slow') return
      held.push(() => {
        reply(socket, id, method)
      })
    },
    { parallel: 30 },
  )
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  const others = Array.from({ length: 20 }, (_, n) => node.request(`call ${String(n)}`, []))
  const settled = Promise.allSettled(others)
  await expect(node.request('slow', [], { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' })
  expect(held).toHaveLength(20)
  for (const release of held) release()
  expect(await settled).toEqual(others.map((_, n) => ({ status: 'fulfilled', value: `call ${String(n)}` })))
  expect(connections).toBe(1)
})

test('a subscription to heads lives through a call that is not answered in time', async () => {
  const sockets: WebSocket[] = []
  const { node } = await connectTo(({ id, method }, socket) => {
    sockets.push(socket)
    if (method === 'eth_subscribe') reply(socket, id, '0x1')
  })
  const heard = Promise.withResolvers<unknown>()
  const onEnd = () => {
    heard.reject(new Error('the subscription ended'))
  }
  await node.subscribe?.(['newHeads'], { onData: heard.resolve, onEnd })
  await expect(node.request('slow', [], { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' })
  sockets[0]?.send(
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: { subscription: '0x1', result: 'new' },
    }),
  )
  expect(await heard.promise).toBe('new')
})

test("an answer that comes after its time is nobody else's", async () => {
  const late = Promise.withResolvers<() => void>()
  const { node } = await connectTo(({ id, method }, socket) => {
    if (method === 'slow')
      late.resolve(() => {
        reply(socket, id, 'late')
      })
    else reply(socket, id, method)
  })
  await expect(node.request('slow', [], { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' })
  const answerLate = await late.promise
  answerLate()
  expect(await node.request('next', [])).toBe('next')
})

test('an answer over the limit of the connection costs its call alone, whatever else is asked', async () => {
  const asked: [number, string, WebSocket][] = []
  const { node } = await connectTo(
    ({ id, method }, socket) => {
      asked.push([id, method, socket])
      // All of them are waiting when the response that ends the connection arrives.
      if (asked.length < 6) return
      for (const [each, name, to] of asked.length === 6 ? asked : asked.slice(-1))
        if (to.readyState === to.OPEN) reply(to, each, name === 'huge' ? 'a'.repeat(20_000) : name)
    },
    { maxBytes: 10_000, parallel: 10 },
  )
  const names = ['huge', 'one', 'two', 'three', 'four', 'five']
  const answers = await Promise.allSettled(names.map((name) => node.request(name, [])))
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { kind: 'too_large' } },
    ...names.slice(1).map((value) => ({ status: 'fulfilled', value })),
  ])
})

test('a connection over which nothing comes any more is given up, and its calls fail then', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const asked = Promise.withResolvers<Socket>()
  const { node } = await connectTo((_, __, raw) => {
    asked.resolve(raw)
  })
  const waiting = expect(node.request('lost', [], { timeoutMs: 60_000 })).rejects.toMatchObject({
    kind: 'unreachable',
  })
  // Simulates a machine that is gone: it reads and sends nothing.
  const raw = await asked.promise
  raw.removeAllListeners('data')
  raw.pause()
  await vi.advanceTimersByTimeAsync(80_000)
  await waiting
})

test.each(['{"jsonrpc":"2.0","id":1,"resu', 'null', '[]', '7'])(
  'what is no JSON-RPC (%s) ends the call, and nothing else',
  async (text) => {
    const { node } = await connectTo(
      ({ id, method }, socket) => {
        if (method === 'good') reply(socket, id, 'here')
        else socket.send(text)
      },
      { timeoutMs: 300 },
    )
    await expect(node.request('bad', [])).rejects.toMatchObject({
      kind: text.startsWith('{') ? 'garbage' : 'timeout',
    })
    expect(await node.request('good', [])).toBe('here')
  },
)

test('a key in the URL that the node repeats is not in the words of an error, and stays in data', async () => {
  const { node } = await connectTo(
    ({ id, method }, socket) => {
      if (method === 'eth_call') reply(socket, id, '0xS3cret-0123456789abcdef')
      else {
        const error = { code: -32000, message: 'asked with S3cret-0123456789abcdef' }
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }))
      }
    },
    {},
    '/v2/S3cret-0123456789abcdef',
  )
  await expect(node.request('eth_blockNumber', [])).rejects.toThrow('asked with [key]')
  expect(await node.request('eth_call', [])).toBe('0xS3cret-0123456789abcdef')
})

test('a subscription gives what it is sent, and says when it ends', async () => {
  const { node, server } = await connectTo(({ id }, socket) => {
    reply(socket, id, '0x1')
    for (const result of ['one', 'two'])
      socket.send(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'eth_subscription',
          params: { subscription: '0x1', result },
        }),
      )
  })
  const heard: unknown[] = []
  const second = Promise.withResolvers<undefined>()
  const ended = Promise.withResolvers<undefined>()
  await node.subscribe?.(['newHeads'], {
    onData(data) {
      heard.push(data)
      if (heard.length === 2) second.resolve(undefined)
    },
    onEnd() {
      ended.resolve(undefined)
    },
  })
  await second.promise
  expect(heard).toEqual(['one', 'two'])
  for (const socket of server.clients) socket.terminate()
  await ended.promise
})

test('a subscription that is never confirmed fails in time', async () => {
  const { node } = await connectTo(() => undefined, { timeoutMs: 50 })
  const listener = { onData: () => undefined, onEnd: () => undefined }
  await expect(node.subscribe?.(['newHeads'], listener)).rejects.toMatchObject({ kind: 'timeout' })
})
