/** Where the chain stands: what is mined, what waits, and when each block was made. */
import { ROLE } from '../config/addresses.ts'
import { scheduleOf } from './schedule.ts'
import { itemAt } from '../lib/item-at.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { BLOCKS_PER_PERIOD } from '../scenarios/periods.ts'
import { BOOTSTRAP_BLOCKS } from '../scenarios/bootstrap.ts'
import { sequenceOf } from './sequence.ts'
import { selectTransactions } from './event-selectors.ts'
import type { TransactionRef, ChainModel } from './chain-model.ts'

export interface Head {
  /** The first transaction that is not mined. */
  readonly end: TransactionRef
  /** The first transaction nobody has heard of. Between the two: pending ones. */
  readonly seen: TransactionRef
  /** Height of the newest block. */
  readonly height: number
  /** ms since 1970 at which the newest block was made. */
  readonly time: number
}

export interface BlockClock {
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
export function createBlockClock(
  model: ChainModel,
  { transactions, live, now }: { transactions: number; live: boolean; now: () => number },
): BlockClock {
  const busiest = sequenceOf(
    scheduleOf(model, { kind: 'fixed', role: ROLE.hub }),
    model.bootstrap,
    selectTransactions(),
  )
  const last = busiest.at(transactions - 1)
  const seen = model.numberOf({ period: last.period, transaction: last.ordinal }) + 1
  const end = seen - Math.min(PENDING, Math.floor(transactions / 8))
  const first = live ? atEndOfBlock(model, model.transactionAt(seen - 1)) : until(model, end, seen)
  const jitter = (height: number) => (model.randomBits(height, 0x74696d65) % 3) * 1000
  const origin = Math.floor(now() / 1000) * 1000 - first.height * BLOCK_MS - jitter(first.height)
  const blockTime = (height: number) => origin + height * BLOCK_MS + jitter(height)
  const still: Head = { ...first, time: blockTime(first.height) }

  const moving = (): Head => {
    const asked = now()
    const rough = Math.floor((asked - origin) / BLOCK_MS)
    const height = Math.max(first.height, blockTime(rough) <= asked ? rough : rough - 1)
    return { ...atHeight(model, height), time: blockTime(height) }
  }
  return { head: live ? moving : () => still, blockTime }
}

function until(model: ChainModel, end: number, seen: number): Omit<Head, 'time'> {
  const newest = model.transactionAt(end - 1)
  const template = model.template(newest.period)
  const block = itemAt(template.blocks, model.transaction(newest).block)
  return {
    end: model.transactionAt(end),
    seen: model.transactionAt(seen),
    height: model.heightOf(newest.period, block),
  }
}

function atEndOfBlock(model: ChainModel, place: TransactionRef): Omit<Head, 'time'> {
  const template = model.template(place.period)
  return atHeight(
    model,
    model.heightOf(place.period, itemAt(template.blocks, model.transaction(place).block)),
  )
}

/** Everything up to a block of a period. */
function atHeight(model: ChainModel, height: number): Omit<Head, 'time'> {
  const above = height - BOOTSTRAP_BLOCKS
  const period = Math.floor(above / BLOCKS_PER_PERIOD)
  const template: PeriodTemplate = model.template(period)
  const next =
    template.blocks[(above % BLOCKS_PER_PERIOD) + 1]?.firstTransaction ?? template.transactions.length
  const end = model.numberOf({ period, transaction: next })
  return { end: model.transactionAt(end), seen: model.transactionAt(end + PENDING), height }
}
