/** The time of reading over plain `fetch` + `JSON.parse` of the same bytes from the same server. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { createApiClient } from '#core/api-client/create-api-client.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createService } from '../src/service/http/server.ts'
import { LIST_ITEMS } from '../src/shared/lists/list-items.ts'
import type { ReadySource } from '#shared/source.ts'
import { below, median, type Figure } from './figure.ts'

const ROUNDS = 400

export async function run(): Promise<Figure[]> {
  const reader = createSampleChain({ seed: 1, transactions: 100_000 })
  const service = await createService({ reader })
  const address = reader.suggestedAddresses()[0]!.address
  const path = `/api/v2/addresses/${address}/transactions`
  const bytes = Buffer.from(await (await fetch(service.url + path)).arrayBuffer())
  const items = (JSON.parse(bytes.toString()) as { items: unknown[] }).items
  await service.close()

  // The same bytes, served at no cost, so that what is left is the reading.
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
    })
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const source: ReadySource = {
    id: 'bench',
    name: 'bench',
    kind: 'instance',
    chainId: '1',
    auth: 'bearer',
    baseUrl,
    coin: { symbol: 'ETH', decimals: 18 },
    builtIn: false,
    requestsPerSecond: 1_000_000,
  }
  const client = createApiClient({ userAgent: 'bench', keyFor: () => 'proapi_bench-4f2a9c1d7e3b8a60' })
  const ours: number[] = []
  const plain: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let from = performance.now()
    const page = await client.readPage(source, {
      list: 'address-transactions',
      params: { address_hash: address },
    })
    ours.push(performance.now() - from)
    if (page.items.length !== items.length) throw new Error('The page was not read whole.')
    from = performance.now()
    await (await fetch(baseUrl + path)).json()
    plain.push(performance.now() - from)
  }
  client.close()
  server.close()
  server.closeAllConnections()

  const validated: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = (JSON.parse(bytes.toString()) as { items: unknown[] }).items
    const from = performance.now()
    for (const item of fresh) z.safeParse(LIST_ITEMS['address-transactions'], item)
    validated.push(performance.now() - from)
  }
  const warm = ROUNDS / 4
  const [a, b, v] = [median(ours.slice(warm)), median(plain.slice(warm)), median(validated.slice(warm))]
  return [
    below(
      `page of ${String(items.length)} transactions (${String(Math.round(bytes.length / 1024))} kB): read and validated against fetch + JSON.parse`,
      a / b,
      2,
      'x',
    ),
    { name: 'the same, ours', value: a, unit: 'ms' },
    { name: 'the same, plain', value: b, unit: 'ms' },
    { name: 'validation alone', value: (v * 1000) / items.length, unit: 'µs/item' },
  ]
}
