import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DIALECTS } from '#shared/lists/dialects.ts'
import {
  LIST_IDS,
  listEndpoint,
  LISTS,
  type ListId,
  type ListItem,
  listsOf,
} from '#shared/lists/list-table.ts'
import type { ListPage, Position } from '../chain-reader.ts'
import { createSampleChain, type SampleChain } from './sample-chain.ts'
import { readAll, iterateList } from './testing/read-list.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const make = (transactions: number, seed: number | string = 1) =>
  createSampleChain({ seed, transactions, now: () => NOW })
const lower = ({ address_hash }: { address_hash: string }) => ({
  address_hash: address_hash.toLowerCase(),
  transaction_hash: '',
})
const busiest = (chain: SampleChain) => ({ address_hash: chain.suggestedAddresses()[0]!.address })
const named = (chain: SampleChain, name: string) => ({
  address_hash: chain.suggestedAddresses().find((suggested) => suggested.name === name)!.address,
})
const page = (
  chain: SampleChain,
  id: ListId,
  params: Record<string, string>,
  after: Position | null = null,
) =>
  chain.list(id, {
    params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, value.toLowerCase()])),
    filters: {},
    after,
    limit: 50,
  }) as ListPage

describe('the busiest history', () => {
  it.each([1, 2, 7, 8, 49, 50, 51, 1234])(
    'is exactly %i transactions, newest first, no duplicate',
    (count) => {
      const chain = make(count)
      const items = readAll(chain, 'address-transactions', { params: busiest(chain) })
      expect(items).toHaveLength(count)
      expect(new Set(items.map(({ hash }) => hash)).size).toBe(count)
      const places = items.map((item) => (item.block_number ?? Infinity) * 1000 + (item.position ?? 0))
      expect(places).toEqual([...places].sort((a, b) => b - a))
      const pending = items.filter((item) => item.block_number === null)
      expect(items.slice(0, pending.length)).toEqual(pending)
      expect(pending.every((item) => item.fee?.type === 'maximum' && item.result === 'pending')).toBe(true)
    },
  )

  it('is exactly a million long, and read from either end it is the same', () => {
    const chain = make(1_000_000)
    const params = busiest(chain)
    expect(
      chain.detail('address-counters', { address_hash: params.address_hash.toLowerCase() }),
    ).toMatchObject({
      transactions_count: '1000000',
    })
    const take = (count: number, order: 'asc' | 'desc', after?: Position) => {
      const items = iterateList(chain, 'address-transactions', {
        params,
        filters: { order },
        dialect: 'v12',
        ...(after && { after }),
      })
      return Array.from({ length: count }, () => items.next().value!)
    }
    const [first] = take(1, 'asc')
    expect(first!.nonce).toBe('0')
    const up = take(120, 'asc', { block_number: '200000', index: '0' })
    const top = up.at(-1)!
    const down = take(119, 'desc', { block_number: String(top.block_number), index: String(top.position) })
    expect(down.map(({ hash }) => hash)).toEqual(
      up
        .slice(0, -1)
        .map(({ hash }) => hash)
        .reverse(),
    )
  })
})

describe('every list', () => {
  const chain = make(500, 'lists')
  const addresses = chain.suggestedAddresses().map(({ address }) => address)

  it.each(listsOf('address'))(
    '%s of every suggested: the same rows in pages of 50, of 7 and at once, in every dialect',
    (id) => {
      let most = 0
      for (const address of addresses) {
        const params = { address_hash: address }
        const whole = JSON.stringify(readAll(chain, id, { params, limit: 100_000 }))
        most = Math.max(most, whole.length)
        for (const dialect of DIALECTS)
          for (const limit of dialect === 'v12' ? [7, 50] : [50])
            expect(JSON.stringify(readAll(chain, id, { params, dialect, limit })) === whole).toBe(true)
      }
      expect(most).toBeGreaterThan(1000)
    },
  )

  it.each(listsOf('token'))('%s of every token met', (id) => {
    const tokens = new Set(readAll(chain, 'token-transfers').map(({ token }) => token!.address_hash))
    expect(tokens.size).toBeGreaterThan(20)
    for (const address_hash of tokens) {
      const whole = JSON.stringify(readAll(chain, id, { params: { address_hash }, limit: 100_000 }))
      for (const limit of [11, 50])
        expect(JSON.stringify(readAll(chain, id, { params: { address_hash }, limit })) === whole).toBe(true)
    }
  })

  const transactions = readAll(chain, 'latest-transactions').slice(0, 300)
  const blocks = readAll(chain, 'latest-blocks')

  /** NFTs of every kind, and ids of multi-tokens. */
  const instances = ['NFT collector', 'Whale'].flatMap((name) =>
    readAll(chain, 'address-nfts', { params: named(chain, name) }).filter((_, nth) => nth % 9 === 0),
  )

  /** Some subjects of this list. */
  function subjectsOf(id: ListId): Record<string, string>[] {
    const { path, params } = listEndpoint(id)
    if ('transaction_hash' in params) return transactions.map(({ hash }) => ({ transaction_hash: hash }))
    if ('block_hash_or_number' in params)
      return blocks.slice(0, 60).map(({ height }) => ({ block_hash_or_number: String(height) }))
    if (!('address_hash' in params)) return [{}]
    if ('token_id' in params)
      return instances.map(({ token, id: token_id }) => ({ address_hash: token.address_hash, token_id }))
    const tokens = () => readAll(chain, 'token-transfers').map(({ token }) => token!.address_hash)
    const hashes = path.startsWith('/tokens/') ? tokens() : addresses
    return [...new Set(hashes)].map((address_hash) => ({ address_hash }))
  }

  it.each(LIST_IDS.filter((id) => /^(transaction|block|instance)-/.test(id)))(
    '%s: the same rows in pages of 2, of 50 and at once, in every dialect',
    (id) => {
      let rows = 0
      for (const params of subjectsOf(id)) {
        const whole = readAll(chain, id, { params, limit: 100_000 })
        rows += whole.length
        for (const dialect of DIALECTS)
          for (const limit of [2, 50]) expect(readAll(chain, id, { params, dialect, limit })).toEqual(whole)
      }
      expect(rows).toBeGreaterThan(20)
    },
  )

  it('blocks of the chain hold all its transactions, withdrawals and calls, and are found by number and hash', () => {
    const newest = blocks.slice(0, 60)
    expect(blocks.map(({ height }) => height)).toEqual(blocks.map((_, nth) => blocks.length - 1 - nth))
    const held = newest.flatMap(({ hash, height, ...block }) => {
      const byNumber = { block_hash_or_number: String(height) }
      expect(chain.detail('block', byNumber)).toMatchObject({ hash, height })
      expect(chain.detail('block', { block_hash_or_number: hash })).toEqual(chain.detail('block', byNumber))
      const own = readAll(chain, 'block-transactions', { params: byNumber })
      expect(own.length).toBe(block.transactions_count)
      const paid = readAll(chain, 'block-withdrawals', { params: byNumber })
      expect(paid.length).toBe(block.withdrawals_count)
      const calls = own.flatMap((each) =>
        readAll(chain, 'transaction-internal-transactions', { params: { transaction_hash: each.hash } }),
      )
      expect(readAll(chain, 'block-internal-transactions', { params: byNumber })).toEqual(calls)
      return own.toReversed()
    })
    const all = readAll(chain, 'latest-transactions')
    expect(held).toEqual(all.slice(0, held.length))
    expect(chain.detail('block', { block_hash_or_number: String(blocks.length) })).toBeNull()
    const pending = readAll(chain, 'latest-transactions', { filters: { filter: 'pending' } })
    expect(pending.length).toBeGreaterThan(1)
    expect(pending.every(({ block_number: height }) => height === null)).toBe(true)
    expect(all.every(({ block_number: height }) => height !== null)).toBe(true)
  })

  it('transfers of a transaction are all those that the chain lists of it', () => {
    const byHash = Map.groupBy(
      readAll(chain, 'token-transfers', { limit: 1000 }),
      ({ transaction_hash: hash }) => hash,
    )
    for (const { hash } of transactions) {
      const own = readAll(chain, 'transaction-token-transfers', { params: { transaction_hash: hash } })
      expect(own).toEqual((byHash.get(hash) ?? []).toReversed())
    }
  })

  it.each(LIST_IDS.filter((id) => LISTS[id].order !== null))('%s: in the order the table says', (id) => {
    const { order } = listEndpoint(id)
    const { height, index, direction } = order as { height: string; index?: string; direction: string }
    const sign = direction === 'desc' ? 1n : -1n
    // A pending row has no height yet: it comes first.
    const at = (value: unknown) => (value == null ? 2n ** 256n : BigInt(value as number))
    let compared = 0
    for (const params of subjectsOf(id)) {
      const rows = readAll(chain, id, { params }) as Readonly<Record<string, unknown>>[]
      for (const [nth, row] of rows.entries()) {
        const before = rows[nth - 1]
        if (!before) continue
        compared += 1
        expect(sign * at(row[height])).toBeLessThanOrEqual(sign * at(before[height]))
        if (index !== undefined && row[height] != null && row[height] === before[height])
          expect(sign * at(row[index])).toBeLessThanOrEqual(sign * at(before[index]))
      }
    }
    expect(compared).toBeGreaterThan(9)
  })

  it('pending transactions, cut by a page, go on in every dialect', () => {
    const params = busiest(chain)
    const whole = readAll(chain, 'address-transactions', { params, limit: 100_000 }).slice(0, 30)
    expect(whole.filter(({ block_number: height }) => height === null).length).toBeGreaterThan(1)
    for (const dialect of DIALECTS) {
      const rows = iterateList(chain, 'address-transactions', { params, dialect, limit: 1 })
      expect(whole.map(() => rows.next().value)).toEqual(whole)
    }
  })

  it('transfers, however small the page: an end inside a batch goes on inside it', () => {
    const whole = readAll(chain, 'token-transfers', { limit: 100_000 })
    for (const limit of [3, 50]) expect(readAll(chain, 'token-transfers', { limit })).toEqual(whole)
    const batch = whole.filter(
      ({ log_index: log, transaction_hash: hash }) =>
        whole.filter((other) => other.log_index === log && other.transaction_hash === hash).length > 3,
    )
    expect(batch.length).toBeGreaterThan(40)
    const ids = batch.slice(0, 4).map(({ total }) => total[0]!.token_id)
    expect(new Set(ids).size).toBe(3)
  })

  it('state changes of one transaction fill more than a page', () => {
    const hashes = readAll(chain, 'address-transactions', { params: busiest(chain) }).map(({ hash }) => hash)
    const lengths = hashes.map((transaction_hash) => {
      const whole = readAll(chain, 'transaction-state-changes', { params: { transaction_hash }, limit: 1000 })
      for (const dialect of DIALECTS)
        expect(
          readAll(chain, 'transaction-state-changes', { params: { transaction_hash }, dialect }),
        ).toEqual(whole)
      return whole.length
    })
    expect(Math.max(...lengths)).toBeGreaterThan(50)
  })
})

describe('filters', () => {
  const chain = make(1234)
  const params = busiest(chain)

  it('to and from divide transactions and internal calls; one to oneself is in both', () => {
    for (const id of ['address-transactions', 'address-internal-transactions'] as const) {
      const key = (item: { hash?: unknown; transaction_hash?: unknown; index?: unknown }) =>
        `${String(item.hash ?? item.transaction_hash)} ${String(item.index)}`
      const smart = named(chain, 'Delegated account')
      for (const whose of [params, smart]) {
        const all = readAll(chain, id, { params: whose })
        const [to, from] = (['to', 'from'] as const).map((filter) =>
          readAll(chain, id, { params: whose, filters: { filter } }),
        )
        const own = whose.address_hash
        expect(from).toEqual(all.filter((item) => item.from!.hash === own))
        expect(to).toEqual(all.filter((item) => (item.to ?? item.created_contract)?.hash === own))
        expect(new Set([...to!, ...from!].map(key)).size).toBe(all.length)
      }
    }
  })

  it('include_zero_value=false leaves calls that move coin', () => {
    const smart = named(chain, 'Delegated account')
    const all = readAll(chain, 'address-internal-transactions', { params: smart })
    const some = readAll(chain, 'address-internal-transactions', {
      params: smart,
      filters: { include_zero_value: false },
    })
    expect(some).toEqual(all.filter(({ value }) => value !== '0'))
    expect(some.length).toBeLessThan(all.length)
  })

  it('type keeps only those kinds, in transfers, balances and NFTs', () => {
    const transfers = readAll(chain, 'token-transfers')
    for (const type of [['ERC-721'], ['ERC-20', 'ERC-404'], ['ERC-7984'], ['ERC-1155']]) {
      const some = readAll(chain, 'token-transfers', { filters: { type } })
      expect(some).toEqual(transfers.filter(({ token }) => type.includes(token!.type!)))
      expect(some.length).toBeGreaterThan(0)
    }
    const collector = named(chain, 'NFT collector')
    for (const id of ['address-tokens', 'address-nfts'] as const) {
      const all = readAll(chain, id, { params: collector })
      for (const type of ['ERC-721', 'ERC-1155', 'ERC-404']) {
        const some = readAll(chain, id, { params: collector, filters: { type: [type] } })
        expect(some).toEqual(all.filter(({ token }) => token.type === type))
        expect(some.length).toBeGreaterThan(0)
      }
    }
  })

  it.each(['value', 'fee'] as const)(
    'sorted by %s, either way, in pages: every row once, in order',
    (sort) => {
      for (const whose of [params, named(chain, 'Whale'), named(chain, 'Lending pool')]) {
        const amount = (item: ListItem<'address-transactions'>) =>
          BigInt((sort === 'value' ? item.value : item.fee?.value) ?? '0')
        const plain = readAll(chain, 'address-transactions', { params: whose })
        const waiting = plain.filter((item) => item.block_number === null)
        const down = readAll(chain, 'address-transactions', {
          params: whose,
          dialect: 'v12',
          filters: { sort, order: 'desc' },
        })
        const up = readAll(chain, 'address-transactions', {
          params: whose,
          dialect: 'v11',
          filters: { sort, order: 'asc' },
          limit: 9,
        })
        expect(up).toEqual([...down].reverse())
        expect(down.slice(0, waiting.length)).toEqual(waiting)
        const mined = down.slice(waiting.length)
        const sorted = plain
          .slice(waiting.length)
          .sort((a, b) => (amount(b) > amount(a) ? 1 : amount(b) < amount(a) ? -1 : 0))
        expect(mined.map(({ hash }) => hash)).toEqual(sorted.map(({ hash }) => hash))
      }
    },
  )
})

describe('what is not there', () => {
  const chain = make(300)
  it('is an empty list for an address nobody has, no transaction, no token', () => {
    for (const address of [
      chain.suggestedAddresses().at(-1)!.address,
      `0x${'12'.repeat(20)}`,
      `0x${'0'.repeat(40)}`,
    ]) {
      // Mints come from the zero address.
      const lists = listsOf('address').filter(
        (id) => id !== 'address-token-transfers' || !/^0x0+$/.test(address),
      )
      for (const id of lists)
        expect(page(chain, id, { address_hash: address })).toMatchObject({ items: [], next: null })
    }
    const stranger = { address_hash: `0x${'12'.repeat(20)}`, transaction_hash: `0x${'34'.repeat(32)}` }
    expect(
      chain.list('token-instances', { params: stranger, filters: {}, after: null, limit: 50 }),
    ).toBeNull()
    expect(
      chain.list('transaction-state-changes', { params: stranger, filters: {}, after: null, limit: 50 }),
    ).toBeNull()
    for (const id of ['transaction', 'address', 'token'] as const)
      expect(chain.detail(id, stranger)).toBeNull()
    expect(chain.detail('token-instance', { ...stranger, token_id: '1' })).toBeNull()
    expect(chain.detail('address-counters', stranger)).toMatchObject({ transactions_count: '0' })
  })

  it('is a short page or none for a place nobody gave, never a failure', () => {
    const cursorsOf = (id: ListId): readonly (readonly string[])[] => Object.values(listEndpoint(id).cursor)
    const keys = [...new Set(LIST_IDS.flatMap((id) => cursorsOf(id).flat()))]
    const texts = fc.oneof(
      fc.constant(null),
      fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }).map(String),
      fc.integer({ min: 0, max: 3000 }).map(String),
      fc.string(),
      fc.constantFrom(
        `0x${'ab'.repeat(32)}`,
        busiest(chain).address_hash,
        'ERC-721',
        '-1.5',
        '2026-10-07T12:00:00Z',
      ),
    )
    const places = fc.dictionary(fc.constantFrom(...keys), texts)
    const params = { ...lower(busiest(chain)), transaction_hash: `0x${'0'.repeat(64)}` }
    fc.assert(
      fc.property(
        places,
        fc.constantFrom(...LIST_IDS),
        fc.constantFrom('asc', 'desc'),
        (after, id, order) => {
          const filters = id === 'address-transactions' ? { sort: 'value', order } : {}
          const answer = chain.list(id, { params, filters, after, limit: 3 }) as ListPage | null
          expect(answer?.items.length ?? 0).toBeLessThanOrEqual(3)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is refused where a history has no length', () => {
    for (const transactions of [0, -1, 1.5, NaN]) expect(() => make(transactions)).toThrow(RangeError)
  })
})

describe('a seed', () => {
  it('gives the same bytes, another gives another chain', () => {
    const bytes = (seed: number | string) => {
      const chain = make(5000, seed)
      return JSON.stringify(
        LIST_IDS.map((id) =>
          chain.list(id, { params: lower(busiest(chain)), filters: {}, after: null, limit: 50 }),
        ),
      )
    }
    expect(bytes(5)).toBe(bytes('5'))
    expect(bytes(5)).not.toBe(bytes(6))
  })
})

describe('a live chain', () => {
  it('makes a block about every four seconds, and an old place stays where it was', () => {
    let now = NOW
    const chain = createSampleChain({ seed: 3, transactions: 500, live: true, now: () => now })
    const params = busiest(chain)
    const before = readAll(chain, 'address-transactions', { params })
    expect(before.length).toBeGreaterThanOrEqual(500)
    const first = page(chain, 'address-transactions', params)
    const second = page(chain, 'address-transactions', params, first.next)
    const pending = before.filter((item) => item.block_number === null)
    expect(pending.length).toBeGreaterThan(0)

    now += 60_000
    const after = readAll(chain, 'address-transactions', { params })
    const [heightBefore, heightAfter] = [before, after].map(
      (items) => items.find((item) => item.block_number !== null)!.block_number!,
    )
    expect(heightAfter! - heightBefore!).toBeGreaterThanOrEqual(13)
    expect(heightAfter! - heightBefore!).toBeLessThanOrEqual(16)
    expect(after.length).toBeGreaterThan(before.length)
    expect(after.slice(-before.length).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash))
    const mined = new Map(after.map((item) => [item.hash, item]))
    for (const { hash, nonce } of pending)
      expect(mined.get(hash)).toMatchObject({ nonce, status: expect.any(String) as unknown })
    const again = page(chain, 'address-transactions', params, first.next)
    expect(again.items.map((item) => item.hash)).toEqual(second.items.map((item) => item.hash))

    now -= 60_000
    expect(readAll(chain, 'address-transactions', { params })).toEqual(before)
  })

  it('stands still unless asked, made just now', () => {
    let now = NOW + 499
    const chain = createSampleChain({ transactions: 90, now: () => now })
    const read = () => readAll(chain, 'address-transactions', { params: busiest(chain) })
    const before = read()
    expect(before.find((item) => item.timestamp !== null)!.timestamp).toBe('2026-10-07T12:00:00.000000Z')
    now += 1e7
    expect(read()).toEqual(before)
  })
})
