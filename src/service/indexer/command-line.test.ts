import { expect, test } from 'vitest'
import { freePort } from '#platform/testing/free-port.ts'
import { serve } from '#platform/testing/serve.ts'
import { spawnApi } from './testing/api-process.ts'
import { testAnvil, testFolder, testProxy } from './testing/fixtures.ts'
import { until } from './testing/until.ts'
import { callData, deployData, Workload } from './testing/workload.ts'

const api = (...args: string[]) => spawnApi(args)

interface Row {
  block_number: number
  method: string | null
}
interface Page<Item> {
  items: Item[]
  next_page_params: Record<string, unknown> | null
  meta?: { status: string; message: string }
}
const get = async <Item = Row>(url: string) => (await fetch(url)).json() as Promise<Page<Item>>

test.each(['http', 'ws'])(
  'npm run api over %s: the lists of a node over HTTP, to their ends',
  async (scheme) => {
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(150, 10)
    const run = api('--rpc', anvil.url.replace('http', scheme), '--data-dir', testFolder())
    const [, base] = await until('the ready line', () => /is ready: (\S+) \(dialect v12\)/.exec(run.out), {
      seen: () => run,
    })
    await until('it follows', () => run.errors.includes('Following the node'), {
      seen: () => run,
    })
    const blocks = new Set<number>()
    let query = ''
    let pages = 0
    do {
      const page = await get(`${base!}/token-transfers?${query}`)
      for (const item of page.items) blocks.add(item.block_number)
      const next = Object.entries(page.next_page_params ?? {}).map(([key, value]) => [key, String(value)])
      query = page.next_page_params ? new URLSearchParams(next).toString() : ''
      pages++
    } while (query !== '')
    expect(pages).toBeGreaterThan(2)
    expect(blocks.size).toBeGreaterThan(10)
    const transactions = await get(`${base!}/addresses/${workload.at.Coin}/transactions`)
    expect(transactions.items.some((item) => item.method === 'transfer')).toBe(true)
    run.child.kill('SIGTERM')
    await until('it ends', () => run.child.exitCode !== null)
    expect(run.child.exitCode).toBe(0)
  },
)

test('NFT metadata that lies elsewhere comes through the gateway the person named', async () => {
  const gateway = await serve((request, response) => {
    if (request.url === '/ipfs/bafy/9') response.end('{"name":"From afar"}')
    else response.writeHead(404).end()
  })
  const anvil = await testAnvil()
  const [owner] = await anvil.request<string[]>('eth_accounts')
  const made = await anvil.send({ from: owner, data: deployData('FarPictures', ['ipfs://bafy/']) })
  const to = made.contractAddress ?? ''
  await anvil.send({ from: owner, to, data: callData('FarPictures', 'mint', [owner, 9n]) })
  const run = spawnApi(['--rpc', anvil.url, '--data-dir', testFolder()], {
    env: { CHAINGLASS_IPFS_GATEWAY: gateway },
  })
  const [, base] = await until('the ready line', () => /is ready: (\S+)/.exec(run.out), {
    seen: () => run,
  })
  const metadata = await until(
    'the metadata',
    async () => {
      // Not found, until the token is indexed.
      const page: { items?: { metadata: unknown }[] } = await get<{ metadata: unknown }>(
        `${base!}/tokens/${to}/instances`,
      )
      return page.items?.[0]?.metadata
    },
    { seen: () => run },
  )
  expect(metadata).toEqual({ name: 'From afar' })
})

test('npm run api with several nodes: their blocks together, and which does not respond', async () => {
  const anvil = await testAnvil()
  await (await Workload.deploy(anvil.url)).make(60, 2)
  const [one, other] = [await testProxy(anvil.url), await testProxy(anvil.url)]
  const gone = String(await freePort())
  const nodes = [one.url, `http://127.0.0.1:${gone}`, other.url].flatMap((url) => ['--rpc', url])
  const run = api(...nodes, '--data-dir', testFolder())
  const [, origin = ''] = await until('the ready line', () => /is ready: (\S+)\/api\/v2/.exec(run.out), {
    seen: () => run,
  })
  const head = Number(await anvil.request<string>('eth_blockNumber'))
  const chain = async () =>
    ((await (await fetch(`${origin}/health`)).json()) as { chains: readonly object[] }).chains[0]
  await expect.poll(chain).toMatchObject({ state: 'following', head, lag: 0 })
  expect(run.errors).toContain('Following 3 nodes.')
  expect(run.errors).toContain(`The node at 127.0.0.1:${gone} is left out for a while: no node answers at`)
  for (const proxy of [one, other]) expect(proxy.methods).toContain('eth_getBlockReceipts')
})

test('npm run api with nodes of two chains names both, and ends', async () => {
  const [one, other] = [await testAnvil(), await testAnvil({ args: ['--chain-id', '4242'] })]
  const run = api('--rpc', one.url, '--rpc', other.url, '--data-dir', testFolder())
  await until('it ends', () => run.child.exitCode !== null, { seen: () => run })
  expect(run.child.exitCode).toBe(1)
  expect(run.errors).toContain(`the one at 127.0.0.1:${String(one.port)} is of chain 31337`)
  expect(run.errors).toContain(`the one at 127.0.0.1:${String(other.port)} is of chain 4242`)
})

test('npm run api --only: what it keeps, and that another start names the same addresses', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(20, 5)
  const { Coin, Items } = workload.at
  const node = ['--rpc', anvil.url, '--data-dir', testFolder()]
  const run = api(...node, '--only', Coin)
  const [, base = ''] = await until('the ready line', () => /is ready: (\S+)/.exec(run.out), {
    seen: () => run,
  })
  await until('it follows', () => run.errors.includes('Following the node'), { seen: () => run })
  expect(run.errors).toContain('Only what names one address is kept.')
  expect(run.out.toLowerCase()).toContain(`  ${Coin}  `)
  expect((await get(`${base}/addresses/${Coin}/transactions`)).meta).toBeUndefined()
  expect((await get(`${base}/addresses/${Items}/transactions`)).meta?.message).toContain(
    `This index is kept for ${Coin}: what does not name it is not in it.`,
  )
  run.child.kill('SIGTERM')
  await until('it ends', () => run.child.exitCode !== null)
  const other = api(...node, '--only', Items)
  await until('it ends', () => other.child.exitCode !== null, { seen: () => other })
  expect([other.child.exitCode, other.out]).toEqual([1, ''])
  expect(other.errors).toMatch(
    new RegExp(`^The service did not start: The index .* was made with --only for ${Coin},`, 'm'),
  )
})

test('no node: one line says so, and it ends', async () => {
  const port = String(await freePort())
  const run = api('--rpc', `http://127.0.0.1:${port}`, '--data-dir', testFolder())
  await until('it ends', () => run.child.exitCode !== null)
  expect(run.child.exitCode).toBe(1)
  expect(run.errors).toContain(`No node answers at 127.0.0.1:${port}.`)
})

test('npm run api --log json: head, lag and repairs of a followed node, and each request as a line of JSON', async () => {
  const anvil = await testAnvil()
  await (await Workload.deploy(anvil.url)).make(20, 5)
  const run = api('--rpc', anvil.url, '--data-dir', testFolder(), '--log', 'json')
  const [, origin = ''] = await until('the ready line', () => /is ready: (\S+)\/api\/v2/.exec(run.errors), {
    seen: () => run,
  })
  const head = Number(await anvil.request<string>('eth_blockNumber'))
  const health = async () => {
    const response = await fetch(`${origin}/health`)
    return { status: response.status, body: (await response.json()) as { chains: readonly object[] } }
  }
  await expect
    .poll(async () => (await health()).body.chains[0])
    .toMatchObject({ state: 'following', head, lag: 0 })
  expect((await health()).status).toBe(200)
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toMatch(new RegExp(`^chainglass_head_block\\{chain_id="31337"\\} ${String(head)}$`, 'm'))
  expect(metrics).toMatch(/^chainglass_lag_blocks\{chain_id="31337"\} 0$/m)
  await fetch(`${origin}/api/v2/blocks?apikey=SECRET`)
  type Line = Readonly<Record<string, unknown>> & { readonly time: string }
  const logged = () =>
    run.errors
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  await expect.poll(() => logged().some(({ route }) => route === 'latest-blocks')).toBe(true)
  expect(run.out).toBe('')
  expect(logged().find(({ route }) => route === 'latest-blocks')).toMatchObject({
    level: 'info',
    client: '127.0.0.1',
    bytes: expect.any(Number) as number,
    request_id: expect.stringMatching(/^[\w-]{36}$/) as string,
  })
  expect(logged().every(({ time }) => new Date(time).toISOString() === time)).toBe(true)
  expect(new Set(logged().map(({ event }) => event))).toEqual(new Set(['message', 'request']))
  expect(run.errors).not.toContain('SECRET')
  // A node that is gone is known soon, and what is indexed is still served.
  await anvil.stop()
  await expect.poll(async () => (await health()).status).toBe(503)
  expect((await fetch(`${origin}/api/v2/blocks`)).status).toBe(200)
})
