/**
 * Net flows of assets between parties. For each asset and address they add up to exactly its state changes. A flow goes
 * directly from one address to another only where that is certain; between several givers and several receivers it goes
 * through a pool.
 */
import type { AddressRef } from '#shared/chain/address.ts'
import type { Asset } from '../assets/asset.ts'
import type { ChangeGroup } from '../state-changes/state-change-groups.ts'

export type Party =
  | {
      readonly kind: 'address'
      readonly key: string
      readonly address: AddressRef
      readonly validator: boolean
    }
  /** Where an asset is created or destroyed: minted, burnt, or a fee that nobody receives. */
  | { readonly kind: 'source'; readonly key: string }
  | { readonly kind: 'sink'; readonly key: string }
  | { readonly kind: 'pool'; readonly key: string; readonly asset: Asset }

export interface Flow {
  readonly key: string
  readonly from: Party
  readonly to: Party
  readonly asset: Asset
  /** Positive, in the asset's smallest unit. */
  readonly amount: bigint
}

/** A movement with a known sender and receiver: a token transfer, the value, the fee. Addresses in lower case. */
export interface Movement {
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

export function computeFlows(groups: readonly ChangeGroup[], movements: readonly Movement[] = []): Flow[] {
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
    return computeAssetFlows(
      asset,
      ofAsset,
      movements.filter((movement) => movement.asset === asset.key),
    )
  })
}

function computeAssetFlows(asset: Asset, nets: Map<string, Net>, movements: readonly Movement[]): Flow[] {
  const flows = new Map<string, Flow>()
  const add = (from: Party, to: Party, amount: bigint) => {
    if (amount <= 0n) return
    const key = `${asset.key}:${from.key}>${to.key}`
    flows.set(key, { key, from, to, asset, amount: (flows.get(key)?.amount ?? 0n) + amount })
  }
  for (const { from, to, amount } of netMovements(movements)) {
    const giver = nets.get(from)
    const receiver = nets.get(to)
    // Never more than the state changes say: what an address only passes on is not shown.
    if (!giver || !receiver || giver.amount > -amount || receiver.amount < amount) continue
    giver.amount += amount
    receiver.amount -= amount
    add(giver.party, receiver.party, amount)
  }
  addRemaining(asset, [...nets.values()], add)
  return [...flows.values()]
}

/** Nets the movements in both directions between two addresses. */
function netMovements(movements: readonly Movement[]): Movement[] {
  const sums = new Map<string, Movement>()
  for (const movement of movements) {
    const [a, b] = [movement.from, movement.to].sort()
    if (a === undefined || b === undefined || a === b) continue
    const before = sums.get(`${a}>${b}`)?.amount ?? 0n
    const amount = before + (movement.from === a ? movement.amount : -movement.amount)
    sums.set(`${a}>${b}`, { ...movement, from: a, to: b, amount })
  }
  return [...sums.values()].map((net) =>
    net.amount < 0n ? { ...net, from: net.to, to: net.from, amount: -net.amount } : net,
  )
}

/**
 * Adds flows for the remaining net amounts: from a single giver, to a single receiver, or through a pool. A difference
 * between both sides was created or destroyed.
 */
function addRemaining(
  asset: Asset,
  nets: readonly Net[],
  add: (from: Party, to: Party, amount: bigint) => void,
) {
  const givers = nets.filter(({ amount }) => amount < 0n).map((net) => ({ ...net, amount: -net.amount }))
  const receivers = nets.filter(({ amount }) => amount > 0n).map((net) => ({ ...net }))
  const missing = sum(receivers) - sum(givers)
  if (missing > 0n) givers.push({ party: SOURCE, amount: missing })
  if (missing < 0n) receivers.push({ party: SINK, amount: -missing })
  const [giver] = givers
  const [receiver] = receivers
  if (givers.length === 1 && giver) for (const { party, amount } of receivers) add(giver.party, party, amount)
  else if (receivers.length === 1 && receiver)
    for (const { party, amount } of givers) add(party, receiver.party, amount)
  else {
    const pool: Party = { kind: 'pool', key: `pool:${asset.key}`, asset }
    for (const { party, amount } of givers) add(party, pool, amount)
    for (const { party, amount } of receivers) add(pool, party, amount)
  }
}

const sum = (nets: readonly { readonly amount: bigint }[]) =>
  nets.reduce((total, { amount }) => total + amount, 0n)
