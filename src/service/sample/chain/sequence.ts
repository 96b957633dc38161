/**
 * The events of one kind in a participant's history, oldest first, counted and found by arithmetic. An event's `ordinal`
 * is its index in the template's list of that kind (transactions, transfers, ...).
 */
import type { Role } from '../config/addresses.ts'
import type { Schedule } from './schedule.ts'
import { lowerBound, itemAt } from '../lib/arrays.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { BOOTSTRAP } from './chain-model.ts'

export interface EventRef {
  readonly period: number
  readonly ordinal: number
}

/** The ordinals of a template's events that belong to a role, ascending. */
export type EventSelector = (template: PeriodTemplate, role: Role, period: number) => readonly number[]

/** Greater than any ordinal and any step of a template, so that a visit and an ordinal make one number. */
export const STRIDE = 4096

export interface Sequence {
  /** Number of events before this one, which need not exist. */
  countBefore(event: EventRef): number
  /** The event with `index` events before it. */
  at(index: number): EventRef
}

export function createSequence(
  schedule: Schedule,
  bootstrap: PeriodTemplate,
  select: EventSelector,
): Sequence {
  const first = schedule.bootstrapRole === null ? [] : select(bootstrap, schedule.bootstrapRole, BOOTSTRAP)
  const cells: number[] = []
  for (let visit = 0; visit < schedule.cycle; visit++)
    for (const ordinal of select(schedule.template(visit), schedule.role(visit), schedule.period(visit)))
      cells.push(visit * STRIDE + ordinal)
  return createSequenceOfCells(schedule, first, cells)
}

/** `first`: ordinals in the bootstrap. `cells`: the events of one cycle, as visit · STRIDE + ordinal. Both ascending. */
export function createSequenceOfCells(
  schedule: Schedule,
  first: readonly number[],
  cells: readonly number[],
): Sequence {
  return {
    countBefore({ period, ordinal }) {
      if (period === BOOTSTRAP) return lowerBound(first, ordinal)
      const visit = schedule.visitsBefore(period)
      const offset = schedule.visitsBefore(period + 1) > visit ? ordinal : 0
      const cycles = Math.floor(visit / schedule.cycle)
      const rest = lowerBound(cells, (visit - cycles * schedule.cycle) * STRIDE + offset)
      return first.length + cycles * cells.length + rest
    },
    at(index) {
      if (index < first.length) return { period: BOOTSTRAP, ordinal: itemAt(first, index) }
      const after = index - first.length
      const cycles = Math.floor(after / cells.length)
      const cell = itemAt(cells, after - cycles * cells.length)
      const visit = Math.floor(cell / STRIDE)
      return { period: schedule.period(cycles * schedule.cycle + visit), ordinal: cell - visit * STRIDE }
    },
  }
}

/** A sequence of individually known events, oldest first. */
export function sequenceOf(events: readonly EventRef[]): Sequence {
  return {
    countBefore: ({ period, ordinal }) =>
      events.filter((event) => event.period < period || (event.period === period && event.ordinal < ordinal))
        .length,
    at: (index) => itemAt(events, index),
  }
}
