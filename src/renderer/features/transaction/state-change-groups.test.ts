import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import { describe, expect, test } from 'vitest'
import {
  barShares,
  countCoinOnce,
  countKinds,
  filterGroups,
  groupStateChanges,
  isAside,
  NO_FILTER,
  withoutScam,
  type StateChangeFilter,
} from './state-change-groups.ts'
import { coinChange, readStateChanges } from './testing/state-changes.ts'

const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`
const V = `0x${'c'.repeat(40)}`
const [C, D] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const USDC = { address_hash: `0x${'d'.repeat(40)}`, symbol: 'USDC', decimals: '6', type: 'ERC-20' }
const ART = { address_hash: `0x${'e'.repeat(40)}`, name: 'Art', type: 'ERC-721' }
const COIN = { symbol: 'ETH', decimals: 18 }

describe('state changes grouped by address', () => {
  test('sender, receiver, others in their order, the validator last; mixed case is one address', () => {
    const groups = groupStateChanges(
      readStateChanges([
        coinChange(V, '0', '5', '5', true),
        coinChange(B, '0', '100', '100'),
        coinChange(A.toUpperCase().replace('0X', '0x'), '200', '95', '-105'),
        { ...coinChange(A, '10', '4', '-6'), type: 'token', token: USDC },
      ]),
      COIN,
      { from: A, to: B },
    )
    expect(
      groups.map(({ address, validator, changes }) => [
        address.hash.toLowerCase(),
        validator,
        changes.length,
      ]),
    ).toEqual([
      [A, false, 2],
      [B, false, 1],
      [V, true, 1],
    ])
    expect(
      groups[0]!.changes.map(({ asset, before, after, change }) => [asset.name, before, after, change]),
    ).toEqual([
      ['ETH', 200n, 95n, -105n],
      ['USDC', 10n, 4n, -6n],
    ])
  })

  test('amounts beyond 2^53 keep every digit', () => {
    const most = ((1n << 256n) - 1n).toString()
    const [group] = groupStateChanges(readStateChanges([coinChange(A, '0', most, most)]), COIN, {})
    expect(group!.changes[0]!.change).toBe((1n << 256n) - 1n)
  })

  test('how many of an id moved is not made up where a row does not say it', () => {
    const change = [{ direction: 'to', total: { token_id: '7' } }]
    const item = { address: { hash: A }, type: 'token', balance_before: '0', balance_after: '1', change }
    const [group] = groupStateChanges(
      readStateChanges([{ ...item, token: { ...ART, type: 'ERC-1155' } }]),
      COIN,
      {},
    )
    expect(group!.changes).toMatchObject([{ before: undefined, after: undefined, change: undefined }])
  })

  test('NFTs: one line for each that moved, the count running from before to after', () => {
    const moves = [
      { direction: 'from', total: { token_id: '318', token_instance: null } },
      { direction: 'from', total: { token_id: '319' } },
      { direction: 'to', total: { token_id: '7' } },
    ]
    const item = {
      address: { hash: A },
      token: ART,
      type: 'token',
      balance_before: '3',
      balance_after: '2',
      change: moves,
    }
    const [group] = groupStateChanges(readStateChanges([item]), COIN, {})
    expect(
      group!.changes.map(({ asset, before, after, change }) => [
        asset.name,
        asset.kind,
        before,
        after,
        change,
      ]),
    ).toEqual([
      ['Art #318', 'nft', 3n, 2n, -1n],
      ['Art #319', 'nft', 2n, 1n, -1n],
      ['Art #7', 'nft', 1n, 2n, 1n],
    ])
    const odd = groupStateChanges(readStateChanges([{ ...item, balance_after: '9' }]), COIN, {})
    expect(odd[0]!.changes.every(({ before, after }) => before === undefined && after === undefined)).toBe(
      true,
    )
  })

  test('mint and burn sides have no balances; the change stands', () => {
    const item = {
      address: { hash: A },
      token: USDC,
      balance_before: null,
      balance_after: null,
      change: '-5',
    }
    const [group] = groupStateChanges(readStateChanges([item]), COIN, {})
    expect(group!.changes[0]).toMatchObject({ before: undefined, after: undefined, change: -5n })
  })

  test('the sender, then by the worth that moved, then the validator and what is burnt', () => {
    const dollars = { ...USDC, exchange_rate: '1' }
    const groups = groupStateChanges(
      readStateChanges([
        coinChange(V, '0', '5', '5', true),
        coinChange(ZERO_ADDRESS, '0', '100', '100'),
        { ...coinChange(C, '0', '4000000', '4000000'), type: 'token', token: dollars },
        coinChange(B, '0', '3000000000000000', '3000000000000000'),
        { ...coinChange(D, '9000000', '1', '-8999999'), type: 'token', token: dollars },
        coinChange(A, '2', '1', '-1'),
      ]),
      COIN,
      { from: A, coinPrice: '2000' },
    )
    expect(groups.map(({ address }) => address.hash)).toEqual([A, D, B, C, V, ZERO_ADDRESS])
    expect(groups.filter(isAside).map(({ address }) => address.hash)).toEqual([V, ZERO_ADDRESS])
  })

  test('filters by kind, and by what an asset or address is called; empty groups go', () => {
    const groups = groupStateChanges(
      readStateChanges([coinChange(A, '2', '1', '-1'), { ...coinChange(B, '0', '4', '4'), token: USDC }]),
      COIN,
      {},
    )
    const named = ({ hash }: { hash: string }) => (hash === B ? 'Harbour' : undefined)
    const found = (filter: Partial<StateChangeFilter>) =>
      filterGroups(groups, { ...NO_FILTER, ...filter }, named).map(({ address }) => address.hash)
    expect(found({ kind: 'token' })).toEqual([B])
    expect(found({ text: 'eth' })).toEqual([A])
    expect(found({ text: ' usdc' })).toEqual([B])
    expect(found({ text: USDC.address_hash })).toEqual([B])
    expect(found({ text: 'harb' })).toEqual([B])
    expect(found({ text: A.slice(0, 12) })).toEqual([A])
    expect(found({ kind: 'coin', text: 'harb' })).toEqual([])
    expect(countKinds(groups)).toEqual({ all: 2, coin: 1, token: 1, nft: 0 })
  })

  test('what the source marks as a scam is left out, but for the parties of the transaction', () => {
    const fake = { ...USDC, address_hash: `0x${'9'.repeat(40)}`, reputation: 'scam' }
    const groups = groupStateChanges(
      readStateChanges([
        { ...coinChange(A, '2', '1', '-1'), address: { hash: A, is_scam: true } },
        { ...coinChange(A, '0', '4', '4'), token: fake },
        { ...coinChange(B, '0', '4', '4'), token: fake },
        { ...coinChange(C, '0', '1', '1'), address: { hash: C, reputation: 'scam' } },
        coinChange(D, '0', '1', '1'),
      ]),
      COIN,
      {},
    )
    const left = withoutScam(groups, { from: A })
    expect(left.map(({ address, changes }) => [address.hash, changes.length])).toEqual([
      [A, 1],
      [D, 1],
    ])
  })

  test('bars are in proportion to the largest change of the same asset', () => {
    const groups = groupStateChanges(
      readStateChanges([
        coinChange(A, '0', '0', '-1000'),
        coinChange(B, '0', '0', '250'),
        { ...coinChange(B, '0', '1', '1'), token: USDC },
      ]),
      COIN,
      {},
    )
    expect([...barShares(groups).values()]).toEqual([100, 25, 100])
  })
})

describe('the coin by its contract', () => {
  const CELO = { symbol: 'CELO', decimals: 18, contract: `0x${'f'.repeat(40)}` }
  const logged = (hash: string, change: string) => ({
    address: { hash },
    type: 'token',
    change,
    token: { address_hash: `0x${'F'.repeat(40)}`, symbol: 'CELO', decimals: '18', type: 'ERC-20' },
  })
  const countedOf = (items: unknown[], of = CELO) =>
    countCoinOnce(groupStateChanges(readStateChanges(items), of, {}), of).map(({ changes }) =>
      changes.map(({ asset, change }) => [asset.key, change]),
    )

  test('is told by the changes of the coin', () => {
    const rows = [
      coinChange(A, '9', '3', '-6'),
      logged(A, '-5'),
      coinChange(B, '0', '5', '5'),
      logged(B, '5'),
    ]
    expect(countedOf(rows)).toEqual([[['coin', -6n]], [['coin', 5n]]])
    expect(countedOf(rows, { symbol: 'ETH', decimals: 18 } as never)).toHaveLength(2)
    expect(countedOf(rows, { symbol: 'ETH', decimals: 18 } as never)[0]).toHaveLength(2)
  })

  test('is the coin where a source tells no change of that', () => {
    expect(countedOf([logged(A, '-5'), logged(B, '5')])).toEqual([[['coin', -5n]], [['coin', 5n]]])
  })
})
