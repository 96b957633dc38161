/** What anyone holds of anything at any moment: a product, a prefix sum and no walk. */
import { ACTORS, ROLE, type Role } from '../config/addresses.ts'
import { courseOf, type Course } from './schedule.ts'
import { lowerBound } from '../lib/lower-bound.ts'
import { nth } from '../lib/item-at.ts'
import type { LedgerEntry, Plan } from '../templates/period-template.ts'
import { COIN, type Asset } from '../config/tokens.ts'
import { PRELUDE, sameAccount, type Account, type World } from './chain-model.ts'

/** A moment: before everything at this step of the period's plan (see LedgerEntry). */
export interface Moment {
  readonly period: number
  readonly step: number
}

export interface Book {
  /** Assets the account ever has anything to do with. */
  readonly assets: readonly Asset[]
  /** In the asset's smallest units. What the null address gave away counts against it, so there it is negative. */
  balance(asset: Asset, moment: Moment): bigint
}

const STRIDE = 4096
const ETHER = 10n ** 18n

/** What happened to one asset in the prelude and in one round, with running sums. */
interface Track {
  readonly firstSteps: number[]
  readonly firstSums: bigint[]
  readonly cells: number[]
  readonly sums: bigint[]
}

export function bookOf(world: World, account: Account): Book {
  const course = courseOf(world, account)
  const tracks = new Map<Asset, Track>()
  const track = (asset: Asset) => {
    const known = tracks.get(asset)
    if (known) return known
    const made: Track = { firstSteps: [], firstSums: [0n], cells: [], sums: [0n] }
    tracks.set(asset, made)
    return made
  }
  if (course.inPrelude !== null)
    for (const { asset, step, change } of ledgerOf(world.prelude, course.inPrelude)) {
      const { firstSteps, firstSums } = track(asset)
      firstSteps.push(step)
      firstSums.push(last(firstSums) + change)
    }
  for (let visit = 0; visit < course.round; visit++)
    for (const { asset, step, change } of ledgerOf(course.plan(visit), course.role(visit))) {
      const { cells, sums } = track(asset)
      cells.push(visit * STRIDE + step)
      sums.push(last(sums) + change)
    }
  const start = startingCoin(world, account)
  return {
    assets: [...tracks.keys()],
    balance(asset, moment) {
      const known = tracks.get(asset)
      return (asset === COIN ? start : 0n) + (known ? sumBefore(course, known, moment) : 0n)
    },
  }
}

/** Coin an account holds when the chain begins, in wei. */
export function startingCoin(world: World, account: Account): bigint {
  if (account.kind === 'fixed') return BigInt(nth(ACTORS, account.role).coins ?? 0) * ETHER
  if (account.kind === 'fresh') return 0n
  return (1n + BigInt(world.flavour(account.number, 0x636f696e) % 40_000)) * (ETHER / 1000n)
}

function sumBefore(course: Course, track: Track, { period, step }: Moment): bigint {
  if (period === PRELUDE) return nth(track.firstSums, lowerBound(track.firstSteps, step))
  const visit = course.before(period)
  const here = course.before(period + 1) > visit ? step : 0
  const rounds = Math.floor(visit / course.round)
  const cell = (visit - rounds * course.round) * STRIDE + here
  return (
    last(track.firstSums) + BigInt(rounds) * last(track.sums) + nth(track.sums, lowerBound(track.cells, cell))
  )
}

const last = (sums: readonly bigint[]) => nth(sums, sums.length - 1)

const ledgers = new WeakMap<Plan, Map<Role, LedgerEntry[]>>()

/** A role's lines in a plan's books, in order. */
function ledgerOf(plan: Plan, role: Role): readonly LedgerEntry[] {
  let byRole = ledgers.get(plan)
  if (!byRole) {
    byRole = new Map()
    for (const entry of plan.ledger) {
      const lines = byRole.get(entry.role)
      if (lines) lines.push(entry)
      else byRole.set(entry.role, [entry])
    }
    ledgers.set(plan, byRole)
  }
  return byRole.get(role) ?? []
}

export const NULL_ACCOUNT: Account = { kind: 'fixed', role: ROLE.null }

/** What is burnt is held by nobody. */
export const isNobody = (account: Account) => sameAccount(account, NULL_ACCOUNT)
