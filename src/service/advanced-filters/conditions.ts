/** The filters of the list, read once for a page: `Id` is how a chain names an address. */
import { knownDecimals } from '#shared/units.ts'
import type { ListRequest } from '../chain-reader.ts'

/** A movement before it becomes an item. Without a receiver it creates a contract. */
export interface Candidate<Id> {
  readonly from: Id
  readonly to: Id | null
  /** Null for the coin. */
  readonly token: Id | null
  readonly tokenType: string | null
  /** In the least unit; null where there is none, or nobody knows it. */
  readonly amount: bigint | null
  readonly decimals: number
  /** The selector of the transaction, also for its transfers. */
  readonly selector: string | null
  readonly methodName: () => string | null
  /** Whether the receiver is a contract. */
  readonly isInteraction: () => boolean
}

interface Choice<Id> {
  /** Null for all. Those that the chain does not know are left out: an empty set chooses nothing. */
  readonly include: ReadonlySet<Id> | null
  readonly exclude: ReadonlySet<Id>
}

export interface Conditions<Id> {
  readonly from: Choice<Id>
  readonly to: Choice<Id>
  /** Both parties must be included, where both are chosen; else one is enough. */
  readonly needsBoth: boolean
  /** The chosen tokens that have a contract. */
  readonly tokens: Choice<Id>
  readonly hasCoin: boolean
  readonly hasTokens: boolean
  readonly matches: (candidate: Candidate<Id>) => boolean
}

const COIN = 'native'

export function readConditions<Id>(
  filters: ListRequest['filters'],
  idOf: (hash: string) => Id | null,
): Conditions<Id> {
  const listed = (name: string): readonly string[] => {
    const value = filters[name]
    return Array.isArray(value) ? (value as readonly string[]) : []
  }
  const ids = (hashes: readonly string[]) =>
    new Set(hashes.flatMap((hash) => (hash === COIN ? [] : [idOf(hash)])).filter((id) => id !== null))
  const choice = (what: string): Choice<Id> => {
    const include = listed(`${what}_to_include`)
    return {
      include: include.length === 0 ? null : ids(include),
      exclude: ids(listed(`${what}_to_exclude`)),
    }
  }
  const [from, to] = [choice('from_address_hashes'), choice('to_address_hashes')]
  const needsBoth = filters.address_relation === 'and'
  const tokens = choice('token_contract_address_hashes')
  const includedTokens = listed('token_contract_address_hashes_to_include')
  const hasCoin =
    (includedTokens.length === 0 || includedTokens.includes(COIN)) &&
    !listed('token_contract_address_hashes_to_exclude').includes(COIN)
  const types = new Set(listed('transaction_types'))
  const selectors = new Set(listed('methods'))
  const names = new Set(listed('methods_names'))
  const least = readAmount(filters.amount_from)
  const most = readAmount(filters.amount_to)

  const hasMethod = ({ selector, methodName }: Candidate<Id>) =>
    (selectors.size === 0 && names.size === 0) ||
    (selector !== null && (selectors.has(selector) || (names.size > 0 && names.has(methodName() ?? ''))))
  return {
    from,
    to,
    needsBoth,
    tokens,
    hasCoin,
    hasTokens: includedTokens.length === 0 || includedTokens.some((token) => token !== COIN),
    matches: (candidate) =>
      (candidate.token === null ? hasCoin : isChosen(tokens, candidate.token)) &&
      hasParties(candidate, from, to, needsBoth) &&
      isWithin(candidate, least, most) &&
      hasMethod(candidate) &&
      (types.size === 0 || hasType(candidate, types)),
  }
}

const isChosen = <Id>({ include, exclude }: Choice<Id>, id: Id) =>
  (include === null || include.has(id)) && !exclude.has(id)

function hasParties<Id>(
  { from: sender, to: receiver }: Candidate<Id>,
  from: Choice<Id>,
  to: Choice<Id>,
  needsBoth: boolean,
): boolean {
  if (from.exclude.has(sender) || (receiver !== null && to.exclude.has(receiver))) return false
  const isTo = receiver !== null && (to.include?.has(receiver) ?? false)
  if (from.include === null) return to.include === null || isTo
  const isFrom = from.include.has(sender)
  if (to.include === null) return isFrom
  return needsBoth ? isFrom && isTo : isFrom || isTo
}

function hasType<Id>(candidate: Candidate<Id>, types: ReadonlySet<string>): boolean {
  if (candidate.tokenType !== null) return types.has(candidate.tokenType)
  return (
    (types.has('coin_transfer') && (candidate.amount ?? 0n) > 0n) ||
    (types.has('contract_creation') && candidate.to === null) ||
    (types.has('contract_interaction') && candidate.to !== null && candidate.isInteraction())
  )
}

/** A decimal number, exact: `digits` / 10^`scale`. */
interface Amount {
  readonly digits: bigint
  readonly scale: number
}

function readAmount(text: unknown): Amount | null {
  if (typeof text !== 'string') return null
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

function isWithin<Id>(
  { amount, decimals }: Candidate<Id>,
  least: Amount | null,
  most: Amount | null,
): boolean {
  if (least === null && most === null) return true
  const places = knownDecimals(decimals)
  if (amount === null || places === undefined) return false
  const compare = ({ digits, scale }: Amount) => {
    const [own, other] = [amount * 10n ** BigInt(scale), digits * 10n ** BigInt(places)]
    return own < other ? -1 : own > other ? 1 : 0
  }
  return (least === null || compare(least) >= 0) && (most === null || compare(most) <= 0)
}

/** Heights of the blocks whose times the filters leave; `first` above `last` where there are none. */
export function blocksInTime(
  { age_from: from, age_to: to }: ListRequest['filters'],
  { first, last }: { readonly first: number; readonly last: number },
  /** In ms since 1970, never falling. */
  timeOf: (height: number) => number,
): { readonly first: number; readonly last: number } {
  /** The lowest block that is not before a time, or after it where `isAfter`. */
  const lowest = (time: number, isAfter: boolean) => {
    let [low, high] = [first, last + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const at = timeOf(middle)
      if (isAfter ? at <= time : at < time) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    first: typeof from === 'string' ? lowest(Date.parse(from), false) : first,
    last: typeof to === 'string' ? lowest(Date.parse(to), true) - 1 : last,
  }
}
