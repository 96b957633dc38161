/**
 * The events of one kind in an account's history, oldest first, counted and found by arithmetic. An event's ordinal is
 * its index in the plan's list of that kind (transactions, transfers, ...).
 */
import type { Role } from '../config/addresses.ts'
import type { Course } from './schedule.ts'
import { lowerBound } from '../lib/lower-bound.ts'
import { nth } from '../lib/item-at.ts'
import type { Plan } from '../templates/period-template.ts'
import { PRELUDE } from './chain-model.ts'

export interface Event {
  readonly period: number
  readonly ordinal: number
}

/** Which ordinals of a plan belong to the history of someone who plays this role in it, ascending. */
export type Select = (plan: Plan, role: Role, period: number) => readonly number[]

/** More than any plan has of anything, so that a visit and an ordinal make one number. */
export const STRIDE = 4096

export interface Sequence {
  /** Events before this one, whether or not there is such an event. */
  countBefore(event: Event): number
  /** The event that has `index` before it. */
  at(index: number): Event
}

export function sequenceOf(course: Course, prelude: Plan, select: Select): Sequence {
  const first = course.inPrelude === null ? [] : select(prelude, course.inPrelude, PRELUDE)
  const cells: number[] = []
  for (let visit = 0; visit < course.round; visit++)
    for (const ordinal of select(course.plan(visit), course.role(visit), course.period(visit)))
      cells.push(visit * STRIDE + ordinal)
  return sequenceOfCells(course, first, cells)
}

/** `first`: ordinals in the prelude; `cells`: the events of a round, as visit · STRIDE + ordinal; both ascending. */
export function sequenceOfCells(
  course: Course,
  first: readonly number[],
  cells: readonly number[],
): Sequence {
  return {
    countBefore({ period, ordinal }) {
      if (period === PRELUDE) return lowerBound(first, ordinal)
      const visit = course.before(period)
      const here = course.before(period + 1) > visit ? ordinal : 0
      const rounds = Math.floor(visit / course.round)
      const rest = lowerBound(cells, (visit - rounds * course.round) * STRIDE + here)
      return first.length + rounds * cells.length + rest
    },
    at(index) {
      if (index < first.length) return { period: PRELUDE, ordinal: nth(first, index) }
      const after = index - first.length
      const rounds = Math.floor(after / cells.length)
      const cell = nth(cells, after - rounds * cells.length)
      const visit = Math.floor(cell / STRIDE)
      return { period: course.period(rounds * course.round + visit), ordinal: cell - visit * STRIDE }
    },
  }
}
