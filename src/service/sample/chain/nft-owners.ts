/** The owners of NFTs. An NFT is transferred only in the period of its mint and in the next LAST_LAG periods. */
import type { Role } from '../config/addresses.ts'
import { createSchedule } from './schedule.ts'
import type { Head } from './head.ts'
import type { PeriodTemplate, TemplateTransfer } from '../templates/period-template.ts'
import { createSequence, type EventRef, type Sequence } from './sequence.ts'
import type { Collection } from '../config/tokens.ts'
import { BOOTSTRAP, isSameParticipant, type Participant, type ChainModel } from './chain-model.ts'

const LAST_LAG = 3

/** Number of NFTs of a collection that are minted at the head. */
export function countMinted(model: ChainModel, collection: Collection, { end }: Head): number {
  const inLastPeriod = nftTransfers(model.template(end.period), collection).filter(
    ({ nft, transaction }) => nft.lag === 0 && transaction < end.transaction,
  )
  const each = model.mintedPerPeriod(collection)
  return (
    model.mintedInBootstrap(collection) +
    end.period * each +
    new Set(inLastPeriod.map(({ nft }) => nft.index)).size
  )
}

/** The owner at the head: the zero address if it is burnt, `null` if it is not minted yet. */
export function ownerOf(
  model: ChainModel,
  collection: Collection,
  number: number,
  { end }: Head,
): Participant | null {
  let owner: Participant | null = null
  for (const period of periodsOfNft(model, collection, number))
    for (const { nft, to, transaction } of nftTransfers(model.template(period), collection)) {
      if (model.nftNumber(nft, period) !== number) continue
      if (period > end.period || (period === end.period && transaction >= end.transaction)) return owner
      owner = model.participant(to, period)
    }
  return owner
}

/** Transfers of an NFT, oldest first, including its mint and transfers after the head. */
export const transfersOfNft = (model: ChainModel, collection: Collection, number: number): EventRef[] =>
  periodsOfNft(model, collection, number).flatMap((period) =>
    model
      .template(period)
      .transfers.flatMap(({ nft }, ordinal) =>
        nft?.collection === collection && model.nftNumber(nft, period) === number
          ? [{ period, ordinal }]
          : [],
      ),
  )

/**
 * Periods in which this NFT can be transferred. The last NFTs of the bootstrap count as minted in the periods before
 * period 0, so the first periods transfer them too.
 */
export function periodsOfNft(model: ChainModel, collection: Collection, number: number): number[] {
  const each = model.mintedPerPeriod(collection)
  const mintPeriod =
    each === 0 ? -LAST_LAG - 1 : Math.floor((number - model.mintedInBootstrap(collection)) / each)
  const periods = mintPeriod < 0 ? [BOOTSTRAP] : []
  for (let period = Math.max(mintPeriod, 0); period <= mintPeriod + LAST_LAG; period++) periods.push(period)
  return periods
}

/** Numbers (not ids) of the NFTs of a participant that are below `below`, in descending order. */
export function* ownedBelow(
  model: ChainModel,
  { participant, collection, settled }: NftHolding,
  head: Head,
  below: number,
): Generator<number> {
  const initial = model.mintedInBootstrap(collection)
  const each = model.mintedPerPeriod(collection)
  const isOwned = (number: number) => {
    const owner = ownerOf(model, collection, number, head)
    return owner !== null && isSameParticipant(owner, participant)
  }
  const settledPeriods = Math.max(0, head.end.period - LAST_LAG)
  const firstUnsettled = initial + settledPeriods * each
  const top = Math.min(below, countMinted(model, collection, head))
  for (let number = top - 1; number >= firstUnsettled; number--) if (isOwned(number)) yield number
  if (each > 0 && top > initial) {
    const after = Math.min(top, firstUnsettled) - initial
    const bound = { period: Math.floor(after / each), ordinal: after % each }
    for (let index = settled.countBefore(bound) - 1; index >= 0; index--) {
      const { period, ordinal } = settled.at(index)
      yield initial + period * each + ordinal
    }
  }
  for (let number = Math.min(top, initial) - 1; number >= 0; number--) if (isOwned(number)) yield number
}

export interface NftHolding {
  readonly participant: Participant
  readonly collection: Collection
  /** NFTs whose last transfer goes to this participant. Ordinal: the NFT's index in its period. */
  readonly settled: Sequence
}

export function createNftHolding(
  model: ChainModel,
  participant: Participant,
  collection: Collection,
): NftHolding {
  const settled = createSequence(
    createSchedule(model, participant),
    model.bootstrap,
    (_template, role, period) =>
      period === BOOTSTRAP ? [] : lastReceivedBy(model, collection, role, period),
  )
  return { participant, collection, settled }
}

function lastReceivedBy(model: ChainModel, collection: Collection, role: Role, period: number): number[] {
  const owners: (Role | undefined)[] = []
  for (let lag = 0; lag <= LAST_LAG; lag++)
    for (const { nft, to } of nftTransfers(model.template(period + lag), collection))
      if (nft.lag === lag) owners[nft.index] = to
  return owners.flatMap((owner, index) => (owner === role ? [index] : []))
}

type NftTransfer = TemplateTransfer & { readonly nft: NonNullable<TemplateTransfer['nft']> }
const transfersByTemplate = new WeakMap<PeriodTemplate, readonly NftTransfer[]>()

function nftTransfers(template: PeriodTemplate, collection: Collection): readonly NftTransfer[] {
  let all = transfersByTemplate.get(template)
  if (!all) {
    all = template.transfers.filter((transfer): transfer is NftTransfer => transfer.nft !== null)
    transfersByTemplate.set(template, all)
  }
  return all.filter(({ nft }) => nft.collection === collection)
}
