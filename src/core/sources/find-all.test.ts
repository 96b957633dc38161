import { errorReporter } from '#shared/rpc/server.ts'
import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '#platform/testing/serve.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ReadySource } from '#shared/source.ts'
import type { Findings, SourceTest } from '#shared/rpc/contract/sources.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'
import { openStore } from '../store/open-store.ts'
import { createSources } from './sources.ts'
import { findAll, type FindDeps } from './find-all.ts'

interface Asked {
  readonly source: ReadySource & { readonly key?: string | undefined }
  readonly signal: AbortSignal
}

/** `probe` replaces the API client. */
function open(probe: (asked: Asked) => Promise<SourceTest>) {
  const store = openStore({ dataDir: ':memory:' })
  const sources = createSources({
    store,
    followNode: (node) => noNodes.follow(node),
    sampleUrl: () => Promise.resolve(''),
    keyState: () => ({ state: 'none' }),
  })
  onTestFinished(() => {
    sources.close()
    store.close()
  })
  const asked: Asked[] = []
  const client = {
    probe(source: Asked['source'], { signal }: { signal: AbortSignal }) {
      asked.push({ source, signal })
      return probe({ source, signal })
    },
  }
  const toError = errorReporter({ log: (line) => logged.push(line), createReference: () => 'ref-1' })
  const logged: string[] = []
  return { deps: { sources, client, toError }, sources, asked, logged }
}

const notFound = () => Promise.reject(new ChainglassFailure({ code: 'not_found', host: 'a host' }))
const answers = () => Promise.resolve({ ms: 7, dialect: 'v12' as const, limits: { limit: 5 } })
const settled = (deps: FindDeps, text: string) =>
  new Promise<Findings>((resolve) => {
    findAll(deps, text, (findings) => {
      if (Object.values(findings).every(({ state }) => state !== 'asking')) resolve(findings)
    })
  })

const anvil: RequestListener = (request, response) => {
  let body = ''
  request.on('data', (piece: Buffer) => (body += piece.toString()))
  request.on('end', () => {
    if (request.method !== 'POST') response.writeHead(404).end('{}')
    else if (body.includes('web3_clientVersion')) response.end('{"result":"anvil/v1.4.0"}')
    else response.end(JSON.stringify({ result: body.includes('eth_chainId') ? '0x7a69' : '0x25' }))
  })
}

test('a node is found by what it answers, with its head; what is there no explorer and no Pro is said', async () => {
  const { deps, sources } = open(notFound)
  const url = await serve(anvil)
  expect(await settled(deps, url)).toMatchObject({
    explorer: { state: 'none', error: { code: 'not_found' } },
    node: { state: 'found', found: { chainId: '31337', client: 'anvil/v1.4.0', block: '37' } },
    pro: { state: 'none', error: { reason: 'no_chains' } },
  })
  // A node that is already followed, and was of another chain then.
  const { id } = sources.add({
    kind: 'node',
    name: 'Mine',
    rpcUrl: url,
    chainId: '1',
    coin: { symbol: 'ETH', decimals: 18 },
  })
  expect(await settled(deps, url)).toMatchObject({ node: { found: { known: { id, chainId: '1' } } } })
})

test('all are asked at once, and each is told when it is known', async () => {
  let answer: (test: SourceTest) => void = () => undefined
  const { deps } = open(() => new Promise((resolve) => (answer = resolve)))
  const url = await serve(anvil)
  const told: string[] = []
  await new Promise<void>((resolve) => {
    findAll(deps, url, (findings) => {
      const states = Object.values(findings).map(({ state }) => state)
      told.push(states.join(' '))
      if (states[1] === 'found' && states[2] === 'none' && states[0] === 'asking')
        answer({ ms: 7, limits: {} })
      if (states[0] === 'found') resolve()
    })
  })
  expect(told[0]).toBe('asking asking asking')
  expect(told.at(-1)).toBe('found found none')
  expect(told).toHaveLength(4)
})

test('asking ends with who asked, and nothing is told after', async () => {
  const { deps, asked } = open(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new ChainglassFailure({ code: 'cancelled' }))
        })
      }),
  )
  let isTold = 0
  const stop = findAll(deps, 'https://explorer.invalid', () => (isTold += 1))
  await expect.poll(() => asked.length).toBe(1)
  const before = isTold
  stop()
  expect(asked[0]?.signal.aborted).toBe(true)
  await Promise.resolve()
  expect(isTold).toBe(before)
})

test('a key of Pro goes to Pro alone', async () => {
  const { deps, asked } = open(() =>
    Promise.reject(new ChainglassFailure({ code: 'unauthorized', hadKey: true })),
  )
  const { explorer, node, pro } = await settled(deps, ' proapi_0123456789abcdef ')
  expect([explorer.state, node.state]).toEqual(['unasked', 'unasked'])
  expect(pro).toMatchObject({ state: 'none' })
  expect(asked.map(({ source }) => [source.kind, source.baseUrl, source.key])).toEqual([
    ['pro', 'https://api.blockscout.com', 'proapi_0123456789abcdef'],
  ])
  expect(JSON.stringify(pro)).not.toContain('0123456789abcdef')
})

test('a key that is right is told with its credits and the chains that it opens', async () => {
  const { deps } = open(() => Promise.resolve({ ms: 7, limits: { credits: 98_120 } }))
  const proUrl = await serve((_, response) => response.end('{"chains":{"1":"","8453":""}}'))
  expect(await settled({ ...deps, proUrl }, 'proapi_0123456789abcdef')).toMatchObject({
    pro: {
      found: { kind: 'pro', limits: { credits: 98_120 }, chains: [{ name: 'Ethereum' }, { name: 'Base' }] },
    },
  })
})

test('a chain is found by its name or id without asking anybody: at a source, and at Pro', async () => {
  const { deps, asked } = open(answers)
  for (const text of ['Base', 'base', '8453'])
    expect(await settled(deps, text)).toMatchObject({
      explorer: { found: { known: 'base', chainId: '8453' } },
      node: { state: 'unasked' },
      pro: { found: { kind: 'pro', chainId: '8453', name: 'Base' } },
    })
  expect(asked).toEqual([])
})

test.each(['a word', 'word', '0x1234', 'javascript:alert(1)'])('%s is sent to nobody', async (text) => {
  const { deps, asked } = open(answers)
  const { explorer, node, pro } = await settled(deps, text)
  for (const finding of [explorer, node, pro])
    expect(finding).toMatchObject({ state: 'none', error: { code: 'invalid_input' } })
  expect(asked).toEqual([])
})

test('a socket is asked as a node only', async () => {
  const { deps, asked } = open(answers)
  const url = await serve(anvil)
  expect(await settled(deps, url.replace('http', 'ws'))).toMatchObject({
    explorer: { error: { reason: { kind: 'node_socket' } } },
    node: { found: { chainId: '31337' } },
    pro: { state: 'unasked' },
  })
  expect(asked).toEqual([])
})

test('a fault of ours is said under a reference, and ends nothing', async () => {
  const { deps, logged } = open(() => Promise.reject(new TypeError('a fault')))
  const url = await serve((_, response) => response.writeHead(404).end('{}'))
  expect(await settled(deps, url)).toMatchObject({
    explorer: { state: 'none', error: { code: 'internal', reference: 'ref-1' } },
  })
  expect(logged.join()).toContain('a fault')
})
