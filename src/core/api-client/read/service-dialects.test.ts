/**
 * Tests the client against our own service over HTTP in each dialect: every list to its end, without losses and
 * repetitions.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIALECTS, type Dialect } from '#shared/lists/dialects.ts'
import { LISTS, type ListId, listsOf } from '#shared/lists/list-table.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createService, type Service } from '#service/http/server.ts'
import { inPagesOf } from '#service/http/testing/in-pages-of.ts'
import type { ReadySource } from '#shared/source.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { proSourceAt, sourceAt } from '#platform/testing/hostile-server.ts'
import type { ApiClient } from '../create-api-client.ts'

const HISTORY = 1_234
const chain = createSampleChain({ seed: 7, transactions: HISTORY })
const client: ApiClient = clientAt({ keyFor: (source) => (source.kind === 'pro' ? 'any-key' : undefined) })
afterAll(async () => {
  client.close()
  await chain.close()
})

interface Walked {
  readonly keys: readonly string[]
  readonly pages: number
  readonly dialects: readonly (Dialect | undefined)[]
}

async function walk(source: ReadySource, list: ListId, subject: string, filters = {}): Promise<Walked> {
  const params = Object.fromEntries(Object.keys(LISTS[list].params).map((name) => [name, subject]))
  const keys: string[] = []
  const dialects: (Dialect | undefined)[] = []
  let pages = 0
  let next: Cursor | null = null
  do {
    const page: Awaited<ReturnType<typeof client.readPage>> = await client.readPage(source, {
      list,
      params,
      filters,
      cursor: next,
    })
    expect(page.unread).toEqual([])
    expect(page.notice).toBeUndefined()
    expect(page.items).toHaveLength(page.keys.length)
    keys.push(...page.keys)
    dialects.push(page.dialect)
    next = page.next
    pages += 1
  } while (next !== null)
  return { keys, pages, dialects }
}

describe.each(DIALECTS)('the %s dialect', (dialect) => {
  const services: Service[] = []
  const serviceOf = async (pageSize: number) => {
    const service = await createService({ reader: inPagesOf(pageSize, chain), dialect })
    services.push(service)
    return service.url
  }
  let url: string
  let inSevens: string
  beforeAll(async () => {
    url = await serviceOf(50)
    inSevens = await serviceOf(7)
  })
  afterAll(() => Promise.all(services.map((service) => service.close())))
  const instance = (at: string) => sourceAt(at, { id: `${dialect} ${at}` })
  const [busiest] = chain.suggestedAddresses()
  const recognised = new Set<Dialect | undefined>()
  /** Reads a list in pages of 50, and checks that pages of 7 give the same. */
  const walkTwice = async (list: ListId, subject: string) => {
    const fifties = await walk(instance(url), list, subject)
    const sevens = await walk(instance(inSevens), list, subject)
    expect(new Set(fifties.keys).size).toBe(fifties.keys.length)
    expect(sevens.keys).toEqual(fifties.keys)
    for (const seen of [...fifties.dialects, ...sevens.dialects]) recognised.add(seen)
    return fifties.keys
  }

  it(`a history of ${String(HISTORY)} transactions to its end, in both forms`, async () => {
    const pro = proSourceAt(url, {
      id: `${dialect} pro`,
      chainId: chain.chain.chainId,
      requestsPerSecond: 10_000,
    })
    for (const source of [instance(url), pro]) {
      const { keys, pages } = await walk(source, 'address-transactions', busiest!.address)
      expect(keys).toHaveLength(HISTORY)
      expect(new Set(keys).size).toBe(HISTORY)
      expect(pages).toBe(Math.ceil(HISTORY / 50))
    }
  })

  it.each(listsOf('address').filter((list) => list !== 'address-transactions'))(
    '%s of every suggested address, the same in pages of 7 as of 50',
    async (list) => {
      let most = 0
      for (const { address } of chain.suggestedAddresses()) {
        const keys = await walkTwice(list, address)
        most = Math.max(most, keys.length)
      }
      expect(most).toBeGreaterThan(0)
    },
  )

  it('the lists of its tokens, and what transactions changed: wherever a page is cut, a row has one key', async () => {
    const first = await client.readPage(instance(url), {
      list: 'token-transfers',
      filters: { type: 'ERC-1155' },
    })
    const tokens = new Set(first.items.map((item) => item.token!.address_hash))
    const transactions = new Set(first.items.slice(0, 20).map((item) => item.transaction_hash))
    expect(tokens.size).toBeGreaterThan(0)
    let batched = 0
    for (const [list, subjects] of [
      ...listsOf('token').map((list) => [list, tokens] as const),
      ...listsOf('transaction').map((list) => [list, transactions] as const),
    ])
      for (const subject of subjects) {
        const keys = await walkTwice(list, subject)
        batched += keys.filter((key) => key.includes('#')).length
      }
    expect(batched).toBeGreaterThan(0)
  })

  it('is recognised by what it says, and taken for no other', () => {
    expect(recognised).toEqual(new Set([undefined, dialect]))
  })

  it('things by themselves', async () => {
    const address = await client.readDetail(instance(url), 'address', { address_hash: busiest!.address })
    expect(address.hash.toLowerCase()).toBe(busiest!.address.toLowerCase())
    const counters = await client.readDetail(instance(url), 'address-counters', {
      address_hash: busiest!.address,
    })
    expect(counters.transactions_count).toBe(String(HISTORY))
    const page = await client.readPage(instance(url), {
      list: 'address-transactions',
      params: { address_hash: busiest!.address },
    })
    const { hash } = page.items.find((item) => item.block_number != null)!
    expect((await client.readDetail(instance(url), 'transaction', { transaction_hash: hash })).hash).toBe(
      hash,
    )
  })
})
