import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isSameSecret } from '#platform/same-secret.ts'
import { createService, type Service } from '../server.ts'
import { sendRequest } from '../testing/http.ts'
import { createMemoryChain, TRANSACTION } from '../testing/memory-chain.ts'

vi.mock('#platform/same-secret.ts', { spy: true })

const KEY = 'right-key-of-32-characters-------'
const OTHER_KEY = 'another-key-of-more-characters'
const PATHS = [
  '/api/v2/transactions',
  `/api/v2/transactions/${TRANSACTION}`,
  '/31337/api/v2/transactions',
  '/5/api/v2/transactions',
  '/api/v2/chainglass/landmarks',
  '/api/json/config',
  '/media/one.png',
  '/metrics',
  '/openapi.json',
  '/nowhere',
]

let service: Service
/** The URL with another address of this machine than 127.0.0.1, as others would use. */
let url: string
beforeAll(async () => {
  service = await createService({
    reader: createMemoryChain(),
    host: '0.0.0.0',
    proKey: [KEY, OTHER_KEY],
    corsOrigins: ['http://localhost:3000'],
  })
  url = `http://127.0.0.2:${String(service.port)}`
})
afterAll(() => service.close())

const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await sendRequest(url + path, { headers })).status

describe('a service that others reach', () => {
  it('needs a key for everything but its health', async () => {
    for (const path of PATHS) {
      const reply = await sendRequest(url + path)
      expect([reply.status, reply.headers['www-authenticate']], path).toEqual([401, 'Bearer'])
      expect(reply.text, path).toBe('{"error":"Unauthorized"}')
      expect((await sendRequest(url + path, { method: 'HEAD' })).status, path).toBe(401)
    }
    expect(await statusOf('/health')).toBe(200)
  })

  it('takes its keys in each place, in either form', async () => {
    for (const path of ['/api/v2/transactions', '/31337/api/v2/transactions', '/metrics', '/openapi.json'])
      for (const key of [KEY, OTHER_KEY]) {
        expect(await statusOf(path, { authorization: `Bearer ${key}` }), path).toBe(200)
        expect(await statusOf(path, { 'x-api-key': key }), path).toBe(200)
        expect(await statusOf(`${path}?apikey=${key}`), path).toBe(200)
      }
  })

  it('takes no key that is not its own', async () => {
    for (const path of PATHS)
      for (const key of ['wrong', KEY.slice(0, -1), `${KEY}x`, KEY.toUpperCase(), 'key 1', '*'])
        expect(await statusOf(path, { 'x-api-key': key }), `${path} ${key}`).toBe(401)
    expect(await statusOf('/api/v2/transactions?apikey=')).toBe(401)
    expect(await statusOf('/api/v2/transactions', { authorization: 'Bearer' })).toBe(401)
  })

  it('compares its keys in constant time', async () => {
    vi.mocked(isSameSecret).mockClear()
    await statusOf('/api/v2/transactions', { 'x-api-key': 'wrong' })
    for (const key of [KEY, OTHER_KEY]) expect(isSameSecret).toHaveBeenCalledWith(key, 'wrong')
  })

  it('looks for a key once', async () => {
    vi.mocked(isSameSecret).mockClear()
    expect(await statusOf('/31337/api/v2/transactions', { 'x-api-key': OTHER_KEY })).toBe(200)
    expect(vi.mocked(isSameSecret).mock.calls).toEqual([
      [KEY, OTHER_KEY],
      [OTHER_KEY, OTHER_KEY],
    ])
  })

  it('answers with a key under whatever name a proxy gives it', async () => {
    const headers = { host: 'chain.example', 'x-api-key': KEY }
    expect(await statusOf('/api/v2/transactions', headers)).toBe(200)
    expect(await statusOf('/health', headers)).toBe(200)
  })

  it('tells its health to no page of a rebound name', async () => {
    expect(await statusOf('/health', { host: 'attacker.example' })).toBe(401)
    expect(await statusOf('/health', { host: `attacker.example:${String(service.port)}` })).toBe(401)
    expect(await statusOf('/health', { host: `localhost:${String(service.port)}` })).toBe(200)
  })

  it('tells its health to the check of a proxy, which names no host', async () => {
    const socket = connect(service.port, '127.0.0.2')
    let text = ''
    socket.on('data', (part: Buffer) => (text += part.toString()))
    socket.write('GET /health HTTP/1.0\r\n\r\n')
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200/)
    socket.destroy()
  })

  it('is asked in advance by a named website without a key, and read with one', async () => {
    const origin = 'http://localhost:3000'
    const asked = await sendRequest(`${url}/api/v2/transactions`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'x-api-key' },
    })
    expect([asked.status, asked.headers['access-control-allow-headers']]).toEqual([204, 'x-api-key'])
    const refused = await sendRequest(`${url}/api/v2/transactions`, { headers: { origin } })
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, origin])
  })

  it('says in its document that a key is needed, and where it is by a path alone', async () => {
    const { text } = await sendRequest(`${url}/openapi.json?apikey=${KEY}`)
    expect(JSON.parse(text)).toMatchObject({
      servers: [{ url: '/api/v2' }, { url: '/{chain_id}/api/v2' }],
      security: [{ bearer: [] }, { header: [] }, { query: [] }],
    })
  })

  it('has the address of this machine that others use as its own', () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    expect([...outside.map(({ address }) => address), '127.0.0.1']).toContain(new URL(service.url).hostname)
  })

  it('does not start without a key, or with one that is found by trying', async () => {
    for (const proKey of [[], ['a'.repeat(15)], [KEY, 'short']])
      await expect(createService({ reader: createMemoryChain(), host: '0.0.0.0', proKey })).rejects.toThrow(
        /needs a key of at least 16 characters/,
      )
  })
})

describe('the rate of a service that others reach', () => {
  const start = async (requestsPerSecond: number, trustedProxies: readonly string[] = []) => {
    const limited = await createService({
      reader: createMemoryChain(),
      host: '0.0.0.0',
      proKey: [KEY, OTHER_KEY],
      requestsPerSecond,
      trustedProxies,
    })
    onTestFinished(() => limited.close())
    return (path: string, headers: Record<string, string> = {}) =>
      sendRequest(`http://127.0.0.2:${String(limited.port)}${path}`, { headers })
  }
  const statusesOf = async (asked: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(asked)).map(({ status }) => status)

  it('is that of whoever tries keys as well, and costs nobody with a key', async () => {
    const ask = await start(0.01)
    const path = '/api/v2/transactions'
    const tried = await ask(path, { 'x-api-key': 'wrong' })
    expect([tried.status, tried.headers['x-ratelimit-remaining']]).toEqual([401, '0'])
    const refused = await ask(path, { 'x-api-key': 'another wrong one' })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '100'])
    for (const other of ['/metrics', '/nowhere', '/api/json/config', '/media/one.png'])
      expect((await ask(other)).status, other).toBe(429)
    expect((await ask(path, { 'x-api-key': KEY })).status).toBe(200)
    expect((await ask(path, { 'x-api-key': KEY })).status).toBe(429)
    expect((await ask(path, { 'x-api-key': OTHER_KEY })).status).toBe(200)
  })

  it('is that of its health as well: ten a second, or more where it is, beside all else', async () => {
    const ask = await start(0.01)
    expect((await ask('/api/v2/transactions')).status).toBe(401)
    const statuses = await statusesOf(Array.from({ length: 40 }, () => ask('/health')))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(statuses).toContain(429)
  })

  it('is each client’s behind a proxy that is named, and one for all behind any other', async () => {
    const from = (client: string) => ({ 'x-forwarded-for': client })
    const path = '/api/v2/transactions'
    const named = await start(0.01, ['127.0.0.0/8'])
    expect((await named(path, from('203.0.113.7'))).status).toBe(401)
    expect((await named(path, from('203.0.113.7'))).status).toBe(429)
    expect((await named(path, from('203.0.113.8'))).status).toBe(401)
    // A client's own entry precedes the proxy's.
    expect((await named(path, from('198.51.100.1, 203.0.113.7'))).status).toBe(429)
    expect((await named(path, from('198.51.100.1, 127.0.0.9'))).status).toBe(401)
    const other = await start(0.01)
    expect((await other(path, from('203.0.113.7'))).status).toBe(401)
    expect((await other(path, from('203.0.113.8'))).status).toBe(429)
  })
})

describe('another address of loopback', () => {
  it('needs no key, and answers to its own name only', async () => {
    const own = await createService({ reader: createMemoryChain(), host: '127.0.0.2' })
    expect(own.url).toBe(`http://127.0.0.2:${String(own.port)}`)
    const status = async (host?: string) =>
      (await sendRequest(`${own.url}/api/v2/transactions`, host === undefined ? {} : { headers: { host } }))
        .status
    expect(await status()).toBe(200)
    expect(await status(`localhost:${String(own.port)}`)).toBe(200)
    expect(await status(`127.0.0.1:${String(own.port)}`)).toBe(403)
    const port = String(own.port)
    for (const host of [
      'attacker.example',
      `attacker.example:${port}`,
      `127.0.0.2.:${port}`,
      '127.0.0.2',
      '127.0.0.2:',
      `localhost.:${port}`,
      `attacker.localhost:${port}`,
      `[::ffff:127.0.0.2]:${port}`,
      `localhost:${port}, attacker.example`,
      `localhost:${port}@attacker.example`,
    ])
      expect(await status(host), host).toBe(403)
    await own.close()
  })
})

it('an address that this machine has not is an error', async () => {
  await expect(
    createService({ reader: createMemoryChain(), host: '192.0.2.1', proKey: KEY }),
  ).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})
