/** How many hold a token: exact, though nobody is asked. */
import { FRESH_ROLE, ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import type { Plan } from '../templates/period-template.ts'
import { PLAN_COUNT, USERS_A_PERIOD } from '../scenarios/periods.ts'
import { assetsOf, TOKEN_KEYS, tokenOfAsset, type Asset, type TokenKey } from '../config/tokens.ts'
import type { View } from './snapshot.ts'
import { CUSTOMERS, VISITS_A_ROUND, type Account, type World } from './chain-model.ts'

/** After so many customers, the same places in the same plans come again. */
const PLACES = USERS_A_PERIOD * PLAN_COUNT

export function holdersOf(view: View, key: TokenKey): number {
  const { world } = view
  const { end } = view.head
  const { always, firstVisit, fresh } = gainsOf(world, key)
  const holds = (account: Account, moment: { period: number; step: number }) => {
    const book = view.book(account)
    return assetsOf(key).some((asset) => book.balance(asset, moment) > 0n)
  }
  let count = always.filter((role) => holds({ kind: 'fixed', role }, view.now)).length

  // A customer's holding never shrinks from visit to visit, so it holds some from its first gainful visit on.
  const turns = end.period * USERS_A_PERIOD
  firstVisit.forEach((visit, place) => {
    const below = visit === null ? 0 : Math.min(CUSTOMERS, turns - visit * CUSTOMERS)
    if (below > place) count += Math.ceil((below - place) / PLACES)
  })
  const before = { period: end.period, step: 0 }
  for (let slot = 0; slot < USERS_A_PERIOD; slot++) {
    const account = world.account(USER_ROLE + slot, end.period)
    count += Number(holds(account, view.now)) - Number(holds(account, before))
  }

  const rounds = Math.floor(end.period / PLAN_COUNT)
  const rest = end.period % PLAN_COUNT
  fresh.forEach((each, number) => (count += each * (rounds + Number(number < rest))))
  return count + freshAmong(gainers(world.plan(end.period), 2 * end.transaction).get(key))
}

interface Gains {
  /** Those of the fixed cast who ever get any. */
  readonly always: readonly Role[]
  /** By a customer's number modulo PLACES: the first of its eight visits that leaves it with some, if any does. */
  readonly firstVisit: readonly (number | null)[]
  /** By plan: new accounts that are left with some. */
  readonly fresh: readonly number[]
}

const known = new WeakMap<World, Map<TokenKey, Gains>>()

function gainsOf(world: World, key: TokenKey): Gains {
  let byToken = known.get(world)
  if (!byToken) {
    byToken = workOut(world)
    known.set(world, byToken)
  }
  return byToken.get(key) ?? { always: [], firstVisit: [], fresh: [] }
}

function workOut({ plans, prelude }: World): Map<TokenKey, Gains> {
  const byPlan = plans.map((plan) => gainers(plan, Infinity))
  const cast = castOf([prelude, ...plans])
  const firstVisit = (key: TokenKey, place: number) => {
    for (let visit = 0; visit < VISITS_A_ROUND; visit++) {
      const turn = place + visit * CUSTOMERS
      const plan = byPlan[Math.floor(turn / USERS_A_PERIOD) % PLAN_COUNT]
      if (plan?.get(key)?.has(USER_ROLE + (turn % USERS_A_PERIOD))) return visit
    }
    return null
  }
  return new Map(
    TOKEN_KEYS.map((key) => [
      key,
      {
        always: [...(cast.get(key) ?? [])],
        firstVisit: Array.from({ length: PLACES }, (_, place) => firstVisit(key, place)),
        fresh: byPlan.map((plan) => freshAmong(plan.get(key))),
      },
    ]),
  )
}

/** Of each token, the roles that are left with more of one of its assets, up to a step of a plan. */
function gainers({ ledger }: Plan, beforeStep: number): Map<TokenKey, Set<Role>> {
  const sums = new Map<Role, Map<Asset, bigint>>()
  for (const { role, asset, change, step } of ledger) {
    if (role < USER_ROLE || step >= beforeStep) continue
    const its = sums.get(role) ?? new Map<Asset, bigint>()
    sums.set(role, its.set(asset, (its.get(asset) ?? 0n) + change))
  }
  const found = new Map<TokenKey, Set<Role>>()
  for (const [role, its] of sums) for (const [asset, sum] of its) if (sum > 0n) addTo(found, asset, role)
  return found
}

/** Of each token, who of the fixed cast has ever anything to do with it. */
function castOf(plans: readonly Plan[]): Map<TokenKey, Set<Role>> {
  const found = new Map<TokenKey, Set<Role>>()
  for (const { ledger } of plans)
    for (const { role, asset } of ledger)
      if (role < USER_ROLE && role !== ROLE.null) addTo(found, asset, role)
  return found
}

function addTo(found: Map<TokenKey, Set<Role>>, asset: Asset, role: Role): void {
  const token = tokenOfAsset(asset)
  if (!token) return
  const roles = found.get(token.key)
  if (roles) roles.add(role)
  else found.set(token.key, new Set([role]))
}

const freshAmong = (roles: ReadonlySet<Role> = new Set()) =>
  [...roles].filter((role) => role >= FRESH_ROLE).length
