/** Tests new blocks and transactions over a WebSocket, as explorers' frontends read them. */
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createSampleChain } from '../../sample/sample-chain.ts'
import { createService, type ServiceOptions } from '../server.ts'
import { SOCKET_PATH } from './phoenix-socket.ts'

type Message = readonly [string | null, string | null, string, string, Readonly<Record<string, unknown>>]

/** The service's limits. */
const [TOPICS, MESSAGE_BYTES, SOCKETS] = [32, 4_096, 128]

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function serve(options: Partial<ServiceOptions> = {}) {
  let time = Date.UTC(2026, 9, 1, 12)
  const chain = createSampleChain({ seed: 3, transactions: 500, live: true, now: () => time })
  // Time goes on whenever the service asks whether something has changed.
  const version = () => ((time += 6_000), chain.version())
  const service = await createService({ reader: { ...chain, version }, dialect: 'v12', ...options })
  ends.push(() => service.close())
  return service
}

/** A client whose messages are taken one after the other. */
async function connect(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}?vsn=2.0.0`, { headers })
  ends.push(() => {
    socket.terminate()
  })
  const messages: Message[] = []
  let arrived = Promise.withResolvers<undefined>()
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Message)
    arrived.resolve(undefined)
    arrived = Promise.withResolvers()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return {
    closed,
    send: (...message: readonly unknown[]) => {
      socket.send(JSON.stringify(message))
    },
    raw: (text: string) => {
      socket.send(text)
    },
    /** Whether the connection still took it. */
    sent: (text: string) =>
      new Promise<boolean>((resolve) => {
        socket.send(text, (error) => {
          resolve(error == null)
        })
      }),
    end: () => {
      socket.close()
    },
    pause: () => {
      socket.pause()
    },
    async next(): Promise<Message> {
      for (;;) {
        const message = messages.shift()
        if (message) return message
        await arrived.promise
      }
    },
  }
}
const ok = { status: 'ok', response: {} }

it('tells of each new block once, in the words of a list, and how many transactions came', async () => {
  const { url } = await serve()
  const client = await connect(url)
  client.send('1', '1', 'blocks:new_block', 'phx_join', {})
  expect(await client.next()).toEqual(['1', '1', 'blocks:new_block', 'phx_reply', ok])
  client.send('2', '2', 'transactions:new_transaction', 'phx_join', {})
  expect(await client.next()).toEqual(['2', '2', 'transactions:new_transaction', 'phx_reply', ok])
  client.send(null, '3', 'phoenix', 'heartbeat', {})
  expect(await client.next()).toEqual([null, '3', 'phoenix', 'phx_reply', ok])

  const told: Record<string, unknown>[] = []
  let transactions = 0
  while (told.length < 4 || transactions === 0) {
    const [join, ref, topic, event, payload] = await client.next()
    expect(ref).toBe(null)
    if (event === 'new_block') {
      expect([join, topic]).toEqual(['1', 'blocks:new_block'])
      expect(Number(payload.average_block_time)).toBeGreaterThan(0)
      told.push(payload.block as Record<string, unknown>)
    } else {
      expect([join, topic, event]).toEqual(['2', 'transactions:new_transaction', 'transaction'])
      transactions += Number(payload.transaction)
    }
  }
  const heights = told.map(({ height }) => Number(height))
  expect(heights).toEqual(heights.map((_, at) => heights[0]! + at))
  expect(told[0]).toMatchObject({ type: 'block', rewards: [{ type: 'validator' }] })
})

it('tells of the first block that comes after a page was opened, or opened again', async () => {
  let time = Date.UTC(2026, 9, 1, 12)
  const reader = createSampleChain({ seed: 3, transactions: 500, live: true, now: () => time })
  const { url } = await serve({ reader })
  for (const _ of ['opened', 'opened again']) {
    const height = Number(reader.version())
    const client = await connect(url)
    client.send('1', '1', 'blocks:new_block', 'phx_join', {})
    await client.next()
    time += 6_000
    expect((await client.next())[4].block).toMatchObject({ height: height + 1 })
    client.end()
    await client.closed
  }
})

it('is joined to what it has nothing to tell of, and left again', async () => {
  const { url } = await serve()
  const client = await connect(url)
  client.send('1', '1', 'addresses:0x12', 'phx_join', {})
  expect(await client.next()).toMatchObject(['1', '1', 'addresses:0x12', 'phx_reply', { status: 'ok' }])
  client.send('1', '2', 'addresses:0x12', 'phx_leave', {})
  expect((await client.next())[3]).toBe('phx_reply')
  expect((await client.next())[3]).toBe('phx_close')
  client.send('1', '3', 'no topic', 'phx_join', {})
  expect((await client.next())[4]).toMatchObject({ status: 'error' })
})

it('has its bounds: topics, the size and form of messages, sockets', async () => {
  const { url } = await serve()
  const client = await connect(url)
  for (let nth = 0; nth <= TOPICS; nth += 1) {
    client.send('1', '1', `addresses:a${String(nth)}`, 'phx_join', {})
    expect((await client.next())[4].status).toBe(nth < TOPICS ? 'ok' : 'error')
  }
  for (const wrong of ['{', '[1]', '"x"', '[1,2,3,4,5]']) {
    const other = await connect(url)
    other.raw(wrong)
    expect(await other.closed).toBe(1008)
  }
  const large = await connect(url)
  large.raw('x'.repeat(MESSAGE_BYTES + 1))
  expect(await large.closed).toBe(1009)
  for (let nth = 1; nth < SOCKETS; nth += 1) await connect(url)
  await expect(connect(url)).rejects.toThrow('503')
})

it('is cut where replies are not read', async () => {
  const { url } = await serve()
  const client = await connect(url)
  client.pause()
  const heartbeat = JSON.stringify([null, 'x'.repeat(4_000), 'phoenix', 'heartbeat', {}])
  // More than the service and what lies between hold.
  let sent = 0
  while (sent < 64_000_000 && (await client.sent(heartbeat))) sent += heartbeat.length
  expect(sent).toBeLessThan(64_000_000)
})

it('is refused to other paths, hosts, pages, and whoever has no key', async () => {
  const { url, port } = await serve({ corsOrigins: ['http://localhost:3000'] })
  await expect(connect(`${url}/other`)).rejects.toThrow('404')
  await expect(connect(url, { host: 'evil.example' })).rejects.toThrow('403')
  await expect(connect(url, { origin: 'http://evil.example' })).rejects.toThrow('403')
  await connect(url, { origin: 'http://localhost:3000' })
  expect(port).toBeGreaterThan(0)
  const open = await serve({ host: '0.0.0.0', proKey: 'a key of many letters' })
  const local = `http://127.0.0.1:${String(open.port)}`
  await expect(connect(local)).rejects.toThrow('401')
  await connect(local, { 'x-api-key': 'a key of many letters' })
})
