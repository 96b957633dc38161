/** What anyone holds of anything at any moment: a product, a prefix sum and no walk. */
import { ADDRESSES, ROLE, type Role } from '../config/addresses.ts'
import { scheduleOf, type Schedule } from './schedule.ts'
import { lowerBound } from '../lib/lower-bound.ts'
import { itemAt } from '../lib/item-at.ts'
import type { LedgerEntry, PeriodTemplate } from '../templates/period-template.ts'
import { COIN, type Asset } from '../config/tokens.ts'
import { BOOTSTRAP, isSameParticipant, type Participant, type ChainModel } from './chain-model.ts'

/** A moment: before everything at this step of the period's template (see LedgerEntry). */
export interface PointInTime {
  readonly period: number
  readonly step: number
}

export interface BalanceHistory {
  /** Assets the participant ever has anything to do with. */
  readonly assets: readonly Asset[]
  /** In the asset's smallest units. What the null address gave away counts against it, so there it is negative. */
  balance(asset: Asset, moment: PointInTime): bigint
}

const STRIDE = 4096
const ETHER = 10n ** 18n

/** What happened to one asset in the bootstrap and in one round, with running sums. */
interface Track {
  readonly firstSteps: number[]
  readonly firstSums: bigint[]
  readonly cells: number[]
  readonly sums: bigint[]
}

export function createBalanceHistory(model: ChainModel, participant: Participant): BalanceHistory {
  const schedule = scheduleOf(model, participant)
  const tracks = new Map<Asset, Track>()
  const track = (asset: Asset) => {
    const known = tracks.get(asset)
    if (known) return known
    const made: Track = { firstSteps: [], firstSums: [0n], cells: [], sums: [0n] }
    tracks.set(asset, made)
    return made
  }
  if (schedule.bootstrapRole !== null)
    for (const { asset, step, change } of ledgerOf(model.bootstrap, schedule.bootstrapRole)) {
      const { firstSteps, firstSums } = track(asset)
      firstSteps.push(step)
      firstSums.push(last(firstSums) + change)
    }
  for (let visit = 0; visit < schedule.round; visit++)
    for (const { asset, step, change } of ledgerOf(schedule.template(visit), schedule.role(visit))) {
      const { cells, sums } = track(asset)
      cells.push(visit * STRIDE + step)
      sums.push(last(sums) + change)
    }
  const start = initialCoins(model, participant)
  return {
    assets: [...tracks.keys()],
    balance(asset, moment) {
      const known = tracks.get(asset)
      return (asset === COIN ? start : 0n) + (known ? sumBefore(schedule, known, moment) : 0n)
    },
  }
}

/** Coin an participant holds when the chain begins, in wei. */
export function initialCoins(model: ChainModel, participant: Participant): bigint {
  if (participant.kind === 'fixed') return BigInt(itemAt(ADDRESSES, participant.role).coins ?? 0) * ETHER
  if (participant.kind === 'fresh') return 0n
  return (1n + BigInt(model.randomBits(participant.number, 0x636f696e) % 40_000)) * (ETHER / 1000n)
}

function sumBefore(schedule: Schedule, track: Track, { period, step }: PointInTime): bigint {
  if (period === BOOTSTRAP) return itemAt(track.firstSums, lowerBound(track.firstSteps, step))
  const visit = schedule.before(period)
  const here = schedule.before(period + 1) > visit ? step : 0
  const rounds = Math.floor(visit / schedule.round)
  const cell = (visit - rounds * schedule.round) * STRIDE + here
  return (
    last(track.firstSums) +
    BigInt(rounds) * last(track.sums) +
    itemAt(track.sums, lowerBound(track.cells, cell))
  )
}

const last = (sums: readonly bigint[]) => itemAt(sums, sums.length - 1)

const ledgers = new WeakMap<PeriodTemplate, Map<Role, LedgerEntry[]>>()

/** A role's lines in a template's books, in order. */
function ledgerOf(template: PeriodTemplate, role: Role): readonly LedgerEntry[] {
  let byRole = ledgers.get(template)
  if (!byRole) {
    byRole = new Map()
    for (const entry of template.ledger) {
      const lines = byRole.get(entry.role)
      if (lines) lines.push(entry)
      else byRole.set(entry.role, [entry])
    }
    ledgers.set(template, byRole)
  }
  return byRole.get(role) ?? []
}

export const ZERO_PARTICIPANT: Participant = { kind: 'fixed', role: ROLE.null }

/** What is burnt is held by nobody. */
export const isZeroAddress = (participant: Participant) => isSameParticipant(participant, ZERO_PARTICIPANT)
