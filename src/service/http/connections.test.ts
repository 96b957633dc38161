import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createService, type Service, type ServiceOptions } from './server.ts'
import { sendRequest } from './testing/http.ts'
import { createMemoryChain, TOKEN } from './testing/memory-chain.ts'

const running: Service[] = []
async function start(options: Partial<ServiceOptions> = {}): Promise<Service> {
  const service = await createService({ reader: createMemoryChain(), ...options })
  running.push(service)
  return service
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()))
})

/** A gate at which a reader waits, and that reports its arrival. */
function gate() {
  const open = Promise.withResolvers<undefined>()
  const reached = Promise.withResolvers<undefined>()
  return {
    open: () => {
      open.resolve(undefined)
    },
    reached: reached.promise,
    async wait() {
      reached.resolve(undefined)
      await open.promise
    },
  }
}

/** A socket that stays open, with everything it received. */
async function openSocket(service: Service, send?: string) {
  const socket = connect(service.port, '127.0.0.1')
  const state: { socket: Socket; text: string; ended: Promise<void> } = {
    socket,
    text: '',
    ended: new Promise((resolve) =>
      socket.once('close', () => {
        resolve()
      }),
    ),
  }
  socket.on('data', (chunk: Buffer) => {
    state.text += chunk.toString('utf8')
  })
  socket.on('error', () => {
    socket.destroy()
  })
  await new Promise<void>((resolve) =>
    socket.once('connect', () => {
      resolve()
    }),
  )
  if (send !== undefined) socket.write(send)
  return state
}

/**
 * A connection that the server has accepted. It accepts one per turn of the event loop; an answer shows that it has.
 */
async function openAccepted(service: Service) {
  const opened = await openSocket(service, rawGet(service, '/health').replace('GET', 'OPTIONS'))
  await expect.poll(() => opened.text).toContain('HTTP/1.1 204')
  opened.text = ''
  return opened
}

const rawGet = (service: Service, path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${String(service.port)}\r\n\r\n`

describe('requests that come together', () => {
  it('begin in a turn of the event loop each, so that nothing else waits for all of them', async () => {
    const chain = createMemoryChain()
    let turn = 0
    let next = setImmediate(function count() {
      turn += 1
      next = setImmediate(count)
    })
    const turns: number[] = []
    const service = await start({
      reader: {
        ...chain,
        list: (id, request) => {
          turns.push(turn)
          return chain.list(id, request)
        },
      },
    })
    // In one write, so that all requests arrive at once.
    await openSocket(service, rawGet(service, '/api/v2/token-transfers').repeat(20))
    await expect.poll(() => turns.length).toBe(20)
    clearImmediate(next)
    expect(new Set(turns).size).toBeGreaterThanOrEqual(19)
  })

  it('of a client that is gone by their turn are not answered', async () => {
    const chain = createMemoryChain()
    const COUNT = 100
    let answered = 0
    let clients: Awaited<ReturnType<typeof openSocket>>[] = []
    const service = await start({
      reader: {
        ...chain,
        list: (id, request) => {
          answered += 1
          // The others arrive while the first one is answered. The second is answered at once, the third in its own
          // turn, when all have arrived: then they close.
          if (answered === 1) for (const { socket } of clients.slice(1)) socket.write(get)
          if (answered === 3) for (const { socket } of clients) socket.resetAndDestroy()
          return chain.list(id, request)
        },
      },
    })
    const get = rawGet(service, '/api/v2/token-transfers')
    clients = await Promise.all(Array.from({ length: COUNT }, () => openAccepted(service)))
    clients[0]?.socket.write(get)
    await Promise.all(clients.map(({ ended }) => ended))
    // This request is answered after those of the clients.
    await sendRequest(`${service.url}/api/v2/tokens/${TOKEN}`)
    expect(answered).toBeGreaterThan(2)
    expect(answered).toBeLessThan(COUNT / 2)
  })
})

describe('requests that nobody waits for the answers of', () => {
  it('are cut with their connection, and cost others nothing', async () => {
    const chain = createMemoryChain()
    let answered = 0
    const service = await start({
      reader: {
        ...chain,
        list: (id, request) => {
          answered += 1
          return chain.list(id, request)
        },
      },
    })
    const flood = rawGet(service, '/api/v2/token-transfers').repeat(2_000)
    const clients = await Promise.all(Array.from({ length: 8 }, () => openSocket(service, flood)))
    expect((await sendRequest(`${service.url}/health`)).status).toBe(200)
    await Promise.all(clients.map(({ ended }) => ended))
    expect((await sendRequest(`${service.url}/api/v2/token-transfers`)).status).toBe(200)
    expect(answered).toBeLessThanOrEqual(8 * 32 + 1)
  })

  it('are answered one after the other in one connection', async () => {
    const chain = createMemoryChain()
    const { open, reached, wait } = gate()
    const paths: string[] = []
    const service = await start({
      reader: {
        ...chain,
        list: async (id, request) => {
          paths.push(id)
          if (paths.length === 1) await wait()
          return chain.list(id, request)
        },
      },
    })
    const requests = ['/api/v2/token-transfers', '/api/v2/transactions'].map((path) => rawGet(service, path))
    const client = await openSocket(service, requests.join(''))
    await reached
    await sendRequest(`${service.url}/health`)
    expect(paths).toEqual(['token-transfers'])
    open()
    await expect.poll(() => client.text.match(/HTTP\/1\.1 200/g)?.length).toBe(2)
    expect(paths).toEqual(['token-transfers', 'latest-transactions'])
    client.socket.destroy()
  })

  it.each([
    ['by another name', 403, (get: string) => get.replace('Host: 127.0.0.1', 'Host: evil.example')],
    ['without a key', 401, (get: string) => get.replace('GET ', 'GET /1')],
    ['faster than they may', 429, (get: string) => get],
    ['nor for the health', 200, (get: string) => get.replace(/GET \S+/, 'GET /health')],
  ])('take no turn where they are refused: %s', async (_, status, refusedFrom) => {
    const chain = createMemoryChain()
    const clients = Array.from({ length: 100 }, (_client, at) => `key-of-client-${String(at)}`)
    let begun = 0
    let sendRest = () => undefined as unknown
    const service = await start({
      reader: {
        ...chain,
        list: (id, request) => {
          begun += 1
          if (begun === 1) sendRest()
          return chain.list(id, request)
        },
      },
      proKey: clients,
      requestsPerSecond: 0.001,
    })
    const get = rawGet(service, '/api/v2/token-transfers')
    if (status === 429) await sendRequest(`${service.url}/api/v2/tokens/${TOKEN}`)
    const sockets = await Promise.all(clients.map(() => openAccepted(service)))
    const refused = await openAccepted(service)
    const send = (at: number) =>
      sockets[at]?.socket.write(get.replace('\r\n\r\n', `\r\nX-Api-Key: ${clients[at] ?? ''}\r\n\r\n`))
    const begunAtAnswer = new Promise<number>((resolve) =>
      refused.socket.once('data', () => {
        resolve(begun)
      }),
    )
    // Sent while the first one is answered, so that all others arrive in the same turn of the event loop, this one
    // last.
    sendRest = () => {
      for (let at = 1; at < clients.length; at += 1) send(at)
      refused.socket.write(refusedFrom(get))
    }
    send(0)
    expect(await begunAtAnswer).toBeLessThan(clients.length / 2)
    expect(refused.text).toContain(`HTTP/1.1 ${String(status)}`)
    await expect.poll(() => begun).toBe(clients.length)
    for (const { socket } of [...sockets, refused]) socket.destroy()
  })
})

describe('answers', () => {
  it('are JSON in UTF-8, not to be sniffed', async () => {
    const service = await start()
    const { headers, text } = await sendRequest(`${service.url}/api/v2/token-transfers`)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-ratelimit-limit')
  })

  it('are compressed where a proxy asks for it and it pays', async () => {
    const service = await start()
    const get = (
      path: string,
      accept: string,
      proxy: Record<string, string> = { 'x-forwarded-for': '::1' },
    ) => sendRequest(service.url + path, { headers: { 'accept-encoding': accept, ...proxy } })
    const plain = await sendRequest(`${service.url}/api/v2/token-transfers`)
    const small = await get('/api/json/config', 'gzip')
    expect(small.headers).not.toHaveProperty('content-encoding')
    for (const accept of ['gzip', 'br, gzip;q=0.5', '*']) {
      const reply = await get('/api/v2/token-transfers', accept)
      expect(reply.headers, accept).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      expect(reply.bytes.length).toBeLessThan(plain.bytes.length / 4)
      expect(gunzipSync(reply.bytes).toString('utf8')).toBe(plain.text)
    }
    // On the same machine, compression would only take time.
    expect((await get('/api/v2/token-transfers', 'gzip', {})).headers).not.toHaveProperty('content-encoding')
    for (const accept of ['br', 'gzip;q=0', 'identity']) {
      expect((await get('/api/v2/token-transfers', accept)).text, accept).toBe(plain.text)
    }
  })

  it('to HEAD are those to GET without the body', async () => {
    const service = await start({ requestsPerSecond: 100 })
    const url = `${service.url}/api/v2/tokens/${TOKEN}`
    const get = await sendRequest(url)
    const head = await sendRequest(url, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect((await sendRequest(`${service.url}/api/v2/nothing`, { method: 'HEAD' })).status).toBe(404)
  })

  it('to OPTIONS say what is allowed', async () => {
    const service = await start()
    const reply = await sendRequest(`${service.url}/api/v2/token-transfers`, { method: 'OPTIONS' })
    expect([reply.status, reply.text, reply.headers.allow]).toEqual([204, '', 'GET, HEAD, OPTIONS'])
    expect(reply.headers).not.toHaveProperty('content-length')
  })

  it('for media let nothing in them run', async () => {
    const service = await start()
    const icon = await sendRequest(`${service.url}/media/icon.svg`)
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(icon.headers['x-content-type-options']).toBe('nosniff')
    expect(icon.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    expect((await sendRequest(`${service.url}/31337/media/icon.svg`)).text).toBe(icon.text)
  })
})

describe('a reader that throws', () => {
  it('is a 500 with a bare JSON string, and one log line without a secret', async () => {
    const lines: string[] = []
    const reader = createMemoryChain('1', () => {
      throw new Error('fetch https://user:pw@node.example/v3/UPSTREAMKEY?apikey=QUERYKEY failed\nfor KEY-1', {
        cause: 'x',
      })
    })
    const service = await start({
      reader,
      proKey: 'KEY-1',
      log: (line) => {
        lines.push(line)
      },
    })
    const reply = await sendRequest(`${service.url}/1/api/v2/token-transfers?apikey=KEY-1`)
    expect([reply.status, reply.text]).toEqual([500, '"Internal server error"'])
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(
      'GET /1/api/v2/token-transfers failed: Error: fetch https://node.example/… failed for',
    )
    expect(lines[0]).not.toMatch(/UPSTREAMKEY|QUERYKEY|KEY-1|pw@|\n/)
    expect((await sendRequest(`${service.url}/api/json/config`)).status).toBe(200)
  })
})

describe('closing', () => {
  it('lets a running answer finish, refuses new connections, and ends idle ones at once', async () => {
    const door = gate()
    const service = await start({ reader: createMemoryChain('1', () => door.wait()) })
    const idle = await openSocket(service, rawGet(service, '/api/json/config'))
    await expect.poll(() => idle.text).toContain('"chains"')
    const silent = await openSocket(service)
    const busy = await openSocket(service, rawGet(service, '/api/v2/token-transfers'))
    await door.reached

    const closed = service.close()
    await idle.ended
    await silent.ended
    await expect(sendRequest(`${service.url}/api/json/config`)).rejects.toThrow(/ECONNREFUSED/)
    expect(busy.text).toBe('')
    door.open()
    await busy.ended
    await closed
    expect(busy.text).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(busy.text).toMatch(/\r\nconnection: close\r\n/i)
    expect(busy.text).toMatch(/"next_page_params":\{.*\}\}$/)
  })

  it('ends a connection whose answer was already on its way, once it is out', async () => {
    const large = 40_000_000
    const reader = {
      ...createMemoryChain('1'),
      media: () => ({ type: 'image/png', body: Buffer.alloc(large) }),
    }
    const service = await start({ reader })
    const slow = await openSocket(service)
    let received = 0
    slow.socket.removeAllListeners('data')
    slow.socket.on('data', (chunk) => {
      if (received === 0) slow.socket.pause()
      received += chunk.length
    })
    slow.socket.write(rawGet(service, '/media/large.png'))
    await expect.poll(() => received).toBeGreaterThan(0)
    const closed = service.close()
    slow.socket.resume()
    await closed
    await slow.ended
    expect(received).toBeGreaterThan(large)
  })

  it('cuts what does not finish in its time', async () => {
    const door = gate()
    const service = await start({ reader: createMemoryChain('1', () => door.wait()) })
    const stuck = await openSocket(service, rawGet(service, '/api/v2/token-transfers'))
    await door.reached
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed = service.close()
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    await closed
    await stuck.ended
    expect(stuck.text).toBe('')
    door.open()
  })

  it('can be asked for twice, and frees the port', async () => {
    const service = await start()
    await Promise.all([service.close(), service.close()])
    const again = await start({ port: service.port })
    expect(again.port).toBe(service.port)
    await expect(createService({ reader: createMemoryChain(), port: service.port })).rejects.toThrow(
      /EADDRINUSE/,
    )
  })
})

describe('whatever is sent to it', () => {
  it.each(['//', '//x/y', '/%', '*', 'http://[', '/api/v2/%ff', '/api/v2//', '/media/..%2f..', '/?%'])(
    '%s is answered, also with a wish to upgrade',
    async (path) => {
      const service = await start()
      for (const wish of ['', 'Connection: upgrade\r\nUpgrade: websocket\r\n']) {
        const request = rawGet(service, path).replace('\r\n\r\n', `\r\n${wish}\r\n`)
        const { socket, ended } = await openSocket(service, request)
        const first = await new Promise<string>((resolve) =>
          socket.once('data', (chunk) => {
            resolve(chunk.toString('latin1'))
          }),
        )
        expect(first).toMatch(/^HTTP\/1\.1 4\d\d/)
        socket.resetAndDestroy()
        await ended
      }
      expect((await sendRequest(`${service.url}/api/json/config`)).status).toBe(200)
    },
  )

  it('1,000 connections that never speak keep nobody out', async () => {
    const service = await start()
    const silent = await Promise.all(Array.from({ length: 1_000 }, () => openSocket(service)))
    expect((await sendRequest(`${service.url}/api/json/config`)).status).toBe(200)
    await service.close()
    await Promise.all(silent.map(({ ended }) => ended))
  })

  it('comes from this machine only', async () => {
    const service = await start()
    const isHeard = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ port: service.port, host })
        socket.setTimeout(2_000, () => socket.destroy())
        socket.once('connect', () => {
          socket.destroy()
          resolve(true)
        })
        socket.once('error', () => undefined)
        socket.once('close', () => {
          resolve(false)
        })
      })
    const outside = Object.values(networkInterfaces()).flatMap(
      (all) => all?.filter((one) => !one.internal) ?? [],
    )
    for (const host of ['127.0.0.2', ...outside.map(({ address }) => address)])
      expect(await isHeard(host), host).toBe(false)
    expect(await isHeard('127.0.0.1')).toBe(true)
  })
})

describe('a connection', () => {
  it('serves one request after the other', async () => {
    const service = await start()
    const socket = await openSocket(
      service,
      rawGet(service, '/api/json/config') + rawGet(service, '/nothing'),
    )
    await expect.poll(() => socket.text).toContain('Not found')
    expect(socket.text.match(/HTTP\/1\.1/g)).toHaveLength(2)
  })

  it('that speaks something else is told so and closed', async () => {
    const service = await start()
    const socket = await openSocket(service, 'hello there\r\n\r\n')
    await socket.ended
    expect(socket.text).toMatch(/^HTTP\/1\.1 400/)
  })

  it('without a host is refused', async () => {
    const service = await start()
    const socket = await openSocket(service, 'GET /api/json/config HTTP/1.0\r\n\r\n')
    await socket.ended
    expect(socket.text).toMatch(/^HTTP\/1\.1 403/)
  })

  it('that goes away while its answer is made disturbs nobody', async () => {
    const door = gate()
    const lines: string[] = []
    const service = await start({
      reader: createMemoryChain('1', () => door.wait()),
      log: (line) => {
        lines.push(line)
      },
    })
    const gone = await openSocket(service, rawGet(service, '/api/v2/token-transfers'))
    await door.reached
    gone.socket.destroy()
    await gone.ended
    door.open()
    expect((await sendRequest(`${service.url}/api/v2/token-transfers`)).status).toBe(200)
    expect(lines).toEqual([])
  })
})
