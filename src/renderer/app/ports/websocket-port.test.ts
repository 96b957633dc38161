// @vitest-environment node
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { describeCause } from '#shared/errors/failure.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { MAX_IMPORT_BYTES } from '#shared/rpc/contract/watchlist.ts'
import { MAX_MESSAGE_BYTES } from '#shared/rpc/messages.ts'
import type { ConnectionStatus } from '#renderer/stores/connection.ts'
import { type Admission, createWebSocketPort } from './websocket-port.ts'

/** A host that records received messages. It can be killed, and started again on its port. */
async function startHost(port = 0) {
  const http: Server = createServer((_, response) => response.end('a page'))
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => 'chainglass',
  })
  const received: unknown[] = []
  const connections: ServerSocket[] = []
  http.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      connections.push(webSocket)
      webSocket.on('message', (data) => {
        const message = JSON.parse((data as Buffer).toString('utf8')) as { verb: string; id: number }
        received.push(message)
        if (message.verb === 'request')
          webSocket.send(JSON.stringify({ verb: 'reply', id: message.id, result: { ok: true, data: {} } }))
      })
    })
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  return {
    port: (http.address() as AddressInfo).port,
    received,
    connections,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of connections) socket.terminate()
        http.closeAllConnections()
        http.close(() => {
          resolve()
        })
      }),
  }
}

const stops: (() => Promise<void>)[] = []
const ends: (() => void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  for (const stop of stops.splice(0)) await stop()
})

function portTo(
  port: number,
  admit: () => Admission = () => ({ kind: 'proven', protocols: ['chainglass'] }),
) {
  const statuses: ConnectionStatus[] = []
  // A port tries for as long as its page is there; after the test, its attempts wait for ever.
  let isEnded = false
  const link = createWebSocketPort({
    url: `ws://127.0.0.1:${String(port)}/bridge`,
    admit: () => (isEnded ? new Promise(() => undefined) : Promise.resolve(admit())),
  })
  ends.push(() => {
    isEnded = true
  })
  link.onStatus((status) => statuses.push(status))
  return { link, statuses, last: () => statuses.at(-1)?.state }
}

describe('the port to the loopback host', () => {
  test('what is sent before the connection is open waits for it', async () => {
    const host = await startHost()
    stops.push(host.stop)
    const { link, statuses } = portTo(host.port)
    const core = createRpcClient(link)
    expect(statuses).toEqual([{ state: 'connecting' }])

    expect(await core.call('app.info', {})).toMatchObject({ ok: true })
    expect(statuses.at(-1)).toEqual({ state: 'open' })
  })

  test('a lost core is said, running calls end, and the connection comes back by itself with its subscriptions', async () => {
    const host = await startHost()
    const { link, last } = portTo(host.port)
    const core = createRpcClient(link)
    core.subscribe('settings.changed', {}, () => undefined)
    await expect.poll(() => host.received).toHaveLength(1)

    await host.stop()
    await expect.poll(last).toBe('lost')
    expect(await core.call('app.info', {})).toMatchObject({ ok: false, error: { code: 'offline' } })

    const again = await startHost(host.port)
    stops.push(again.stop)
    await expect.poll(last).toBe('open')
    await expect.poll(() => again.received).toMatchObject([{ verb: 'subscribe', event: 'settings.changed' }])
    expect(await core.call('app.info', {})).toMatchObject({ ok: true })
  })

  test('why the core could not start again is said until it runs', async () => {
    const host = await startHost()
    stops.push(host.stop)
    const { link, last, statuses } = portTo(host.port)
    const core = createRpcClient(link)
    await core.call('app.info', {})
    const error = { code: 'storage', kind: 'full' }
    host.connections[0]!.close(1012, JSON.stringify(error))
    await expect.poll(() => host.connections.length).toBe(2)
    expect(await core.call('app.info', {})).toMatchObject({ ok: true })
    expect(statuses.findLast(({ state }) => state !== 'open')).toMatchObject({ state: 'lost', error })
    expect(last()).toBe('open')
  })

  test('a file of labels that is longer as JSON than a host takes is refused in a sentence, and the connection stays', async () => {
    const host = await startHost()
    stops.push(host.stop)
    const core = createRpcClient(portTo(host.port).link)
    expect(await core.call('app.info', {})).toMatchObject({ ok: true })
    // Each character takes six characters of JSON.
    const text = '\u0001'.repeat(MAX_IMPORT_BYTES / 2)
    const refused = await core.call('watchlist.preview', { text })
    expect(refused.ok ? undefined : describeCause(refused.error)).toBe(
      'It has 24 MB; up to 16 MB are read at once. Nothing was read.',
    )
    expect(await core.call('app.info', {})).toMatchObject({ ok: true })
    expect(host.connections).toHaveLength(1)
  })

  test.each(['refused', 'stranger'] as const)(
    'who answers as one that is %s is sent nothing, and it is said from try to try, until it is let in',
    async (kind) => {
      const host = await startHost()
      stops.push(host.stop)
      let admission: Admission = { kind }
      const { link, statuses, last } = portTo(host.port, () => admission)
      link.send({ verb: 'cancel', id: 1 })
      await expect.poll(() => statuses.filter(({ state }) => state === kind).length).toBeGreaterThan(2)
      expect(new Set(statuses.slice(1).map(({ state }) => state))).toEqual(new Set([kind]))
      expect(host.connections).toEqual([])
      admission = { kind: 'unreachable' }
      link.retryNow()
      await expect.poll(last).toBe('lost')
      admission = { kind: 'proven', protocols: ['chainglass'] }
      link.retryNow()
      await expect.poll(last).toBe('open')
      expect(host.received).toEqual([])
    },
  )

  test('nobody there: lost, never refused', async () => {
    const host = await startHost()
    await host.stop()
    const { statuses } = portTo(host.port)
    await expect.poll(() => statuses.filter(({ state }) => state === 'lost').length).toBeGreaterThan(2)
    expect(statuses.map(({ state }) => state)).not.toContain('refused')
  })

  test('“try now” does not wait for the pause', async () => {
    const host = await startHost()
    await host.stop()
    // With fake timers, no automatic attempt happens.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { link } = portTo(host.port)
      // Waits for a status without `expect.poll`, which would let the time pass.
      const reached = (state: ConnectionStatus['state']) =>
        new Promise<void>((resolve) => {
          link.onStatus((status) => {
            if (status.state === state) resolve()
          })
        })
      await reached('lost')
      const again = await startHost(host.port)
      stops.push(again.stop)
      link.retryNow()
      await reached('open')
    } finally {
      vi.useRealTimers()
    }
  })
})
