/** One address on every chain that the person's sources know. */
import * as z from 'zod/mini'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Source, SourceKind } from '#shared/source.ts'
import type { ChainglassError } from '../../errors/errors.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import { sourceId } from './lists.ts'

/** A Pro account alone may have some hundreds of chains. */
const MAX_EVERYWHERE_SOURCES = 2_000

/** A source that can be asked for an address: one of the list that is not hidden, or any chain of an account. */
export interface EverywhereSource {
  readonly source: string
  readonly name: string
  /** The host that is told of the address. */
  readonly host: string
  readonly kind: SourceKind
  readonly coin: Source['coin']
  readonly chainId: string | null
  /** A network for tests: what its coin is called is worth nothing. */
  readonly isTest: boolean
  /** The account it is a chain of. */
  readonly account: { readonly id: string; readonly name: string; readonly hasKey: boolean } | null
  /** What asking it takes, where it takes credits. */
  readonly credits: { readonly least: number; readonly most: number } | null
}

/** Rows of a list as the counters of its tab tell: beyond 50 it is not counted on. */
export interface TabCount {
  readonly count: number
  readonly isAtLeast: boolean
}

/** The worth of the tokens on the first page of their list, by the prices that the source gives. */
export interface TokensWorth {
  /** Exact, cut to cents: `1234.05`. Null where no token has a price. */
  readonly usd: string | null
  readonly priced: number
  /** Left out: those without a price, and those that the source marks as scam. */
  readonly unpriced: number
  readonly scam: number
  /** False: the list goes on, and the rest was not asked for. */
  readonly isAll: boolean
}

/** What a source says about an address, as far as it is there. Null: not known, or not asked for. */
export interface AddressFacts {
  /** False: the source knows nothing of this address. */
  readonly isKnown: boolean | null
  readonly who: AddressRef | null
  /** In the coin's smallest unit. */
  readonly balance: string | null
  readonly transactions: TabCount | null
  readonly transfers: TabCount | null
  readonly tokens: TokensWorth | null
  /** The newest row of its transactions and transfers, as a time; `never` where there is none. */
  readonly last: string | null
  /** The oldest, where the lists are short or kept whole; else it is not asked for. */
  readonly first: string | null
}
export const NEVER = 'never'

/** What part of a source's answer could not be had. */
export type MissingPart = 'counts' | 'tokens' | 'activity'

/**
 * Why the answer is refused as one about another chain than the source is listed for: the source says so itself (`says`), or it
 * has the same transactions in the same blocks as a source of another chain (`sameAs`).
 */
export type OtherChain = { readonly says: string } | { readonly sameAs: string }

export interface AddressOnChain {
  readonly source: string
  /** `unasked`: only what is kept is here. `waiting`: for its turn. */
  readonly state: 'unasked' | 'waiting' | 'asking' | 'answered' | 'failed'
  /** Why it failed; what is kept is shown all the same. */
  readonly error: ChainglassError | null
  readonly facts: AddressFacts
  /** When the oldest part of what stands here was read, in ms since 1970, where any of it comes from the archive. */
  readonly keptAt: number | null
  readonly missing: readonly { readonly part: MissingPart; readonly error: ChainglassError }[]
  /** Where it failed with `other_chain`. */
  readonly otherChain: OtherChain | null
}

export const everywhereCalls = {
  /** All that can be asked, in the person's order, then the chains of accounts. Nobody is asked for this. */
  'everywhere.sources': call<readonly EverywhereSource[]>().with(z.object({})),
} as const

export const everywhereEvents = {
  /**
   * What these sources say about an address: first a row for each, with what is kept; with `asks`, then each row that has
   * changed, as its source answers. Ending the subscription cancels what is still asked for.
   */
  'everywhere.answers': event<readonly AddressOnChain[]>().with(
    z.object({
      address,
      sources: z.array(sourceId).check(z.maxLength(MAX_EVERYWHERE_SOURCES)),
      asks: z.boolean(),
    }),
  ),
} as const
