/**
 * Aggregates rows: their number, exact sums by asset, the first and last time; also by group. A token that stands for
 * the coin counts as the coin. A transfer of coins that two rows report counts once.
 */
import type { AddressRef } from '../chain/address.ts'
import type { AdvancedFilterItem } from '../chain/advanced-filter.ts'
import type { StateChange } from '../chain/transaction.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import { isCoin } from '../source.ts'
import { knownDecimals } from '../units.ts'
import { isOwn, type OwnAddresses } from './own-addresses.ts'
import { printValue } from './print-query.ts'
import { rowFields, type RowContext, type RowFields, type TokenName } from './row-fields.ts'

/** The sum of one token, or of the coin if `token` is null; in smallest units. */
export interface AssetSum {
  readonly token: TokenName | null
  readonly decimals: number
  /** The number of rows that moved it. */
  rows: number
  sum: bigint
  /** The amounts that the list's address received and sent. A transfer to itself is in both. */
  in: bigint
  out: bigint
}

export interface Totals {
  rows: number
  /** The number of failed rows. Their amounts are in no sum. */
  failed: number
  /** Times in the format of the rows. */
  first: string | undefined
  last: string | undefined
  /** The sum of fees in the coin; undefined if the rows have none. */
  fees: bigint | undefined
  /** By asset. */
  readonly sums: Map<string, AssetSum>
}

export const GROUPINGS = ['counterparty', 'token', 'method', 'day', 'month'] as const
export type Grouping = (typeof GROUPINGS)[number]

export interface Group extends Totals {
  /** The party or token that the group's rows share; `text` if it is neither. */
  readonly of: { readonly party?: AddressRef; readonly token?: TokenName; readonly text?: string }
  /** The filter that shows the group's rows; undefined for rows that share nothing. */
  readonly condition: string | undefined
}

export interface TotalsCounter {
  readonly totals: Totals
  readonly groups: ReadonlyMap<string, Group>
  /** `context` is given if the row comes from another list than the others. */
  add(item: object, context?: RowContext): void
}

/** The groupings that this kind of row supports. */
export const groupingsFor = (resource: Resource, { ownAddress }: Pick<RowContext, 'ownAddress'>) => {
  const { parties, from, to, tokens, method, time } = rowFields(resource)
  const hasSides = from !== undefined && to !== undefined
  const has: Readonly<Record<Grouping, boolean>> = {
    counterparty: parties !== undefined && (ownAddress !== undefined || !hasSides),
    token: tokens !== undefined,
    method: method !== undefined,
    day: time !== undefined,
    month: time !== undefined,
  }
  return GROUPINGS.filter((one) => has[one])
}

/** `dayOf` returns the day of a time as `2025-01-31`, in the chosen zone. */
export function countTotals(
  resource: Resource,
  context: RowContext,
  grouping: Grouping | undefined,
  dayOf: (time: string) => string,
): TotalsCounter {
  const fields = rowFields(resource)
  const totals = emptyTotals()
  const groups = new Map<string, Group>()
  const isDuplicate = MAY_DUPLICATE[resource]?.()
  return {
    totals,
    groups,
    add(item, of = context) {
      const reported = of.coin.contract === undefined ? undefined : isDuplicate
      addTo(totals, item, fields, of, reported?.(item, of, ''))
      if (grouping === undefined) return
      const { key, ...common } = groupOf(grouping, item, fields, of, dayOf)
      let group = groups.get(key)
      if (!group) groups.set(key, (group = { ...emptyTotals(), ...common }))
      addTo(group, item, fields, of, reported?.(item, of, `group ${key}`))
    },
  }
}

export const emptyTotals = (): Totals => ({
  rows: 0,
  failed: 0,
  first: undefined,
  last: undefined,
  fees: undefined,
  sums: new Map(),
})

const WHOLE = /^-?\d+$/

/** Whether a row that was added before reports the same transfer. */
type IsDuplicate = (item: object, context: RowContext, within: string) => boolean

/**
 * Kinds in which two rows can report one transfer of coins: the transfer itself, and the log of the contract that
 * stands for the coin.
 */
const MAY_DUPLICATE: Partial<Readonly<Record<Resource, () => IsDuplicate>>> = {
  // The coin's change is listed for each address that moved any, so its token rows repeat it.
  'state-change': () => (item, context) => isCoin(context.coin, (item as StateChange).token),
  'advanced-filter': createDuplicateFinder,
}

/**
 * For transactions, calls and logs, in any order: each log cancels one other row with the same amount, if one is
 * left.
 */
function createDuplicateFinder(): IsDuplicate {
  const left = new Map<string, number>()
  return (item, context, within) => {
    const { hash, token, total, value, from, to } = item as AdvancedFilterItem
    const isLog = isCoin(context.coin, token)
    if (token && !isLog) return false
    const amount = isLog ? (total[0]?.value ?? '0') : (value ?? '0')
    if (amount === '0') return false
    const key = [within, hash, amount, isOwn(context, from), isOwn(context, to)].join(' ')
    const before = left.get(key) ?? 0
    const now = before + (isLog ? -1 : 1)
    // Most rows find their counterpart: a long list keeps only those without.
    if (now === 0) left.delete(key)
    else left.set(key, now)
    return isLog ? before > 0 : before < 0
  }
}

function addTo(
  totals: Totals,
  item: object,
  fields: RowFields<object>,
  context: RowContext,
  isRepeated = false,
): void {
  totals.rows += 1
  const time = fields.time?.(item)
  if (time != null) {
    if (totals.first === undefined || time < totals.first) totals.first = time
    if (totals.last === undefined || time > totals.last) totals.last = time
  }
  const fee = fields.fee?.(item)
  if (fee != null && WHOLE.test(fee)) totals.fees = (totals.fees ?? 0n) + BigInt(fee)
  if (fields.isFailed?.(item)) {
    totals.failed += 1
    return
  }
  if (isRepeated) return
  const isIn = isOwn(context, fields.to?.(item))
  const isOut = isOwn(context, fields.from?.(item))
  const counted = new Set<AssetSum>()
  for (const { raw, decimals, token: of } of fields.amounts?.(item, context) ?? []) {
    const token = isCoin(context.coin, of) ? null : of
    const places = knownDecimals(decimals)
    if (places === undefined || !WHOLE.test(raw)) continue
    const key = `${token?.address_hash.toLowerCase() ?? ''}:${String(places)}`
    let sum = totals.sums.get(key)
    if (!sum) totals.sums.set(key, (sum = { token, decimals: places, rows: 0, sum: 0n, in: 0n, out: 0n }))
    const amount = BigInt(raw)
    sum.sum += amount
    if (isIn) sum.in += amount
    if (isOut) sum.out += amount
    counted.add(sum)
  }
  for (const sum of counted) sum.rows += 1
}

interface GroupKey {
  readonly key: string
  readonly of: Group['of']
  readonly condition: string | undefined
}
const NOTHING: GroupKey = { key: '', of: {}, condition: undefined }

/** The value that a row shares with its group, and the group's key. */
export function groupOf(
  grouping: Grouping,
  item: object,
  fields: RowFields<object>,
  context: RowContext,
  dayOf: (time: string) => string,
): GroupKey {
  if (grouping === 'counterparty') {
    const party = counterpartyOf(item, fields, context)
    if (!party) return NOTHING
    const key = party.hash.toLowerCase()
    const { from, to } = fields
    // Every row has the list's address as a party. A transfer to itself came in and went out.
    const isWithItself = from && to && isOwn(context, party) && !context.ownAddresses
    const word = from && !to ? 'from' : 'with'
    return { key, of: { party }, condition: isWithItself ? 'in out' : `${word}:${party.hash}` }
  }
  if (grouping === 'token') {
    const token = fields.tokens?.(item, context)[0]
    if (!token) return NOTHING
    const { address_hash: address } = token
    return { key: address.toLowerCase(), of: { token }, condition: `token:${address}` }
  }
  if (grouping === 'method') {
    const text = fields.method?.(item, context)
    const hash = fields.methodHash?.(item)
    if (hash != null) return { key: hash, of: { text: text ?? hash }, condition: `method:${hash}` }
    if (text) return { key: text, of: { text }, condition: `method=${printValue(text)}` }
    return fields.methodHash ? { ...NOTHING, condition: '-method:0x' } : NOTHING
  }
  const time = fields.time?.(item)
  if (time == null || Number.isNaN(Date.parse(time))) return NOTHING
  const text = dayOf(time).slice(0, grouping === 'day' ? 10 : 7)
  return { key: text, of: { text }, condition: `on:${text}` }
}

/** The other party. For a row without two sides: its sender, or the address it is about. */
function counterpartyOf(item: object, { from, to, parties }: RowFields<object>, own: OwnAddresses) {
  if (from && !to) return from(item)
  const [sender, receiver] = [from?.(item), to?.(item)]
  if (isOwn(own, sender)) return receiver
  return sender ?? receiver ?? parties?.(item).find((party) => party != null)
}
