/** Tests what is sent to the server: forms of URLs, keys, filters, cursors. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIST_IDS, listEndpoint, LISTS } from '#shared/lists/list-table.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { InstanceSource } from '#shared/source.ts'
import * as behaviours from '#platform/testing/behaviours.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { exampleAddress, exampleHash } from '#shared/lists/testing/example-items.ts'
import { expectFailure } from '#core/testing/expect-failure.ts'
import {
  openHostileServer,
  proSourceAt,
  sourceAt,
  type HostileServer,
} from '#platform/testing/hostile-server.ts'
import type { ApiClient } from '../create-api-client.ts'

const KEY = 'k3y-0f-tests'
let server: HostileServer
let client: ApiClient
let key: string | undefined
beforeEach(async () => {
  key = undefined
  server = await openHostileServer()
  server.always(behaviours.page([]))
  client = clientAt({ keyFor: () => Promise.resolve(key) })
})
afterEach(async () => {
  client.close()
  await server.close()
})

const OF = { address_hash: exampleAddress(7) }
const at = (more: Partial<InstanceSource> = {}) => sourceAt(server.url, more)
const seen = (place = 0) => server.requests[place]!
const query = (place = 0) => Object.fromEntries(seen(place).query)

describe('the URL', () => {
  const values = {
    address_hash: exampleAddress(7),
    transaction_hash: exampleHash(8),
    block_hash_or_number: '21000000',
    token_id: '7',
  }
  const params = (id: (typeof LIST_IDS)[number]) =>
    Object.fromEntries(
      Object.keys(LISTS[id].params).map((name) => [name, values[name as keyof typeof values]]),
    )

  it.each(LIST_IDS.filter((id) => typeof listEndpoint(id).extension !== 'object'))(
    'of %s in both forms, with nothing in the query',
    async (id) => {
      await client.readPage(at(), { list: id, params: params(id) })
      await client.readPage(proSourceAt(server.url, { chainId: '8453' }), { list: id, params: params(id) })
      const path = LISTS[id].path
        .replace('{address_hash}', values.address_hash)
        .replace('{transaction_hash}', values.transaction_hash)
        .replace('{block_hash_or_number}', values.block_hash_or_number)
        .replace('{token_id}', values.token_id)
      expect(server.requests.map((one) => one.path)).toEqual([`/api/v2${path}`, `/8453/api/v2${path}`])
      expect(query(0)).toEqual({})
      expect(query(1)).toEqual({})
    },
  )

  it('of a list of an extension: the address is in the query under its role', async () => {
    const list = 'address-user-operations'
    const pro = proSourceAt(server.url, { chainId: '8453' })
    await client.readPage(at(), { list, params: OF })
    await client.readPage(pro, {
      list,
      params: OF,
      filters: { filter: 'paymaster' },
      cursor: { page_token: '7,0xab', page_size: 50 },
    })
    const path = '/api/v2/proxy/account-abstraction/operations'
    expect(server.requests.map((one) => one.path)).toEqual([path, `/8453${path}`])
    expect(query(0)).toEqual({ sender: OF.address_hash })
    expect(query(1)).toEqual({ paymaster: OF.address_hash, page_token: '7,0xab', page_size: '50' })
  })

  it('keeps the base path of a source', async () => {
    await client.readPage(at({ baseUrl: `${server.url}/explorer/` }), { list: 'token-transfers' })
    expect(seen().path).toBe('/explorer/api/v2/token-transfers')
  })

  it('a Pro source whose chain is not a number is refused before any request', async () => {
    expect(
      await expectFailure(
        client.readPage(proSourceAt(server.url, { chainId: '../1' }), { list: 'token-transfers' }),
      ),
    ).toMatchObject({ code: 'invalid_input', field: 'chainId' })
    expect(server.requests).toHaveLength(0)
  })

  it('tells who asks, and that it can unpack', async () => {
    await client.readPage(at(), { list: 'token-transfers' })
    expect(seen().headers).toMatchObject({
      'user-agent': 'Chainglass/0.0.0 (test)',
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
    })
  })
})

describe('the key', () => {
  it.each([
    ['bearer', { authorization: `Bearer ${KEY}` }, {}],
    ['x-api-key', { 'x-api-key': KEY }, {}],
    ['query', {}, { apikey: KEY }],
  ] as const)('as %s, and in that way alone', async (auth, headers, inQuery) => {
    key = KEY
    await client.readPage(at({ auth }), { list: 'token-transfers' })
    expect(seen().headers).toMatchObject(headers)
    expect(query()).toEqual(inQuery)
    const told = JSON.stringify([seen().headers, query()])
    expect(told.split(KEY)).toHaveLength(2)
  })

  it('one that could break out of its header is refused before any request', async () => {
    key = 'a\r\nx-evil: 1'
    expect(await expectFailure(client.readPage(at(), { list: 'token-transfers' }))).toMatchObject({
      code: 'invalid_input',
      field: 'key',
    })
    expect(server.requests).toHaveLength(0)
  })
})

describe('parameters', () => {
  it.each([
    ['too short', 'address-transactions', { address_hash: '0x12' }, {}, 'address_hash'],
    ['missing', 'address-transactions', {}, {}, 'address_hash'],
    [
      'a path inside',
      'address-transactions',
      { address_hash: '../../../token-transfers' },
      {},
      'address_hash',
    ],
    [
      'of another kind',
      'transaction-state-changes',
      { transaction_hash: exampleAddress(1) },
      {},
      'transaction_hash',
    ],
    [
      'one the list does not have',
      'token-transfers',
      { address_hash: exampleAddress(1) },
      {},
      'address_hash',
    ],
    ['a filter the list does not have', 'address-withdrawals', OF, { type: 'ERC-20' }, 'type'],
    ['limit, which v12 refuses', 'token-transfers', {}, { limit: 10 }, 'limit'],
    ['a value outside of its list', 'address-transactions', OF, { filter: 'both' }, 'filter'],
    ['a token type nobody has', 'token-transfers', {}, { type: 'ERC-20,ERC-1' }, 'type'],
    ['a page size of 0', 'token-transfers', {}, { items_count: 0 }, 'items_count'],
    ['a page size of 101', 'token-transfers', {}, { items_count: 101 }, 'items_count'],
    [
      'a flag that is a word',
      'address-internal-transactions',
      OF,
      { include_zero_value: 'yes' },
      'include_zero_value',
    ],
    [
      'a holder that is no address',
      'token-instances',
      OF,
      { holder_address_hash: 'me' },
      'holder_address_hash',
    ],
    ['a name of every object', 'token-transfers', {}, { constructor: 'x' }, 'constructor'],
  ] as const)(
    '%s: invalid_input names it, before any request',
    async (_name, list, params, filters, field) => {
      const failure = await expectFailure(client.readPage(at(), { list, params, filters }))
      expect(failure).toMatchObject({ code: 'invalid_input', field })
      expect(server.requests).toHaveLength(0)
    },
  )

  it('a filter of another dialect is refused once the dialect is known, and sent while it is not', async () => {
    await client.readPage(at(), {
      list: 'address-transactions',
      params: OF,
      filters: { sort: 'value', order: 'asc' },
    })
    expect(query()).toEqual({ sort: 'value', order: 'asc' })
    const refused = client.readPage(at({ dialect: 'legacy' }), {
      list: 'address-transactions',
      params: OF,
      filters: { sort: 'fee' },
    })
    expect(await expectFailure(refused)).toMatchObject({ code: 'invalid_input', field: 'sort' })
    expect(server.requests).toHaveLength(1)
  })

  it('what its answers show counts before what a source was believed to be', async () => {
    server.next(behaviours.page([{ hash: '0x1', tx_types: [] }]))
    const source = at({ dialect: 'v12' })
    const page = await client.readPage(source, { list: 'address-transactions', params: OF })
    expect(page.dialect).toBe('legacy')
    expect(
      await expectFailure(
        client.readPage(source, { list: 'address-transactions', params: OF, filters: { items_count: 10 } }),
      ),
    ).toMatchObject({ code: 'invalid_input', field: 'items_count' })
  })

  it('empty filters are none, lists become one text without repeats', async () => {
    await client.readPage(at(), {
      list: 'token-transfers',
      filters: { type: ['ERC-20', 'ERC-721', 'ERC-20'] },
    })
    await client.readPage(at(), { list: 'token-transfers', filters: { type: [] } })
    await client.readPage(at(), {
      list: 'address-transactions',
      params: OF,
      filters: { filter: '', sort: null, order: undefined },
    })
    await client.readPage(at(), {
      list: 'address-internal-transactions',
      params: OF,
      filters: { include_zero_value: true },
    })
    expect(server.requests.map((_, place) => query(place))).toEqual([
      { type: 'ERC-20,ERC-721' },
      {},
      {},
      { include_zero_value: 'true' },
    ])
  })
})

describe('a cursor', () => {
  const BIG = '115792089237316195423570985008687907853269984665640564039457584007913129639935'
  const raw = (cursor: string) => behaviours.text(`{"items":[],"next_page_params":${cursor}}`)

  it('goes back verbatim: 78 digits, null as text, booleans, texts, fractions, whatever the names', async () => {
    server.next(
      raw(`{"unique_token":${BIG},"fiat_value":null,"ok":true,"name":"a b&c=d","rate":1.5,"token_name":"T","token_id":"7",
            "token_contract_address_hash":"0xab","token_type":"ERC-20","token":"0xcd","index":-1,"state_changes":null}`),
    )
    const { next } = await client.readPage(at(), { list: 'token-instances', params: OF })
    expect(next).toMatchObject({ unique_token: BIG, fiat_value: null, ok: true, rate: 1.5, index: -1 })
    expect(JSON.parse(JSON.stringify(next))).toEqual(next)
    await client.readPage(at(), { list: 'token-instances', params: OF, cursor: next })
    expect(query(1)).toEqual({
      unique_token: BIG,
      fiat_value: 'null',
      ok: 'true',
      name: 'a b&c=d',
      rate: '1.5',
      token_name: 'T',
      token_id: '7',
      token_contract_address_hash: '0xab',
      token_type: 'ERC-20',
      token: '0xcd',
      index: '-1',
      state_changes: 'null',
    })
  })

  it('comes without what is a key by its name or its value, and sends none', async () => {
    key = KEY
    server.next(
      raw(`{"index":1,"apikey":"x","api_key":"x","API-Key":"x","key":"x","x-api-key":"x","secret_key":"x","access_token":"x",
            "token":"${KEY}","other":"proapi_abc"}`),
    )
    const { next } = await client.readPage(at(), { list: 'token-instances', params: OF })
    expect(next).toEqual({ index: 1 })
    await client.readPage(at(), {
      list: 'token-instances',
      params: OF,
      cursor: { index: 2, apikey: 'x', key: 'x' },
    })
    expect(query(1)).toEqual({ index: '2' })
  })

  it('goes with filters and order, nothing twice, where older servers echo them', async () => {
    server.next(raw('{"block_number":5,"filter":"to","sort":"fee","order":null,"items_count":50}'))
    const filters = { filter: 'to', sort: 'fee' }
    const { next } = await client.readPage(at(), { list: 'address-transactions', params: OF, filters })
    await client.readPage(at(), { list: 'address-transactions', params: OF, filters, cursor: next })
    expect([...seen(1).query].sort()).toEqual([
      ['block_number', '5'],
      ['filter', 'to'],
      ['items_count', '50'],
      ['sort', 'fee'],
    ])
  })

  it('its items_count is the place in the list, and stands before a page size of ours', async () => {
    server.next(raw('{"state_changes":null,"items_count":100}'))
    const params = { transaction_hash: exampleHash(1) }
    const { next } = await client.readPage(at(), {
      list: 'transaction-state-changes',
      params,
      filters: { items_count: 25 },
    })
    await client.readPage(at(), {
      list: 'transaction-state-changes',
      params,
      filters: { items_count: 25 },
      cursor: next,
    })
    expect(query(1)).toEqual({ state_changes: 'null', items_count: '100' })
  })

  it.each([
    ['null', '{"items":[],"next_page_params":null}'],
    ['{}', '{"items":[],"next_page_params":{}}'],
    ['absent', '{"items":[]}'],
    ['nothing but a key', '{"items":[],"next_page_params":{"apikey":"x"}}'],
  ])('the last page: %s', async (_name, body) => {
    server.always(behaviours.text(body))
    const page = await client.readPage(at(), { list: 'address-withdrawals', params: OF })
    expect(page.next).toBeNull()
    expect(page.notice).toBeUndefined()
  })
})

describe('a cursor that repeats', () => {
  const forward = (cursor: Record<string, unknown>) => behaviours.page([], cursor)
  const walk = async (filters = {}) => {
    const pages: Page[] = []
    let next: Cursor | null = null
    do {
      const page: Page = await client.readPage(at(), {
        list: 'address-transactions',
        params: OF,
        filters,
        cursor: next,
      })
      pages.push(page)
      next = page.next
    } while (next !== null && pages.length < 20)
    return pages
  }

  it('ends the list with a notice, in whatever order and form its keys come', async () => {
    server.next(forward({ block_number: 5, index: 1 }))
    server.always(behaviours.text('{"items":[],"next_page_params":{"index":"1","block_number":5}}'))
    const pages = await walk()
    expect(pages).toHaveLength(2)
    expect(pages[1]?.notice?.kind).toBe('cursor_repeats')
  })

  it('one that moves a single key goes on', async () => {
    server.next(
      forward({ block_number: 5, index: 1, index_in_batch: 49 }),
      forward({ block_number: 5, index: 1, index_in_batch: 99 }),
      behaviours.page([]),
    )
    const pages = await walk()
    expect(pages).toHaveLength(3)
    expect(pages.at(-1)?.notice).toBeUndefined()
  })

  it('a circle of three is recognised', async () => {
    let step = 0
    server.always((response, one) => forward({ index: (step += 1) % 3 })(response, one))
    const pages = await walk()
    expect(pages).toHaveLength(4)
    expect(pages.at(-1)?.notice?.kind).toBe('cursor_repeats')
  })

  it('the same list read again, and again with another filter, is no circle', async () => {
    server.always((response, one) => {
      const index = Number(one.query.get('index') ?? 0) + 1
      return behaviours.page([], index > 5 ? null : { index })(response, one)
    })
    for (const filters of [{}, {}, { filter: 'to' }, {}]) {
      const pages = await walk(filters)
      expect(pages).toHaveLength(6)
      expect(pages.at(-1)?.notice).toBeUndefined()
    }
  })
})

describe('what is said besides the rows', () => {
  it.each([
    ['pending', 'pending'],
    ['unsupported', 'unsupported'],
    ['ok', undefined],
  ])('meta of v12 with status %s', async (status, kind) => {
    const meta = { status, message: 'Some calls have not been processed yet' }
    server.always(behaviours.json({ items: [], next_page_params: null, meta }))
    const page = await client.readPage(at(), { list: 'address-internal-transactions', params: OF })
    expect(page.notice).toEqual(kind && { kind, message: meta.message })
    expect(page.dialect).toBe('v12')
  })
})

describe('one thing', () => {
  it('is read by its path', async () => {
    server.always(behaviours.json({ hash: exampleAddress(7), coin_balance: '5', is_contract: false }))
    const address = await client.readDetail(at(), 'address', OF)
    expect(address).toMatchObject({ coin_balance: '5' })
    expect(seen().path).toBe(`/api/v2/addresses/${exampleAddress(7)}`)
  })

  it('that is something else is bad_response with the field that does not fit', async () => {
    server.always(behaviours.json({ hash: 7 }))
    expect(await expectFailure(client.readDetail(at(), 'address', OF))).toMatchObject({
      code: 'bad_response',
      kind: 'not_a_page',
      reason: { kind: 'unreadable', path: 'hash', found: '7', expected: 'a 0x hash' },
    })
  })
})

describe('a name of ENS', () => {
  it.each([
    ['vitalik.eth', 'vitalik.eth'],
    ['Vitalik.ETH', 'vitalik.eth'],
    ['USD Coin', 'USD Coin'],
    ['not.a name', 'not.a name'],
  ])('%s is searched for as %s', async (typed, sent) => {
    await client.readPage(at(), { list: 'search', filters: { q: typed } })
    await client.readDetail(at(), 'search-quick', { q: typed }).catch(() => undefined)
    expect([query(0).q, query(1).q]).toEqual([sent, sent])
  })
})
