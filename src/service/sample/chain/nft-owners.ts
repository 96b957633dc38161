/** Who owns which NFT. One changes hands only in its first periods, as its template and the next few say. */
import type { Role } from '../config/addresses.ts'
import { scheduleOf } from './schedule.ts'
import type { Head } from './head.ts'
import type { PeriodTemplate, TemplateTransfer } from '../templates/period-template.ts'
import { sequenceOf, type Sequence } from './sequence.ts'
import type { Collection } from '../config/tokens.ts'
import { BOOTSTRAP, isSameParticipant, type Participant, type ChainModel } from './chain-model.ts'

/** No NFT moves more than so many periods after the one it was minted in. */
const LAST_LAG = 3

/** How many NFTs of a collection have been minted. */
export function countMinted(model: ChainModel, collection: Collection, { end }: Head): number {
  const here = nftMoves(model.template(end.period), collection).filter(
    ({ nft, transaction }) => nft.lag === 0 && transaction < end.transaction,
  )
  const each = model.mintedPerPeriod(collection)
  return (
    model.mintedInBootstrap(collection) + end.period * each + new Set(here.map(({ nft }) => nft.index)).size
  )
}

/** Who owns it now (the null participant where it is burnt); `null` where it is not minted yet. */
export function ownerOf(
  model: ChainModel,
  collection: Collection,
  number: number,
  { end }: Head,
): Participant | null {
  let owner: Participant | null = null
  for (const period of periodsOf(model, collection, number))
    for (const { nft, to, transaction } of nftMoves(model.template(period), collection)) {
      if (model.nftNumber(nft, period) !== number) continue
      if (period > end.period || (period === end.period && transaction >= end.transaction)) return owner
      owner = model.participant(to, period)
    }
  return owner
}

/** Periods in which this NFT can move. The bootstrap's last ones are as old as if periods before the first had been. */
function periodsOf(model: ChainModel, collection: Collection, number: number): number[] {
  const each = model.mintedPerPeriod(collection)
  const born = each === 0 ? -LAST_LAG - 1 : Math.floor((number - model.mintedInBootstrap(collection)) / each)
  const periods = born < 0 ? [BOOTSTRAP] : []
  for (let period = Math.max(born, 0); period <= born + LAST_LAG; period++) periods.push(period)
  return periods
}

/** Numbers (not ids) of the NFTs an participant holds, from the newest below `below` downwards. */
export function* heldBelow(
  model: ChainModel,
  { participant, collection, settled }: Holding,
  head: Head,
  below: number,
): Generator<number> {
  const mintedInBootstrap = model.mintedInBootstrap(collection)
  const each = model.mintedPerPeriod(collection)
  const mine = (number: number) => {
    const owner = ownerOf(model, collection, number, head)
    return owner !== null && isSameParticipant(owner, participant)
  }
  const quiet = Math.max(0, head.end.period - LAST_LAG)
  const young = mintedInBootstrap + quiet * each
  const top = Math.min(below, countMinted(model, collection, head))
  for (let number = top - 1; number >= young; number--) if (mine(number)) yield number
  if (each > 0 && top > mintedInBootstrap) {
    const after = Math.min(top, young) - mintedInBootstrap
    const bound = { period: Math.floor(after / each), ordinal: after % each }
    for (let index = settled.countBefore(bound) - 1; index >= 0; index--) {
      const { period, ordinal } = settled.at(index)
      yield mintedInBootstrap + period * each + ordinal
    }
  }
  for (let number = Math.min(top, mintedInBootstrap) - 1; number >= 0; number--)
    if (mine(number)) yield number
}

export interface Holding {
  readonly participant: Participant
  readonly collection: Collection
  /** NFTs that end with this participant, once they no longer move. Ordinals: the how-manieth of its period. */
  readonly settled: Sequence
}

export function holdingOf(model: ChainModel, participant: Participant, collection: Collection): Holding {
  const settled = sequenceOf(scheduleOf(model, participant), model.bootstrap, (_plan, role, period) =>
    period === BOOTSTRAP ? [] : endingWith(model, collection, role, period),
  )
  return { participant, collection, settled }
}

function endingWith(model: ChainModel, collection: Collection, role: Role, period: number): number[] {
  const owners: (Role | undefined)[] = []
  for (let lag = 0; lag <= LAST_LAG; lag++)
    for (const { nft, to } of nftMoves(model.template(period + lag), collection))
      if (nft.lag === lag) owners[nft.index] = to
  return owners.flatMap((owner, index) => (owner === role ? [index] : []))
}

type NftMove = TemplateTransfer & { readonly nft: NonNullable<TemplateTransfer['nft']> }
const moves = new WeakMap<PeriodTemplate, readonly NftMove[]>()

function nftMoves(template: PeriodTemplate, collection: Collection): readonly NftMove[] {
  let all = moves.get(template)
  if (!all) {
    all = template.transfers.filter((transfer): transfer is NftMove => transfer.nft !== null)
    moves.set(template, all)
  }
  return all.filter(({ nft }) => nft.collection === collection)
}
