import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import { layOutFlows } from './flow-layout.ts'
import { computeFlows, type Flow, type Movement } from './flows.ts'
import type { ChangeGroup } from '../state-changes/state-change-groups.ts'

const ASSETS = ['coin', 'token', 'other'].map((key): Asset => ({
  key,
  kind: 'token',
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

/** Received minus given, by asset and party, in the flows. */
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

const change = fc.tuple(
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 0, max: 2 }),
  fc.bigInt({ min: -(1n << 256n), max: 1n << 256n }),
)
const movement = fc.record({
  from: fc.integer({ min: 1, max: 7 }).map(address),
  to: fc.integer({ min: 1, max: 7 }).map(address),
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

  test('a swap: both ways between two, and the fee to the validator', () => {
    const flows = computeFlows(
      groupsOf([
        [1, 0, -350_412n],
        [1, 1, 1_098n],
        [2, 0, 350_000n],
        [2, 1, -1_098n],
        [3, 0, 412n],
      ]),
    )
    expect(lines(flows)).toEqual(['1>2 350000 coin', '1>3 412 coin', '2>1 1098 token'])
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
    const move = (from: number, to: number, amount: bigint): Movement => ({
      from: address(from),
      to: address(to),
      asset: 'token',
      amount,
    })
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
