/** Who owns which NFT. One changes hands only in its first periods, as its plan and the next few say. */
import type { Role } from '../config/addresses.ts'
import { courseOf } from './schedule.ts'
import type { Head } from './head.ts'
import type { Plan, PlannedTransfer } from '../templates/period-template.ts'
import { sequenceOf, type Sequence } from './sequence.ts'
import type { Collection } from '../config/tokens.ts'
import { PRELUDE, sameAccount, type Account, type World } from './chain-model.ts'

/** No NFT moves more than so many periods after the one it was minted in. */
const LAST_LAG = 3

/** How many NFTs of a collection have been minted. */
export function mintedSoFar(world: World, collection: Collection, { end }: Head): number {
  const here = nftMoves(world.plan(end.period), collection).filter(
    ({ nft, transaction }) => nft.lag === 0 && transaction < end.transaction,
  )
  const each = world.mintedAPeriod(collection)
  return world.founded(collection) + end.period * each + new Set(here.map(({ nft }) => nft.nth)).size
}

/** Who owns it now (the null account where it is burnt); `null` where it is not minted yet. */
export function ownerOf(world: World, collection: Collection, number: number, { end }: Head): Account | null {
  let owner: Account | null = null
  for (const period of periodsOf(world, collection, number))
    for (const { nft, to, transaction } of nftMoves(world.plan(period), collection)) {
      if (world.nftNumber(nft, period) !== number) continue
      if (period > end.period || (period === end.period && transaction >= end.transaction)) return owner
      owner = world.account(to, period)
    }
  return owner
}

/** Periods in which this NFT can move. The prelude's last ones are as old as if periods before the first had been. */
function periodsOf(world: World, collection: Collection, number: number): number[] {
  const each = world.mintedAPeriod(collection)
  const born = each === 0 ? -LAST_LAG - 1 : Math.floor((number - world.founded(collection)) / each)
  const periods = born < 0 ? [PRELUDE] : []
  for (let period = Math.max(born, 0); period <= born + LAST_LAG; period++) periods.push(period)
  return periods
}

/** Numbers (not ids) of the NFTs an account holds, from the newest below `below` downwards. */
export function* heldBelow(
  world: World,
  { account, collection, settled }: Holding,
  head: Head,
  below: number,
): Generator<number> {
  const founded = world.founded(collection)
  const each = world.mintedAPeriod(collection)
  const mine = (number: number) => {
    const owner = ownerOf(world, collection, number, head)
    return owner !== null && sameAccount(owner, account)
  }
  const quiet = Math.max(0, head.end.period - LAST_LAG)
  const young = founded + quiet * each
  const top = Math.min(below, mintedSoFar(world, collection, head))
  for (let number = top - 1; number >= young; number--) if (mine(number)) yield number
  if (each > 0 && top > founded) {
    const after = Math.min(top, young) - founded
    const bound = { period: Math.floor(after / each), ordinal: after % each }
    for (let index = settled.countBefore(bound) - 1; index >= 0; index--) {
      const { period, ordinal } = settled.at(index)
      yield founded + period * each + ordinal
    }
  }
  for (let number = Math.min(top, founded) - 1; number >= 0; number--) if (mine(number)) yield number
}

export interface Holding {
  readonly account: Account
  readonly collection: Collection
  /** NFTs that end with this account, once they no longer move. Ordinals: the how-manieth of its period. */
  readonly settled: Sequence
}

export function holdingOf(world: World, account: Account, collection: Collection): Holding {
  const settled = sequenceOf(courseOf(world, account), world.prelude, (_plan, role, period) =>
    period === PRELUDE ? [] : endingWith(world, collection, role, period),
  )
  return { account, collection, settled }
}

function endingWith(world: World, collection: Collection, role: Role, period: number): number[] {
  const owners: (Role | undefined)[] = []
  for (let lag = 0; lag <= LAST_LAG; lag++)
    for (const { nft, to } of nftMoves(world.plan(period + lag), collection))
      if (nft.lag === lag) owners[nft.nth] = to
  return owners.flatMap((owner, nth) => (owner === role ? [nth] : []))
}

type NftMove = PlannedTransfer & { readonly nft: NonNullable<PlannedTransfer['nft']> }
const moves = new WeakMap<Plan, readonly NftMove[]>()

function nftMoves(plan: Plan, collection: Collection): readonly NftMove[] {
  let all = moves.get(plan)
  if (!all) {
    all = plan.transfers.filter((transfer): transfer is NftMove => transfer.nft !== null)
    moves.set(plan, all)
  }
  return all.filter(({ nft }) => nft.collection === collection)
}
