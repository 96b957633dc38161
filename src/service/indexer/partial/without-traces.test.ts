import { expect, test } from 'vitest'
import { createService } from '../../http/server.ts'
import { page, sendRequest } from '../../http/testing/http.ts'
import { ListComparison } from '../testing/compare/compare-lists.ts'
import { expectNone } from '../testing/compare/expect-none.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { until } from '../testing/until.ts'
import { Workload } from '../testing/workload.ts'

const isTrace = (method: string) => /^(?:trace|debug)_/.test(method)
const WITHOUT = 'This index is kept without call traces'

test('an index without traces asks for none, says so over HTTP, and gets them when it is opened with them', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(40, 2)
  const [proxy, second] = [await testProxy(anvil.url), await testProxy(anvil.url)]
  const dataDir = testFolder()
  const options = { rpcUrl: proxy.url, moreRpcUrls: [second.url], dataDir }
  const chain = await testFollow({ ...options, withoutTraces: true })
  await until('it follows', () => chain.status().state === 'following', { seen: () => chain.status() })
  expect(chain.status().message).toBe('Following 2 nodes. Call traces are not asked for.')
  expect(chain.status().node?.frames).toBe('none')

  const service = await createService({ reader: chain.reader, dialect: 'v12' })
  const get = (path: string) => sendRequest(`${service.url}/api/v2${path}`)
  const workshop = workload.at.Workshop
  for (const path of [
    `/addresses/${workshop}/internal-transactions`,
    `/addresses/${workshop}/coin-balance-history`,
  ]) {
    const { meta } = page(await get(path)) as { meta?: { status: string; message: string } }
    expect(meta?.status, path).toBe('unsupported')
    expect(meta?.message, path).toMatch(
      /^This index is kept without call traces: calls inside \d+ of \d+ transactions are not known\.$/,
    )
  }
  const [call] = page(await get(`/addresses/${workshop}/transactions`)).items
  const hash = String(call?.hash)
  const changes = page(await get(`/transactions/${hash}/state-changes`)) as { meta?: { message: string } }
  expect(changes.meta?.message).toContain(WITHOUT)
  const trace = await get(`/transactions/${hash}/raw-trace`)
  expect([trace.status, trace.text]).toEqual([501, expect.stringContaining(WITHOUT)])
  await service.close()

  await workload.make(10, 2)
  const head = Number(await anvil.request<string>('eth_blockNumber'))
  await until(
    'new blocks',
    () => chain.status().head?.number === head && chain.status().state === 'following',
  )
  expect([...proxy.methods, ...second.methods].filter(isTrace)).toEqual([])
  await chain.close()
  // The index has these blocks as if the node could not trace them.
  const whole = await testFollow(options)
  await indexed(whole, anvil.url)
  expect([...proxy.methods, ...second.methods].filter(isTrace)).not.toEqual([])
  expect(whole.status().message).toBe('Following 2 nodes.')
  expectNone((await new ListComparison(whole.reader, anvil.url).all()).found)
})

test('comparing such an index with its node asks for no traces, and ends', async () => {
  const anvil = await testAnvil()
  await (await Workload.deploy(anvil.url)).make(20, 2)
  const proxy = await testProxy(anvil.url)
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder(), withoutTraces: true })
  const report = await chain.verify()
  expect(report.compared.blocks).toBeGreaterThan(5)
  expect([report.compared.traced, report.untraced]).toEqual([0, 0])
  expect(proxy.methods.filter(isTrace)).toEqual([])
})
