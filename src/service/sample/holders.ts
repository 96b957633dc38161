/** How many hold a token: exact, though nobody is asked. */
import { ACTORS, FRESH_ROLE, USER_ROLE } from './actors.ts'
import type { Plan } from './plan.ts'
import { PLAN_COUNT, USERS_A_PERIOD } from './periods.ts'
import { assetsOf, type TokenKey } from './tokens.ts'
import type { View } from './view.ts'
import { CUSTOMERS, VISITS_A_ROUND, type Account } from './world.ts'

/** After so many customers, the same places in the same plans come again. */
const PLACES = USERS_A_PERIOD * PLAN_COUNT

export function holdersOf(view: View, key: TokenKey): number {
  const { end } = view.head
  const gains = gainsOf(view, key)
  const holds = (account: Account, moment: { period: number; step: number }) => {
    const book = view.book(account)
    return assetsOf(key).some((asset) => book.balance(asset, moment) > 0n)
  }
  let count = 0
  for (let role = 1; role < ACTORS.length; role++) if (holds({ kind: 'fixed', role }, view.now)) count++

  // A customer's holding never shrinks from visit to visit, so it holds some from its first gainful visit on.
  const turns = end.period * USERS_A_PERIOD
  gains.firstVisit.forEach((visit, place) => {
    const below = visit === null ? 0 : Math.min(CUSTOMERS, turns - visit * CUSTOMERS)
    if (below > place) count += Math.ceil((below - place) / PLACES)
  })
  const before = { period: end.period, step: 0 }
  for (let slot = 0; slot < USERS_A_PERIOD; slot++) {
    const account = view.world.account(USER_ROLE + slot, end.period)
    count += Number(holds(account, view.now)) - Number(holds(account, before))
  }

  const rounds = Math.floor(end.period / PLAN_COUNT)
  const rest = end.period % PLAN_COUNT
  gains.fresh.forEach((fresh, number) => (count += fresh * (rounds + Number(number < rest))))
  return count + freshWith(view.world.plan(end.period), key, 2 * end.transaction)
}

interface Gains {
  /** By a customer's number modulo PLACES: the first of its eight visits that leaves it with some, if any does. */
  readonly firstVisit: readonly (number | null)[]
  /** By plan: new accounts that are left with some. */
  readonly fresh: readonly number[]
}

const known = new WeakMap<readonly Plan[], Map<TokenKey, Gains>>()

function gainsOf({ world }: View, key: TokenKey): Gains {
  let byToken = known.get(world.plans)
  if (!byToken) known.set(world.plans, (byToken = new Map<TokenKey, Gains>()))
  let gains = byToken.get(key)
  if (!gains) byToken.set(key, (gains = workOut(world.plans, key)))
  return gains
}

function workOut(plans: readonly Plan[], key: TokenKey): Gains {
  const gainers = plans.map((plan) => gainersOf(plan, key, Infinity))
  const firstVisit = Array.from({ length: PLACES }, (_, place) => {
    for (let visit = 0; visit < VISITS_A_ROUND; visit++) {
      const turn = place + visit * CUSTOMERS
      const plan = Math.floor(turn / USERS_A_PERIOD) % PLAN_COUNT
      if (gainers[plan]?.has(USER_ROLE + (turn % USERS_A_PERIOD))) return visit
    }
    return null
  })
  return { firstVisit, fresh: plans.map((plan) => freshWith(plan, key, Infinity)) }
}

/** Roles that are left with more of some asset of the token, up to a step. */
function gainersOf(plan: Plan, key: TokenKey, beforeStep: number): Set<number> {
  const assets = assetsOf(key)
  const first = assets[0] ?? 0
  const sums = new Map<number, bigint>()
  for (const { role, asset, change, step } of plan.ledger)
    if (asset >= first && asset < first + assets.length && step < beforeStep) {
      const line = role * 4096 + (asset - first)
      sums.set(line, (sums.get(line) ?? 0n) + change)
    }
  return new Set([...sums].flatMap(([line, sum]) => (sum > 0n ? [Math.floor(line / 4096)] : [])))
}

const freshWith = (plan: Plan, key: TokenKey, beforeStep: number) =>
  [...gainersOf(plan, key, beforeStep)].filter((role) => role >= FRESH_ROLE).length
