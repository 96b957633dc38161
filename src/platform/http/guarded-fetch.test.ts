import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { imageHandlers } from '#core/media/image-handlers.ts'
import { detectImageType } from '#core/media/image-type.ts'
import { isPublicAddress } from './public-address.ts'
import { readGateways } from '#core/media/web-addresses.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const servers: Server[] = []

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

const options = (allowedOrigin?: string) => ({
  allowedOrigin,
  userAgent: 'test',
  accept: '*/*',
  maxBytes: 1_000,
  timeoutMs: 5_000,
  signal: new AbortController().signal,
})
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as { error: { code: string; kind?: string } }).error,
  )

describe('a fetch of what a stranger pointed at', () => {
  it('refuses loopback and private addresses, by number and by name, without connecting', async () => {
    let asked = 0
    const url = await serve((_, response) => {
      asked += 1
      response.end(PNG)
    })
    for (const target of [
      url,
      url.replace('127.0.0.1', 'localhost'),
      'http://[::1]:1/',
      'http://169.254.169.254/latest',
      'http://10.0.0.1/',
    ]) {
      expect(await code(guardedFetch(new URL(target), options())), target).toMatchObject({
        code: 'forbidden',
      })
    }
    expect(asked).toBe(0)
  })

  it('refuses a redirect from an allowed origin to a private one', async () => {
    let stolen = 0
    const inner = await serve((_, response) => {
      stolen += 1
      response.end('secret')
    })
    const outer = await serve((_, response) => {
      response.writeHead(302, { location: inner }).end()
    })
    expect(await code(guardedFetch(new URL(outer), options(outer)))).toMatchObject({ code: 'forbidden' })
    expect(stolen).toBe(0)
  })

  it('stops at the size limit, at a redirect loop, and at other schemes', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
      else response.end(Buffer.alloc(2_000))
    })
    expect(await code(guardedFetch(new URL(`${url}/big`), options(url)))).toMatchObject({ kind: 'too_large' })
    expect(await code(guardedFetch(new URL(`${url}/loop`), options(url)))).toMatchObject({ kind: 'redirect' })
    expect(await code(guardedFetch(new URL('file:///etc/passwd'), options()))).toMatchObject({
      code: 'forbidden',
    })
  })

  it('tells public addresses from special ones', () => {
    for (const open of ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1'])
      expect(isPublicAddress(open), open).toBe(true)
    for (const shut of [
      '127.0.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '::1',
      'fd00::1',
      'fe80::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      'x',
      '',
    ])
      expect(isPublicAddress(shut), shut).toBe(false)
  })
})

describe('media.image', () => {
  const source = (baseUrl: string) => () => ({
    id: 's',
    name: 's',
    kind: 'sample' as const,
    baseUrl,
    auth: 'bearer' as const,
    coin: { symbol: 'E', decimals: 18 },
    builtIn: true,
  })
  const context = { signal: new AbortController().signal }
  const gateways = readGateways({})

  it('gives an image by its bytes, once per URL, and nothing that only claims to be one', async () => {
    let asked = 0
    const url = await serve((request, response) => {
      asked += 1
      response.setHeader('content-type', 'image/png')
      response.end(
        request.url === '/a.png' ? PNG : '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
      )
    })
    const read = imageHandlers({ source: source(url), userAgent: 'test', gateways, allowed: () => true })[
      'media.image'
    ]
    const image = await read({ source: 's', url: `${url}/a.png` }, context)
    expect(image).toEqual({ type: 'image/png', base64: PNG.toString('base64') })
    await read({ source: 's', url: `${url}/a.png` }, context)
    expect(asked).toBe(1)
    expect(await code(Promise.resolve(read({ source: 's', url: `${url}/evil.png` }, context)))).toMatchObject(
      { code: 'bad_response' },
    )
  })

  it('finds a picture of ipfs at the next gateway where the first has it not', async () => {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(request.url ?? '')
      if (request.url?.startsWith('/second/ipfs/')) response.end(PNG)
      else response.writeHead(504).end()
    })
    const own = readGateways({ CHAINGLASS_IPFS_GATEWAY: `${url}/first ${url}/second/ipfs/` })
    const read = imageHandlers({
      source: source('http://127.0.0.1:1'),
      userAgent: 'test',
      gateways: own,
      allowed: () => true,
    })['media.image']
    expect(await read({ source: 's', url: 'ipfs://ipfs/bafy/1.png' }, context)).toMatchObject({
      type: 'image/png',
    })
    expect(asked).toEqual(['/first/ipfs/bafy/1.png', '/second/ipfs/bafy/1.png'])
  })

  it('reads data: URLs without asking anyone, and nothing at all where images are switched off', async () => {
    const url = `data:image/png;base64,${PNG.toString('base64')}`
    const on = imageHandlers({
      source: source('http://127.0.0.1:1'),
      userAgent: 'test',
      gateways,
      allowed: () => true,
    })['media.image']
    expect(await on({ source: 's', url }, context)).toMatchObject({ type: 'image/png' })
    const off = imageHandlers({
      source: source('http://127.0.0.1:1'),
      userAgent: 'test',
      gateways,
      allowed: () => false,
    })['media.image']
    expect(await code(Promise.resolve().then(() => off({ source: 's', url }, context)))).toMatchObject({
      code: 'forbidden',
    })
  })

  it('does not call an SVG, HTML or an empty body an image', () => {
    for (const text of ['<svg', '<!doctype html>', '', 'RIFF....WAVE'])
      expect(detectImageType(Buffer.from(text)), text).toBeUndefined()
  })
})
