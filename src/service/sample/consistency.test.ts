/** Audits the chain: compares every list and every balance with every other. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListPage, WireItem } from '../chain-reader.ts'
import { ROLE, VALIDATORS } from './config/addresses.ts'
import { createSampleChain, type SampleChain } from './sample-chain.ts'
import {
  balancesThatJump,
  changesThatDoNotAddUp,
  failuresThatMove,
  missingFromLists,
  sharedLogs,
  wrongBlocks,
  wrongFees,
  wrongNonces,
} from './testing/audit.ts'
import { collect, lowerHash, type Block, type Collected } from './testing/collect.ts'
import { listEndpoint, listsOf, type ListItem } from '#shared/lists/list-table.ts'
import { readAll, iterateList } from './testing/read-list.ts'
import { ChainModel } from './chain/chain-model.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const NULL = `0x${'0'.repeat(40)}`
const big = (text: string | null | undefined) => BigInt(text ?? '0')

const isNft = (type: string | null | undefined) => type === 'ERC-721' || type === 'ERC-1155'
type Withdrawal = ListItem<'address-withdrawals'>

/** Coins paid to an address at the ends of blocks `from` to `to`. `since`: no block below it is requested. */
function withdrawals(chain: SampleChain, addresses: Iterable<string>, since = 0, until = Infinity) {
  const read = (address: string): Withdrawal[] => {
    const params = { address_hash: address }
    const found: Withdrawal[] = []
    const start =
      until === Infinity ? {} : { after: { index: String(firstIndexAbove(chain, address, until)) } }
    for (const item of iterateList(chain, 'address-withdrawals', { params, ...start })) {
      if ((item.block_number ?? 0) < since) break
      found.push(item)
    }
    return found
  }
  const byAddress = new Map([...addresses].map((address) => [address, read(address)]))
  const paid = (address: string, from: number, to: number) =>
    (byAddress.get(address) ?? [])
      .filter(({ block_number: height }) => (height ?? 0) >= from && (height ?? 0) <= to)
      .reduce((sum, { amount }) => sum + big(amount), 0n)
  return { byAddress, paid }
}

/** The number of the first withdrawal of an address above a height, by binary search. */
function firstIndexAbove(chain: SampleChain, address: string, height: number): number {
  let [low, high] = [0, 2 ** 40]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const position = { params: { address_hash: address }, after: { index: String(middle) }, limit: 1 }
    const [newest] = iterateList(chain, 'address-withdrawals', position)
    if ((newest?.block_number ?? 0) > height) high = middle
    else low = middle + 1
  }
  return low
}

describe.each([
  ['one', 260],
  [2, 333],
  [0x7fff_ffff, 97],
])('a whole chain (seed %s, %i transactions)', (seed, transactions) => {
  let chain: SampleChain
  let all: Collected
  let paid: ReturnType<typeof withdrawals>
  beforeAll(() => {
    chain = createSampleChain({ seed, transactions, now: () => NOW })
    all = collect(chain)
    paid = withdrawals(chain, all.addresses.keys())
  })

  it('every block from 0 is there once, and adds up', () => {
    expect(wrongBlocks(all)).toEqual([])
  })
  it('state changes are what value, fees, calls and transfers add up to', () => {
    expect(changesThatDoNotAddUp(all)).toEqual([])
  })
  it('balances go on from row to row', () => {
    expect(balancesThatJump(all, paid.paid)).toEqual([])
  })
  it('fees are right', () => {
    expect(wrongFees(all)).toEqual([])
  })
  it('everyone who takes part has it in their list', () => {
    expect(missingFromLists(all)).toEqual([])
  })
  it('failures move nothing but the fee', () => {
    expect(failuresThatMove(all)).toEqual([])
  })
  it('log numbers are unique in their block', () => {
    expect(sharedLogs(all)).toEqual([])
  })
  it('nonces count from 0, pending ones go on', () => {
    expect(wrongNonces(all, true)).toEqual([])
  })

  it('the last balances are what the accounts hold now', () => {
    const findings: string[] = []
    const last = new Map<string, { address: string; height: number; value: string }>()
    for (const transaction of all.transactions.values())
      for (const row of all.changes.get(transaction.hash) ?? [])
        if (row.type === 'coin')
          last.set(lowerHash(row.address), {
            address: lowerHash(row.address),
            height: transaction.block_number ?? 0,
            value: row.balance_after ?? '',
          })
    for (const { address, height, value } of last.values()) {
      const detail = chain.detail('address', { address_hash: address }) as { coin_balance: string }
      const expected = big(value) + paid.paid(address, height, Infinity)
      if (big(detail.coin_balance) !== expected)
        findings.push(`${address} has ${detail.coin_balance}, not ${String(expected)}`)
    }
    expect(last.size).toBeGreaterThan(50)
    expect(findings).toEqual([])
  })

  it('token balances, supplies and holders are what the transfers give', () => {
    const held = new Map<string, bigint>()
    const supply = new Map<string, bigint>()
    for (const { from, to, token, total } of all.transfers)
      for (const part of total) {
        const hash = token?.address_hash ?? ''
        const single = token?.type === 'ERC-721'
        const amount = single ? 1n : big(part.value)
        const add = (address: string, change: bigint) => {
          const key = `${address} ${hash} ${single ? '' : (part.token_id ?? '')}`
          held.set(key, (held.get(key) ?? 0n) + change)
        }
        add(lowerHash(from), -amount)
        add(lowerHash(to), amount)
        if (lowerHash(from) === NULL) supply.set(hash, (supply.get(hash) ?? 0n) + amount)
        if (lowerHash(to) === NULL) supply.set(hash, (supply.get(hash) ?? 0n) - amount)
      }
    const listed = new Map<string, bigint>()
    for (const address of all.addresses.keys())
      for (const { token, token_id: id, value } of readAll(chain, 'address-tokens', {
        params: { address_hash: address },
      })) {
        if (token.type === 'ERC-7984') expect(value).toBeNull()
        else listed.set(`${address} ${token.address_hash} ${id ?? ''}`, big(value))
      }
    const hidden = new Set(
      all.transfers.filter(({ token }) => token?.type === 'ERC-7984').map(({ token }) => token?.address_hash),
    )
    const expected = [...held].filter(
      ([key, amount]) => amount !== 0n && !key.startsWith(NULL) && !hidden.has(key.split(' ')[1]),
    )
    expect(new Map(expected.sort())).toEqual(new Map([...listed].sort()))

    for (const hash of supply.keys()) {
      const token = chain.detail('token', { address_hash: hash.toLowerCase() }) as Record<string, string>
      if (hidden.has(hash)) continue
      const holders = new Set(
        expected
          .filter(([key, amount]) => key.includes(hash) && amount > 0n)
          .map(([key]) => key.split(' ')[0]),
      )
      expect({ hash, supply: token.total_supply, holders: token.holders_count }).toEqual({
        hash,
        supply: String(supply.get(hash)),
        holders: String(holders.size),
      })
      const rows = readAll(chain, 'token-holders', { params: { address_hash: hash } })
      expect(new Set(rows.map(({ address }) => address.hash)).size, `${hash} in its list`).toBe(holders.size)
      expect(String(rows.reduce((sum, { value }) => sum + big(value), 0n))).toBe(token.total_supply)
      const amounts = new Map(
        rows.map(({ address, token_id: id, value }) => [
          `${lowerHash(address)} ${hash} ${id ?? ''}`,
          big(value),
        ]),
      )
      const theirs = expected.filter(([key]) => key.split(' ')[1] === hash)
      expect(new Map([...amounts].sort())).toEqual(new Map(theirs.sort()))
      for (const [nth, { value }] of rows.entries())
        expect(big(value)).toBeLessThanOrEqual(big(rows[nth - 1]?.value ?? value))
    }
  })

  it('owners of NFTs are those who got them last, in every list', () => {
    const owners = new Map<string, string>()
    const tokens = new Set<string>()
    for (const { to, token, total } of all.transfers)
      for (const { token_id: id } of total)
        if (token?.type === 'ERC-721') {
          owners.set(`${token.address_hash} ${id ?? ''}`, lowerHash(to))
          tokens.add(token.address_hash)
        }
    const instances = new Map<string, string>()
    for (const hash of tokens)
      for (const { id, owner } of readAll(chain, 'token-instances', { params: { address_hash: hash } }))
        instances.set(`${hash} ${id}`, lowerHash(owner) || NULL)
    expect(new Map([...instances].sort())).toEqual(new Map([...owners].sort()))

    const held = new Map<string, string>()
    for (const address of all.addresses.keys()) {
      const params = { address_hash: address }
      for (const { token, id } of readAll(chain, 'address-nfts', { params, filters: { type: ['ERC-721'] } }))
        held.set(`${token.address_hash} ${id}`, address)
      for (const hash of tokens)
        for (const { id } of readAll(chain, 'token-instances', {
          params: { address_hash: hash },
          filters: { holder_address_hash: address },
        }))
          expect(held.get(`${hash} ${id}`)).toBe(address)
    }
    const kept = [...owners].filter(([, owner]) => owner !== NULL)
    expect(new Map([...held].sort())).toEqual(new Map(kept.sort()))
  })

  const key = (item: Collected['transfers'][number]) =>
    `${item.transaction_hash} ${String(item.log_index)} ${JSON.stringify(item.total.map(({ token_id: id, value }) => [id, value]))}`

  it('an NFT’s transfers are those of the chain with its id, its holders whom they left it with', () => {
    const parts = all.transfers.flatMap((transfer) =>
      transfer.total.flatMap(({ token_id: id, value }) =>
        id == null ? [] : [{ ...transfer, id, amount: big(value ?? '1') }],
      ),
    )
    const byId = [...Map.groupBy(parts, ({ token, id }) => `${token?.address_hash ?? ''} ${id}`)]
    const some = byId.filter((_, nth) => nth % 3 === 0)
    expect(some.length).toBeGreaterThan(20)
    for (const [name, transfers] of some) {
      const [address_hash = '', token_id = ''] = name.split(' ')
      const params = { address_hash: address_hash.toLowerCase(), token_id }
      expect(readAll(chain, 'instance-transfers', { params }).map(key)).toEqual(transfers.map(key).reverse())
      const held = new Map<string, bigint>()
      const add = (address: string, amount: bigint) => held.set(address, (held.get(address) ?? 0n) + amount)
      for (const { from, to, amount } of transfers) {
        add(lowerHash(from), -amount)
        add(lowerHash(to), amount)
      }
      const expected = [...held].filter(([holder, amount]) => holder !== NULL && amount > 0n)
      const rows = readAll(chain, 'instance-holders', { params, limit: 3 })
      expect(rows.map(({ address, value }) => [lowerHash(address), big(value)]).sort()).toEqual(
        expected.sort(),
      )
      expect(chain.detail('instance-transfers-count', params)).toEqual({ transfers_count: transfers.length })
    }
  })

  it('an address’s transfers are those of the chain: in, out, of a token, of a type', () => {
    const newestFirst = all.transfers.toReversed()
    for (const address of all.addresses.keys()) {
      const out = newestFirst.filter(({ from }) => lowerHash(from) === address)
      const into = newestFirst.filter(({ to }) => lowerHash(to) === address)
      const own = newestFirst.filter((each) => out.includes(each) || into.includes(each))
      const token = own.at(-1)?.token?.address_hash.toLowerCase()
      const expected = [
        [{}, own],
        [{ filter: 'from' }, out],
        [{ filter: 'to' }, into],
        [{ type: ['ERC-721', 'ERC-1155'] }, own.filter(({ token: of }) => isNft(of?.type))],
        ...(token === undefined
          ? []
          : [[{ token }, own.filter((each) => each.token?.address_hash.toLowerCase() === token)] as const]),
      ] as const
      for (const [filters, transfers] of expected)
        expect(
          readAll(chain, 'address-token-transfers', { params: { address_hash: address }, filters }).map(key),
        ).toEqual(transfers.map(key))
    }
  })

  it('a token’s own transfers are those of the chain, and a transaction shows its first ten', () => {
    for (const [hash, transfers] of Map.groupBy(all.transfers, ({ token }) => token?.address_hash ?? ''))
      expect(readAll(chain, 'token-transfers-of-token', { params: { address_hash: hash } }).map(key)).toEqual(
        transfers.map(key).reverse(),
      )
    const byTransaction = Map.groupBy(all.transfers, ({ transaction_hash: hash }) => hash)
    for (const [hash, transaction] of all.transactions) {
      const transfers = byTransaction.get(hash) ?? []
      expect(transaction.token_transfers?.map(key)).toEqual(transfers.slice(0, 10).map(key))
      expect(transaction.token_transfers_overflow).toBe(transfers.length > 10)
    }
  })

  it('each contract logged what transactions say, by topic too; every transfer has its log', () => {
    const logs = [...all.transactions.keys()].flatMap((hash) =>
      readAll(chain, 'transaction-logs', { params: { transaction_hash: hash } }),
    )
    const place = (log: ListItem<'address-logs'>) => `${String(log.block_number)} ${String(log.index)}`
    const byPlace = new Map(logs.map((log) => [place(log), log]))
    expect(byPlace.size).toBe(logs.length)
    for (const { block_number: height, log_index: index, token, from, total } of all.transfers) {
      const log = byPlace.get(`${String(height)} ${String(index)}`)
      expect(lowerHash(log?.address)).toBe(token?.address_hash.toLowerCase())
      const topics = log?.topics ?? []
      expect(topics.map((topic) => `0x${topic.slice(-40)}`)).toContain(lowerHash(from))
      if (token?.type === 'ERC-721') expect(BigInt(topics[3] ?? '')).toBe(big(total[0]?.token_id))
    }
    for (const [address, own] of Map.groupBy(logs, (log) => lowerHash(log.address))) {
      const params = { address_hash: address }
      const newestFirst = own.toReversed()
      expect(readAll(chain, 'address-logs', { params })).toEqual(newestFirst)
      const topics = [...new Set(own.flatMap((log) => log.topics ?? []))]
      const some = topics.filter((_, nth) => nth < 4 || nth % Math.ceil(topics.length / 12) === 0)
      for (const topic of some)
        expect(readAll(chain, 'address-logs', { params, filters: { topic } }).map(place)).toEqual(
          newestFirst.filter((log) => log.topics?.includes(topic)).map(place),
        )
    }
    expect(logs.some(({ topics }) => topics?.length === 0)).toBe(true)
    expect(logs.some(({ decoded }) => decoded === null)).toBe(true)
  })

  it('the history of a balance has each block that changed it, and ends at what the account holds now', () => {
    const findings: string[] = []
    const byHeight = Map.groupBy(all.transactions.values(), ({ block_number: height }) => height ?? 0)
    for (const address of all.addresses.keys()) {
      const params = { address_hash: address }
      const rows = readAll(chain, 'address-coin-balances', { params })
      const moved = new Map<number, bigint>()
      for (const [height, transactions] of byHeight)
        for (const { hash } of transactions)
          for (const row of all.changes.get(hash) ?? [])
            if (row.type === 'coin' && lowerHash(row.address) === address)
              moved.set(height, (moved.get(height) ?? 0n) + big(row.change as string))
      for (const { block_number: height, amount } of paid.byAddress.get(address) ?? [])
        moved.set(height ?? 0, (moved.get(height ?? 0) ?? 0n) + big(amount))
      const detail = chain.detail('address', params) as { coin_balance: string } | null
      const began = [...moved.values()].reduce((sum, change) => sum - change, big(detail?.coin_balance))
      const expected = [...moved, [0, began] as const]
        .filter(([, change]) => change !== 0n)
        .sort(([a], [b]) => b - a)
      if (address !== NULL)
        expect(rows.map(({ block_number: height, delta }) => [height, big(delta)])).toEqual(expected)
      rows.forEach(({ value, delta }, nth) => {
        const older = rows[nth + 1]
        if (older && big(value) - big(delta) !== big(older.value)) findings.push(`${address} jumps`)
      })
      if (rows[0] && rows[0].value !== detail?.coin_balance) findings.push(`${address} ends elsewhere`)
      const days = chain.detail('address-coin-balances-by-day', params) as { items: { value: string }[] }
      if (rows[0] && days.items.at(-1)?.value !== rows[0].value) findings.push(`${address} by day`)
    }
    expect(findings).toEqual([])
  })

  it('collections count the NFTs that an address holds of each, and show the first of them', () => {
    for (const address of all.addresses.keys()) {
      const params = { address_hash: address }
      const nfts = Map.groupBy(readAll(chain, 'address-nfts', { params }), ({ token }) => token.address_hash)
      const rows = readAll(chain, 'address-nft-collections', { params, limit: 2 })
      expect(
        rows.map(({ token, amount, token_instances: first }) => [
          token.address_hash,
          amount,
          first?.map(({ id }) => id),
        ]),
      ).toEqual(
        [...nfts].map(([hash, own]) => [hash, String(own.length), own.slice(0, 15).map(({ id }) => id)]),
      )
    }
  })

  it('withdrawals are numbered without a gap, and blocks count theirs', () => {
    const rows = [...paid.byAddress.values()].flat()
    const indices = rows.map(({ index }) => Number(index)).sort((a, b) => a - b)
    expect(indices).toEqual(indices.map((_, index) => index))
    const counts = Map.groupBy(rows, ({ block_number: height }) => height)
    for (const [height, block] of all.blocks)
      expect(block.withdrawals_count).toBe(counts.get(height)?.length ?? 0)
  })

  it('the counters of tabs count what the lists hold, up to 51', () => {
    const lists = listsOf('address').filter((id) => listEndpoint(id).tabCounter !== undefined)
    for (const address of all.addresses.keys()) {
      const counters = chain.detail('address-tab-counters', { address_hash: address }) as WireItem
      for (const id of lists) {
        const { length } = readAll(chain, id, { params: { address_hash: address } })
        expect([id, counters[listEndpoint(id).tabCounter ?? '']]).toEqual([id, Math.min(length, 51)])
      }
    }
  })

  it('counters count what the lists hold', () => {
    for (const [address, { transactions: its }] of all.addresses) {
      const counters = chain.detail('address-counters', { address_hash: address }) as Record<string, string>
      const gas = its
        .filter(({ from, status }) => lowerHash(from) === address && status !== null)
        .reduce((sum, { gas_used: used }) => sum + big(used), 0n)
      expect(counters).toEqual({
        transactions_count: String(its.length),
        token_transfers_count: String(
          all.transfers.filter(({ from, to }) => lowerHash(from) === address || lowerHash(to) === address)
            .length,
        ),
        gas_usage_count: String(gas),
        validations_count: String(
          [...all.blocks.values()].filter(({ miner }) => lowerHash(miner) === address).length,
        ),
      })
    }
  })
})

it('the newest block, cut off anywhere, pays out only when it is complete', () => {
  const model = new ChainModel(9)
  const receivers = [...VALIDATORS, ROLE.cold].map((role) => model.address({ kind: 'fixed', role }))
  const paid = new Set<boolean>()
  for (let transactions = 60; transactions < 76; transactions++) {
    const chain = createSampleChain({ seed: 9, transactions, now: () => NOW })
    const rows = [...withdrawals(chain, receivers).byAddress.values()].flat()
    const counts = Map.groupBy(rows, ({ block_number: height }) => height ?? 0)
    const blocks = receivers.flatMap((address) => {
      const request = { params: { address_hash: address }, filters: {}, after: null, limit: 20 }
      return (chain.list('address-blocks-validated', request) as ListPage).items as Block[]
    })
    for (const { height, withdrawals_count: count } of blocks)
      expect(count).toBe(counts.get(height ?? 0)?.length ?? 0)
    paid.add(counts.has(Math.max(...blocks.map(({ height }) => height ?? 0))))
  }
  expect(paid.size).toBe(2)
})

describe('anywhere in a long chain', () => {
  it('a stretch of blocks holds together', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.string({ minLength: 1 })),
        fc.constantFrom(1_000_000, 10_000_000),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (seed, transactions, share) => {
          const chain = createSampleChain({ seed, transactions, now: () => NOW })
          const [newest] = iterateList(chain, 'token-transfers')
          const from = 2000 + Math.floor(((newest?.block_number ?? 0) - 2010) * share)
          const some = collect(chain, from, from + 5)
          const { paid } = withdrawals(chain, some.addresses.keys(), some.from, some.to)
          expect(some.transactions.size).toBeGreaterThan(10)
          expect([
            ...wrongBlocks(some),
            ...changesThatDoNotAddUp(some),
            ...balancesThatJump(some, paid),
            ...wrongFees(some),
            ...missingFromLists(some),
            ...failuresThatMove(some),
            ...sharedLogs(some),
            ...wrongNonces(some, false),
          ]).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
  })
})
