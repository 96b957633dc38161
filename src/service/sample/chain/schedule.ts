/**
 * When an account is on stage. Its visits are periods in ascending order, and after `round` visits it plays the same
 * roles in the same plans again: so anything it does or gains up to a visit is a product and the part of a round.
 */
import { FRESH_ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import { PLAN_COUNT, USERS_A_PERIOD } from '../scenarios/periods.ts'
import type { Plan } from '../templates/period-template.ts'
import { CUSTOMERS, VISITS_A_ROUND, type Account, type World } from './chain-model.ts'

export interface Course {
  /** Its role in the prelude, if it has one. */
  readonly inPrelude: Role | null
  readonly round: number
  plan(visit: number): Plan
  role(visit: number): Role
  period(visit: number): number
  /** Number of visits in periods before this one (which is not the prelude). */
  before(period: number): number
}

/** Any role: the course of the chain itself. */
export const ANYONE: Role = -1

export function courseOf(world: World, account: Account | null): Course {
  if (account === null) return always(world, ANYONE)
  switch (account.kind) {
    case 'fixed':
      return always(world, account.role)
    case 'user':
      return inTurns(world, account.number)
    case 'fresh':
      return once(world, account.period, FRESH_ROLE + account.nth)
  }
}

function always(world: World, role: Role): Course {
  return {
    inPrelude: role,
    round: PLAN_COUNT,
    plan: (visit) => world.plan(visit),
    role: () => role,
    period: (visit) => visit,
    before: (period) => period,
  }
}

function inTurns(world: World, customer: number): Course {
  const turn = (visit: number) => customer + visit * CUSTOMERS
  const period = (visit: number) => Math.floor(turn(visit) / USERS_A_PERIOD)
  return {
    inPrelude: null,
    round: VISITS_A_ROUND,
    plan: (visit) => world.plan(period(visit)),
    role: (visit) => USER_ROLE + (turn(visit) % USERS_A_PERIOD),
    period,
    before: (asked) => Math.max(0, Math.ceil((asked * USERS_A_PERIOD - customer) / CUSTOMERS)),
  }
}

function once(world: World, period: number, role: Role): Course {
  return {
    inPrelude: null,
    round: 1,
    plan: () => world.plan(period),
    role: () => role,
    period: () => period,
    before: (asked) => (asked > period ? 1 : 0),
  }
}
