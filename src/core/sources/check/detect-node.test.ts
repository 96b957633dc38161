import { expect, it } from 'vitest'
import { serve } from '#platform/testing/serve.ts'
import { askNode, detectNode } from './detect-node.ts'
import { parseNodeUrl } from './parse-node-url.ts'

const { signal } = new AbortController()
const chainId = JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7a69' })

it('finds a node', async () => {
  const url = await serve((_, response) => response.end(chainId))
  expect(await detectNode(url, signal)).toMatchObject({ rpcUrl: url, chainId: '31337' })
})

it('reads no more than a node would say', async () => {
  let sent = 0
  const piece = ' '.repeat(64_000)
  const url = await serve((_, response) => {
    const pour = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
      sent += piece.length
    }
    response.on('drain', pour)
    pour()
  })
  expect(await detectNode(url, signal)).toBeNull()
  expect(sent).toBeLessThan(40_000_000)
})

it('follows no redirect', async () => {
  let asked = 0
  const inner = await serve((_, response) => {
    asked += 1
    response.end(chainId)
  })
  for (const location of [inner, '/elsewhere']) {
    const url = await serve((request, response) => {
      if (request.url === '/elsewhere') asked += 1
      response.writeHead(307, { location }).end(chainId)
    })
    await detectNode(url, signal)
  }
  expect(asked).toBe(0)
})

it.each([
  ['nested without end', `{"result":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
  ['not a quantity', '{"result":"0xzz"}'],
  ['a number', '{"result":1}'],
  ['no JSON', '<html>'],
  ['nothing', ''],
])('a response that is %s is no node', async (_name, body) => {
  const url = await serve((_, response) => response.end(body))
  expect(await detectNode(url, signal)).toBeNull()
})

it.each([
  [401, '{}', { code: 'unauthorized' }],
  [403, '{}', { code: 'forbidden' }],
  [404, '{}', { code: 'not_found' }],
  [429, '{}', { code: 'rate_limited' }],
  [302, '', { code: 'bad_response', kind: 'redirect' }],
  [200, ' <html>', { code: 'bad_response', kind: 'html' }],
  [200, '{"error":{"code":-32601}}', { code: 'bad_response', reason: 'not_ethereum' }],
])('tells why there is no node: status %i, %s', async (status, body, error) => {
  const url = await serve((_, response) => response.writeHead(status).end(body))
  await expect(askNode(url, signal)).rejects.toMatchObject({ error: { ...error, host: url.slice(7) } })
})

it.each([
  ['retry-after', '7', 7_000],
  // A convention of explorers: nodes give a time in a unit of their own.
  ['x-ratelimit-reset', '1764000000', 0],
])('tells how long a node asks to wait: %s %s', async (name, value, retryAfterMs) => {
  const url = await serve((_, response) => response.writeHead(429, { [name]: value }).end())
  await expect(askNode(url, signal)).rejects.toMatchObject({
    error: { code: 'rate_limited', retryAfterMs },
  })
})

it('tells that nothing listens', async () => {
  await expect(askNode('http://127.0.0.1:9', signal)).rejects.toMatchObject({
    error: { code: 'offline', reason: 'connection_refused', host: '127.0.0.1:9' },
  })
})

it.each([
  ['localhost:8545', 'http://localhost:8545'],
  ['127.0.0.1:8545/', 'http://127.0.0.1:8545'],
  ['[::1]:8545', 'http://[::1]:8545'],
  ['rpc.example.com', 'https://rpc.example.com'],
  ['http://rpc.example.com', 'http://rpc.example.com'],
  ['wss://rpc.example.com/a', 'wss://rpc.example.com/a'],
])('%s is the node at %s', (typed, url) => {
  expect(parseNodeUrl(typed)).toBe(url)
})

it.each(['word', '0x12', '17', 'a b.c', 'ftp://host', ''])('%s is no address of a node', (typed) => {
  expect(() => parseNodeUrl(typed)).toThrow()
})
