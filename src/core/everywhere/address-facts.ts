/** Derives the facts about an address from the answers so far. */
import type { AddressDetail, AddressRef, addressTabCounters } from '#shared/chain/address.ts'
import { isBadReputation } from '#shared/chain/reputation.ts'
import type { TokenBalance } from '#shared/chain/token.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { MAX_TAB_COUNT } from '#shared/lists/list-endpoint.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import { NEVER, type AddressFacts, type TabCount, type TokensWorth } from '#shared/rpc/contract/everywhere.ts'
import { isCoin, type Coin } from '#shared/source.ts'
import { centsOf, exactWorth, formatAmount, type Worth } from '#shared/units.ts'
import type * as z from 'zod/mini'

type Counters = z.infer<typeof addressTabCounters>

/** The answers of one source; `undefined` means no answer yet. */
export interface AddressAnswers {
  /** Null: the source does not know the address. */
  readonly detail?: AddressDetail | null
  readonly counters?: Counters
  readonly pages: Partial<Readonly<Record<RequestedList, Page>>>
  /** The time of the last row of a list that is stored completely. */
  readonly oldest: Partial<Readonly<Record<RequestedList, string>>>
}

export const NO_ANSWERS: AddressAnswers = { pages: {}, oldest: {} }

export function factsOf(answers: AddressAnswers, coin: Coin): AddressFacts {
  const { detail, counters, pages } = answers
  const tokens = pages['address-tokens']
  const spans = [
    spanOf(answers, 'address-transactions', counters?.transactions_count),
    spanOf(answers, 'address-token-transfers', counters?.token_transfers_count),
  ]
  return {
    isKnown: isKnown(answers),
    who: detail ? whoOf(detail) : null,
    balance: detail?.coin_balance ?? null,
    transactions: countOf(counters?.transactions_count),
    transfers: countOf(counters?.token_transfers_count),
    tokens: tokens ? worthOf(tokens, coin) : counters?.token_balances_count === 0 ? NO_TOKENS : null,
    last: joinTimes(
      spans.map(({ last }) => last),
      (one, other) => one > other,
    ),
    first: joinTimes(
      spans.map(({ first }) => first),
      (one, other) => one < other,
    ),
  }
}

function isKnown({ detail, counters, pages }: AddressAnswers): boolean | null {
  if (detail) return true
  const hasRows =
    Object.values(counters ?? {}).some((count) => typeof count === 'number' && count > 0) ||
    Object.values(pages).some(({ items }) => items.length > 0)
  return hasRows ? true : detail === null ? false : null
}

/** Without tags, which may be large and are not shown. */
function whoOf({
  hash,
  name,
  is_contract,
  is_verified,
  is_scam,
  ens_domain_name,
  reputation,
}: AddressDetail) {
  return { hash, name, is_contract, is_verified, is_scam, ens_domain_name, reputation } as AddressRef
}

/** A list with more rows counts as `MAX_TAB_COUNT` + 1. */
const countOf = (count: number | null | undefined): TabCount | null =>
  count == null
    ? null
    : count > MAX_TAB_COUNT
      ? { count: MAX_TAB_COUNT, isAtLeast: true }
      : { count, isAtLeast: false }

interface Span {
  readonly last: string | null
  readonly first: string | null
}
const NONE: Span = { last: NEVER, first: NEVER }

/** The times of a list's oldest and newest rows, as far as they are known. */
function spanOf(
  { pages, oldest }: AddressAnswers,
  list: RequestedList,
  count: number | null | undefined,
): Span {
  const page = pages[list]
  if (!page) return count === 0 ? NONE : { last: null, first: null }
  const times = page.items.flatMap((item) => timeOf(item) ?? [])
  const isWhole = page.next === null && page.gap === undefined && page.unread.length === 0
  if (times.length === 0) return isWhole && page.items.length === 0 ? NONE : { last: null, first: null }
  return {
    last: times.reduce((one, other) => (one > other ? one : other)),
    first: isWhole ? times.reduce((one, other) => (one < other ? one : other)) : (oldest[list] ?? null),
  }
}

/** Normalised, so that times can be compared as texts. */
export function timeOf(item: unknown): string | undefined {
  const { timestamp } = item as { readonly timestamp?: string | null }
  const at = timestamp == null ? NaN : Date.parse(timestamp)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Null if one of them is unknown, because it could be the result. */
function joinTimes(times: readonly (string | null)[], isMore: (one: string, other: string) => boolean) {
  if (times.includes(null)) return null
  const known = times.filter((time) => time !== NEVER) as string[]
  return known.length === 0 ? NEVER : known.reduce((one, other) => (isMore(one, other) ? one : other))
}

const NO_TOKENS: TokensWorth = { usd: null, priced: 0, unpriced: 0, scam: 0, isAll: true }

/**
 * Adds up exactly and cuts to cents at the end, so that many small amounts lose nothing. A token that stands for the
 * coin is left out, because the coin's balance includes it.
 */
function worthOf({ items, next, unread }: Page, coin: Coin): TokensWorth {
  let [priced, unpriced, scam] = [0, 0, 0]
  let sum = { digits: 0n, places: 0 }
  for (const { token, value } of items as readonly TokenBalance[]) {
    if (isCoin(coin, token)) continue
    if (isBadReputation(token.reputation)) {
      scam += 1
      continue
    }
    const isCounted = value != null && /^\d{1,100}$/.test(value)
    const worth = isCounted ? exactWorth(value, token.decimals, token.exchange_rate) : undefined
    if (worth === undefined) {
      unpriced += 1
      continue
    }
    priced += 1
    sum = add(sum, worth)
  }
  return {
    usd: priced === 0 ? null : formatAmount(centsOf(sum), 2, ''),
    priced,
    unpriced: unpriced + unread.length,
    scam,
    isAll: next === null,
  }
}

function add(one: Worth, other: Worth): Worth {
  const places = Math.max(one.places, other.places)
  const scale = ({ digits, places: own }: Worth) => digits * 10n ** BigInt(places - own)
  return { digits: scale(one) + scale(other), places }
}

/** The requests to a source about an address: two details, and the first page of each list that has rows. */
export const REQUESTED_DETAILS = ['address', 'address-tab-counters'] as const satisfies readonly DetailId[]
export const REQUESTED_LISTS = [
  'address-transactions',
  'address-token-transfers',
  'address-tokens',
] as const satisfies readonly ListId[]
export type RequestedList = (typeof REQUESTED_LISTS)[number]
