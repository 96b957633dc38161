/**
 * Transactions in the order of what they moved or paid. Amounts are a template's, so each comes again with every round: the
 * few amounts there are, in order, and for each the sequence of its transactions, are an order of the whole history.
 */
import { scheduleOf } from './schedule.ts'
import { itemAt } from '../lib/item-at.ts'
import type { TemplateTransaction } from '../templates/period-template.ts'
import { sequenceOfCells, STRIDE, type EventSelector, type Sequence } from './sequence.ts'
import type { Participant, ChainModel } from './chain-model.ts'

export type AmountField = 'value' | 'fee'

/** From the greatest amount down. */
export type AmountGroups = readonly { readonly amount: bigint; readonly sequence: Sequence }[]

export function groupByAmount(
  model: ChainModel,
  participant: Participant,
  select: EventSelector,
  measure: AmountField,
): AmountGroups {
  const schedule = scheduleOf(model, participant)
  const groups = new Map<bigint, { first: number[]; cells: number[] }>()
  const groupOf = (transaction: TemplateTransaction) => {
    const known = groups.get(transaction[measure])
    if (known) return known
    const made = { first: [], cells: [] }
    groups.set(transaction[measure], made)
    return made
  }
  if (schedule.bootstrapRole !== null)
    for (const ordinal of select(model.bootstrap, schedule.bootstrapRole, -1))
      groupOf(itemAt(model.bootstrap.transactions, ordinal)).first.push(ordinal)
  for (let visit = 0; visit < schedule.round; visit++) {
    const template = schedule.template(visit)
    for (const ordinal of select(template, schedule.role(visit), schedule.period(visit)))
      groupOf(itemAt(template.transactions, ordinal)).cells.push(visit * STRIDE + ordinal)
  }
  return [...groups]
    .sort(([one], [other]) => (one > other ? -1 : 1))
    .map(([amount, { first, cells }]) => ({ amount, sequence: sequenceOfCells(schedule, first, cells) }))
}
