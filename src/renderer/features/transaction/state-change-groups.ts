/** State changes by who they happened to, in the order one reads them: sender, receiver, the others, the validator. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { NftMoves, StateChange } from '#shared/chain/transaction.ts'
import { coinAsset, tokenAsset, type Asset, type Coin } from './asset.ts'

export interface BalanceChange {
  readonly key: string
  readonly asset: Asset
  /** In smallest units; undefined where the API does not say. */
  readonly before: bigint | undefined
  readonly after: bigint | undefined
  /** Signed. */
  readonly change: bigint | undefined
}

export interface ChangeGroup {
  readonly address: AddressRef
  readonly validator: boolean
  readonly changes: readonly BalanceChange[]
}

export interface Parties {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

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
      group.changes.push({ ...change, key: `${key}:${change.asset.key}:${String(group.changes.length)}` })
    }
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => rank(a, parties) - rank(b, parties))
}

function rank(group: ChangeGroup, { from, to }: Parties): number {
  const address = group.address.hash.toLowerCase()
  if (address === from?.toLowerCase()) return 0
  if (address === to?.toLowerCase()) return 1
  return group.validator ? 3 : 2
}

/** One change, or one for each NFT that moved. */
function changesOf(item: StateChange, coin: Coin): Omit<BalanceChange, 'key'>[] {
  const before = big(item.balance_before)
  const after = big(item.balance_after)
  if (Array.isArray(item.change)) return movesOf(item, item.change, before, after)
  const asset = item.token ? tokenAsset(item.token, item.token_id) : coinAsset(coin)
  const said = big(item.change)
  const change = said ?? (before !== undefined && after !== undefined ? after - before : undefined)
  return [{ asset, before, after, change }]
}

/**
 * The balance of a collection is how many of it are held: it is counted on from move to move, and shown only where the
 * count comes out at what the API says it was afterwards.
 */
function movesOf(
  item: StateChange,
  moves: NftMoves,
  before: bigint | undefined,
  after: bigint | undefined,
): Omit<BalanceChange, 'key'>[] {
  const { token } = item
  if (!token) return []
  const steps = moves.map((move) => {
    const amount = big(move.total?.value) ?? 1n
    return move.direction === 'from' || move.direction === 'out' ? -amount : amount
  })
  const sum = steps.reduce((total, step) => total + step, 0n)
  const counted = before !== undefined && after !== undefined && before + sum === after
  let held = before ?? 0n
  return moves.map((move, nth) => {
    const change = steps[nth] ?? 0n
    const start = held
    held += change
    const known = counted && start >= 0n && held >= 0n
    return {
      asset: tokenAsset(token, move.total?.token_id ?? item.token_id),
      before: known ? start : undefined,
      after: known ? held : undefined,
      change,
    }
  })
}

const big = (text: string | null | undefined): bigint | undefined => (text == null ? undefined : BigInt(text))

export type AssetFilter = 'all' | 'coin' | 'token' | 'nft'

/** What is left of the groups: of one kind, of one asset, of one address (all in lower case); empty groups go. */
export function filterGroups(
  groups: readonly ChangeGroup[],
  wanted: {
    readonly kind: AssetFilter
    readonly asset?: string | undefined
    readonly address?: string | undefined
  },
): ChangeGroup[] {
  return groups
    .filter(({ address }) => wanted.address === undefined || address.hash.toLowerCase() === wanted.address)
    .map((group) => ({
      ...group,
      changes: group.changes.filter(
        ({ asset }) =>
          (wanted.kind === 'all' || asset.kind === wanted.kind) &&
          (wanted.asset === undefined || asset.key === wanted.asset),
      ),
    }))
    .filter((group) => group.changes.length > 0)
}

/** How large each change is among those of its asset, in percent of the largest: for the bars, never for a number. */
export function barShares(groups: readonly ChangeGroup[]): ReadonlyMap<string, number> {
  const all = groups.flatMap((group) => group.changes)
  const largest = new Map<string, bigint>()
  for (const { asset, change } of all) {
    const size = abs(change ?? 0n)
    if (size > (largest.get(asset.key) ?? 0n)) largest.set(asset.key, size)
  }
  return new Map(
    all.map(({ key, asset, change }) => {
      const most = largest.get(asset.key) ?? 0n
      const share = most === 0n ? 0 : Number((abs(change ?? 0n) * 1_000n) / most) / 10
      return [key, change === undefined || change === 0n ? 0 : Math.max(share, 2)]
    }),
  )
}

const abs = (value: bigint) => (value < 0n ? -value : value)
