/** Where the chain stands: what is mined, what waits, and when each block was made. */
import { ROLE } from '../config/addresses.ts'
import { courseOf } from './schedule.ts'
import { nth } from '../lib/item-at.ts'
import type { Plan } from '../templates/period-template.ts'
import { BLOCKS_A_PERIOD } from '../scenarios/periods.ts'
import { PRELUDE_BLOCKS } from '../scenarios/bootstrap.ts'
import { sequenceOf } from './sequence.ts'
import { transactionsOf } from './event-selectors.ts'
import type { Place, World } from './chain-model.ts'

export interface Head {
  /** The first transaction that is not mined. */
  readonly end: Place
  /** The first transaction nobody has heard of. Between the two: pending ones. */
  readonly seen: Place
  /** Height of the newest block. */
  readonly height: number
  /** ms since 1970 at which the newest block was made. */
  readonly time: number
}

export interface Clock {
  head(): Head
  /** ms since 1970 */
  blockTime(height: number): number
}

const BLOCK_MS = 4000
const PENDING = 6

/**
 * A chain in which the busiest address has `transactions` transactions, those still pending among them. Its newest
 * block was made just now. Where it is live, blocks go on to be made, and the number is where it starts.
 */
export function startClock(
  world: World,
  { transactions, live, now }: { transactions: number; live: boolean; now: () => number },
): Clock {
  const busiest = sequenceOf(
    courseOf(world, { kind: 'fixed', role: ROLE.hub }),
    world.prelude,
    transactionsOf(),
  )
  const last = busiest.at(transactions - 1)
  const seen = world.numberOf({ period: last.period, transaction: last.ordinal }) + 1
  const end = seen - Math.min(PENDING, Math.floor(transactions / 8))
  const first = live ? atEndOfBlock(world, world.placeOf(seen - 1)) : until(world, end, seen)
  const jitter = (height: number) => (world.flavour(height, 0x74696d65) % 3) * 1000
  const origin = Math.floor(now() / 1000) * 1000 - first.height * BLOCK_MS - jitter(first.height)
  const blockTime = (height: number) => origin + height * BLOCK_MS + jitter(height)
  const still: Head = { ...first, time: blockTime(first.height) }

  const moving = (): Head => {
    const asked = now()
    const rough = Math.floor((asked - origin) / BLOCK_MS)
    const height = Math.max(first.height, blockTime(rough) <= asked ? rough : rough - 1)
    return { ...atHeight(world, height), time: blockTime(height) }
  }
  return { head: live ? moving : () => still, blockTime }
}

function until(world: World, end: number, seen: number): Omit<Head, 'time'> {
  const newest = world.placeOf(end - 1)
  const plan = world.plan(newest.period)
  const block = nth(plan.blocks, world.transaction(newest).block)
  return { end: world.placeOf(end), seen: world.placeOf(seen), height: world.heightOf(newest.period, block) }
}

function atEndOfBlock(world: World, place: Place): Omit<Head, 'time'> {
  const plan = world.plan(place.period)
  return atHeight(world, world.heightOf(place.period, nth(plan.blocks, world.transaction(place).block)))
}

/** Everything up to a block of a period. */
function atHeight(world: World, height: number): Omit<Head, 'time'> {
  const above = height - PRELUDE_BLOCKS
  const period = Math.floor(above / BLOCKS_A_PERIOD)
  const plan: Plan = world.plan(period)
  const next = plan.blocks[(above % BLOCKS_A_PERIOD) + 1]?.firstTransaction ?? plan.transactions.length
  const end = world.numberOf({ period, transaction: next })
  return { end: world.placeOf(end), seen: world.placeOf(end + PENDING), height }
}
