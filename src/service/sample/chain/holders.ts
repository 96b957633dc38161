/** How many hold a token: exact, though nobody is asked. */
import { FRESH_ROLE, ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { TEMPLATE_COUNT, USERS_PER_PERIOD } from '../scenarios/periods.ts'
import { assetsOf, TOKEN_KEYS, tokenOfAsset, type Asset, type TokenKey } from '../config/tokens.ts'
import type { Snapshot } from './snapshot.ts'
import { CUSTOMERS, VISITS_PER_CYCLE, type Participant, type ChainModel } from './chain-model.ts'

/** After so many customers, the same places in the same templates come again. */
const PLACES = USERS_PER_PERIOD * TEMPLATE_COUNT

export function countHolders(snapshot: Snapshot, key: TokenKey): number {
  const { model } = snapshot
  const { end } = snapshot.head
  const { always, firstVisit, fresh } = gainsOf(model, key)
  const holds = (participant: Participant, moment: { period: number; step: number }) => {
    const book = snapshot.book(participant)
    return assetsOf(key).some((asset) => book.balance(asset, moment) > 0n)
  }
  let count = always.filter((role) => holds({ kind: 'fixed', role }, snapshot.now)).length

  // A customer's holding never shrinks from visit to visit, so it holds some from its first gainful visit on.
  const turns = end.period * USERS_PER_PERIOD
  firstVisit.forEach((visit, place) => {
    const below = visit === null ? 0 : Math.min(CUSTOMERS, turns - visit * CUSTOMERS)
    if (below > place) count += Math.ceil((below - place) / PLACES)
  })
  const before = { period: end.period, step: 0 }
  for (let slot = 0; slot < USERS_PER_PERIOD; slot++) {
    const participant = model.participant(USER_ROLE + slot, end.period)
    count += Number(holds(participant, snapshot.now)) - Number(holds(participant, before))
  }

  const rounds = Math.floor(end.period / TEMPLATE_COUNT)
  const rest = end.period % TEMPLATE_COUNT
  fresh.forEach((each, number) => (count += each * (rounds + Number(number < rest))))
  return count + freshAmong(gainers(model.template(end.period), 2 * end.transaction).get(key))
}

interface Gains {
  /** Those of the fixed cast who ever get any. */
  readonly always: readonly Role[]
  /** By a customer's number modulo PLACES: the first of its eight visits that leaves it with some, if any does. */
  readonly firstVisit: readonly (number | null)[]
  /** By template: new accounts that are left with some. */
  readonly fresh: readonly number[]
}

const known = new WeakMap<ChainModel, Map<TokenKey, Gains>>()

function gainsOf(model: ChainModel, key: TokenKey): Gains {
  let byToken = known.get(model)
  if (!byToken) {
    byToken = workOut(model)
    known.set(model, byToken)
  }
  return byToken.get(key) ?? { always: [], firstVisit: [], fresh: [] }
}

function workOut({ templates, bootstrap }: ChainModel): Map<TokenKey, Gains> {
  const byPlan = templates.map((template) => gainers(template, Infinity))
  const cast = castOf([bootstrap, ...templates])
  const firstVisit = (key: TokenKey, place: number) => {
    for (let visit = 0; visit < VISITS_PER_CYCLE; visit++) {
      const turn = place + visit * CUSTOMERS
      const template = byPlan[Math.floor(turn / USERS_PER_PERIOD) % TEMPLATE_COUNT]
      if (template?.get(key)?.has(USER_ROLE + (turn % USERS_PER_PERIOD))) return visit
    }
    return null
  }
  return new Map(
    TOKEN_KEYS.map((key) => [
      key,
      {
        always: [...(cast.get(key) ?? [])],
        firstVisit: Array.from({ length: PLACES }, (_, place) => firstVisit(key, place)),
        fresh: byPlan.map((template) => freshAmong(template.get(key))),
      },
    ]),
  )
}

/** Of each token, the roles that are left with more of one of its assets, up to a step of a template. */
function gainers({ ledger }: PeriodTemplate, beforeStep: number): Map<TokenKey, Set<Role>> {
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
function castOf(templates: readonly PeriodTemplate[]): Map<TokenKey, Set<Role>> {
  const found = new Map<TokenKey, Set<Role>>()
  for (const { ledger } of templates)
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
