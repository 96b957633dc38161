/** Balances of a participant at any point in time, by arithmetic: full cycles times their sum, plus a prefix sum. */
import { ADDRESSES, ROLE, type Role } from '../config/addresses.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { STRIDE } from './sequence.ts'
import { lowerBound, itemAt } from '../lib/arrays.ts'
import type { LedgerEntry, PeriodTemplate } from '../templates/period-template.ts'
import { COIN, type Asset } from '../config/tokens.ts'
import { BOOTSTRAP, isSameParticipant, type Participant, type ChainModel } from './chain-model.ts'

/** A point before all events at this step of the period's template (see LedgerEntry). */
export interface PointInTime {
  readonly period: number
  readonly step: number
}

export interface BalanceHistory {
  /** All assets that the participant ever receives or sends. */
  readonly assets: readonly Asset[]
  /** In the asset's smallest unit. Negative for the zero address, which sends minted tokens. */
  balance(asset: Asset, time: PointInTime): bigint
}

const ETHER = 10n ** 18n

/** The changes of one asset in the bootstrap and in one cycle, with running sums. */
interface AssetHistory {
  readonly firstSteps: number[]
  readonly firstSums: bigint[]
  readonly cells: number[]
  readonly sums: bigint[]
}

export function createBalanceHistory(model: ChainModel, participant: Participant): BalanceHistory {
  const schedule = createSchedule(model, participant)
  const histories = new Map<Asset, AssetHistory>()
  const historyOf = (asset: Asset) => {
    const known = histories.get(asset)
    if (known) return known
    const history: AssetHistory = { firstSteps: [], firstSums: [0n], cells: [], sums: [0n] }
    histories.set(asset, history)
    return history
  }
  if (schedule.bootstrapRole !== null)
    for (const { asset, step, change } of ledgerOf(model.bootstrap, schedule.bootstrapRole)) {
      const { firstSteps, firstSums } = historyOf(asset)
      firstSteps.push(step)
      firstSums.push(last(firstSums) + change)
    }
  for (let visit = 0; visit < schedule.cycle; visit++)
    for (const { asset, step, change } of ledgerOf(schedule.template(visit), schedule.role(visit))) {
      const { cells, sums } = historyOf(asset)
      cells.push(visit * STRIDE + step)
      sums.push(last(sums) + change)
    }
  const initial = initialCoins(model, participant)
  return {
    assets: [...histories.keys()],
    balance(asset, time) {
      const known = histories.get(asset)
      return (asset === COIN ? initial : 0n) + (known ? sumBefore(schedule, known, time) : 0n)
    },
  }
}

/** Coins of a participant before the first block, in wei. */
function initialCoins(model: ChainModel, participant: Participant): bigint {
  if (participant.kind === 'fixed') return BigInt(itemAt(ADDRESSES, participant.role).coins ?? 0) * ETHER
  if (participant.kind === 'fresh') return 0n
  return (1n + BigInt(model.randomBits(participant.number, 0x636f696e) % 40_000)) * (ETHER / 1000n)
}

function sumBefore(schedule: Schedule, history: AssetHistory, { period, step }: PointInTime): bigint {
  if (period === BOOTSTRAP) return itemAt(history.firstSums, lowerBound(history.firstSteps, step))
  const visit = schedule.visitsBefore(period)
  const offset = schedule.visitsBefore(period + 1) > visit ? step : 0
  const cycles = Math.floor(visit / schedule.cycle)
  const cell = (visit - cycles * schedule.cycle) * STRIDE + offset
  return (
    last(history.firstSums) +
    BigInt(cycles) * last(history.sums) +
    itemAt(history.sums, lowerBound(history.cells, cell))
  )
}

const last = (sums: readonly bigint[]) => itemAt(sums, sums.length - 1)

const ledgers = new WeakMap<PeriodTemplate, Map<Role, LedgerEntry[]>>()

/** A role's ledger entries of a template, in order. */
function ledgerOf(template: PeriodTemplate, role: Role): readonly LedgerEntry[] {
  let byRole = ledgers.get(template)
  if (!byRole) {
    byRole = new Map()
    for (const entry of template.ledger) {
      const entries = byRole.get(entry.role)
      if (entries) entries.push(entry)
      else byRole.set(entry.role, [entry])
    }
    ledgers.set(template, byRole)
  }
  return byRole.get(role) ?? []
}

export const ZERO_PARTICIPANT: Participant = { kind: 'fixed', role: ROLE.null }

/** The zero address sends minted tokens and receives burnt ones; lists show no balances of it. */
export const isZeroAddress = (participant: Participant) => isSameParticipant(participant, ZERO_PARTICIPANT)
