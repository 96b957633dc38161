/** The chain as it stands at one moment, with what was lately worked out about it. */
import { createBalanceHistory, type BalanceHistory } from './balance-history.ts'
import { scheduleOf } from './schedule.ts'
import type { BlockClock, Head } from './head.ts'
import { holdingOf, type Holding } from './nft-owners.ts'
import { groupByAmount, type AmountField, type AmountGroups } from './amount-groups.ts'
import { Recent } from '../lib/lru-cache.ts'
import { sequenceOf, type EventSelector, type Sequence } from './sequence.ts'
import type { Collection } from '../config/tokens.ts'
import type { Participant, TransactionRef, ChainModel } from './chain-model.ts'

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

  book(participant: Participant): BalanceHistory {
    const { books, otherBooks } = this.caches
    const kept = participant.kind === 'fixed' ? books : otherBooks
    return kept.get(this.model.address(participant), () => createBalanceHistory(this.model, participant))
  }

  holding(participant: Participant, collection: Collection): Holding {
    return this.caches.holdings.get(`${collection} ${this.model.address(participant)}`, () =>
      holdingOf(this.model, participant, collection),
    )
  }

  /** `name` tells one selection from another. */
  sequence(participant: Participant | null, name: string, select: EventSelector): Sequence {
    const whose = participant === null ? '' : this.model.address(participant)
    const { sequences, otherSequences } = this.caches
    const kept = participant === null || participant.kind === 'fixed' ? sequences : otherSequences
    return kept.get(`${name} ${whose}`, () =>
      sequenceOf(scheduleOf(this.model, participant), this.model.bootstrap, select),
    )
  }

  amountGroups(
    participant: Participant,
    name: string,
    select: EventSelector,
    measure: AmountField,
  ): AmountGroups {
    return this.caches.amountGroups.get(`${name} ${this.model.address(participant)}`, () =>
      groupByAmount(this.model, participant, select, measure),
    )
  }

  /** The moment after everything mined. */
  get now() {
    return { period: this.head.end.period, step: 2 * this.head.end.transaction }
  }

  isMined(place: TransactionRef): boolean {
    return isBefore(place, this.head.end)
  }

  isSeen(place: TransactionRef): boolean {
    return isBefore(place, this.head.seen)
  }
}

/** What was lately worked out; holds for any moment, so it outlives a snapshot. */
export class SnapshotCaches {
  readonly books = new Recent<BalanceHistory>(128)
  readonly sequences = new Recent<Sequence>(256)
  readonly amountGroups = new Recent<AmountGroups>(16)
  readonly holdings = new Recent<Holding>(64)
  /** Of customers and of accounts born in a period, apart: there are many, and each costs little to work out. */
  readonly otherBooks = new Recent<BalanceHistory>(128)
  readonly otherSequences = new Recent<Sequence>(256)
  readonly items = new Recent<Readonly<Record<string, unknown>>>(2048)
}

export const isBefore = (one: TransactionRef, other: TransactionRef) =>
  one.period < other.period || (one.period === other.period && one.transaction < other.transaction)

/** UTC with microseconds, as instances write it. */
export const formatTimestamp = (ms: number) => `${new Date(ms).toISOString().slice(0, -1)}000Z`
