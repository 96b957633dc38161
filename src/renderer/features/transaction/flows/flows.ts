/**
 * Net flows of assets between parties. For each asset and address they add up exactly to its state changes. Known
 * movements become flows. A remaining amount goes directly from one address to another only if no other way is
 * possible; else it goes through a pool, because the changes do not say who gave to whom.
 */
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Asset } from '../assets/asset.ts'
import type { ChangeGroup } from '../state-change-groups.ts'

export type Party =
  | {
      readonly kind: 'address'
      readonly key: string
      readonly address: AddressRef
      readonly validator: boolean
    }
  /** `source` and `sink` create and destroy an asset: mints, burns, and fees without a receiver. */
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

/**
 * A known movement: a token transfer, the value, or a part of the fee. The zero address creates and destroys
 * assets, except for the coin where it is the validator, as on development nodes.
 */
export interface Movement {
  readonly from: AddressRef
  /** Undefined if only the giver is known. */
  readonly to: AddressRef | 'burnt' | undefined
  readonly asset: string
  readonly amount: bigint
}

interface Net {
  readonly party: Party
  amount: bigint
}

const SOURCE: Party = { kind: 'source', key: 'source' }
const SINK: Party = { kind: 'sink', key: 'sink' }

export function computeFlows(groups: readonly ChangeGroup[], movements: readonly Movement[] = []): Flow[] {
  const assets = new Map<string, Asset>()
  const nets = new Map<string, Map<string, Net>>()
  for (const { address, validator, changes } of groups) {
    const key = address.hash.toLowerCase()
    const party: Party = { kind: 'address', key, address, validator }
    for (const { asset, change } of changes) {
      if (change === undefined || change === 0n) continue
      if (key === ZERO_ADDRESS && !(validator && asset.kind === 'coin')) continue
      assets.set(asset.key, asset)
      const ofAsset = nets.get(asset.key) ?? new Map<string, Net>()
      const net = ofAsset.get(key) ?? { party, amount: 0n }
      net.amount += change
      ofAsset.set(key, net)
      nets.set(asset.key, ofAsset)
    }
  }
  return [...assets.values()].flatMap((asset) =>
    computeAssetFlows(
      asset,
      nets.get(asset.key) ?? new Map<string, Net>(),
      movements.filter((movement) => movement.asset === asset.key),
    ),
  )
}

/**
 * Computes the flows of one asset. `nets` holds its state changes by address and is reduced to what the movements leave.
 */
function computeAssetFlows(asset: Asset, nets: Map<string, Net>, movements: readonly Movement[]): Flow[] {
  const flows = new PairSums()
  const toUnknown: Net[] = []
  const partyOf = (address: AddressRef, outside: Party): Party => {
    const key = address.hash.toLowerCase()
    const other: Party = { kind: 'address', key, address, validator: false }
    return nets.get(key)?.party ?? (key === ZERO_ADDRESS ? outside : other)
  }
  const explain = (party: Party, amount: bigint) => {
    if (party.kind !== 'address') return
    const net = nets.get(party.key) ?? { party, amount: 0n }
    net.amount -= amount
    nets.set(party.key, net)
  }
  for (const { from, to, amount } of movements) {
    const giver = partyOf(from, SOURCE)
    const receiver = to === 'burnt' ? SINK : to && partyOf(to, SINK)
    if (amount <= 0n || giver.key === receiver?.key) continue
    explain(giver, -amount)
    if (receiver) {
      explain(receiver, amount)
      flows.add(giver, receiver, amount)
    } else toUnknown.push({ party: giver, amount })
  }
  addRemaining(asset, [...nets.values()], toUnknown, flows)
  return flows.toFlows(asset)
}

/** Sums the amounts between each two parties; opposite amounts are netted. */
class PairSums {
  readonly #sums = new Map<string, { readonly from: Party; readonly to: Party; amount: bigint }>()

  add(from: Party, to: Party, amount: bigint): void {
    if (from.key === to.key) return
    const key = [from.key, to.key].sort().join('>')
    const sum = this.#sums.get(key) ?? { from, to, amount: 0n }
    sum.amount += sum.from.key === from.key ? amount : -amount
    this.#sums.set(key, sum)
  }

  toFlows(asset: Asset): Flow[] {
    return [...this.#sums.values()].flatMap(({ from, to, amount }) => {
      if (amount === 0n) return []
      const [giver, receiver] = amount > 0n ? [from, to] : [to, from]
      const key = `${asset.key}:${giver.key}>${receiver.key}`
      return [{ key, from: giver, to: receiver, asset, amount: amount > 0n ? amount : -amount }]
    })
  }
}

/**
 * Adds flows for the amounts that no movement explains. A difference between both sides was created or destroyed.
 * `toUnknown`: amounts given to an unknown receiver.
 */
function addRemaining(asset: Asset, nets: readonly Net[], toUnknown: readonly Net[], flows: PairSums) {
  const givers = [
    ...nets.filter(({ amount }) => amount < 0n).map(({ party, amount }) => ({ party, amount: -amount })),
    ...toUnknown,
  ]
  const receivers = nets.filter(({ amount }) => amount > 0n)
  const missing = sum(receivers) - sum(givers)
  if (missing > 0n) givers.push({ party: SOURCE, amount: missing })
  if (missing < 0n) receivers.push({ party: SINK, amount: -missing })
  const [giver] = givers
  if (giver && givers.length === 1 && (receivers.length === 1 || keepCoin(asset, receivers))) {
    for (const { party, amount } of receivers) flows.add(giver.party, party, amount)
    return
  }
  const pool: Party = { kind: 'pool', key: `pool:${asset.key}`, asset }
  for (const { party, amount } of givers) flows.add(party, pool, amount)
  for (const { party, amount } of receivers) flows.add(pool, party, amount)
}

/**
 * Whether the receivers keep the coin: an account without code can't pass a coin on, so it got it from the giver.
 * Tokens can be taken from any account.
 */
const keepCoin = (asset: Asset, receivers: readonly Net[]) =>
  asset.kind === 'coin' &&
  receivers.every(({ party }) => party.kind === 'sink' || (party.kind === 'address' && isAccount(party)))

const isAccount = ({ address }: Extract<Party, { kind: 'address' }>) => address.is_contract === false

const sum = (nets: readonly { readonly amount: bigint }[]) =>
  nets.reduce((total, { amount }) => total + amount, 0n)
