import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { lookup as systemLookup } from 'node:dns'
import {
  connect,
  createServer as createTcpServer,
  isIP,
  Socket,
  type AddressInfo,
  type TcpNetConnectOpts,
} from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeAgents, openAgents, type Agents } from './agents.ts'
import { exchange, type ExchangeOptions } from './exchange.ts'
import { HttpError } from './http-error.ts'

vi.mock('node:dns', { spy: true })

let server: Server
let url: string
let requests: { readonly method: string; readonly path: string; readonly body: string; encoding: string }[]
let respond: (request: IncomingMessage, response: ServerResponse) => void
let agents: Agents
beforeEach(async () => {
  requests = []
  respond = (_, response) => response.end('ok')
  server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const body = Buffer.concat(pieces).toString()
      requests.push({ method, path, body, encoding: String(headers['accept-encoding']) })
      respond(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  agents = openAgents()
})
afterEach(() => {
  closeAgents(agents)
  server.close()
  server.closeAllConnections()
})

/** A server that sends `piece` endlessly. */
async function serveFlood(begin: string, piece: string) {
  const ended = Promise.withResolvers<void>()
  let sent = 0
  const flood = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('close', ended.resolve)
    const pour = () => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length
      sent += piece.length
    }
    socket.on('drain', pour)
    socket.once('data', () => {
      socket.write(begin)
      pour()
    })
  })
  flood.listen(0, '127.0.0.1')
  await once(flood, 'listening')
  onTestFinished(() => void flood.close())
  const { port } = flood.address() as AddressInfo
  return { url: `http://127.0.0.1:${String(port)}`, ended: ended.promise, sent: () => sent }
}

const send = (path: string, options: Partial<ExchangeOptions> = {}, base = url) =>
  exchange(new URL(path, base), { agents, maxBytes: 1_000, redirects: 'none', timeouts: {}, ...options })
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof HttpError ? error.reason : error),
  )

describe('redirects', () => {
  const redirect = (status: number, location: string) => {
    respond = ({ url: path }, response) => {
      if (path === '/to') response.end('there')
      else response.writeHead(status, { location }).end()
    }
  }

  it('none: a redirect is a response like any other', async () => {
    redirect(302, '/to')
    expect((await send('/from')).status).toBe(302)
    expect(requests).toHaveLength(1)
  })

  it('any: to another host as well, but not for ever', async () => {
    redirect(302, `${url.replace('127.0.0.1', 'localhost')}/to`)
    const response = await send('/from', { redirects: 'any' })
    expect(String(response.body)).toBe('there')
    expect(response).toMatchObject({ status: 200, withoutCredentials: true })
    redirect(302, '/from?again')
    expect(await send('/from', { redirects: 'any' })).toMatchObject({ refusedRedirect: 'redirect_loop' })
  })

  it('same-host: no further', async () => {
    redirect(302, 'http://elsewhere.test/to')
    expect(await send('/from', { redirects: 'same-host' })).toMatchObject({
      refusedRedirect: { kind: 'redirect_elsewhere', host: 'elsewhere.test' },
    })
  })

  it('of a POST: with its body where the status keeps the method, not at all otherwise', async () => {
    redirect(307, '/to')
    const post = { method: 'POST', body: '{"a":1}', redirects: 'same-host' } as const
    expect((await send('/from', post)).status).toBe(200)
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/from', '{"a":1}'],
      ['POST', '/to', '{"a":1}'],
    ])
    redirect(302, '/to')
    expect((await send('/from', post)).status).toBe(302)
  })

  it('of a POST to another host: not followed, whatever is allowed', async () => {
    const elsewhere = url.replace('127.0.0.1', 'localhost')
    for (const redirects of ['same-host', 'any'] as const) {
      redirect(307, `${elsewhere}/to`)
      expect(await send('/from', { method: 'POST', body: '{"a":1}', redirects })).toMatchObject({
        refusedRedirect: { kind: 'redirect_elsewhere' },
      })
    }
    expect(requests.map(({ path }) => path)).toEqual(['/from', '/from'])
  })
})

describe('the guard', () => {
  it('does not use a connection again that was opened without it', async () => {
    const byName = url.replace('127.0.0.1', 'localhost')
    const trusted = { publicOnly: { exceptBelow: `${byName}/` } }
    expect((await send('/', trusted, byName)).status).toBe(200)
    expect(await reasonOf(send('/', { publicOnly: {} }, byName))).toEqual({ kind: 'private_address' })
    expect(requests).toHaveLength(1)
  })

  it('connects to the address that it has checked, and checks again at the next connection', async () => {
    respond = (_, response) => response.setHeader('connection', 'close').end('ok')
    const connected: (string | undefined)[] = []
    const { port } = server.address() as AddressInfo
    // Replaces the network: connections to public addresses reach the server.
    agents.publicHttp.createConnection = (options, onMade) => {
      const { lookup } = options as TcpNetConnectOpts
      lookup?.('rebound.example', {}, (error, address) => {
        connected.push(error ? undefined : String(address))
        if (error) onMade?.(error, new Socket())
        else onMade?.(null, connect(port, '127.0.0.1'))
      })
      return undefined
    }
    const addresses = ['93.184.216.34', '127.0.0.1', '169.254.169.254', 'fe80::1', '::ffff:10.0.0.1']
    vi.mocked(systemLookup).mockImplementation(((_name, _options, done: (...all: unknown[]) => void) => {
      const address = addresses.shift() ?? ''
      done(null, [{ address, family: isIP(address) }])
    }) as typeof systemLookup)
    onTestFinished(() => {
      vi.mocked(systemLookup).mockReset()
    })
    const rebound = 'http://rebound.example'
    expect((await send('/', { publicOnly: {} }, rebound)).status).toBe(200)
    expect(addresses).toHaveLength(4)
    while (addresses.length > 0)
      expect(await reasonOf(send('/', { publicOnly: {} }, rebound))).toEqual({ kind: 'private_address' })
    expect(connected).toEqual(['93.184.216.34', undefined, undefined, undefined, undefined])
    expect(requests).toHaveLength(1)
  })
})

describe('limits', () => {
  it('of the time for all of it, with what it limits', async () => {
    respond = (_, response) => {
      response.write('one piece')
    }
    expect(await reasonOf(send('/', { timeouts: { idleMs: 5_000, totalMs: 40 } }))).toEqual({
      kind: 'timeout',
      phase: 'total',
      afterMs: 40,
    })
  })

  it('of the size, before and after decompression', async () => {
    respond = (_, response) => response.end(Buffer.alloc(1_001))
    expect(await reasonOf(send('/'))).toEqual({ kind: 'too_large', maxBytes: 1_000 })
    const packed = gzipSync(Buffer.alloc(100_000))
    respond = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    expect(packed.length).toBeLessThan(1_000)
    expect(await reasonOf(send('/'))).toEqual({ kind: 'too_large', maxBytes: 1_000 })
  })

  it.each([
    ['hints before the response', '', `HTTP/1.1 103 Early Hints\r\nlink: ${'x'.repeat(8_000)}\r\n\r\n`],
    ['leave to go on', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)],
    ['empty lines before the response', '', '\r\n'.repeat(30_000)],
    [
      'noughts before the length of a piece',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      `${'0'.repeat(8_000)}1\r\na\r\n`,
    ],
  ])('of all that is read, also where no body comes of it: %s', async (_name, begin, piece) => {
    const flood = await serveFlood(begin, piece)
    expect(await reasonOf(send('/', { timeouts: { totalMs: 5_000 } }, flood.url))).toEqual({
      kind: 'too_large',
      maxBytes: 1_000,
    })
    await flood.ended
    expect(flood.sent()).toBeLessThan(150_000_000)
  })

  it('a protocol nobody asked for is no response', async () => {
    const begin = 'HTTP/1.1 101 Ok\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'
    const flood = await serveFlood(begin, 'x'.repeat(60_000))
    expect(await reasonOf(send('/', {}, flood.url))).toEqual({ kind: 'cut' })
    await flood.ended
  })

  it('a compressed body is asked for unless told', async () => {
    await send('/')
    await send('/', { compressed: false })
    expect(requests.map(({ encoding }) => encoding)).toEqual(['gzip, br', 'identity'])
  })
})

it('sends a request again whose kept-alive connection the server has just closed', async () => {
  await send('/first')
  let closed = false
  respond = (request, response) => {
    if (closed) response.end('ok')
    else request.socket.resetAndDestroy()
    closed = true
  }
  expect((await send('/second')).status).toBe(200)
  expect(requests.map(({ path }) => path)).toEqual(['/first', '/second', '/second'])
})

it('a connection that breaks and was not kept alive is an error', async () => {
  respond = ({ socket }) => socket.resetAndDestroy()
  expect(await reasonOf(send('/'))).toEqual({ kind: 'network', code: 'ECONNRESET' })
  expect(requests).toHaveLength(1)
})
