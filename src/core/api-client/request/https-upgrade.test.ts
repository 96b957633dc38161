/**
 * Tests that a redirect from http to https on the same host is followed without the key, because it is another
 * origin.
 */
import { once } from 'node:events'
import { createServer, Agent as SecureAgent, type Server } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as behaviours from '#platform/testing/behaviours.ts'
import { openHostileServer, type HostileServer } from '#platform/testing/hostile-server.ts'
import { closeAgents, openAgents, type Agents } from '#platform/http/agents.ts'
import { exchange } from '#platform/http/exchange.ts'
import { createCredentials } from './request-url.ts'

/** TLS by a shared secret needs no certificate. */
const SECRET = { psk: Buffer.from('only for this test'), identity: 'test' }
const TLS = { ciphers: 'PSK', maxVersion: 'TLSv1.2' as const }

let plain: HostileServer
let secure: Server
let agents: Agents
let seen: { url: string; headers: IncomingHttpHeaders }[]
beforeEach(async () => {
  seen = []
  plain = await openHostileServer()
  secure = createServer({ ...TLS, pskCallback: () => SECRET.psk }, (request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers })
    response.end('{"items":[]}')
  })
  secure.listen(0, '127.0.0.1')
  await once(secure, 'listening')
  const agent = new SecureAgent({ ...TLS, pskCallback: () => SECRET, checkServerIdentity: () => undefined })
  agents = { ...openAgents(), https: agent }
})
afterEach(async () => {
  closeAgents(agents)
  secure.closeAllConnections()
  await Promise.all([plain.close(), new Promise((resolve) => secure.close(resolve))])
})

it.each(['bearer', 'x-api-key', 'query'] as const)('a key sent as %s', async (auth) => {
  const to = `https://127.0.0.1:${String((secure.address() as AddressInfo).port)}`
  plain.always((response, one) =>
    behaviours.redirect(`${to}${one.path}?${one.query.toString()}`)(response, one),
  )
  const response = await exchange(new URL(`${plain.url}/api/v2/token-transfers?type=ERC-20`), {
    headers: { 'user-agent': 'test' },
    credentials: createCredentials(auth, 'a-secret-key'),
    agents,
    timeouts: { connectMs: 5_000, headersMs: 5_000, idleMs: 5_000 },
    maxBytes: 1_000,
    redirects: 'same-host',
  })
  expect(response).toMatchObject({ status: 200, withoutCredentials: true })
  expect(JSON.stringify(plain.requests[0]?.headers) + String(plain.requests[0]?.query)).toContain(
    'a-secret-key',
  )
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({
    url: '/api/v2/token-transfers?type=ERC-20',
    headers: { 'user-agent': 'test' },
  })
  expect(JSON.stringify(seen)).not.toContain('a-secret-key')
})
