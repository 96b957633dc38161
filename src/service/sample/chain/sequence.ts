/**
 * The events of one kind in an participant's history, oldest first, counted and found by arithmetic. An event's ordinal is
 * its index in the template's list of that kind (transactions, transfers, ...).
 */
import type { Role } from '../config/addresses.ts'
import type { Schedule } from './schedule.ts'
import { lowerBound } from '../lib/lower-bound.ts'
import { itemAt } from '../lib/item-at.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { BOOTSTRAP } from './chain-model.ts'

export interface EventRef {
  readonly period: number
  readonly ordinal: number
}

/** Which ordinals of a template belong to the history of someone who plays this role in it, ascending. */
export type EventSelector = (template: PeriodTemplate, role: Role, period: number) => readonly number[]

/** More than any template has of anything, so that a visit and an ordinal make one number. */
export const STRIDE = 4096

export interface Sequence {
  /** Events before this one, whether or not there is such an event. */
  countBefore(event: EventRef): number
  /** The event that has `index` before it. */
  at(index: number): EventRef
}

export function sequenceOf(schedule: Schedule, bootstrap: PeriodTemplate, select: EventSelector): Sequence {
  const first = schedule.bootstrapRole === null ? [] : select(bootstrap, schedule.bootstrapRole, BOOTSTRAP)
  const cells: number[] = []
  for (let visit = 0; visit < schedule.round; visit++)
    for (const ordinal of select(schedule.template(visit), schedule.role(visit), schedule.period(visit)))
      cells.push(visit * STRIDE + ordinal)
  return sequenceOfCells(schedule, first, cells)
}

/** `first`: ordinals in the bootstrap; `cells`: the events of a round, as visit · STRIDE + ordinal; both ascending. */
export function sequenceOfCells(
  schedule: Schedule,
  first: readonly number[],
  cells: readonly number[],
): Sequence {
  return {
    countBefore({ period, ordinal }) {
      if (period === BOOTSTRAP) return lowerBound(first, ordinal)
      const visit = schedule.before(period)
      const here = schedule.before(period + 1) > visit ? ordinal : 0
      const rounds = Math.floor(visit / schedule.round)
      const rest = lowerBound(cells, (visit - rounds * schedule.round) * STRIDE + here)
      return first.length + rounds * cells.length + rest
    },
    at(index) {
      if (index < first.length) return { period: BOOTSTRAP, ordinal: itemAt(first, index) }
      const after = index - first.length
      const rounds = Math.floor(after / cells.length)
      const cell = itemAt(cells, after - rounds * cells.length)
      const visit = Math.floor(cell / STRIDE)
      return { period: schedule.period(rounds * schedule.round + visit), ordinal: cell - visit * STRIDE }
    },
  }
}
