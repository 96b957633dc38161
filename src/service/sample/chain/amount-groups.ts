/**
 * Transactions in the order of what they moved or paid. Amounts are a plan's, so each comes again with every round: the
 * few amounts there are, in order, and for each the sequence of its transactions, are an order of the whole history.
 */
import { courseOf } from './schedule.ts'
import { nth } from '../lib/item-at.ts'
import type { PlannedTransaction } from '../templates/period-template.ts'
import { sequenceOfCells, STRIDE, type Select, type Sequence } from './sequence.ts'
import type { Account, World } from './chain-model.ts'

export type Measure = 'value' | 'fee'

/** From the greatest amount down. */
export type Ranks = readonly { readonly amount: bigint; readonly sequence: Sequence }[]

export function ranksOf(world: World, account: Account, select: Select, measure: Measure): Ranks {
  const course = courseOf(world, account)
  const groups = new Map<bigint, { first: number[]; cells: number[] }>()
  const groupOf = (transaction: PlannedTransaction) => {
    const known = groups.get(transaction[measure])
    if (known) return known
    const made = { first: [], cells: [] }
    groups.set(transaction[measure], made)
    return made
  }
  if (course.inPrelude !== null)
    for (const ordinal of select(world.prelude, course.inPrelude, -1))
      groupOf(nth(world.prelude.transactions, ordinal)).first.push(ordinal)
  for (let visit = 0; visit < course.round; visit++) {
    const plan = course.plan(visit)
    for (const ordinal of select(plan, course.role(visit), course.period(visit)))
      groupOf(nth(plan.transactions, ordinal)).cells.push(visit * STRIDE + ordinal)
  }
  return [...groups]
    .sort(([one], [other]) => (one > other ? -1 : 1))
    .map(([amount, { first, cells }]) => ({ amount, sequence: sequenceOfCells(course, first, cells) }))
}
