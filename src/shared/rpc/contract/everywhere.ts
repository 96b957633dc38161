/** One address on every chain that the person's sources know. */
import * as z from 'zod/mini'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Source, SourceKind } from '#shared/source.ts'
import type { ChainglassError } from '../../errors/errors.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import { sourceId } from './lists.ts'

/** A Pro account alone may have several hundred chains. */
const MAX_EVERYWHERE_SOURCES = 2_000

/** A source that can be asked for an address: one of the list that is not hidden, or any chain of an account. */
export interface EverywhereSource {
  readonly source: string
  readonly name: string
  /** The host that learns the address if it is asked. */
  readonly host: string
  readonly kind: SourceKind
  readonly coin: Source['coin']
  readonly chainId: string | null
  /** Whether it is a test network, whose coin has no value. */
  readonly isTest: boolean
  /** The account that the chain belongs to. */
  readonly account: { readonly id: string; readonly name: string; readonly hasKey: boolean } | null
  /** The cost of asking, if the source takes credits. */
  readonly credits: { readonly least: number; readonly most: number } | null
}

/** The rows of a list by its tab counter, which does not count beyond 50. */
export interface TabCount {
  readonly count: number
  readonly isAtLeast: boolean
}

/** The worth of the tokens on the first page of their list, at the source's prices. */
export interface TokensWorth {
  /** Exact, cut to cents: `1234.05`. Null if no token has a price. */
  readonly usd: string | null
  readonly priced: number
  /** Left out: tokens without a price, and tokens that the source marks as scam. */
  readonly unpriced: number
  readonly scam: number
  /** False if the list goes on: the rest was not asked for. */
  readonly isAll: boolean
}

/** A source's data on an address. Null: unknown, or not asked for. */
export interface AddressFacts {
  /** False if the source does not know the address. */
  readonly isKnown: boolean | null
  readonly who: AddressRef | null
  /** In the coin's smallest unit. */
  readonly balance: string | null
  readonly transactions: TabCount | null
  readonly transfers: TabCount | null
  readonly tokens: TokensWorth | null
  /** The time of the newest transaction or transfer; `never` if there is none. */
  readonly last: string | null
  /** The time of the oldest one, if the lists are short or stored completely; otherwise it is not asked for. */
  readonly first: string | null
}
export const NEVER = 'never'

/** A part of a source's answer that is missing. */
export type MissingPart = 'counts' | 'tokens' | 'activity'

/**
 * Why the answer counts as one from another chain: the source names another chain (`says`), or it has the same
 * transactions in the same blocks as a source of another chain (`sameAs`).
 */
export type OtherChain = { readonly says: string } | { readonly sameAs: string }

export interface AddressOnChain {
  readonly source: string
  /** `unasked`: only stored data is here. `waiting`: the request waits for its turn. */
  readonly state: 'unasked' | 'waiting' | 'asking' | 'answered' | 'failed'
  /** Why it failed. Stored data is shown all the same. */
  readonly error: ChainglassError | null
  readonly facts: AddressFacts
  /** When the oldest part was read, in ms since 1970, if any part comes from the archive. */
  readonly keptAt: number | null
  readonly missing: readonly { readonly part: MissingPart; readonly error: ChainglassError }[]
  /** Set if the request failed with `other_chain`. */
  readonly otherChain: OtherChain | null
}

export const everywhereCalls = {
  /**
   * All sources that can be asked, in the person's order, then the chains of accounts. This call makes no request.
   */
  'everywhere.sources': call<readonly EverywhereSource[]>().with(z.object({})),
} as const

export const everywhereEvents = {
  /**
   * Reads an address from these sources: first one row for each, from stored data; with `asks`, then each changed row
   * as its source answers. Ending the subscription cancels open requests.
   */
  'everywhere.answers': event<readonly AddressOnChain[]>().with(
    z.object({
      address,
      sources: z.array(sourceId).check(z.maxLength(MAX_EVERYWHERE_SOURCES)),
      asks: z.boolean(),
    }),
  ),
} as const
