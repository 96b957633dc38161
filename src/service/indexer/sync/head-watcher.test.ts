import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { connectNode } from '#platform/json-rpc/node-connection.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { noBatches } from '../testing/node-proxy.ts'
import { until } from '../testing/until.ts'
import { Workload } from '../testing/workload.ts'
import { watchHeads } from './head-watcher.ts'

const GENESIS = `0x${'11'.repeat(32)}`

/** A node that is reached by HTTP and, at the same address, by a websocket with subscriptions. */
async function nodeWithHeads() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const subscribed: WebSocket[] = []
  let waiting = Promise.withResolvers<WebSocket>()
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method } = JSON.parse((data as Buffer).toString()) as { id: number; method: string }
      const result = method === 'eth_subscribe' ? '0x1' : { hash: GENESIS }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
      if (method !== 'eth_subscribe') return
      subscribed.push(socket)
      waiting.resolve(socket)
    })
  })
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    subscribed,
    /** The next one that is subscribed. */
    next() {
      waiting = Promise.withResolvers()
      return waiting.promise
    },
  }
}

test.each(['ws', 'http'])('heads are announced again after their connection has ended (%s)', async (by) => {
  const node = await nodeWithHeads()
  const connection = connectNode(`${by}://127.0.0.1:${String(node.port)}`)
  const heads = await watchHeads(connection, GENESIS)
  onTestFinished(() => {
    heads.close()
    connection.close()
  })
  expect(heads.mode).toBe('websocket')
  const again = node.next()
  node.subscribed[0]?.terminate()
  await until('it is polled', () => heads.mode === 'poll')
  await until('it is subscribed again', async () => {
    heads.wake()
    await heads.next()
    return heads.mode === 'websocket'
  })
  const socket = await again
  // Nothing but what is announced ends the wait.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const announced = heads.next()
  const params = { subscription: '0x1', result: { number: '0x2' } }
  socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }))
  await announced
  expect(node.subscribed).toHaveLength(2)
})

test('new blocks do not wait for traces that the background asked for', async () => {
  const anvil = await testAnvil()
  const released = Promise.withResolvers<undefined>()
  let isHolding = false
  let held = 0
  const proxy = await testProxy(anvil.url, async (method, _params, forward) => {
    if (isHolding && /^(?:debug|trace)_/.test(method)) {
      held += 1
      await released.promise
    }
    return forward()
  })
  proxy.answerBatches(noBatches)
  const chain = await testFollow({
    rpcUrl: proxy.url,
    dataDir: testFolder(),
    // None of them is given up meanwhile.
    requestTimeoutMs: 600_000,
  })
  onTestFinished(() => chain.close())
  await indexed(chain, anvil.url)
  isHolding = true
  const workload = await Workload.deploy(anvil.url)
  await workload.make(24, 2)
  // As many as are asked at the same time.
  await until('traces are asked for', () => held >= 6, { seen: () => held })
  await workload.make(4, 2)
  const height = Number(await anvil.request('eth_blockNumber'))
  await until('the new blocks', () => chain.status().head?.number === height, { seen: () => chain.status() })
  expect(chain.status().traces.done).toBeLessThan(chain.status().traces.of)
  isHolding = false
  released.resolve(undefined)
  await indexed(chain, anvil.url)
})
