import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { imageHandlers } from './image-handlers.ts'
import { detectImageType } from './image-type.ts'
import { readGateways } from './web-addresses.ts'

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

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: unknown) => (error as { error: { code: string; kind?: string } }).error,
  )

describe('media.image', () => {
  const source = (baseUrl: string) => () => ({
    id: 's',
    name: 's',
    kind: 'sample' as const,
    chainId: '1',
    baseUrl,
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
