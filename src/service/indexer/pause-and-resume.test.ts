import { beforeEach, expect, test } from 'vitest'
import type { Anvil } from './testing/anvil.ts'
import { ofAddress, readAll } from './testing/compare/read-all.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { indexesIn } from './testing/follow-indexed.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

let anvil: Anvil
let workload: Workload
let dataDir: string

beforeEach(async () => {
  anvil = await testAnvil()
  workload = await Workload.deploy(anvil.url)
  await workload.make(60, 4)
  dataDir = testFolder()
})

test('no node now, but an index of an earlier time: it is served, and followed when the node is back', async () => {
  const { port } = anvil
  const height = Number(await anvil.request('eth_blockNumber'))
  const before = await testFollow({ rpcUrl: anvil.url, dataDir })
  await indexed(before, anvil.url)
  const rows = await readAll(before.reader, 'token-transfers')
  await before.close()
  await anvil.stop()
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  expect(chain.status()).toMatchObject({ state: 'stalled', head: { number: height }, chainId: '31337' })
  const items = await readAll(chain.reader, 'token-transfers')
  expect(items.map((item) => [item.transaction_hash, item.log_index])).toEqual(
    rows.map((item) => [item.transaction_hash, item.log_index]),
  )
  const [sender] = workload.accounts
  const page = await chain.reader.list('address-transactions', {
    params: ofAddress(sender!),
    filters: {},
    after: null,
    limit: 50,
  })
  const changes = await chain.reader.list('transaction-state-changes', {
    params: { transaction_hash: String(page!.items[0]!.hash) },
    filters: {},
    after: null,
    limit: 50,
  })
  expect(changes?.meta).toMatchObject({
    status: 'pending',
    message: 'The node does not answer now: coin balances are shown when it does.',
  })
  const again = await testAnvil({ port })
  await indexed(chain, again.url)
})

test('pause, resume, forget', async () => {
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  const { head } = chain.status()
  expect(indexesIn(dataDir)).toHaveLength(1)
  chain.pause()
  await workload.make(10, 2)
  expect(chain.status()).toMatchObject({ state: 'paused', head })
  expect((await readAll(chain.reader, 'token-transfers')).length).toBeGreaterThan(0)
  chain.resume()
  await indexed(chain, anvil.url)
  expect(chain.status().head!.number).toBe(head!.number + 5)
  await chain.forget()
  expect(indexesIn(dataDir)).toEqual([])
})

const deferred = () => Promise.withResolvers<void>()

/** Pauses while the node is asked which chain it has; gives the states that are said from then on. */
async function pauseWithin(isLost: boolean) {
  const proxy = await testProxy(anvil.url)
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir })
  await indexed(chain, anvil.url)
  proxy.intercept((_request, response) => Boolean(response.destroy()))
  await until('no node', () => chain.status().state === 'stalled', { seen: () => chain.status() })
  const [asked, gate, socket] = [deferred(), deferred(), deferred()]
  proxy.answer(async (method, _params, forward) => {
    if (method !== 'eth_chainId') return forward()
    asked.resolve()
    await gate.promise
    return forward()
  })
  // The last it does to connect is to ask for a socket.
  proxy.intercept(({ headers }) => {
    if (headers.upgrade !== undefined) socket.resolve()
    return false
  })
  await asked.promise
  chain.pause()
  const states = new Set([chain.status().state])
  chain.onStatus(({ state }) => states.add(state))
  if (isLost) proxy.intercept((_request, response) => Boolean(response.destroy()))
  gate.resolve()
  if (!isLost) await socket.promise
  await workload.make(10, 2)
  states.add(chain.status().state)
  const seen = [...states]
  proxy.intercept(null)
  return { chain, seen }
}

test.each([
  ['the node answers', false],
  ['the node is lost', true],
])('paused while it connects, before %s: it is said to be paused until it is resumed', async (_, isLost) => {
  const { chain, seen } = await pauseWithin(isLost)
  expect(seen).toEqual(['paused'])
  chain.resume()
  await indexed(chain, anvil.url)
})
