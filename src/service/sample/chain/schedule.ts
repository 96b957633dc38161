/**
 * When an participant is on stage. Its visits are periods in ascending order, and after `round` visits it plays the same
 * roles in the same templates again: so anything it does or gains up to a visit is a product and the part of a round.
 */
import { FRESH_ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import { TEMPLATE_COUNT, USERS_PER_PERIOD } from '../scenarios/periods.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { CUSTOMERS, VISITS_PER_CYCLE, type Participant, type ChainModel } from './chain-model.ts'

export interface Schedule {
  /** Its role in the bootstrap, if it has one. */
  readonly bootstrapRole: Role | null
  readonly round: number
  template(visit: number): PeriodTemplate
  role(visit: number): Role
  period(visit: number): number
  /** Number of visits in periods before this one (which is not the bootstrap). */
  before(period: number): number
}

/** Any role: the schedule of the chain itself. */
export const ANY_ROLE: Role = -1

export function scheduleOf(model: ChainModel, participant: Participant | null): Schedule {
  if (participant === null) return always(model, ANY_ROLE)
  switch (participant.kind) {
    case 'fixed':
      return always(model, participant.role)
    case 'user':
      return inTurns(model, participant.number)
    case 'fresh':
      return once(model, participant.period, FRESH_ROLE + participant.index)
  }
}

function always(model: ChainModel, role: Role): Schedule {
  return {
    bootstrapRole: role,
    round: TEMPLATE_COUNT,
    template: (visit) => model.template(visit),
    role: () => role,
    period: (visit) => visit,
    before: (period) => period,
  }
}

function inTurns(model: ChainModel, customer: number): Schedule {
  const turn = (visit: number) => customer + visit * CUSTOMERS
  const period = (visit: number) => Math.floor(turn(visit) / USERS_PER_PERIOD)
  return {
    bootstrapRole: null,
    round: VISITS_PER_CYCLE,
    template: (visit) => model.template(period(visit)),
    role: (visit) => USER_ROLE + (turn(visit) % USERS_PER_PERIOD),
    period,
    before: (asked) => Math.max(0, Math.ceil((asked * USERS_PER_PERIOD - customer) / CUSTOMERS)),
  }
}

function once(model: ChainModel, period: number, role: Role): Schedule {
  return {
    bootstrapRole: null,
    round: 1,
    template: () => model.template(period),
    role: () => role,
    period: () => period,
    before: (asked) => (asked > period ? 1 : 0),
  }
}
