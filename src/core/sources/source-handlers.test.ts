import { errorReporter } from '#shared/rpc/server.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Findings, SourcesView, SourceTest } from '#shared/rpc/contract/sources.ts'
import { BUILT_IN } from '#shared/built-in-sources.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ReadySource } from '#shared/source.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { sourceHandlers, sourceStreams } from './source-handlers.ts'
import { createSources, type Sources } from './sources.ts'
import { readStream } from '../testing/read-stream.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'

const SUGGESTED = { address: '0x' + 'ab'.repeat(20), name: 'A whale', description: 'Moves often.' }
const PRO_CHAINS = {
  chains: {
    '8453': 'https://base.blockscout.com',
    '424242': 'https://x.example/',
    '1': 'https://eth.blockscout.com',
  },
}
const context = { signal: new AbortController().signal, connection: {} }

let store: Store
let sources: Sources
let server: Server
let base: string
let asked: string[]
let paths: Record<string, unknown>
let redirects: Record<string, string>
let sampleStarts: number
let handlers: ReturnType<typeof sourceHandlers>

/** One request over real HTTP like the API client's; only whether it succeeds matters here. */
const client = {
  async probe(source: ReadySource): Promise<SourceTest> {
    if (source.kind === 'pro') throw new ChainglassFailure({ code: 'unauthorized', hadKey: false })
    const response = await fetch(`${source.baseUrl}/api/v2/token-transfers`)
    if (!response.ok) throw new ChainglassFailure({ code: 'not_found', host: source.baseUrl })
    return { ms: 5, dialect: 'v12', limits: { limit: 10, remaining: 9 } }
  },
}

function start() {
  sources = createSources({
    followNode: (node) => noNodes.follow(node),
    store,
    sampleUrl: () => {
      sampleStarts += 1
      return Promise.resolve(base)
    },
    keyState: () => ({ state: 'none' }),
  })
  handlers = sourceHandlers({
    sources,
    client,
    keys: { keyFor: () => Promise.resolve(undefined) },
    onRemoved: () => undefined,
  })
}

beforeEach(async () => {
  asked = []
  sampleStarts = 0
  redirects = {}
  paths = { '/api/v2/token-transfers': { items: [], next_page_params: null } }
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const location = redirects[request.url ?? '']
    if (location !== undefined) {
      response.writeHead(302, { location }).end()
      return
    }
    const body = paths[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { message: 'Not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  store = openStore({ dataDir: ':memory:' })
  start()
})

afterEach(async () => {
  sources.close()
  store.close()
  await new Promise((resolve) => server.close(resolve))
})

const toError = errorReporter({ log: () => undefined, createReference: () => 'ref-1' })
const view = () => readStream(sourceStreams({ sources, client, toError })['sources.changed'])
/** The findings for a text, once all are known. */
const find = (text: string) =>
  new Promise<Findings>((resolve) => {
    sourceStreams({ sources, client, toError })['sources.findings'](
      { text },
      (findings) => {
        if (Object.values(findings).every(({ state }) => state !== 'asking')) resolve(findings)
      },
      context,
    )
  })
async function check(text: string, what: 'explorer' | 'pro' = 'explorer') {
  const finding = (await find(text))[what]
  if (finding.state === 'found') return finding.found
  throw new ChainglassFailure(finding.state === 'none' ? finding.error : { code: 'cancelled' })
}
/** An account with the chains of `paths`; returns its first chain. */
async function addPro() {
  const added = await handlers['sources.add']({ url: base, form: 'pro' }, context)
  if (added.kind !== 'pro') throw new Error('not a chain of an account')
  return added
}

const ids = () => view().sources.map((source) => source.id)

describe('built-in sources', () => {
  test('are there, the sample in use, nothing asked and nothing started', () => {
    const { current } = view()
    expect(ids()).toEqual(BUILT_IN.map(({ id }) => id))
    expect(ids()).toContain('eth')
    expect(current).toBe('sample')
    expect(asked).toEqual([])
    expect(sampleStarts).toBe(0)
  })

  test('the sample starts at first need, once, and its suggestedAddresses come from its own service', async () => {
    paths['/api/v2/chainglass/landmarks'] = { items: [SUGGESTED] }
    expect(await handlers['sources.suggestedAddresses']({ source: 'sample' }, context)).toEqual([SUGGESTED])
    expect((await sources.ready('sample')).baseUrl).toBe(base)
    expect(sampleStarts).toBe(1)
    expect(await handlers['sources.suggestedAddresses']({ source: 'eth' }, context)).toEqual([])
  })

  test('can be hidden and renamed, not removed', async () => {
    await handlers['sources.hide']({ id: 'eth', hidden: true }, context)
    await handlers['sources.edit']({ id: 'eth', changes: { name: 'Mainnet' } }, context)
    expect(sources.viewOf('eth')).toMatchObject({
      hidden: true,
      name: 'Mainnet',
      baseUrl: 'https://eth.blockscout.com',
    })
    await handlers['sources.edit']({ id: 'eth', changes: { name: null } }, context)
    expect(sources.viewOf('eth').name).toBe('Ethereum')
    await expect((async () => handlers['sources.remove']({ id: 'eth' }, context))()).rejects.toMatchObject({
      error: { code: 'invalid_input' },
    })
  })
})

describe('an instance of one’s own', () => {
  test('is checked, added, tested, edited, and still there after a restart', async () => {
    expect(await check(`${base}/api/v2/`)).toMatchObject({
      baseUrl: base,
      kind: 'instance',
      dialect: 'v12',
      ms: 5,
      known: undefined,
    })
    const added = await handlers['sources.add']({ url: base, name: 'Mine' }, context)
    expect(added).toMatchObject({ name: 'Mine', baseUrl: base, builtIn: false, host: base.slice(7) })
    expect(await handlers['sources.test']({ id: added.id }, context)).toMatchObject({
      ms: 5,
      limits: { remaining: 9 },
    })
    const edited = await handlers['sources.edit'](
      {
        id: added.id,
        changes: { coin: { symbol: 'XYZ', decimals: 6 }, chainId: '424242', explorer: 'https://x.example' },
      },
      context,
    )
    expect(edited).toMatchObject({
      coin: { symbol: 'XYZ', decimals: 6 },
      chainId: '424242',
      explorer: 'https://x.example/{kind}/{id}',
    })
    await handlers['sources.use']({ id: added.id }, context)
    sources.close()
    start()
    expect(sources.viewOf(added.id)).toMatchObject({ name: 'Mine', coin: { symbol: 'XYZ', decimals: 6 } })
    expect(sources.current()).toBe(added.id)
  })

  test('whose check is redirected is asked no further: the way leads to hosts that only this machine can reach', async () => {
    paths['/inner/landmarks'] = { items: [SUGGESTED] }
    paths['/inner/config'] = PRO_CHAINS
    redirects['/api/v2/chainglass/landmarks'] = `${base}/inner/landmarks`
    redirects['/api/json/config'] = `${base}/inner/config`
    expect(await find(base)).toMatchObject({
      explorer: { found: { ownService: false, suggestedAddresses: [] } },
      pro: { error: { reason: 'no_chains' } },
    })
    expect(asked).toContain('/api/v2/chainglass/landmarks')
    expect(asked).toContain('/api/json/config')
    expect(asked.filter((path) => path.startsWith('/inner'))).toEqual([])
  })

  test('added twice is one', async () => {
    const first = await handlers['sources.add']({ url: base }, context)
    await handlers['sources.hide']({ id: first.id, hidden: true }, context)
    const second = await handlers['sources.add']({ url: `${base}/` }, context)
    expect(second).toMatchObject({ id: first.id, hidden: false })
    expect(await check(base)).toMatchObject({ known: first.id })
  })

  test('that does not answer is not added, unless the person insists', async () => {
    paths = {}
    const add = async (unchecked?: boolean) =>
      handlers['sources.add']({ url: base, ...(unchecked ? { unchecked } : {}) }, context)
    await expect(add()).rejects.toMatchObject({ error: { code: 'not_found' } })
    expect(ids()).toHaveLength(BUILT_IN.length)
    expect(await add(true)).toMatchObject({ baseUrl: base })
  })

  test('with a path that is a page: the API is looked for at the origin, and said so', async () => {
    const found = await check(`${base}/some/page`)
    expect(found.baseUrl).toBe(base)
    expect(found.notes).toEqual([{ kind: 'path_left_out', origin: base }])
  })

  test('removed, taken back, and gone for good after the next start', async () => {
    const { id } = await handlers['sources.add']({ url: base, name: 'Mine' }, context)
    await handlers['sources.use']({ id }, context)
    await handlers['sources.remove']({ id }, context)
    expect(ids()).not.toContain(id)
    expect(sources.current()).toBe('sample')
    await handlers['sources.restore']({ id }, context)
    expect(sources.viewOf(id).name).toBe('Mine')
    await handlers['sources.remove']({ id }, context)
    sources.close()
    start()
    await expect((async () => handlers['sources.restore']({ id }, context))()).rejects.toMatchObject({
      error: { code: 'not_found' },
    })
  })

  test('that is our own service over a node is known as local, with its chain', async () => {
    paths['/api/v2/chainglass/landmarks'] = {
      items: [SUGGESTED],
      chain: { chainId: '31337', name: 'My node', coin: { symbol: 'GO', decimals: 18 } },
    }
    const added = await handlers['sources.add']({ url: base }, context)
    expect(added).toMatchObject({
      kind: 'instance',
      ownService: true,
      name: 'My node',
      chainId: '31337',
      coin: { symbol: 'GO' },
    })
    expect(await handlers['sources.suggestedAddresses']({ source: added.id }, context)).toEqual([SUGGESTED])
  })
})

describe('a Pro account', () => {
  beforeEach(() => {
    paths = { '/api/json/config': PRO_CHAINS }
  })

  test('is found out without being told, lists its chains, known ones first', async () => {
    const found = await check(base, 'pro')
    expect(found).toMatchObject({ kind: 'pro', chainId: '1' })
    expect(found.chains.map((chain) => chain.name)).toEqual(['Ethereum', 'Base', 'Chain 424242'])
    const added = await handlers['sources.add']({ url: base, form: 'pro', name: 'Pro' }, context)
    expect(added).toMatchObject({
      kind: 'pro',
      name: 'Pro: Ethereum',
      chainId: '1',
      auth: 'bearer',
      baseUrl: base,
    })
    expect(added.id).toBe(`${'account' in added ? added.account : ''}:1`)
    expect(view().accounts).toMatchObject([{ name: 'Pro', chains: 3 }])
  })

  test('serves any chain id, also one nobody told of', async () => {
    const { account } = await addPro()
    await handlers['sources.use']({ id: `${account}:999999999` }, context)
    expect(sources.current()).toBe(`${account}:999999999`)
    expect(sources.viewOf(`${account}:999999999`)).toMatchObject({
      chainId: '999999999',
      coin: { symbol: 'ETH' },
    })
    expect(sources.viewOf(`${account}:424242`).explorer).toBe('https://x.example/{kind}/{id}')
  })

  test('is renamed, and its chains with it', async () => {
    const { account, id } = await addPro()
    expect(
      await handlers['sources.editAccount']({ id: account, changes: { name: 'Work' } }, context),
    ).toMatchObject({
      name: 'Work',
    })
    expect(sources.viewOf(id)).toMatchObject({ name: 'Work: Ethereum', auth: 'bearer' })
  })

  test('that tells of no chains is taken by the chain in its URL, and says that it wants a key', async () => {
    paths = {}
    expect(await find(`${base}/8453/api/v2`)).toMatchObject({
      explorer: { state: 'unasked' },
      node: { state: 'unasked' },
      pro: { found: { kind: 'pro', chainId: '8453', notes: ['key_needed'] } },
    })
    await expect(check(base, 'pro')).rejects.toMatchObject({ error: { code: 'bad_response' } })
  })

  test('removed takes its chains with it; taken back brings them back', async () => {
    const { account, id } = await addPro()
    await handlers['sources.remove']({ id: account }, context)
    expect(ids()).not.toContain(id)
    expect(() => sources.get(id)).toThrow()
    await handlers['sources.restore']({ id: account }, context)
    expect(ids()).toContain(id)
  })
})

test.each([
  ['javascript:alert(1)', undefined],
  ['http://plain.example', undefined],
  ['x.example', 'https://x.example/{kind}/{id}'],
  ['https://x.example/?t={kind}&q={id}', 'https://x.example/?t={kind}&q={id}'],
])('an explorer’s link %s becomes %s', async (written, form) => {
  const edit = (async () =>
    handlers['sources.edit']({ id: 'eth', changes: { explorer: written } }, context))()
  if (form === undefined) await expect(edit).rejects.toMatchObject({ error: { code: 'invalid_input' } })
  else expect((await edit).explorer).toBe(form)
})

test('order is the person’s, and hidden or new ones keep a place', async () => {
  await handlers['sources.order']({ ids: ['gnosis', 'eth', 'nobody', 'gnosis'] }, context)
  expect(ids().slice(0, 3)).toEqual(['gnosis', 'eth', 'sample'])
  const { id } = await handlers['sources.add']({ url: base }, context)
  expect(ids().at(-1)).toBe(id)
})

test('what a URL that is only tried answered is told to nobody', () => {
  vi.useFakeTimers()
  try {
    const told: SourcesView[] = []
    const end = sourceStreams({ sources, client, toError })['sources.changed'](
      {},
      (view) => told.push(view),
      context,
    )
    sources.report('probe-1', { limits: { remaining: 5 } })
    vi.advanceTimersByTime(1_000)
    expect(told).toHaveLength(1)
    sources.report('base', { limits: { remaining: 9 } })
    vi.advanceTimersByTime(1_000)
    expect(told).toHaveLength(2)
    end()
  } finally {
    vi.useRealTimers()
  }
})

test('answers are told of together, changes at once', async () => {
  const told: SourcesView[] = []
  const end = sourceStreams({ sources, client, toError })['sources.changed'](
    {},
    (view) => told.push(view),
    context,
  )
  expect(told).toHaveLength(1)
  await handlers['sources.use']({ id: 'base' }, context)
  expect(told.at(-1)?.current).toBe('base')
  for (let remaining = 50; remaining > 0; remaining -= 1) sources.report('base', { limits: { remaining } })
  expect(told).toHaveLength(2)
  await expect.poll(() => told.length).toBe(3)
  expect(told.at(-1)?.sources.find(({ id }) => id === 'base')?.limits).toEqual({ remaining: 1 })
  end()
})
