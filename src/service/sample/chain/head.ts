/** The head of the chain: the mined and the pending transactions, and the time of each block. */
import { ROLE } from '../config/addresses.ts'
import { createSchedule } from './schedule.ts'
import { itemAt } from '../lib/arrays.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { BLOCKS_PER_PERIOD } from '../scenarios/periods.ts'
import { BOOTSTRAP_BLOCKS } from '../scenarios/bootstrap.ts'
import { createSequence } from './sequence.ts'
import { selectTransactions } from './event-selectors.ts'
import type { TransactionRef, ChainModel } from './chain-model.ts'

export interface Head {
  /** The first transaction that is not mined. */
  readonly end: TransactionRef
  /** The first transaction that is not known yet. Those from `end` to here are pending. */
  readonly seen: TransactionRef
  /** Height of the newest block. */
  readonly height: number
  /** Time of the newest block, ms since 1970. */
  readonly time: number
}

export interface BlockClock {
  head(): Head
  /** The time of any block, ms since 1970. */
  blockTime(height: number): number
}

const BLOCK_MS = 4000
const MAX_PENDING = 6

/**
 * `transactions`: of the busiest address, pending ones included. The newest block is made now; with `live`, further
 * blocks follow in real time. `now` gives ms since 1970.
 */
export function createBlockClock(
  model: ChainModel,
  { transactions, live, now }: { transactions: number; live: boolean; now: () => number },
): BlockClock {
  const busiest = createSequence(
    createSchedule(model, { kind: 'fixed', role: ROLE.hub }),
    model.bootstrap,
    selectTransactions(),
  )
  const last = busiest.at(transactions - 1)
  const seen = model.transactionNumber({ period: last.period, transaction: last.ordinal }) + 1
  const end = seen - Math.min(MAX_PENDING, Math.floor(transactions / 8))
  const first = live ? headAtBlockOf(model, model.transactionAt(seen - 1)) : headUpTo(model, end, seen)
  const jitter = (height: number) => (model.randomBits(height, 0x74696d65) % 3) * 1000
  const origin = Math.floor(now() / 1000) * 1000 - first.height * BLOCK_MS - jitter(first.height)
  const blockTime = (height: number) => origin + height * BLOCK_MS + jitter(height)
  const fixed: Head = { ...first, time: blockTime(first.height) }

  const current = (): Head => {
    const time = now()
    const estimate = Math.floor((time - origin) / BLOCK_MS)
    const height = Math.max(first.height, blockTime(estimate) <= time ? estimate : estimate - 1)
    return { ...headAtHeight(model, height), time: blockTime(height) }
  }
  return { head: live ? current : () => fixed, blockTime }
}

function headUpTo(model: ChainModel, end: number, seen: number): Omit<Head, 'time'> {
  const newest = model.transactionAt(end - 1)
  const template = model.template(newest.period)
  const block = itemAt(template.blocks, model.transaction(newest).block)
  return {
    end: model.transactionAt(end),
    seen: model.transactionAt(seen),
    height: model.heightOf(newest.period, block),
  }
}

function headAtBlockOf(model: ChainModel, transaction: TransactionRef): Omit<Head, 'time'> {
  const template = model.template(transaction.period)
  return headAtHeight(
    model,
    model.heightOf(transaction.period, itemAt(template.blocks, model.transaction(transaction).block)),
  )
}

/** The head after all transactions up to this block. */
function headAtHeight(model: ChainModel, height: number): Omit<Head, 'time'> {
  const above = height - BOOTSTRAP_BLOCKS
  const period = Math.floor(above / BLOCKS_PER_PERIOD)
  const template: PeriodTemplate = model.template(period)
  const next =
    template.blocks[(above % BLOCKS_PER_PERIOD) + 1]?.firstTransaction ?? template.transactions.length
  const end = model.transactionNumber({ period, transaction: next })
  return { end: model.transactionAt(end), seen: model.transactionAt(end + MAX_PENDING), height }
}
