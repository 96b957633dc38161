/** Sources of chain data. */
import * as z from 'zod/mini'
import type { ChainglassError } from '../../errors/errors.ts'
import type { SourceLimits } from '#shared/lists/page.ts'
import type { Source } from '#shared/source.ts'
import { auth } from '#shared/source-schema.ts'
import type { Spending } from '#shared/spending.ts'
import { call, event } from './definition.ts'
import { chainId } from './fields.ts'
import type { KeyState } from './key-state.ts'

/** A source with its state. */
export type SourceView = Source & {
  readonly host: string
  readonly limits: SourceLimits
  /** The last response: its duration, or its error. */
  readonly last?:
    | { readonly ok: true; readonly ms: number }
    | { readonly ok: false; readonly error: ChainglassError }
    | undefined
  /** For an account's chain: the account's key. */
  readonly key: KeyState
  readonly hidden?: boolean | undefined
  /** For an instance. The requests of an account's chain are counted at the account. */
  readonly spending?: Spending | undefined
}

/**
 * A Pro account: one base URL and one key for many chains. Its sources have the id `{account}:{chain id}`, for any
 * chain id.
 */
export interface AccountView {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly host: string
  readonly key: KeyState
  /** The number of chains in its last list. */
  readonly chains: number
  /** The remaining credits in the last response of any of its chains. */
  readonly credits?: number | undefined
  readonly spending?: Spending | undefined
}

export interface SourcesView {
  /** In the person's order, including hidden ones. Of an account, only the chains that were used. */
  readonly sources: readonly SourceView[]
  readonly accounts: readonly AccountView[]
  readonly current: string
}

export interface SourceTest {
  readonly ms: number
  readonly dialect?: Source['dialect']
  readonly limits: SourceLimits
}

export interface SourceCheck extends SourceTest {
  readonly kind: 'instance' | 'pro'
  /** Whether it is the service of another Chainglass on this machine or network. */
  readonly ownService: boolean
  readonly baseUrl: string
  /** The proposed name, and the chain if it is known. */
  readonly name: string
  readonly chainId?: string | undefined
  readonly coin: Source['coin']
  /** Remarks to show before the source is added. */
  readonly notes: readonly SourceNote[]
  /** The existing source with the same URL. */
  readonly known?: string | undefined
  /** Example addresses, if the source is our own service. */
  readonly suggestedAddresses: readonly SuggestedAddress[]
  /** The chains, if it is a Pro account. */
  readonly chains: readonly ProChain[]
}

/** One thing that the text may lead to: still requested, or the result. */
export type Finding<Found> =
  | { readonly state: 'asking' }
  | { readonly state: 'found'; readonly found: Found }
  | { readonly state: 'none'; readonly error: ChainglassError }
  /** The form of the text excludes this thing, so nothing was requested. */
  | { readonly state: 'unasked' }

/** The results for a text that a person typed. Only the official Pro API is asked about a key. */
export interface Findings {
  readonly explorer: Finding<SourceCheck>
  readonly node: Finding<KnownNode>
  readonly pro: Finding<SourceCheck>
}

export interface FoundNode {
  readonly rpcUrl: string
  readonly chainId: string
  /** The node's `web3_clientVersion`. */
  readonly client: string
  /** The newest block, if the node says it. */
  readonly block?: string | undefined
  readonly ms: number
}

export interface KnownNode extends FoundNode {
  /** The source that already follows the node, and the chain that it was followed for. */
  readonly known?: { readonly id: string; readonly chainId?: string | undefined } | undefined
}

/** A remark about a source that is not added yet. */
export type SourceNote =
  | 'key_needed'
  /** The URL contained a key, which is not stored. */
  | 'key_left_out'
  /** The host's name has letters of other alphabets: `host` is its real spelling. */
  | { readonly kind: 'international_host'; readonly host: string }
  /** The API is at the origin, not at the typed path. */
  | { readonly kind: 'path_left_out'; readonly origin: string }

export interface ProChain {
  readonly chainId: string
  readonly name: string
  readonly coin: string
  readonly test: boolean
  /** The source id for using this chain. */
  readonly source: string
  /** Whether it was used before and is in the list of sources. */
  readonly listed: boolean
}

export interface SuggestedAddress {
  readonly address: string
  readonly name: string
  readonly description: string
}

const url = z.string().check(z.minLength(1), z.maxLength(2_000))
const id = z.string().check(z.minLength(1), z.maxLength(200))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))
const coin = z.object({
  symbol: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  decimals: z.number().check(z.int(), z.minimum(0), z.maximum(77)),
})
const form = z.enum(['instance', 'pro'])

export const sourceCalls = {
  /** Uses a source of the list, or any chain of an account (`pro:8453`), which is then listed. */
  'sources.use': call<null>().with(z.object({ id })),
  /**
   * Adds an instance, or a Pro account (and returns its first chain), after checking it; `unchecked` skips the check.
   */
  'sources.add': call<SourceView>().with(
    z.object({
      url,
      form: z.optional(form),
      name: z.optional(name),
      chainId: z.optional(chainId),
      coin: z.optional(coin),
      unchecked: z.optional(z.boolean()),
    }),
  ),
  /**
   * Changes a source. `null` restores the original value. The URL can't change, because that would be another source.
   */
  'sources.edit': call<SourceView>().with(
    z.object({
      id,
      changes: z.object({
        name: z.optional(z.nullable(name)),
        coin: z.optional(z.nullable(coin)),
        chainId: z.optional(z.nullable(chainId)),
        auth: z.optional(auth),
        explorer: z.optional(z.nullable(url)),
        requestsPerSecond: z.optional(z.nullable(z.number().check(z.positive(), z.maximum(1_000)))),
      }),
    }),
  ),
  /** Changes the given fields of a Pro account. */
  'sources.editAccount': call<AccountView>().with(
    z.object({
      id,
      changes: z.object({
        name: z.optional(name),
        auth: z.optional(auth),
      }),
    }),
  ),
  /** Hides or shows a source. Hidden ones can be used by their id. The current source can be hidden as well. */
  'sources.hide': call<null>().with(z.object({ id, hidden: z.boolean() })),
  /** Sets the order. Sources that are not named follow in their present order. */
  'sources.order': call<null>().with(z.object({ ids: z.array(id).check(z.maxLength(2_000)) })),
  /** Makes one request with the source's key and returns its duration or error. */
  'sources.test': call<SourceTest>().with(z.object({ id })),
  /** Removes the person's own source or account with its key. A built-in source can only be hidden. */
  'sources.remove': call<null>().with(z.object({ id })),
  /** Restores a removed source, until the program ends. Its key must be set again. */
  'sources.restore': call<null>().with(z.object({ id })),
  /** All chains of an account, well-known ones first; with `refresh` they are requested again. */
  'sources.chains': call<readonly ProChain[]>().with(
    z.object({ account: id, refresh: z.optional(z.boolean()) }),
  ),
  /** Addresses to begin with, as the source suggests them. */
  'sources.suggestedAddresses': call<readonly SuggestedAddress[]>().with(z.object({ source: id })),
} as const

export const sourceEvents = {
  /** All sources, at each change: limits, last response, added, removed, current. */
  'sources.changed': event<SourcesView>().with(z.object({})),
  /**
   * Finds out what a typed text leads to: the URL of an explorer, a node or a Pro account, the name or id of a chain,
   * or a Pro key. All are requested at once, and each result is emitted as it arrives. Nothing is stored.
   */
  'sources.findings': event<Findings>().with(z.object({ text: url })),
} as const
