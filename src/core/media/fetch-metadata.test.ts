import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { serve } from '#platform/testing/serve.ts'
import { createMetadataFetcher } from './fetch-metadata.ts'
import { readGateways, resolveWebAddresses } from './web-addresses.ts'

interface Served {
  readonly url: string
  readonly asked: string[]
}

async function listen(listener: RequestListener): Promise<Served> {
  const asked: string[] = []
  const url = await serve((request, response) => {
    asked.push(request.url ?? '')
    listener(request, response)
  })
  return { url, asked }
}

const fetcher = (...gateways: readonly Served[]) =>
  createMetadataFetcher({
    userAgent: 'test',
    gateways: readGateways({ CHAINGLASS_IPFS_GATEWAY: gateways.map(({ url }) => url).join(' ') }),
  })

it('asks the gateways in order until one gives JSON', async () => {
  const broken = await listen((_, response) => response.writeHead(504).end('no peer has it'))
  const page = await listen((_, response) => response.end('<!doctype html>'))
  const good = await listen((_, response) => response.end('{"name":"One"}'))
  const never = await listen((_, response) => response.end('{"name":"Two"}'))
  expect(await fetcher(broken, page, good, never)('ipfs://bafy/1.json')).toEqual({ name: 'One' })
  expect([broken, page, good, never].map(({ asked }) => asked)).toEqual([
    ['/ipfs/bafy/1.json'],
    ['/ipfs/bafy/1.json'],
    ['/ipfs/bafy/1.json'],
    [],
  ])
})

it('a link that leads to a picture is that of the picture', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  for (const body of [png, '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
    const gateway = await listen((_, response) => response.end(body))
    expect(await fetcher(gateway)('ipfs://bafy/Ape #1')).toEqual({ image: 'ipfs://bafy/Ape #1' })
    expect(gateway.asked).toEqual(['/ipfs/bafy/Ape%20%231'])
  }
})

it('asks no private address, by number, by name, or after a redirect, and no other door of a gateway', async () => {
  const inner = await listen((_, response) => response.end('{"secret":1}'))
  const gateway = await listen((_, response) => response.writeHead(302, { location: inner.url }).end())
  const fetch = fetcher(gateway)
  for (const link of [
    inner.url,
    inner.url.replace('127.0.0.1', 'localhost'),
    gateway.url,
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]:1/',
    'ipfs://bafy/redirected',
    'ipfs://../api/v0/id',
    'ipfs://%2e%2e/api/v0/id',
    'ipfs://',
    'file:///etc/hostname',
    'javascript:alert(1)',
    'not a link',
    '',
  ])
    expect(await fetch(link), link).toBeNull()
  expect(inner.asked).toEqual([])
  expect(gateway.asked).toEqual(['/ipfs/bafy/redirected'])
})

it('gives null for what is too large, is no JSON, or is cut in the middle', async () => {
  const gateway = await listen((request, response) => {
    if (request.url === '/ipfs/large') response.end(JSON.stringify('x'.repeat(300_000)))
    else if (request.url === '/ipfs/endless') {
      const more = setInterval(() => response.write(' '.repeat(64_000)), 1)
      response.once('close', () => {
        clearInterval(more)
      })
    } else if (request.url === '/ipfs/cut') {
      response.writeHead(200, { 'content-length': 100 })
      response.write('{"name":', () => response.destroy())
    } else response.end('{"name":')
  })
  const fetch = fetcher(gateway)
  for (const name of ['large', 'endless', 'cut', 'half'])
    expect(await fetch(`ipfs://${name}`), name).toBeNull()
})

it('asks once for what is asked for twice, and not again for what could not be had', async () => {
  let has = false
  const gateway = await listen((_, response) => {
    if (has) response.end('{}')
    else response.writeHead(404).end()
  })
  const fetch = fetcher(gateway)
  expect(await Promise.all([fetch('ipfs://a'), fetch('ipfs://a')])).toEqual([null, null])
  has = true
  expect(await fetch('ipfs://a')).toBeNull()
  expect(gateway.asked).toEqual(['/ipfs/a'])
  expect(await Promise.all([fetch('ipfs://b'), fetch('ipfs://b')])).toEqual([{}, {}])
  expect(gateway.asked).toEqual(['/ipfs/a', '/ipfs/b'])
})

it('knows public gateways, and asks none of them where the person has named one', () => {
  const hrefs = (link: string, env = {}) =>
    resolveWebAddresses(link, readGateways(env)).map(({ url }) => url.href)
  expect(hrefs('ipfs://ipfs/Qm/1').length).toBeGreaterThan(1)
  expect(hrefs('ipfs://ipfs/Qm/1')[0]).toBe('https://ipfs.io/ipfs/Qm/1')
  expect(hrefs('ar://abc/1')).toEqual(['https://arweave.net/abc/1'])
  const own = { CHAINGLASS_IPFS_GATEWAY: 'nonsense  http://127.0.0.1:8080' }
  expect(hrefs('IPFS://Qm/1', own)).toEqual(['http://127.0.0.1:8080/ipfs/Qm/1'])
  expect(resolveWebAddresses('https://127.0.0.1:8080/a', readGateways(own))[0]).not.toHaveProperty(
    'allowedBelow',
  )
})
