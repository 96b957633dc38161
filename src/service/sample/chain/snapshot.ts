/** The chain as it stands at one moment, with what was lately worked out about it. */
import { bookOf, type Book } from './balance-history.ts'
import { courseOf } from './schedule.ts'
import type { Clock, Head } from './head.ts'
import { holdingOf, type Holding } from './nft-owners.ts'
import { ranksOf, type Measure, type Ranks } from './amount-groups.ts'
import { Recent } from '../lib/lru-cache.ts'
import { sequenceOf, type Select, type Sequence } from './sequence.ts'
import type { Collection } from '../config/tokens.ts'
import type { Account, Place, World } from './chain-model.ts'

export class View {
  readonly world: World
  readonly clock: Clock
  readonly head: Head
  readonly memory: Memory

  constructor(world: World, clock: Clock, memory: Memory) {
    this.world = world
    this.clock = clock
    this.head = clock.head()
    this.memory = memory
  }

  book(account: Account): Book {
    const { books, otherBooks } = this.memory
    const kept = account.kind === 'fixed' ? books : otherBooks
    return kept.get(this.world.address(account), () => bookOf(this.world, account))
  }

  holding(account: Account, collection: Collection): Holding {
    return this.memory.holdings.get(`${collection} ${this.world.address(account)}`, () =>
      holdingOf(this.world, account, collection),
    )
  }

  /** `name` tells one selection from another. */
  sequence(account: Account | null, name: string, select: Select): Sequence {
    const whose = account === null ? '' : this.world.address(account)
    const { sequences, otherSequences } = this.memory
    const kept = account === null || account.kind === 'fixed' ? sequences : otherSequences
    return kept.get(`${name} ${whose}`, () =>
      sequenceOf(courseOf(this.world, account), this.world.prelude, select),
    )
  }

  ranks(account: Account, name: string, select: Select, measure: Measure): Ranks {
    return this.memory.ranks.get(`${name} ${this.world.address(account)}`, () =>
      ranksOf(this.world, account, select, measure),
    )
  }

  /** The moment after everything mined. */
  get now() {
    return { period: this.head.end.period, step: 2 * this.head.end.transaction }
  }

  isMined(place: Place): boolean {
    return isBefore(place, this.head.end)
  }

  isSeen(place: Place): boolean {
    return isBefore(place, this.head.seen)
  }
}

/** What was lately worked out; holds for any moment, so it outlives a view. */
export class Memory {
  readonly books = new Recent<Book>(128)
  readonly sequences = new Recent<Sequence>(256)
  readonly ranks = new Recent<Ranks>(16)
  readonly holdings = new Recent<Holding>(64)
  /** Of customers and of accounts born in a period, apart: there are many, and each costs little to work out. */
  readonly otherBooks = new Recent<Book>(128)
  readonly otherSequences = new Recent<Sequence>(256)
  readonly items = new Recent<Readonly<Record<string, unknown>>>(2048)
}

export const isBefore = (one: Place, other: Place) =>
  one.period < other.period || (one.period === other.period && one.transaction < other.transaction)

/** UTC with microseconds, as instances write it. */
export const timestamp = (ms: number) => `${new Date(ms).toISOString().slice(0, -1)}000Z`
