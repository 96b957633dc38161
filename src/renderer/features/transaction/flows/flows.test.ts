import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import { layOutFlows } from './flow-layout.ts'
import { computeFlows, type Flow, type Movement } from './flows.ts'
import type { ChangeGroup } from '../state-change-groups.ts'

const ASSETS = ['coin', 'token', 'other'].map((key): Asset => ({
  key,
  kind: key === 'coin' ? 'coin' : 'token',
  name: key,
  decimals: 18,
}))
const address = (nth: number) => `0x${String(nth).padStart(40, '1')}`

function groupsOf(
  changes: readonly (readonly [who: number, asset: number, change: bigint])[],
): ChangeGroup[] {
  const by = new Map<number, ChangeGroup['changes'][number][]>()
  for (const [who, nth, change] of changes) {
    const asset = ASSETS[nth]!
    const list = by.get(who) ?? []
    list.push({
      key: `${String(who)}${asset.key}${String(list.length)}`,
      asset,
      before: undefined,
      after: undefined,
      change,
    })
    by.set(who, list)
  }
  return [...by].map(([who, list]) => ({ address: { hash: address(who) }, validator: false, changes: list }))
}

/** Received minus given amounts in the flows, by asset and party. */
function netsOf(flows: readonly Flow[]): Map<string, bigint> {
  const nets = new Map<string, bigint>()
  const add = (key: string, amount: bigint) => nets.set(key, (nets.get(key) ?? 0n) + amount)
  for (const { from, to, asset, amount } of flows) {
    add(`${asset.key} ${from.key}`, -amount)
    add(`${asset.key} ${to.key}`, amount)
  }
  return nets
}
const lines = (flows: readonly Flow[]) =>
  flows.map(
    ({ from, to, asset, amount }) =>
      `${from.key.slice(-1)}>${to.key.slice(-1)} ${String(amount)} ${asset.key}`,
  )

const move = (from: number, to: number, amount: bigint, asset = 'token'): Movement => ({
  from: { hash: address(from) },
  to: { hash: address(to) },
  asset,
  amount,
})

const change = fc.tuple(
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 0, max: 2 }),
  fc.bigInt({ min: -(1n << 256n), max: 1n << 256n }),
)
const someone = fc.integer({ min: 1, max: 7 }).map((nth) => ({ hash: address(nth) }))
const movement = fc.record({
  from: someone,
  to: fc.option(someone, { nil: undefined }),
  asset: fc.constantFrom('coin', 'token', 'other'),
  amount: fc.bigInt({ min: 0n, max: 1n << 256n }),
})

describe('flows', () => {
  test('for any changes and movements, the flows add up to exactly the changes', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 30 }),
        fc.array(movement, { maxLength: 12 }),
        (changes, movements) => {
          const flows = computeFlows(groupsOf(changes), movements)
          const expected = new Map<string, bigint>()
          for (const [who, nth, amount] of changes) {
            const key = `${ASSETS[nth]!.key} ${address(who)}`
            expected.set(key, (expected.get(key) ?? 0n) + amount)
          }
          const actual = netsOf(flows)
          for (const [key, amount] of expected) expect(actual.get(key) ?? 0n).toBe(amount)
          for (const [key, amount] of actual) {
            if (key.includes('pool:')) expect(amount).toBe(0n)
            else if (!/ (source|sink)$/.test(key)) expect(amount).toBe(expected.get(key) ?? 0n)
          }
          for (const { amount } of flows) expect(amount > 0n).toBe(true)
        },
      ),
    )
  })

  test('a swap for the coin: the sender pays the fee, though it got more coin than it gave', () => {
    const groups = groupsOf([
      [1, 0, 350_000n - 412n],
      [1, 1, -1_098n],
      [2, 0, -350_000n],
      [2, 1, 1_098n],
      [3, 0, 400n],
    ])
    const fee = [move(1, 3, 400n, 'coin'), { ...move(1, 1, 12n, 'coin'), to: { hash: ZERO_ADDRESS } }]
    expect(lines(computeFlows(groups, fee))).toEqual([
      '1>3 400 coin',
      '1>k 12 coin',
      '2>1 350000 coin',
      '1>2 1098 token',
    ])
  })

  test('what an address passes on goes through it', () => {
    const groups = groupsOf([
      [1, 1, -10n],
      [3, 1, 10n],
    ])
    expect(lines(computeFlows(groups, [move(1, 2, 10n)]))).toEqual(['1>2 10 token', '2>3 10 token'])
    expect(lines(computeFlows(groups))).toEqual(['1>3 10 token'])
  })

  test('one giver and several receivers: any of them may have passed it on, but not a coin without code', () => {
    const changes = (asset: number) =>
      [
        [1, asset, -10n],
        [2, asset, 6n],
        [3, asset, 4n],
      ] as const
    const through = (flows: readonly Flow[]) =>
      flows.filter(({ from, to }) => from.kind === 'pool' || to.kind === 'pool').length
    expect(through(computeFlows(groupsOf(changes(1))))).toBe(3)
    expect(through(computeFlows(groupsOf(changes(0))))).toBe(3)
    const accounts = groupsOf(changes(0)).map((group) => ({
      ...group,
      address: { ...group.address, is_contract: false },
    }))
    expect(lines(computeFlows(accounts))).toEqual(['1>2 6 coin', '1>3 4 coin'])
  })

  test('who got a part of the fee is not known: the sender gave it all the same', () => {
    const groups = groupsOf([
      [1, 0, 90n],
      [2, 0, -100n],
      [3, 0, 10n],
    ])
    const flows = computeFlows(groups, [{ ...move(1, 1, 10n, 'coin'), to: undefined }])
    expect(flows.some(({ from, to }) => from.key === address(2) && to.key === address(3))).toBe(false)
    expect(flows.some(({ to }) => to.kind === 'pool')).toBe(true)
  })

  test('a transfer that moved nothing, by the balances, is no flow', () => {
    const groups = groupsOf([
      [3, 1, -5n],
      [4, 1, 5n],
    ])
    expect(lines(computeFlows(groupsOf([[3, 0, -1n]]), [move(1, 2, 7n)]))).toEqual(['3>k 1 coin'])
    expect(netsOf(computeFlows(groups, [move(1, 2, 7n)])).get(`token ${address(1)}`) ?? 0n).toBe(0n)
  })

  test('several givers and several receivers: through the pool, unless movements say who gave to whom', () => {
    const groups = groupsOf([
      [1, 1, -5n],
      [2, 1, -7n],
      [3, 1, 4n],
      [4, 1, 8n],
    ])
    expect(computeFlows(groups).every(({ from, to }) => from.kind === 'pool' || to.kind === 'pool')).toBe(
      true,
    )
    const direct = computeFlows(groups, [move(1, 3, 4n), move(1, 4, 1n), move(2, 4, 7n)])
    expect(lines(direct)).toEqual(['1>3 4 token', '1>4 1 token', '2>4 7 token'])
  })

  test('an amount without a giver is created, one without a receiver is destroyed', () => {
    const [minted] = computeFlows(groupsOf([[1, 1, 9n]]))
    expect(minted).toMatchObject({ from: { kind: 'source' }, amount: 9n })
    const [burnt] = computeFlows(groupsOf([[1, 1, -9n]]))
    expect(burnt).toMatchObject({ to: { kind: 'sink' }, amount: 9n })
  })

  test('the zero address is no party: a mint has no giver', () => {
    const zero = {
      address: { hash: `0x${'0'.repeat(40)}` },
      validator: false,
      changes: groupsOf([[1, 1, -9n]])[0]!.changes,
    }
    expect(computeFlows([zero, ...groupsOf([[2, 1, 9n]])])).toMatchObject([
      { from: { kind: 'source' }, amount: 9n },
    ])
  })
})

describe('the picture of flows', () => {
  test('any flows can be laid out: boxes within the picture, bands with finite coordinates', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const flows = computeFlows(groupsOf(changes))
        const picture = layOutFlows(flows, address(1))
        if (flows.length === 0) {
          expect(picture).toBeUndefined()
          return
        }
        for (const box of picture!.boxes) {
          expect(Number.isFinite(box.x + box.y + box.height)).toBe(true)
          expect(box.y + box.height).toBeLessThanOrEqual(picture!.height + 1)
        }
        for (const band of picture!.bands) expect(band.path).not.toMatch(/NaN|undefined/)
      }),
      { numRuns: 60 },
    )
  })

  test('the sender is at the left, and what it receives goes backwards', () => {
    const flows = computeFlows(
      groupsOf([
        [1, 0, -10n],
        [2, 0, 10n],
        [2, 1, -3n],
        [1, 1, 3n],
      ]),
    )
    const picture = layOutFlows(flows, address(1))!
    expect(picture.boxes.find(({ party }) => party.key === address(1))?.label).toBe('before')
    expect(picture.bands.map(({ flow, backwards }) => [flow.asset.key, backwards])).toEqual([
      ['coin', false],
      ['token', true],
    ])
  })
})
