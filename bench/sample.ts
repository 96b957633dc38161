/** A page deep in a long history costs what the first costs, and reading much of it leaves nothing behind. */
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createService } from '../src/service/http/server.ts'
import { below, median, type Figure } from './figure.ts'

const DEEP = 10_000
const SAMPLES = 60

export async function run(): Promise<Figure[]> {
  const reader = createSampleChain({ seed: 1, transactions: 1_000_000 })
  const service = await createService({ reader })
  const address = reader.suggestedAddresses()[0]!.address
  const path = `${service.url}/api/v2/addresses/${address}/transactions`
  const fetchPage = async (query: string) =>
    (await (await fetch(path + query)).json()) as { next_page_params: Record<string, unknown> | null }
  const follow = (next: Record<string, unknown> | null) =>
    `?${new URLSearchParams(Object.entries(next ?? {}).map(([key, value]) => [key, String(value)])).toString()}`

  let query = ''
  let early = 0
  for (let page = 1; page < DEEP; page++) {
    query = follow((await fetchPage(query)).next_page_params)
    if (page === 500) early = memory()
  }
  const late = memory()
  const cost = { first: [] as number[], deep: [] as number[] }
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const [name, at] of [
      ['first', ''],
      ['deep', query],
    ] as const) {
      const from = performance.now()
      await fetchPage(at)
      cost[name].push(performance.now() - from)
    }
  }
  await service.close()
  const [first, deep] = [median(cost.first), median(cost.deep)]
  return [
    below('page 10,000 against page 1', deep / first, 1.2, 'x'),
    { name: 'page 1', value: first, unit: 'ms' },
    below('memory after 10,000 pages against after 500', late / early, 1.15, 'x'),
    { name: 'memory after 10,000 pages (heap and buffers)', value: late / 1024 ** 2, unit: 'MB' },
  ]
}

function memory(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
