import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { closeAgents, openAgents } from './agents.ts'
import { exchange, type ExchangeOptions } from './exchange.ts'
import { HttpError } from './http-error.ts'
import { readProxy } from './proxy.ts'

/** A proxy that answers plain requests itself, opens no tunnel, and records requests. */
async function startProxy() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('by the proxy')
  })
  server.on('connect', (request, socket) => {
    asked.push(`tunnel to ${request.url ?? ''}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const agents = openAgents({ env: { https_proxy: url, HTTP_PROXY: url, NO_PROXY: 'intranet.example' } })
  onTestFinished(() => {
    closeAgents(agents)
    server.close()
    server.closeAllConnections()
  })
  const ask = (target: string, options: Partial<ExchangeOptions> = {}) =>
    exchange(new URL(target), {
      agents,
      redirects: 'none',
      maxBytes: 1_000,
      timeouts: { totalMs: 20_000 },
      ...options,
    }).then(
      ({ body }) => body.toString(),
      (error: unknown) => (error instanceof HttpError ? error.reason : error),
    )
  return { asked, url, ask }
}

test('requests go by the proxy of the environment', async () => {
  const { asked, ask } = await startProxy()
  expect(await ask('http://chain.example/api')).toBe('by the proxy')
  expect(await ask('https://chain.example/api')).toEqual({ kind: 'network', code: 'ERR_PROXY_TUNNEL' })
  expect(asked).toEqual(['http://chain.example/api', 'tunnel to chain.example:443'])
})

test('this machine, and what the environment excepts, is asked directly', async () => {
  const { asked, url, ask } = await startProxy()
  const { port } = new URL(url)
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await ask(`http://${host}:${port}/x`)).toBe('by the proxy')
  expect(asked).toEqual(['/x', '/x'])
  expect(await ask('http://intranet.example/')).toMatchObject({ kind: 'network' })
  expect(asked).toHaveLength(2)
})

test('a URL that a stranger chose reaches public addresses only, also by a proxy', async () => {
  const { asked, ask } = await startProxy()
  const publicOnly = { publicOnly: {} }
  expect(await ask('https://10.0.0.1/', publicOnly)).toEqual({ kind: 'private_address' })
  // The proxy might resolve a name that is unknown here, so it is only asked for addresses.
  expect(await ask('https://chain.invalid/', publicOnly)).toMatchObject({ kind: 'network' })
  expect(await ask('http://93.184.216.34/', publicOnly)).toEqual({ kind: 'unsupported_scheme' })
  expect(asked).toEqual([])
  await ask('https://93.184.216.34/', publicOnly)
  expect(asked).toEqual(['tunnel to 93.184.216.34:443'])
})

test('what is no URL of a proxy is none', () => {
  expect(readProxy({})).toBeUndefined()
  expect(
    readProxy({ HTTP_PROXY: '', HTTPS_PROXY: 'proxy:8080', https_proxy: 'socks5://127.0.0.1:1' }),
  ).toBeUndefined()
  expect(
    readProxy({ HTTPS_PROXY: 'http://one', https_proxy: 'http://two', no_proxy: 'a.example, .b.example' }),
  ).toEqual({
    HTTP_PROXY: undefined,
    HTTPS_PROXY: 'http://two',
    NO_PROXY: 'localhost,.localhost,127.0.0.1,::1,[::1],a.example,.b.example',
  })
})
