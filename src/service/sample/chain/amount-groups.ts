/**
 * A participant's transactions sorted by value or fee. All amounts come from the templates, so there are few different
 * ones: each is a group, with the sequence of its transactions.
 */
import { createSchedule } from './schedule.ts'
import { itemAt } from '../lib/arrays.ts'
import type { TemplateTransaction } from '../templates/period-template.ts'
import { createSequenceOfCells, STRIDE, type EventSelector, type Sequence } from './sequence.ts'
import type { Participant, ChainModel } from './chain-model.ts'

export type AmountField = 'value' | 'fee'

/** The largest amount first. */
export type AmountGroups = readonly { readonly amount: bigint; readonly sequence: Sequence }[]

export function groupByAmount(
  model: ChainModel,
  participant: Participant,
  select: EventSelector,
  field: AmountField,
): AmountGroups {
  const schedule = createSchedule(model, participant)
  const groups = new Map<bigint, { first: number[]; cells: number[] }>()
  const groupOf = (transaction: TemplateTransaction) => {
    const known = groups.get(transaction[field])
    if (known) return known
    const group = { first: [], cells: [] }
    groups.set(transaction[field], group)
    return group
  }
  if (schedule.bootstrapRole !== null)
    for (const ordinal of select(model.bootstrap, schedule.bootstrapRole, -1))
      groupOf(itemAt(model.bootstrap.transactions, ordinal)).first.push(ordinal)
  for (let visit = 0; visit < schedule.cycle; visit++) {
    const template = schedule.template(visit)
    for (const ordinal of select(template, schedule.role(visit), schedule.period(visit)))
      groupOf(itemAt(template.transactions, ordinal)).cells.push(visit * STRIDE + ordinal)
  }
  return [...groups]
    .sort(([one], [other]) => (one > other ? -1 : 1))
    .map(([amount, { first, cells }]) => ({
      amount,
      sequence: createSequenceOfCells(schedule, first, cells),
    }))
}
