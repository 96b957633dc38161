/** Tests streams whose client leaves early, and what is told after they ended. */
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Stream } from '../response.ts'
import { createEventStreams } from './event-streams.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A response that a client waits for, with what ends that client. */
async function asked() {
  const response = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, given) => {
    response.resolve(given)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const client = request({ port, host: '127.0.0.1' }).on('error', () => undefined)
  client.end()
  ends.push(() => client.destroy())
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { response: await response.promise, client }
}

it('a client that is gone before its stream opens takes no place', async () => {
  const { response, client } = await asked()
  const gone = new Promise((resolve) => response.once('close', resolve))
  client.destroy()
  await gone
  const streams = createEventStreams()
  let begun = 0
  const stream: Stream = () => {
    begun += 1
    return () => undefined
  }
  streams.open(response, {}, stream)
  expect(begun).toBe(0)
})

it('what is told after the end is not written', async () => {
  const { response } = await asked()
  const failures: unknown[] = []
  response.on('error', (error) => failures.push(error))
  const streams = createEventStreams()
  let tell: Parameters<Stream>[0] = () => undefined
  let ended = 0
  streams.open(response, {}, (send) => {
    tell = send
    return () => (ended += 1)
  })
  const closed = new Promise((resolve) => response.once('close', resolve))
  streams.close()
  tell('row', { late: true })
  await closed
  tell('row', { later: true })
  await new Promise((resolve) => setImmediate(resolve))
  expect([failures, ended]).toEqual([[], 1])
})
