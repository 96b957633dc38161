import { describe, expect, it } from 'vitest'
import { isPublicIpAddress } from '#platform/http/public-ip-address.ts'
import { serve } from '#platform/testing/serve.ts'
import { fetchPublic } from './fetch-public.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const options = (allowedBelow?: string) => ({
  allowedBelow,
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
      expect(await code(fetchPublic(new URL(target), options())), target).toMatchObject({
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
    expect(await code(fetchPublic(new URL(outer), options(`${outer}/`)))).toMatchObject({ code: 'forbidden' })
    expect(stolen).toBe(0)
  })

  it.each(['/api/v0/shutdown', '/ipfs/../api/v0/shutdown', '/ipfs/..%2fapi/v0/shutdown', '/ipfs/..%5Capi'])(
    'follows no redirect of one’s own gateway to %s',
    async (location) => {
      const asked: (string | undefined)[] = []
      const gateway = await serve(({ url }, response) => {
        asked.push(url)
        response.writeHead(302, { location }).end()
      })
      const link = new URL(`${gateway}/ipfs/Qm/1.png`)
      expect(await code(fetchPublic(link, options(`${gateway}/ipfs/`)))).toMatchObject({ code: 'forbidden' })
      expect(asked).toEqual(['/ipfs/Qm/1.png'])
    },
  )

  it('stops at the size limit, at a redirect loop, and at other schemes', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
      else response.end(Buffer.alloc(2_000))
    })
    expect(await code(fetchPublic(new URL(`${url}/big`), options(`${url}/`)))).toMatchObject({
      kind: 'too_large',
    })
    expect(await code(fetchPublic(new URL(`${url}/loop`), options(`${url}/`)))).toMatchObject({
      kind: 'redirect',
    })
    expect(await code(fetchPublic(new URL('file:///etc/passwd'), options()))).toMatchObject({
      code: 'forbidden',
    })
  })

  it('ends in bounded time, however slowly a body drips', async () => {
    const url = await serve((_, response) => {
      let left = 300
      const drip = setInterval(() => {
        response.write('x')
        left -= 1
        if (left === 0) response.end()
      }, 10)
      response.on('close', () => {
        clearInterval(drip)
      })
    })
    expect(await code(fetchPublic(new URL(url), { ...options(`${url}/`), timeoutMs: 150 }))).toMatchObject({
      code: 'timeout',
      afterMs: 150,
    })
  })

  it('tells public addresses from special ones', () => {
    for (const open of ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1'])
      expect(isPublicIpAddress(open), open).toBe(true)
    for (const shut of [
      // Old address formats: site-local, IPv4-compatible, the relay of 6to4, NAT64, Teredo.
      'fec0::1',
      'feff::1',
      '::7f00:1',
      '::127.0.0.1',
      '::10.0.0.1',
      '192.88.99.1',
      '64:ff9b::7f00:1',
      '2001:0:1::1',
      '2002:7f00:1::',
      // Unassigned addresses, and addresses for documentation.
      '4000::1',
      '1::1',
      '3fff::1',
      '5f00::1',
      'fe80::1%lo',
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
      expect(isPublicIpAddress(shut), shut).toBe(false)
  })
})
