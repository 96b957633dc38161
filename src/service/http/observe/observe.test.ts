import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainProgress } from '../../chain-reader.ts'
import { connectNode } from '#platform/json-rpc/node-connection.ts'
import { startAnvil } from '../../indexer/testing/anvil.ts'
import type { Answered } from '../responder.ts'
import { createService, type Service } from '../server.ts'
import { sendRequest } from '../testing/http.ts'
import { createMemoryChain, TRANSACTION } from '../testing/memory-chain.ts'

let service: Service
let progress: ChainProgress
const answered: Answered[] = []

beforeAll(async () => {
  progress = { state: 'following', head: 120, lag: 3, repairs: [{ kind: 'frames', count: 2 }] }
  service = await createService({
    reader: { ...createMemoryChain(), progress: () => progress },
    onAnswered: (one) => answered.push(one),
  })
})
afterAll(() => service.close())

const get = (path: string) => sendRequest(service.url + path)
/** Samples by their name and labels. */
const samples = async () =>
  new Map(
    (await get('/metrics')).text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))] as const
      }),
  )

describe('metrics', () => {
  it('count requests by route and status, with how long they took', async () => {
    const before = await samples()
    const count = (all: ReadonlyMap<string, number>, name: string) => all.get(name) ?? 0
    const transactions = 'chainglass_http_requests_total{route="latest-transactions",status="200"}'
    const wrong = 'chainglass_http_requests_total{route="transaction",status="422"}'
    const route = 'route="latest-transactions"'
    await get('/api/v2/transactions')
    await get('/api/v2/transactions')
    await get('/api/v2/transactions/0x12')
    const after = await samples()
    expect(count(after, transactions) - count(before, transactions)).toBe(2)
    expect(count(after, wrong) - count(before, wrong)).toBe(1)
    const name = 'chainglass_http_request_duration_seconds'
    expect(after.get(`${name}_count{${route}}`)).toBe(after.get(`${name}_bucket{${route},le="+Inf"}`))
    const below = [...after]
      .filter(([sample]) => sample.startsWith(`${name}_bucket{${route}`))
      .map(([, value]) => value)
    expect(below).toEqual([...below].sort((one, other) => one - other))
    expect(after.get(`${name}_sum{${route}}`)).toBeGreaterThan(0)
  })

  it('tell what the process uses, how late its event loop is, and what runs', async () => {
    await samples()
    const all = await samples()
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes'])
      expect(all.get(name)).toBeGreaterThan(0)
    expect(all.get('process_start_time_seconds')).toBeLessThanOrEqual(Date.now() / 1000)
    expect(all.get('nodejs_eventloop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(
      all.get('nodejs_eventloop_lag_seconds{quantile="0.5"}')!,
    )
    expect(all.get(`chainglass_build_info{node="${process.versions.node}"}`)).toBe(1)
  })

  it('count the calls that were sent to nodes, by method', async () => {
    const node = await startAnvil()
    const connection = connectNode(node.url)
    try {
      const before = await samples()
      await connection.many([1, 2, 3].map(() => ({ method: 'eth_chainId', params: [] })))
      await connection.request('eth_blockNumber', [])
      const all = await samples()
      const sent = ['eth_chainId', 'eth_blockNumber'].map((method) => {
        const name = `chainglass_node_requests_total{method="${method}"}`
        return (all.get(name) ?? 0) - (before.get(name) ?? 0)
      })
      expect(sent).toEqual([3, 1])
    } finally {
      connection.close()
      await node.stop()
    }
  })

  it('tell head, lag and repairs of a followed node', async () => {
    const all = await samples()
    expect(all.get('chainglass_head_block{chain_id="31337"}')).toBe(120)
    expect(all.get('chainglass_lag_blocks{chain_id="31337"}')).toBe(3)
    expect(all.get('chainglass_repairs{chain_id="31337",kind="frames"}')).toBe(2)
  })

  it('count the workers of an index, what they have staged, and what the whole index lacks', async () => {
    const before = progress
    const names = ['backfill_workers', 'backfill_staged_ranges', 'whole_lag_blocks'].map(
      (name) => `chainglass_${name}{chain_id="31337"}`,
    )
    expect([...(await samples()).keys()].filter((name) => names.includes(name))).toEqual([])
    progress = {
      ...before,
      whole: { done: 40, of: 121 },
      prepared: { done: 3, of: 15 },
      backfill: { workers: 2, staged: 7 },
    }
    const all = await samples()
    expect(names.map((name) => all.get(name))).toEqual([2, 7, 81])
    expect(JSON.parse((await get('/health')).text)).toMatchObject({
      chains: [{ whole: { blocks: 40, of: 121 }, prepared: { done: 3, of: 15 } }],
    })
    progress = before
  })

  it('are text of Prometheus: each with its help and type, no name twice', async () => {
    const { headers, text } = await get('/metrics')
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(text.endsWith('\n')).toBe(true)
    const lines = text.trimEnd().split('\n')
    const types = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]!)
    expect(new Set(types).size).toBe(types.length)
    const names = new Set<string>()
    for (const line of lines.filter((one) => !one.startsWith('#'))) {
      expect(line).toMatch(/^[a-z_]+(\{[a-z_]+="[^"\\\n]*"(,[a-z_]+="[^"\\\n]*")*\})? [0-9.e+-]+$/)
      expect(names.has(line.split(' ')[0]!)).toBe(false)
      names.add(line.split(' ')[0]!)
      expect(types.some((type) => line.startsWith(type))).toBe(true)
    }
  })

  it('have no series for paths that somebody makes up', async () => {
    await get('/api/v2/transactions')
    const before = (await samples()).size
    for (let at = 0; at < 50; at++) await get(`/api/v2/made-up-${String(at)}`)
    await get(`/${'x'.repeat(500)}"} 1`)
    // One series for all of them, with its buckets.
    expect((await samples()).size - before).toBeLessThan(25)
  })
})

describe('health', () => {
  it('is 200 while the node is followed, and 503 where it does not answer any more', async () => {
    const well = await get('/health')
    expect(well.status).toBe(200)
    expect(JSON.parse(well.text)).toEqual({
      status: 'ok',
      chains: [{ chain_id: '31337', state: 'following', head: 120, lag: 3, repairs: 2 }],
    })
    const before = progress
    progress = { ...before, state: 'stalled' }
    const stalled = await get('/health')
    progress = before
    expect(stalled.status).toBe(503)
    expect(JSON.parse(stalled.text)).toMatchObject({ status: 'degraded' })
  })

  it('of a chain that follows nothing is ok', async () => {
    const own = await createService({ reader: createMemoryChain() })
    expect(JSON.parse((await sendRequest(`${own.url}/health`)).text)).toMatchObject({
      status: 'ok',
      chains: [{ state: 'complete' }],
    })
    await own.close()
  })
})

it('whoever logs gets every request, without its query, which may hold a key', async () => {
  answered.length = 0
  await get(`/api/v2/transactions/${TRANSACTION}?apikey=SECRET`)
  await get('/health')
  await get('/nowhere?apikey=SECRET')
  expect(answered.map(({ route, status }) => [route, status])).toEqual([
    ['transaction', 200],
    ['health', 200],
    ['other', 404],
  ])
  expect(JSON.stringify(answered)).not.toContain('SECRET')
})

it('these are refused as everything else is: to other hosts, and with other methods', async () => {
  for (const path of ['/openapi.json', '/metrics', '/health']) {
    const asked = (headers: Record<string, string>, method = 'GET') =>
      sendRequest(service.url + path, { headers, method })
    expect((await asked({ host: 'evil.example' })).status).toBe(403)
    expect((await asked({}, 'POST')).status).toBe(405)
  }
})
