import { expect, it, onTestFinished } from 'vitest'
import { createService } from './server.ts'
import { sendRequest } from './testing/http.ts'
import { createMemoryChain } from './testing/memory-chain.ts'

const OURS = 'http://localhost:3000'

async function start(corsOrigins?: readonly string[]) {
  const service = await createService({
    reader: createMemoryChain(),
    ...(corsOrigins && { corsOrigins }),
  })
  onTestFinished(() => service.close())
  return (path: string, headers: Record<string, string>, method = 'GET') =>
    sendRequest(`${service.url}${path}`, { headers, method })
}
const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

it('no website may read an answer unless its origin was named', async () => {
  const send = await start()
  const plain = await send('/api/v2/blocks', { origin: OURS })
  expect(plain.status).toBe(200)
  expect(corsOf(plain.headers)).toEqual([])
  expect(corsOf((await send('/api/v2/blocks', { origin: OURS }, 'OPTIONS')).headers)).toEqual([])
})

it('the named origins may, and no other that looks like one of them', async () => {
  const send = await start([OURS, 'https://scan.example'])
  for (const origin of [OURS, 'https://scan.example']) {
    const reply = await send('/api/v2/blocks', { origin })
    expect(reply.headers['access-control-allow-origin']).toBe(origin)
    expect(reply.headers.vary).toContain('origin')
  }
  for (const origin of [
    'null',
    '*',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'http://scan.example',
    'https://sub.scan.example',
  ]) {
    const reply = await send('/api/v2/blocks', { origin })
    expect(corsOf(reply.headers), origin).toEqual([])
    // Otherwise a cache would give one origin's response to another.
    expect(reply.headers.vary, origin).toContain('origin')
  }
})

it('what is refused can be read too, and never with a star', async () => {
  const send = await start([OURS])
  for (const path of ['/api/v2/nothing', '/api/v2/blocks?block_number=x', '/31337/api/v2/blocks']) {
    const reply = await send(path, { origin: OURS })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.headers['access-control-allow-origin']).toBe(OURS)
    expect(JSON.stringify(reply.headers)).not.toContain('*')
  }
})

it('a browser that asks first is told methods and headers', async () => {
  const send = await start([OURS])
  const asked = {
    origin: OURS,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization, x-api-key,show-scam-tokens',
    'access-control-request-private-network': 'true',
  }
  const { status, headers } = await send('/api/v2/blocks', asked, 'OPTIONS')
  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': OURS,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'authorization, x-api-key,show-scam-tokens',
    'access-control-allow-private-network': 'true',
  })
  const odd = await send(
    '/api/v2/blocks',
    { ...asked, 'access-control-request-headers': 'a b; c' },
    'OPTIONS',
  )
  expect(odd.headers['access-control-allow-headers']).toBeUndefined()
})

it('does not open the server to other hosts', async () => {
  const send = await start([OURS])
  expect((await send('/api/v2/blocks', { origin: OURS, host: 'scan.example' })).status).toBe(403)
})
