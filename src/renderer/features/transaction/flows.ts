/**
 * Who gave what to whom, net: edges that add up, for each asset and address, to exactly what its state changes say. Only
 * what is certain is drawn from one to another; where several gave and several got, it goes through a common pool.
 */
import type { AddressRef } from '#shared/chain/address.ts'
import type { Asset } from './asset.ts'
import type { ChangeGroup } from './state-change-groups.ts'

export type Party =
  | {
      readonly kind: 'address'
      readonly key: string
      readonly address: AddressRef
      readonly validator: boolean
    }
  /** Where an asset came into being or left the world: minted, burnt, or a fee that no one got. */
  | { readonly kind: 'source'; readonly key: string }
  | { readonly kind: 'sink'; readonly key: string }
  | { readonly kind: 'pool'; readonly key: string; readonly asset: Asset }

export interface Flow {
  readonly key: string
  readonly from: Party
  readonly to: Party
  readonly asset: Asset
  /** Above zero, in smallest units. */
  readonly amount: bigint
}

/** A movement that is known from one to another: a token transfer, the value, the fee. Addresses in lower case. */
export interface KnownMove {
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly amount: bigint
}

interface Net {
  readonly party: Party
  amount: bigint
}

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const SOURCE: Party = { kind: 'source', key: 'source' }
const SINK: Party = { kind: 'sink', key: 'sink' }

export function flowsOf(groups: readonly ChangeGroup[], known: readonly KnownMove[] = []): Flow[] {
  const assets = new Map<string, Asset>()
  const nets = new Map<string, Map<string, Net>>()
  for (const { address, validator, changes } of groups) {
    const key = address.hash.toLowerCase()
    if (key === ZERO_ADDRESS) continue
    const party: Party = { kind: 'address', key, address, validator }
    for (const { asset, change } of changes) {
      if (change === undefined || change === 0n) continue
      assets.set(asset.key, asset)
      const ofAsset = nets.get(asset.key) ?? new Map<string, Net>()
      const net = ofAsset.get(key) ?? { party, amount: 0n }
      net.amount += change
      ofAsset.set(key, net)
      nets.set(asset.key, ofAsset)
    }
  }
  return [...assets.values()].flatMap((asset) => {
    const ofAsset = nets.get(asset.key) ?? new Map<string, Net>()
    return flowsOfAsset(
      asset,
      ofAsset,
      known.filter((move) => move.asset === asset.key),
    )
  })
}

function flowsOfAsset(asset: Asset, nets: Map<string, Net>, known: readonly KnownMove[]): Flow[] {
  const flows = new Map<string, Flow>()
  const add = (from: Party, to: Party, amount: bigint) => {
    if (amount <= 0n) return
    const key = `${asset.key}:${from.key}>${to.key}`
    flows.set(key, { key, from, to, asset, amount: (flows.get(key)?.amount ?? 0n) + amount })
  }
  for (const { from, to, amount } of netMoves(known)) {
    const giver = nets.get(from)
    const taker = nets.get(to)
    // Never more than the state changes say: what only passed through stays out of the picture.
    if (!giver || !taker || giver.amount > -amount || taker.amount < amount) continue
    giver.amount += amount
    taker.amount -= amount
    add(giver.party, taker.party, amount)
  }
  shareOut(asset, [...nets.values()], add)
  return [...flows.values()]
}

/** Between two addresses only the difference of both ways counts. */
function netMoves(known: readonly KnownMove[]): KnownMove[] {
  const sums = new Map<string, KnownMove>()
  for (const move of known) {
    const [a, b] = [move.from, move.to].sort()
    if (a === undefined || b === undefined || a === b) continue
    const before = sums.get(`${a}>${b}`)?.amount ?? 0n
    const amount = before + (move.from === a ? move.amount : -move.amount)
    sums.set(`${a}>${b}`, { ...move, from: a, to: b, amount })
  }
  return [...sums.values()].map((move) =>
    move.amount < 0n ? { ...move, from: move.to, to: move.from, amount: -move.amount } : move,
  )
}

/** What is left: from the one giver to all, from all to the one taker, or through the pool; the difference is made or gone. */
function shareOut(asset: Asset, nets: readonly Net[], add: (from: Party, to: Party, amount: bigint) => void) {
  const givers = nets.filter(({ amount }) => amount < 0n).map((net) => ({ ...net, amount: -net.amount }))
  const takers = nets.filter(({ amount }) => amount > 0n).map((net) => ({ ...net }))
  const missing = sum(takers) - sum(givers)
  if (missing > 0n) givers.push({ party: SOURCE, amount: missing })
  if (missing < 0n) takers.push({ party: SINK, amount: -missing })
  const [giver] = givers
  const [taker] = takers
  if (givers.length === 1 && giver) for (const { party, amount } of takers) add(giver.party, party, amount)
  else if (takers.length === 1 && taker)
    for (const { party, amount } of givers) add(party, taker.party, amount)
  else {
    const pool: Party = { kind: 'pool', key: `pool:${asset.key}`, asset }
    for (const { party, amount } of givers) add(party, pool, amount)
    for (const { party, amount } of takers) add(pool, party, amount)
  }
}

const sum = (nets: readonly { readonly amount: bigint }[]) =>
  nets.reduce((total, { amount }) => total + amount, 0n)
