import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DETAIL_ITEMS } from '#shared/lists/detail-items.ts'
import { DETAIL_IDS, type DetailId } from '#shared/lists/detail-table.ts'
import { type Dialect, DIALECTS } from '#shared/lists/dialects.ts'
import { cursorKeys, LIST_IDS, listEndpoint, LISTS, type ListId } from '#shared/lists/list-table.ts'
import { Preparing } from '../chain-reader.ts'
import { createService, type Service } from './server.ts'
import { sendRequest, page, parse, fetchWholeList } from './testing/http.ts'
import {
  ACCOUNT,
  BLOCK,
  createMemoryChain,
  ITEMS,
  type MemoryChain,
  TOKEN,
  TRANSACTION,
} from './testing/memory-chain.ts'
import { account, hash, MAX_UINT256 } from './testing/memory-items.ts'

const KEY = 'proapi_secret'

const pathOf = (id: ListId) =>
  listEndpoint(id)
    .path.replace('{transaction_hash}', TRANSACTION)
    .replace('{token_id}', '7')
    .replace('{block_hash_or_number}', BLOCK)
    .replace('{address_hash}', listEndpoint(id).path.startsWith('/tokens') ? TOKEN : ACCOUNT)

interface Running {
  readonly service: Service
  readonly chain: MemoryChain
}
async function start(dialect: Dialect): Promise<Running> {
  const chain = createMemoryChain()
  return { service: await createService({ reader: chain, dialect, proKey: KEY }), chain }
}

describe.each(DIALECTS)('every list in the %s dialect', (dialect) => {
  let running: Running
  beforeAll(async () => {
    running = await start(dialect)
  })
  afterAll(() => running.service.close())

  const forms = [
    ['instance', '/api/v2', {}],
    ['pro', '/31337/api/v2', { authorization: `Bearer ${KEY}` }],
  ] as const
  const cases = LIST_IDS.flatMap((id) => forms.map((form) => [id, ...form] as const))

  it.each(cases)('%s, %s form: to the end, no duplicate, no gap', async (id, _form, prefix, headers) => {
    const { pages, keys } = await fetchWholeList(`${running.service.url}${prefix}`, id, pathOf(id), {
      headers,
    })
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 23])
    expect(new Set(keys).size).toBe(ITEMS)
    expect(pages.at(-1)?.next_page_params).toBeNull()
  })

  it.each(LIST_IDS)('%s: the cursor has the keys of the table of lists', async (id) => {
    const { pages } = await fetchWholeList(`${running.service.url}/api/v2`, id, pathOf(id))
    const batch = /^(batch_|index_in_batch)/
    const keys = Object.keys(pages[0]!.next_page_params!)
    expect(keys.filter((key) => !batch.test(key)).sort()).toEqual([...cursorKeys(id, dialect)].sort())
    // The first page of transfers ends inside an ERC-1155 batch.
    expect(keys.filter((key) => batch.test(key))).toHaveLength(LISTS[id].resource === 'transfer' ? 4 : 0)
  })

  it('has no operations of two accounts in one', async () => {
    const path = '/api/v2/proxy/account-abstraction/operations'
    const { status, text } = await sendRequest(
      `${running.service.url}${path}?sender=${ACCOUNT}&paymaster=${TOKEN}`,
    )
    expect([status, text]).toEqual([422, expect.stringContaining('Unexpected field: paymaster')])
  })

  it('has every detail', async () => {
    const base = `${running.service.url}/api/v2`
    const paths: Record<DetailId, string> = {
      transaction: `/transactions/${TRANSACTION}`,
      'transaction-calls': `/transactions/${TRANSACTION}/raw-trace`,
      block: `/blocks/${BLOCK}`,
      address: `/addresses/${ACCOUNT}`,
      'address-counters': `/addresses/${ACCOUNT}/counters`,
      'address-tab-counters': `/addresses/${ACCOUNT}/tabs-counters`,
      'address-coin-balances-by-day': `/addresses/${ACCOUNT}/coin-balance-history-by-day`,
      'smart-contract': `/smart-contracts/${TOKEN}`,
      token: `/tokens/${TOKEN}`,
      'token-instance': `/tokens/${TOKEN}/instances/${MAX_UINT256}`,
      'token-counters': `/tokens/${TOKEN}/counters`,
      'instance-transfers-count': `/tokens/${TOKEN}/instances/${MAX_UINT256}/transfers-count`,
      'search-quick': '/search/quick?q=token',
      'search-redirect': '/search/check-redirect?q=40',
      'chain-statistics': '/stats',
      'transaction-statistics': '/transactions/stats',
      'indexing-status': '/main-page/indexing-status',
      'main-page-blocks': '/main-page/blocks',
      'main-page-transactions': '/main-page/transactions',
      'backend-version': '/config/backend-version',
      'backend-config': '/config/backend',
    }
    for (const id of DETAIL_IDS) {
      const reply = await sendRequest(base + paths[id])
      expect(reply.status, id).toBe(200)
      const read = z.safeParse(DETAIL_ITEMS[id], parse(reply.text))
      expect(read.error?.issues ?? [], id).toEqual([])
    }
    expect((await sendRequest(`${base}/transactions/${hash(9, 9)}`)).status).toBe(404)
  })
})

describe('cursors', () => {
  const first = async (dialect: Dialect, id: ListId, query = '') => {
    const { service } = await start(dialect)
    const reply = await sendRequest(`${service.url}/api/v2${pathOf(id)}${query}`)
    await service.close()
    return { reply, ...page(reply) }
  }

  it('hold integers of 78 digits as JSON integers', async () => {
    const { reply, next_page_params: next } = await first('spec', 'token-instances')
    const digits = (BigInt(MAX_UINT256) - 49n).toString()
    expect(digits).toHaveLength(78)
    expect(reply.text).toContain(`"unique_token":${digits}`)
    expect(next).toEqual({ unique_token: digits })
  })

  it('count items so far before v11, those of the page in v11, and not at all in v12', async () => {
    const counts = async (dialect: Dialect, id: ListId) => {
      const { service } = await start(dialect)
      const { pages } = await fetchWholeList(`${service.url}/api/v2`, id, pathOf(id))
      await service.close()
      return pages.map(({ next_page_params: next }) => next?.items_count)
    }
    expect(await counts('spec', 'address-withdrawals')).toEqual([50, 100, undefined])
    expect(await counts('legacy', 'address-withdrawals')).toEqual([50, 100, undefined])
    expect(await counts('v11', 'address-withdrawals')).toEqual([50, 50, undefined])
    expect(await counts('v12', 'address-withdrawals')).toEqual([undefined, undefined, undefined])
    expect(await counts('v11', 'transaction-state-changes')).toEqual([50, 100, undefined])
  })

  it('hold state_changes as null, which comes back as a text', async () => {
    const { reply, items } = await first('v11', 'transaction-state-changes')
    expect(reply.text).toContain('"state_changes":null')
    const second = await first('v11', 'transaction-state-changes', '?state_changes=null&items_count=50')
    expect(second.items[0]).not.toEqual(items[0])
  })

  it.each<[Dialect, ListId, string, string]>([
    ['v11', 'transaction-state-changes', '?items_count=50', 'state_changes'],
    ['v11', 'transaction-state-changes', '?state_changes=null', 'items_count'],
    // A pending transaction is in no block: both of its keys are null.
    ['spec', 'address-transactions', '?items_count=50', 'block_number'],
    ['spec', 'address-transactions', '?block_number=7', 'index'],
    ['v12', 'address-tokens', '?id=7&value=9', 'fiat_value'],
    ['spec', 'address-tokens', '?items_count=50&token_type=ERC-20&value=9', 'token_name'],
    ['v12', 'token-holders', '?value=9', 'address_hash'],
    ['v12', 'token-transfers', '?block_number=7', 'index'],
    ['v12', 'token-transfers', '?index_in_batch=29', 'block_number'],
    ['v12', 'token-transfers', '?block_number=7&index=9&index_in_batch=29', 'batch_log_index'],
  ])('%s, %s%s: a 422 that names the missing key, not page 1 again', async (dialect, id, query, missing) => {
    const { reply } = await first(dialect, id, query)
    expect([reply.status, parse(reply.text)]).toEqual([
      422,
      {
        errors: [
          {
            title: 'Invalid value',
            source: { pointer: `/${missing}` },
            detail: `Missing field: ${missing}`,
          },
        ],
      },
    ])
  })

  it('hold the keys of a batch as null, or not at all, outside of one', async () => {
    const nulls = 'batch_log_index=null&batch_block_hash=null&batch_transaction_hash=null&index_in_batch=null'
    const without = await first('v12', 'token-transfers', '?block_number=999&index=5')
    const withNulls = await first('v12', 'token-transfers', `?block_number=999&index=5&${nulls}`)
    const hashes = (items: readonly Record<string, unknown>[]) => items.map((item) => item.transaction_hash)
    expect(hashes(without.items)).toHaveLength(50)
    expect(hashes(withNulls.items)).toEqual(hashes(without.items))
  })

  it('repeat the filters of the request in the legacy dialect only', async () => {
    const echoed = async (dialect: Dialect) =>
      (await first(dialect, 'address-transactions', '?filter=from')).next_page_params
    expect(await echoed('legacy')).toMatchObject({ filter: 'from', items_count: 50 })
    expect(await echoed('spec')).not.toHaveProperty('filter')
  })

  it('keep block and index inside a batch and move only the index in it', async () => {
    const { service } = await start('v12')
    const { pages } = await fetchWholeList(`${service.url}/api/v2`, 'token-transfers', '/token-transfers')
    await service.close()
    const [one, two] = pages.map(({ next_page_params: next }) => next)
    expect(one).toMatchObject({ block_number: 700, index: 9, index_in_batch: 29 })
    expect(two).toEqual({ ...one, index_in_batch: 79 })
  })
})

describe('filters and page sizes', () => {
  it('are given to the reader as the table says, with addresses in lower case', async () => {
    const { service, chain } = await start('v12')
    const upper = `0x${ACCOUNT.slice(2).toUpperCase()}`
    const get = (path: string) => sendRequest(`${service.url}/api/v2${path}`)
    await get(`/addresses/${upper}/transactions?filter=to&sort=value&order=asc&items_count=7`)
    await get(`/tokens/${TOKEN}/instances?holder_address_hash=${upper}`)
    await get(`/addresses/${ACCOUNT}/internal-transactions?include_zero_value=false&items_count=1000`)
    await get(`/token-transfers?type=ERC-20,ERC-721`)
    await get(`/addresses/${ACCOUNT}/logs?topic=0x${'AB'.repeat(32)}`)
    await service.close()
    expect(chain.requests.map(({ request }) => ({ ...request, isGone: undefined }))).toEqual([
      {
        params: { address_hash: ACCOUNT },
        filters: { filter: 'to', sort: 'value', order: 'asc' },
        after: null,
        limit: 7,
      },
      { params: { address_hash: TOKEN }, filters: { holder_address_hash: ACCOUNT }, after: null, limit: 50 },
      { params: { address_hash: ACCOUNT }, filters: { include_zero_value: false }, after: null, limit: 100 },
      { params: {}, filters: { type: ['ERC-20', 'ERC-721'] }, after: null, limit: 50 },
      {
        params: { address_hash: ACCOUNT },
        filters: { topic: `0x${'ab'.repeat(32)}` },
        after: null,
        limit: 50,
      },
    ])
  })

  it('hold on every page', async () => {
    const { service } = await start('v11')
    const { items } = await fetchWholeList(
      `${service.url}/api/v2`,
      'address-transactions',
      pathOf('address-transactions'),
      {
        query: { filter: 'from' },
      },
    )
    await service.close()
    expect(items).toHaveLength(62)
    expect(items.every((item) => (item.from as { hash: string }).hash === ACCOUNT)).toBe(true)
  })

  it('of an unknown address are an empty list, of an unknown transaction a 404', async () => {
    const { service } = await start('spec')
    const unknown = await sendRequest(`${service.url}/api/v2/addresses/${account(77)}/transactions`)
    expect(unknown.text).toBe('{"items":[],"next_page_params":null}')
    const missing = await sendRequest(`${service.url}/api/v2/transactions/${hash(9, 9)}/state-changes`)
    expect([missing.status, missing.text]).toEqual([404, '{"message":"Not found"}'])
    await service.close()
  })
})

describe('what is refused', () => {
  let running: Running
  beforeAll(async () => {
    running = await start('v12')
  })
  afterAll(() => running.service.close())
  const get = (path: string, headers: Record<string, string> = {}) =>
    sendRequest(running.service.url + path, { headers })

  it.each([
    ['/api/v2/addresses/0x12/transactions', 'address_hash'],
    ['/api/v2/addresses/%E0%A4%A/transactions', 'address_hash'],
    ['/api/v2/transactions/0x12/state-changes', 'transaction_hash'],
    [`/api/v2/tokens/${TOKEN}/instances/abc`, 'token_id'],
    [`/api/v2/addresses/${ACCOUNT}/transactions?filter=sideways`, 'filter'],
    [`/api/v2/addresses/${ACCOUNT}/transactions?order=up`, 'order'],
    [`/api/v2/addresses/${ACCOUNT}/transactions?items_count=0`, 'items_count'],
    [`/api/v2/addresses/${ACCOUNT}/transactions?items_count=many`, 'items_count'],
    [`/api/v2/addresses/${ACCOUNT}/transactions?block_number=-1&index=0`, 'block_number'],
    [`/api/v2/addresses/${ACCOUNT}/internal-transactions?include_zero_value=2`, 'include_zero_value'],
    [`/api/v2/addresses/${ACCOUNT}/internal-transactions?limit=5`, 'limit'],
    [`/api/v2/addresses/${ACCOUNT}/withdrawals?index=null`, 'index'],
    [`/api/v2/tokens/${TOKEN}/instances?unique_token=${'9'.repeat(79)}`, 'unique_token'],
    [`/api/v2/token-transfers?type=ERC-20,ERC-9`, 'type'],
    [`/api/v2/tokens/${TOKEN}?x=1`, 'x'],
  ])('422 for %s', async (path, parameter) => {
    const reply = await get(path)
    expect(reply.status).toBe(422)
    expect(parse(reply.text)).toEqual({
      errors: [
        {
          title: 'Invalid value',
          source: { pointer: `/${parameter}` },
          detail: expect.any(String) as string,
        },
      ],
    })
  })

  it('an unknown parameter is a 422 in v11 and v12, and ignored before', async () => {
    for (const dialect of DIALECTS) {
      const { service } = await start(dialect)
      const reply = await sendRequest(`${service.url}/api/v2/token-transfers?x=1&apikey=${KEY}`)
      await service.close()
      if (dialect === 'v11' || dialect === 'v12') {
        expect(reply.status).toBe(422)
        expect(reply.text).toContain('"detail":"Unexpected field: x"')
      } else {
        expect(reply.status).toBe(200)
      }
    }
  })

  it.each([
    '/',
    '/api',
    '/api/v2',
    '/api/v2/nothing',
    '/api/v1/token-transfers',
    '/media',
    '/media/none.svg',
    '//',
    '/api/v2/__proto__',
  ])('404 for %s', async (path) => {
    const reply = await get(path)
    expect([reply.status, reply.text]).toEqual([404, '{"message":"Not found"}'])
  })

  it('401 without a key or with a wrong one, in the Pro form; any of the three places will do', async () => {
    const path = '/31337/api/v2/token-transfers'
    const without = await get(path)
    expect([without.status, without.text]).toEqual([401, '{"error":"Unauthorized"}'])
    const wrong = await get(path, { authorization: 'Bearer nonsense' })
    expect([wrong.status, wrong.text]).toEqual([401, '{"message":"Wrong API key"}'])
    for (const reply of [
      await get(path, { authorization: `Bearer ${KEY}` }),
      await get(path, { 'x-api-key': KEY }),
      await get(`${path}?apikey=${KEY}`),
    ]) {
      expect(reply.status).toBe(200)
      expect(reply.text).not.toContain(KEY)
    }
  })

  it('404 with error and source for a chain it has not', async () => {
    const reply = await get('/5/api/v2/token-transfers', { 'x-api-key': KEY })
    expect([reply.status, parse(reply.text)]).toEqual([404, { error: 'Unknown chain', source: 'chain_id' }])
  })

  it('405 with what is allowed, for every method that writes', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
      const reply = await sendRequest(`${running.service.url}/api/v2/token-transfers`, { method, body: '{}' })
      expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect(reply.headers.connection).toBe('close')
    }
  })

  it('413 for a body, 414 for a URL too long, 431 for headers too large', async () => {
    const url = `${running.service.url}/api/v2/token-transfers`
    expect((await sendRequest(url, { body: 'x' })).status).toBe(413)
    expect((await sendRequest(`${url}?type=${'x'.repeat(5000)}`)).status).toBe(414)
    expect((await sendRequest(url, { headers: { 'x-long': 'x'.repeat(20_000) } })).status).toBe(431)
  })

  it('a host that is not this loopback address with its port', async () => {
    const { port } = running.service
    const from = async (host: string) => (await get('/api/v2/token-transfers', { host })).status
    expect(await from(`127.0.0.1:${String(port)}`)).toBe(200)
    expect(await from(`localhost:${String(port)}`)).toBe(200)
    for (const host of ['attacker.example', `attacker.example:${String(port)}`, 'localhost', '127.0.0.1:1']) {
      expect(await from(host), host).toBe(403)
    }
  })
})

describe('the envelope', () => {
  it('says in v12 where a list is still being prepared', async () => {
    for (const dialect of DIALECTS) {
      const { service } = await start(dialect)
      const reply = await sendRequest(`${service.url}/api/v2${pathOf('address-internal-transactions')}`)
      await service.close()
      const meta = dialect === 'v12' ? { status: 'pending', message: 'Still tracing' } : undefined
      expect(page(reply).meta).toEqual(meta)
    }
  })
})

describe('the chain', () => {
  it('is listed, and served by its id and without', async () => {
    const service = await createService({ reader: createMemoryChain('10') })
    const config = await sendRequest(`${service.url}/api/json/config`)
    expect(parse(config.text)).toEqual({ chains: { 10: service.url } })
    for (const path of ['/10/api/v2', '/api/v2']) {
      const reply = await sendRequest(`${service.url}${path}/token-transfers`, {
        headers: { 'x-api-key': 'any' },
      })
      expect(reply.status, path).toBe(200)
    }
    expect((await sendRequest(`${service.url}/2/api/v2/token-transfers?apikey=any`)).status).toBe(404)
    await service.close()
  })
})

describe('what is not there yet', () => {
  it('503 with how far it is, in words and as numbers, and nobody is to wait for it', async () => {
    const reader = createMemoryChain()
    const message = 'Sorting is being prepared: 3 of 15 parts are done.'
    const list = () => Promise.reject(new Preparing(message, { done: 3, of: 15 }))
    const service = await createService({ reader: { ...reader, list } })
    const reply = await sendRequest(`${service.url}/api/v2/token-transfers`)
    expect(reply.status).toBe(503)
    expect(parse(reply.text)).toEqual({ message, status: 'pending', progress: { done: 3, of: 15 } })
    expect(reply.headers).toMatchObject({ 'retry-after': '30' })
    expect(reply.headers).not.toHaveProperty('etag')
    await service.close()
  })
})

describe('limits', () => {
  it('429 above the rate, with when to come back, and headers on every answer', async () => {
    const service = await createService({ reader: createMemoryChain(), requestsPerSecond: 0.4 })
    const url = `${service.url}/api/v2/token-transfers`
    const first = await sendRequest(url)
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0' })
    const replies = await Promise.all([sendRequest(url), sendRequest(url), sendRequest(url)])
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(3)
    expect(refused[0]?.headers['retry-after']).toMatch(/^[123]$/)
    expect(Number(refused[0]?.headers['x-ratelimit-reset'])).toBeGreaterThan(0)
    expect(refused[0]?.headers['x-ratelimit-remaining']).toBe('0')
    expect(parse(refused[0]!.text)).toHaveProperty('message')
    await expect.poll(async () => (await sendRequest(url)).status, { interval: 100 }).toBe(200)
    await service.close()
  })

  it('a key has a bucket of its own; an invented one has not', async () => {
    const service = await createService({ reader: createMemoryChain(), requestsPerSecond: 0.01, proKey: KEY })
    const status = async (key: string) =>
      (await sendRequest(`${service.url}/api/v2/token-transfers`, { headers: { 'x-api-key': key } })).status
    expect([await status('a'), await status('b'), await status(KEY), await status(KEY)]).toEqual([
      200, 429, 200, 429,
    ])
    await service.close()
  })

  it('a key no one has set has no bucket of its own', async () => {
    const service = await createService({ reader: createMemoryChain(), requestsPerSecond: 0.01 })
    const url = `${service.url}/api/v2/token-transfers`
    expect([(await sendRequest(url)).status, (await sendRequest(`${url}?apikey=any`)).status]).toEqual([
      200, 429,
    ])
    await service.close()
  })

  it('credits go down by what a list costs', async () => {
    const service = await createService({ reader: createMemoryChain() })
    const left = async (path: string) =>
      Number(
        (await sendRequest(`${service.url}/31337/api/v2${path}?apikey=any`)).headers['x-credits-remaining'],
      )
    const first = await left(pathOf('address-internal-transactions'))
    expect(first - (await left('/token-transfers'))).toBe(20)
    expect(first - (await left(pathOf('address-internal-transactions')))).toBe(60)
    await service.close()
  })
})
