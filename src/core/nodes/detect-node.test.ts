import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { detectNode } from './detect-node.ts'

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}
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
