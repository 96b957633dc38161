/**
 * The holders of a token in groups that hold the same amount. Templates repeat, so customers of the same slot with the
 * same number of visits have equal balances, and so have new participants of the same template and role. A few thousand
 * groups hold every holder, however long the chain is.
 */
import { FRESH_ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import { assetsOf, tokenConfig, type Asset, type TokenKey } from '../config/tokens.ts'
import { TEMPLATE_COUNT, USERS_PER_PERIOD } from '../scenarios/periods.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import {
  CUSTOMERS,
  isSameParticipant,
  VISITS_PER_CYCLE,
  type Participant,
  type ChainModel,
} from './chain-model.ts'
import type { HolderGroup, Snapshot } from './snapshot.ts'
import { gainersOf, SLOTS, sumGains } from './holders.ts'

/** Greatest amount first. Groups of a confidential token are not sorted: their order must not reveal amounts. */
export function holderGroups(snapshot: Snapshot, key: TokenKey): readonly HolderGroup[] {
  const version = snapshot.model.transactionNumber(snapshot.head.end)
  return snapshot.caches.holderGroups.getOrMake(`${key} ${String(version)}`, () => {
    const groups = [
      ...fixedRoleGroups(snapshot, key),
      ...customerGroups(snapshot, key),
      ...freshGroups(snapshot, key),
    ]
    if (tokenConfig(key).type === 'ERC-7984') return groups
    return groups.sort((one, other) => (one.value < other.value ? 1 : one.value > other.value ? -1 : 0))
  })
}

function* fixedRoleGroups(snapshot: Snapshot, key: TokenKey): Generator<HolderGroup> {
  for (const role of gainersOf(snapshot.model, key).always)
    yield* single(snapshot, key, { kind: 'fixed', role })
}

/** The balances of one participant: a group for each asset of the token. */
function* single(snapshot: Snapshot, key: TokenKey, participant: Participant): Generator<HolderGroup> {
  const balances = snapshot.balances(participant)
  for (const asset of assetsOf(key)) {
    const value = balances.balance(asset, snapshot.now)
    if (value > 0n) yield { asset, value, count: 1, at: () => participant, indexOf: onlyOne(participant) }
  }
}

const onlyOne = (participant: Participant) => (other: Participant) =>
  isSameParticipant(participant, other) ? 0 : -1

function* customerGroups(snapshot: Snapshot, key: TokenKey): Generator<HolderGroup> {
  const { model } = snapshot
  const { period } = snapshot.head.end
  if (period < 0) return
  // Customers of the current period are in the middle of a visit, so each is a group by itself.
  const turns = period * USERS_PER_PERIOD
  const visits = Math.floor(turns / CUSTOMERS)
  const next = turns % CUSTOMERS
  const afterCurrent = next + USERS_PER_PERIOD
  for (const { slot, asset, sums } of templateSums(model, key).customers) {
    const balanceAfter = (count: number) =>
      BigInt(Math.floor(count / VISITS_PER_CYCLE)) * (sums[VISITS_PER_CYCLE] ?? 0n) +
      (sums[count % VISITS_PER_CYCLE] ?? 0n)
    yield* customersBetween(
      asset,
      balanceAfter(visits + 1),
      slot,
      Math.max(0, afterCurrent - CUSTOMERS),
      next,
    )
    yield* customersBetween(asset, balanceAfter(visits), slot, afterCurrent, CUSTOMERS)
  }
  for (let slot = 0; slot < USERS_PER_PERIOD; slot++)
    yield* single(snapshot, key, model.participant(USER_ROLE + slot, period))
}

/** Customers of a slot with a number from `low` up to, not including, `high`. */
function* customersBetween(
  asset: Asset,
  value: bigint,
  slot: number,
  low: number,
  high: number,
): Generator<HolderGroup> {
  const first = slot + Math.max(0, Math.ceil((low - slot) / SLOTS)) * SLOTS
  if (value <= 0n || first >= high) return
  yield {
    asset,
    value,
    count: Math.ceil((high - first) / SLOTS),
    at: (index) => ({ kind: 'user', number: first + index * SLOTS }),
    indexOf: (participant) =>
      participant.kind === 'user' && participant.number < high
        ? stepsFrom(first, participant.number, SLOTS)
        : -1,
  }
}

/** Number of steps from `first` to `number`; -1 if it is not a whole number. */
const stepsFrom = (first: number, number: number, step: number) =>
  number >= first && (number - first) % step === 0 ? (number - first) / step : -1

interface CustomerSums {
  /** A customer's number modulo SLOTS. */
  readonly slot: number
  readonly asset: Asset
  /** Gain after 0, 1, 2 ... visits of a cycle. */
  readonly sums: readonly bigint[]
}

/** The balances of a token that templates produce, at any point in time. */
interface TemplateSums {
  readonly customers: readonly CustomerSums[]
  /** By template: balances of its new participants at its end. */
  readonly fresh: readonly (readonly FreshSum[])[]
}

const cache = new WeakMap<ChainModel, Map<TokenKey, TemplateSums>>()

function templateSums(model: ChainModel, key: TokenKey): TemplateSums {
  const byToken = cache.get(model) ?? new Map<TokenKey, TemplateSums>()
  cache.set(model, byToken)
  let sums = byToken.get(key)
  if (!sums) {
    const { templates } = model
    sums = {
      customers: sumUp(templates, assetsOf(key)),
      fresh: templates.map((template) => freshSums(template, Infinity, key)),
    }
    byToken.set(key, sums)
  }
  return sums
}

function sumUp(templates: readonly PeriodTemplate[], assets: readonly Asset[]): CustomerSums[] {
  const gains = templates.map((template) => sumGains(template, Infinity))
  const gained = (turn: number, asset: Asset) =>
    gains[Math.floor(turn / USERS_PER_PERIOD) % TEMPLATE_COUNT]
      ?.get(USER_ROLE + (turn % USERS_PER_PERIOD))
      ?.get(asset) ?? 0n
  const all: CustomerSums[] = []
  for (let slot = 0; slot < SLOTS; slot++)
    for (const asset of assets) {
      const sums = [0n]
      for (let visit = 0; visit < VISITS_PER_CYCLE; visit++)
        sums.push((sums[visit] ?? 0n) + gained(slot + visit * CUSTOMERS, asset))
      if (sums.some((sum) => sum > 0n)) all.push({ slot, asset, sums })
    }
  return all
}

function* freshGroups({ model, head: { end }, now }: Snapshot, key: TokenKey): Generator<HolderGroup> {
  if (end.period < 0) return
  for (const [number, sums] of templateSums(model, key).fresh.entries()) {
    const count = Math.ceil((end.period - number) / TEMPLATE_COUNT)
    if (count <= 0) continue
    for (const { role, asset, value } of sums) {
      const freshIndex = role - FRESH_ROLE
      yield {
        asset,
        value,
        count,
        at: (index) => ({ kind: 'fresh', period: number + index * TEMPLATE_COUNT, index: freshIndex }),
        indexOf: (participant) =>
          participant.kind === 'fresh' && participant.index === freshIndex && participant.period < end.period
            ? stepsFrom(number, participant.period, TEMPLATE_COUNT)
            : -1,
      }
    }
  }
  for (const { role, asset, value } of freshSums(model.template(end.period), now.step, key)) {
    const participant = model.participant(role, end.period)
    yield { asset, value, count: 1, at: () => participant, indexOf: onlyOne(participant) }
  }
}

interface FreshSum {
  readonly role: Role
  readonly asset: Asset
  readonly value: bigint
}

/** Balances of the new participants of a template before one of its steps. */
function freshSums(template: PeriodTemplate, beforeStep: number, key: TokenKey): readonly FreshSum[] {
  const assets = assetsOf(key)
  const found: FreshSum[] = []
  for (const [role, sums] of sumGains(template, beforeStep)) {
    if (role < FRESH_ROLE) continue
    for (const asset of assets) {
      const value = sums.get(asset) ?? 0n
      if (value > 0n) found.push({ role, asset, value })
    }
  }
  return found
}
