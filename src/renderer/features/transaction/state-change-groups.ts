/**
 * Groups state changes by address: the sender first, then the others by the largest value moved, then the
 * validator and burnt coins.
 */
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { isBadReputation, isScamAddress } from '#shared/chain/reputation.ts'
import { movedAmount } from '#shared/chain/moved-amount.ts'
import type { NftMoves, StateChange } from '#shared/chain/transaction.ts'
import { isCoin, type Coin } from '#shared/source.ts'
import { multiplyByPrice } from '#shared/units.ts'
import { toBigint } from './to-bigint.ts'
import { coinAsset, tokenAsset, type Asset } from './assets/asset.ts'

export interface BalanceChange {
  readonly key: string
  /** The state change of the source. */
  readonly item?: StateChange
  readonly asset: Asset
  /** In the asset's smallest unit; undefined if the API does not give it. */
  readonly before: bigint | undefined
  readonly after: bigint | undefined
  readonly change: bigint | undefined
}

export interface ChangeGroup {
  readonly address: AddressRef
  readonly validator: boolean
  readonly changes: readonly BalanceChange[]
}

/** The parties of the transaction, and the price of one coin if it is known. */
export interface Parties {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly coinPrice?: string | null | undefined
}

/** True for groups that took no part: the validator, which gets the fee, and the zero address. */
export const isAside = ({ address, validator }: ChangeGroup): boolean =>
  validator || address.hash === ZERO_ADDRESS

export function groupStateChanges(
  items: readonly StateChange[],
  coin: Coin,
  parties: Parties,
): ChangeGroup[] {
  const groups = new Map<string, { address: AddressRef; validator: boolean; changes: BalanceChange[] }>()
  for (const item of items) {
    const key = item.address.hash.toLowerCase()
    const group = groups.get(key) ?? { address: item.address, validator: false, changes: [] }
    group.validator ||= item.is_miner === true
    for (const change of changesOf(item, coin)) {
      group.changes.push({
        ...change,
        item,
        key: `${key}:${change.asset.key}:${String(group.changes.length)}`,
      })
    }
    groups.set(key, group)
  }
  const worths = new Map([...groups.values()].map((group) => [group as ChangeGroup, worthOf(group, parties)]))
  const worth = (group: ChangeGroup) => worths.get(group) ?? 0n
  return [...groups.values()].sort((a, b) => {
    const [more, less] = [worth(b), worth(a)]
    return rank(a, parties) - rank(b, parties) || (more === less ? 0 : more < less ? -1 : 1)
  })
}

/**
 * Counts each change of the coin once: removes the changes that the contract of the coin logs as well. If a source
 * lists no coin changes at all, those of the contract are kept.
 */
export function countCoinOnce(groups: readonly ChangeGroup[], coin: Coin): readonly ChangeGroup[] {
  if (coin.contract === undefined) return groups
  const isOfContract = ({ asset }: BalanceChange) => isCoin(coin, asset.token)
  const tellsCoin = groups.some(({ changes }) => changes.some(({ asset }) => asset.kind === 'coin'))
  return groups.map((group) => ({
    ...group,
    changes: tellsCoin
      ? group.changes.filter((change) => !isOfContract(change))
      : group.changes.map((change) =>
          isOfContract(change) ? { ...change, asset: coinAsset(coin) } : change,
        ),
  }))
}

function rank(group: ChangeGroup, { from }: Parties): number {
  if (group.address.hash.toLowerCase() === from?.toLowerCase()) return 0
  return group.address.hash === ZERO_ADDRESS ? 3 : group.validator ? 2 : 1
}

/**
 * The largest value of one asset that the group gave or received, in hundredths of the price's currency. The
 * called contract comes before groups of equal value.
 */
function worthOf({ address, changes }: ChangeGroup, { to, coinPrice }: Parties): bigint {
  const worths = changes.map(({ asset, change }) => {
    const price =
      asset.kind === 'coin' ? coinPrice : asset.kind === 'token' ? asset.token?.exchange_rate : null
    return multiplyByPrice(String(abs(change ?? 0n)), asset.decimals, price) ?? 0n
  })
  const most = worths.reduce((one, other) => (one > other ? one : other), 0n)
  return most * 2n + (address.hash.toLowerCase() === to?.toLowerCase() ? 1n : 0n)
}

/** The change of an item; for a list of NFT movements, one change each. */
function changesOf(item: StateChange, coin: Coin): Omit<BalanceChange, 'key' | 'item'>[] {
  const before = toBigint(item.balance_before)
  const after = toBigint(item.balance_after)
  if (Array.isArray(item.change)) return nftChangesOf(item, item.change, before, after)
  const asset = item.token ? tokenAsset(item.token, item.token_id) : coinAsset(coin)
  const given = toBigint(item.change)
  const change = given ?? (before !== undefined && after !== undefined ? after - before : undefined)
  return [{ asset, before, after, change }]
}

/**
 * The changes of NFT movements. The API gives the balance of the collection before and after all of them. The
 * balances in between are counted, and given only if the count ends at the balance after.
 */
function nftChangesOf(
  item: StateChange,
  moves: NftMoves,
  before: bigint | undefined,
  after: bigint | undefined,
): Omit<BalanceChange, 'key' | 'item'>[] {
  const { token } = item
  if (!token) return []
  const steps = moves.map((move) => {
    const amount = movedAmount(token, move.total?.value)
    return amount !== undefined && (move.direction === 'from' || move.direction === 'out') ? -amount : amount
  })
  const sum = steps.reduce<bigint | undefined>(
    (total, step) => (total === undefined || step === undefined ? undefined : total + step),
    0n,
  )
  const counted = before !== undefined && sum !== undefined && before + sum === after
  let balance = before ?? 0n
  return moves.map((move, nth) => {
    const change = steps[nth]
    const start = balance
    balance += change ?? 0n
    const known = counted && start >= 0n && balance >= 0n
    return {
      asset: tokenAsset(token, move.total?.token_id ?? item.token_id),
      before: known ? start : undefined,
      after: known ? balance : undefined,
      change,
    }
  })
}

export type AssetFilter = 'all' | 'coin' | 'token' | 'nft'

/** `text`: part of a name or hash of an asset or address; empty for all. */
export interface StateChangeFilter {
  readonly kind: AssetFilter
  readonly text: string
}

export const NO_FILTER: StateChangeFilter = { kind: 'all', text: '' }

/** The changes that pass the filter; groups without any are left out. */
export function filterGroups(
  groups: readonly ChangeGroup[],
  { kind, text }: StateChangeFilter,
  nameOf: (address: AddressRef) => string | undefined,
): ChangeGroup[] {
  const wanted = text.trim().toLowerCase()
  const hasText = (...texts: readonly (string | null | undefined)[]) =>
    texts.some((one) => one?.toLowerCase().includes(wanted))
  return groups
    .map((group) => {
      const isOf = hasText(group.address.hash, nameOf(group.address))
      return {
        ...group,
        changes: group.changes.filter(
          ({ asset: { kind: of, name, token, tokenId } }) =>
            (kind === 'all' || of === kind) &&
            (isOf || hasText(name, token?.name, token?.address_hash, tokenId)),
        ),
      }
    })
    .filter((group) => group.changes.length > 0)
}

/** Removes the tokens and addresses that the source marks as scam; the transaction's own parties stay. */
export function withoutScam(groups: readonly ChangeGroup[], { from, to }: Parties): ChangeGroup[] {
  const parties = new Set([from, to].flatMap((hash) => hash?.toLowerCase() ?? []))
  return groups
    .filter(({ address }) => parties.has(address.hash.toLowerCase()) || !isScamAddress(address))
    .map((group) => ({
      ...group,
      changes: group.changes.filter(({ asset }) => !isBadReputation(asset.token?.reputation)),
    }))
    .filter((group) => group.changes.length > 0)
}

/** Number of changes by kind of asset. */
export function countKinds(groups: readonly ChangeGroup[]): Readonly<Record<AssetFilter, number>> {
  const counts = { all: 0, coin: 0, token: 0, nft: 0 }
  for (const { changes } of groups)
    for (const { asset } of changes) {
      counts.all += 1
      counts[asset.kind] += 1
    }
  return counts
}

/** By key of a change: percent of the largest change of its asset, at least 2 so that the bar is visible. */
export function barShares(groups: readonly ChangeGroup[]): ReadonlyMap<string, number> {
  const all = groups.flatMap((group) => group.changes)
  const largest = new Map<string, bigint>()
  for (const { asset, change } of all) {
    const size = abs(change ?? 0n)
    if (size > (largest.get(asset.key) ?? 0n)) largest.set(asset.key, size)
  }
  return new Map(
    all.map(({ key, asset, change }) => {
      const max = largest.get(asset.key) ?? 0n
      const share = max === 0n ? 0 : Number((abs(change ?? 0n) * 1_000n) / max) / 10
      return [key, change === undefined || change === 0n ? 0 : Math.max(share, 2)]
    }),
  )
}

const abs = (value: bigint) => (value < 0n ? -value : value)
