/** Adds up movements by counterparty and by asset. */
import type { AddressRef } from '#shared/chain/address.ts'
import {
  MAX_FLOW_ASSETS,
  OTHERS,
  type FlowDirection,
  type FlowStep,
  type FlowSum,
} from '#shared/rpc/contract/flow.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { hubLabel } from '#shared/flow/hub.ts'
import { hasWholeUnits, knownDecimals } from '#shared/units.ts'
import { COIN } from '../ledger/movement.ts'
import type { PositionedMovement } from '../ledger/movements.ts'
import { bothOf } from '../ledger/ask-movements.ts'
import type { MovementFilter } from '../ledger/kept/movement-filter.ts'
import type { FlowLedger } from './movements-in-memory.ts'

export interface FlowRequest {
  /** In lower case. */
  readonly address: string
  readonly direction: FlowDirection
  readonly from: number | null
  readonly to: number | null
  readonly asset: string | null
  readonly min: string | null
  readonly withSpam: boolean
}

export interface FlowStepRequest extends FlowRequest {
  readonly limit: number
  readonly stopAt: number | null
}

export interface Sum {
  amount: bigint
  movements: number
  first: number | null
  last: number | null
}

/** The movements with one counterparty. */
interface PoisoningDetector {
  readonly hash: string
  readonly sums: Map<string, Sum>
  movements: number
  /** In dollars, if rows have prices: only for comparing, never shown. */
  worth: number
}

/** All ids of a multi-token count together, like those of a collection. */
export const flowAsset = ({ id, token }: LedgerAsset): string => token?.address_hash.toLowerCase() ?? id

/** Selects the movements of this direction that count. */
export function filterOf(ledger: FlowLedger, { direction, asset, withSpam }: FlowRequest): MovementFilter {
  const isOut = direction === 'out'
  const side: MovementFilter = {
    key: `flow ${direction} ${asset ?? ''}`,
    passes: (movement) =>
      movement.amount < 0n === isOut &&
      (asset === null || flowAsset(ledger.assetOf(movement.asset)) === asset),
  }
  return bothOf(side, withSpam ? undefined : ledger.spam.without)
}

export async function stepOf(
  ledger: FlowLedger,
  request: FlowStepRequest,
  signal: AbortSignal,
): Promise<FlowStep> {
  const period = { from: request.from, to: request.to }
  const byParty = new Map<string, PoisoningDetector>()
  for await (const movements of ledger.batches(period, { signal, filter: filterOf(ledger, request) }))
    for (const movement of movements) addTo(byParty, movement, ledger)
  const all = [...byParty.values()]
  const large = all.filter((one) => isEnough(one, request))
  const stop = stopOf(ledger, request, large.length)
  const ranked = stop ? [] : large.sort(orderOf(request.asset))
  const named = ranked.slice(0, request.limit)
  const rest = ranked.slice(request.limit)
  const written = writeSums(request, named, rest)
  return {
    ...written,
    parties: partiesOf(ledger, [request.address, ...named.map(({ hash }) => hash)]),
    counterparties: large.length,
    below: all.length - large.length,
    others: rest.length,
    stop,
    assets: assetsOf(ledger, written.sums),
    leftOut: request.withSpam ? [] : await leftOutOf(ledger, request, signal),
    lists: ledger.lists,
    isCut: ledger.isCut,
    unchecked: ledger.unchecked,
  }
}

function addTo(byParty: Map<string, PoisoningDetector>, movement: PositionedMovement, ledger: FlowLedger) {
  const hash = movement.counterparty?.hash.toLowerCase() ?? ''
  let one = byParty.get(hash)
  if (!one) byParty.set(hash, (one = { hash, sums: new Map(), movements: 0, worth: 0 }))
  const asset = ledger.assetOf(movement.asset)
  const amount = movement.amount < 0n ? -movement.amount : movement.amount
  one.movements += 1
  one.worth += worthOf(amount, asset, movement)
  addSum(one.sums, flowAsset(asset), { amount, movements: 1, first: movement.time, last: movement.time })
}

function worthOf(amount: bigint, { id, token }: LedgerAsset, { price }: PositionedMovement): number {
  if (!price || (id !== COIN && !hasWholeUnits(token?.decimals))) return 0
  const decimals = id === COIN ? 18 : (knownDecimals(token?.decimals) ?? 0)
  const worth = (Number(amount) / 10 ** decimals) * Number(price.usd)
  return Number.isFinite(worth) ? worth : 0
}

export function addSum(sums: Map<string, Sum>, asset: string, more: Readonly<Sum>) {
  const sum = sums.get(asset)
  if (!sum) {
    sums.set(asset, { ...more })
    return
  }
  sum.amount += more.amount
  sum.movements += more.movements
  sum.first = earlier(sum.first, more.first)
  sum.last = later(sum.last, more.last)
}

const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
const later = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

const isEnough = ({ sums }: PoisoningDetector, { asset, min }: FlowRequest) =>
  asset === null || min === null || (sums.get(asset)?.amount ?? 0n) >= BigInt(min)

function stopOf(
  { parties }: FlowLedger,
  { address, stopAt }: FlowStepRequest,
  count: number,
): FlowStep['stop'] {
  if (stopAt === null) return null
  if (hubLabel(parties.get(address) ?? { hash: address }) !== undefined) return 'label'
  return count > stopAt ? 'counterparties' : null
}

/**
 * Sorts by worth, then coins, then number of movements; for one asset by its amount. The hash makes the order unique.
 */
function orderOf(asset: string | null) {
  const amountOf = ({ sums }: PoisoningDetector) => sums.get(asset ?? COIN)?.amount ?? 0n
  return (one: PoisoningDetector, other: PoisoningDetector): number => {
    const worth = asset === null ? other.worth - one.worth : 0
    if (worth !== 0) return worth
    const more = amountOf(other) - amountOf(one)
    if (more !== 0n) return more > 0n ? 1 : -1
    return other.movements - one.movements || (one.hash < other.hash ? -1 : 1)
  }
}

function writeSums(
  request: FlowRequest,
  named: readonly PoisoningDetector[],
  rest: readonly PoisoningDetector[],
): Pick<FlowStep, 'sums' | 'assetsLeftOut'> {
  const others: PoisoningDetector = { hash: OTHERS, sums: new Map(), movements: 0, worth: 0 }
  for (const { sums } of rest) for (const [asset, sum] of sums) addSum(others.sums, asset, sum)
  let assetsLeftOut = 0
  const sums = [...named, ...(rest.length > 0 ? [others] : [])].flatMap((one) => {
    const most = [...one.sums].sort(([, { movements }], [, other]) => other.movements - movements)
    assetsLeftOut += Math.max(0, most.length - MAX_FLOW_ASSETS)
    const [from, to] = request.direction === 'out' ? [request.address, one.hash] : [one.hash, request.address]
    return most.slice(0, MAX_FLOW_ASSETS).map(([asset, sum]) => writeSum(from, to, asset, sum))
  })
  return { sums, assetsLeftOut }
}

export const writeSum = (from: string, to: string, asset: string, { amount, ...sum }: Sum): FlowSum => ({
  from,
  to,
  asset,
  amount: String(amount),
  ...sum,
})

const partiesOf = ({ parties }: FlowLedger, hashes: readonly string[]): AddressRef[] =>
  [...new Set(hashes)].map((hash) => parties.get(hash) ?? { hash })

/** The assets in the sums. */
export function assetsOf(
  { assets }: Pick<FlowLedger, 'assets'>,
  used: readonly { readonly asset: string }[],
): LedgerAsset[] {
  const wanted = new Set(used.map(({ asset }) => asset))
  const found = new Map<string, LedgerAsset>()
  for (const asset of assets.values()) {
    const id = flowAsset(asset)
    if (wanted.has(id) && !found.has(id))
      found.set(id, id === asset.id ? asset : { id, token: asset.token, tokenId: null })
  }
  return [...found.values()]
}

async function leftOutOf(ledger: FlowLedger, request: FlowRequest, signal: AbortSignal) {
  const { spam } = ledger
  if (spam.rules.length === 0) return []
  const side = filterOf(ledger, { ...request, withSpam: true })
  const counts = new Map(spam.rules.map((rule) => [rule, 0]))
  for await (const movements of ledger.batches(
    { from: request.from, to: request.to },
    { signal, filter: side },
  ))
    for (const movement of movements) {
      const rule = spam.ruleOf(movement)
      if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1)
    }
  return [...counts].flatMap(([rule, movements]) => (movements > 0 ? [{ rule, movements }] : []))
}
