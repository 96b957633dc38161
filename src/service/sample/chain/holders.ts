/** Number of holders of a token, computed exactly without visiting every participant. */
import { FRESH_ROLE, ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { TEMPLATE_COUNT, USERS_PER_PERIOD } from '../scenarios/periods.ts'
import { assetsOf, TOKEN_KEYS, tokenOfAsset, type Asset, type TokenKey } from '../config/tokens.ts'
import type { Snapshot } from './snapshot.ts'
import type { PointInTime } from './balance-history.ts'
import { CUSTOMERS, VISITS_PER_CYCLE, type Participant, type ChainModel } from './chain-model.ts'

/** After this number of customers, the same roles in the same templates repeat. */
export const SLOTS = USERS_PER_PERIOD * TEMPLATE_COUNT

export function countHolders(snapshot: Snapshot, key: TokenKey): number {
  const { model } = snapshot
  const { end } = snapshot.head
  const { always, firstVisit, fresh } = gainersOf(model, key)
  const holds = (participant: Participant, time: PointInTime) => {
    const balances = snapshot.balances(participant)
    return assetsOf(key).some((asset) => balances.balance(asset, time) > 0n)
  }
  let count = always.filter((role) => holds({ kind: 'fixed', role }, snapshot.now)).length

  // A visit never leaves a customer with less than before, so it is a holder from its first gain on.
  const turns = end.period * USERS_PER_PERIOD
  firstVisit.forEach((visit, slot) => {
    const below = visit === null ? 0 : Math.min(CUSTOMERS, turns - visit * CUSTOMERS)
    if (below > slot) count += Math.ceil((below - slot) / SLOTS)
  })
  const startOfPeriod = { period: end.period, step: 0 }
  for (let slot = 0; slot < USERS_PER_PERIOD; slot++) {
    const participant = model.participant(USER_ROLE + slot, end.period)
    count += Number(holds(participant, snapshot.now)) - Number(holds(participant, startOfPeriod))
  }

  const cycles = Math.floor(end.period / TEMPLATE_COUNT)
  const rest = end.period % TEMPLATE_COUNT
  fresh.forEach((each, number) => (count += each * (cycles + Number(number < rest))))
  return count + countFresh(rolesWithGain(model.template(end.period), 2 * end.transaction).get(key))
}

interface Gainers {
  /** Fixed roles that ever receive the token. */
  readonly always: readonly Role[]
  /** By a customer's number modulo SLOTS: the first visit that leaves it with a balance; null if none does. */
  readonly firstVisit: readonly (number | null)[]
  /** By template: number of new participants with a balance at its end. */
  readonly fresh: readonly number[]
}

const cache = new WeakMap<ChainModel, Map<TokenKey, Gainers>>()

export function gainersOf(model: ChainModel, key: TokenKey): Gainers {
  let byToken = cache.get(model)
  if (!byToken) {
    byToken = computeGainers(model)
    cache.set(model, byToken)
  }
  return byToken.get(key) ?? { always: [], firstVisit: [], fresh: [] }
}

function computeGainers({ templates, bootstrap }: ChainModel): Map<TokenKey, Gainers> {
  const byTemplate = templates.map((template) => rolesWithGain(template, Infinity))
  const fixedRoles = fixedRolesOf([bootstrap, ...templates])
  const firstVisit = (key: TokenKey, slot: number) => {
    for (let visit = 0; visit < VISITS_PER_CYCLE; visit++) {
      const turn = slot + visit * CUSTOMERS
      const template = byTemplate[Math.floor(turn / USERS_PER_PERIOD) % TEMPLATE_COUNT]
      if (template?.get(key)?.has(USER_ROLE + (turn % USERS_PER_PERIOD))) return visit
    }
    return null
  }
  return new Map(
    TOKEN_KEYS.map((key) => [
      key,
      {
        always: [...(fixedRoles.get(key) ?? [])],
        firstVisit: Array.from({ length: SLOTS }, (_, slot) => firstVisit(key, slot)),
        fresh: byTemplate.map((template) => countFresh(template.get(key))),
      },
    ]),
  )
}

/** By token: the roles without fixed address that gain one of its assets before a step of a template. */
function rolesWithGain(template: PeriodTemplate, beforeStep: number): Map<TokenKey, Set<Role>> {
  const found = new Map<TokenKey, Set<Role>>()
  for (const [role, ofRole] of sumGains(template, beforeStep))
    for (const [asset, sum] of ofRole) if (sum > 0n) addTo(found, asset, role)
  return found
}

type Gains = ReadonlyMap<Role, ReadonlyMap<Asset, bigint>>
const gainsOfTemplates = new WeakMap<PeriodTemplate, Gains>()

/**
 * The gains of roles without fixed address before a step of a template, by asset; Infinity: in the whole template.
 */
export function sumGains(template: PeriodTemplate, beforeStep: number): Gains {
  if (beforeStep !== Infinity) return computeGains(template, beforeStep)
  const cached = gainsOfTemplates.get(template) ?? computeGains(template, beforeStep)
  gainsOfTemplates.set(template, cached)
  return cached
}

function computeGains({ ledger }: PeriodTemplate, beforeStep: number): Gains {
  const sums = new Map<Role, Map<Asset, bigint>>()
  for (const { role, asset, change, step } of ledger) {
    if (role < USER_ROLE || step >= beforeStep) continue
    const ofRole = sums.get(role) ?? new Map<Asset, bigint>()
    sums.set(role, ofRole.set(asset, (ofRole.get(asset) ?? 0n) + change))
  }
  return sums
}

/** By token: the fixed roles that receive or send it. */
function fixedRolesOf(templates: readonly PeriodTemplate[]): Map<TokenKey, Set<Role>> {
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

const countFresh = (roles: ReadonlySet<Role> = new Set()) =>
  [...roles].filter((role) => role >= FRESH_ROLE).length
