/** The chain at one point in time, with caches of computed values. */
import { LruCache } from '#shared/lru-cache.ts'
import type { Collection, Asset } from '../config/tokens.ts'
import { groupByAmount, type AmountField, type AmountGroups } from './amount-groups.ts'
import { createBalanceHistory, type BalanceHistory, type PointInTime } from './balance-history.ts'
import type { ChainModel, Participant, TransactionRef } from './chain-model.ts'
import type { BlockClock, Head } from './head.ts'
import { createNftHolding, type NftHolding } from './nft-owners.ts'
import { createSchedule } from './schedule.ts'
import { createSequence, type EventSelector, type Sequence } from './sequence.ts'

export class Snapshot {
  readonly model: ChainModel
  readonly clock: BlockClock
  readonly head: Head
  readonly caches: SnapshotCaches

  constructor(model: ChainModel, clock: BlockClock, caches: SnapshotCaches) {
    this.model = model
    this.clock = clock
    this.head = clock.head()
    this.caches = caches
  }

  balances(participant: Participant): BalanceHistory {
    const { balances, otherBalances } = this.caches
    const cache = participant.kind === 'fixed' ? balances : otherBalances
    return cache.getOrMake(this.model.address(participant), () =>
      createBalanceHistory(this.model, participant),
    )
  }

  nftHolding(participant: Participant, collection: Collection): NftHolding {
    return this.caches.nftHoldings.getOrMake(`${collection} ${this.model.address(participant)}`, () =>
      createNftHolding(this.model, participant, collection),
    )
  }

  /** `participant` null: the complete chain. `name` must differ for each selector: it is the cache key. */
  sequence(participant: Participant | null, name: string, select: EventSelector): Sequence {
    const address = participant === null ? '' : this.model.address(participant)
    const { sequences, otherSequences } = this.caches
    const cache = participant === null || participant.kind === 'fixed' ? sequences : otherSequences
    return cache.getOrMake(`${name} ${address}`, () =>
      createSequence(createSchedule(this.model, participant), this.model.bootstrap, select),
    )
  }

  amountGroups(
    participant: Participant,
    name: string,
    select: EventSelector,
    field: AmountField,
  ): AmountGroups {
    return this.caches.amountGroups.getOrMake(`${name} ${this.model.address(participant)}`, () =>
      groupByAmount(this.model, participant, select, field),
    )
  }

  /** The point in time after the last mined transaction. */
  get now(): PointInTime {
    return { period: this.head.end.period, step: 2 * this.head.end.transaction }
  }

  isMined(transaction: TransactionRef): boolean {
    return isBefore(transaction, this.head.end)
  }

  /** Whether a transaction is mined or pending. */
  isKnown(transaction: TransactionRef): boolean {
    return isBefore(transaction, this.head.seen)
  }
}

/** Shared by all snapshots of a chain, because the values are valid at any point in time. */
export class SnapshotCaches {
  readonly balances = new LruCache<string, BalanceHistory>({ maxSize: 128 })
  readonly sequences = new LruCache<string, Sequence>({ maxSize: 256 })
  readonly amountGroups = new LruCache<string, AmountGroups>({ maxSize: 16 })
  /** Each of one token at one point in time. */
  readonly holderGroups = new LruCache<string, readonly HolderGroup[]>({ maxSize: 16 })
  readonly nftHoldings = new LruCache<string, NftHolding>({ maxSize: 64 })
  /** Participants without a fixed role are many and cheap to compute: they must not displace the others. */
  readonly otherBalances = new LruCache<string, BalanceHistory>({ maxSize: 128 })
  readonly otherSequences = new LruCache<string, Sequence>({ maxSize: 256 })
  readonly items = new LruCache<string, Readonly<Record<string, unknown>>>({ maxSize: 2048 })
}

export const isBefore = (one: TransactionRef, other: TransactionRef) =>
  one.period < other.period || (one.period === other.period && one.transaction < other.transaction)

/** A time in ms since 1970 in the API's format: UTC with microseconds. */
export const formatTimestamp = (ms: number) => `${new Date(ms).toISOString().slice(0, -1)}000Z`

/** Participants with the same balance of one asset. */
export interface HolderGroup {
  readonly asset: Asset
  /** Balance of each of them in smallest units; above zero. */
  readonly value: bigint
  readonly count: number
  at(index: number): Participant
  /** -1 if the participant is not in the group. */
  indexOf(participant: Participant): number
}
