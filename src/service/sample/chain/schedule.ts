/**
 * The schedule of a participant. Its visits are periods in ascending order. After `cycle` visits it plays the same
 * roles in the same templates again, so everything it did before a visit is a multiple of one cycle plus a part.
 */
import { FRESH_ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import { TEMPLATE_COUNT, USERS_PER_PERIOD } from '../scenarios/periods.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { CUSTOMERS, VISITS_PER_CYCLE, type ChainModel, type Participant } from './chain-model.ts'

export interface Schedule {
  /** The participant's role in the bootstrap, if it has one. */
  readonly bootstrapRole: Role | null
  /** The number of visits until everything repeats. */
  readonly cycle: number
  template(visit: number): PeriodTemplate
  role(visit: number): Role
  period(visit: number): number
  /** Number of visits in periods before this one, without the bootstrap. */
  visitsBefore(period: number): number
}

/** Matches every role: for the schedule of the complete chain. */
export const ANY_ROLE: Role = -1

/** `participant` null: the schedule of the complete chain. */
export function createSchedule(model: ChainModel, participant: Participant | null): Schedule {
  if (participant === null) return everyPeriod(model, ANY_ROLE)
  switch (participant.kind) {
    case 'fixed':
      return everyPeriod(model, participant.role)
    case 'user':
      return customerVisits(model, participant.number)
    case 'fresh':
      return onePeriod(model, participant.period, FRESH_ROLE + participant.index)
  }
}

function everyPeriod(model: ChainModel, role: Role): Schedule {
  return {
    bootstrapRole: role,
    cycle: TEMPLATE_COUNT,
    template: (visit) => model.template(visit),
    role: () => role,
    period: (visit) => visit,
    visitsBefore: (period) => period,
  }
}

function customerVisits(model: ChainModel, customer: number): Schedule {
  const turn = (visit: number) => customer + visit * CUSTOMERS
  const period = (visit: number) => Math.floor(turn(visit) / USERS_PER_PERIOD)
  return {
    bootstrapRole: null,
    cycle: VISITS_PER_CYCLE,
    template: (visit) => model.template(period(visit)),
    role: (visit) => USER_ROLE + (turn(visit) % USERS_PER_PERIOD),
    period,
    visitsBefore: (before) => Math.max(0, Math.ceil((before * USERS_PER_PERIOD - customer) / CUSTOMERS)),
  }
}

function onePeriod(model: ChainModel, period: number, role: Role): Schedule {
  return {
    bootstrapRole: null,
    cycle: 1,
    template: () => model.template(period),
    role: () => role,
    period: () => period,
    visitsBefore: (before) => (before > period ? 1 : 0),
  }
}
