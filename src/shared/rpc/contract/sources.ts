/** Where chain data is read from. */
import * as z from 'zod/mini'
import type { ChainglassError } from '../../errors/errors.ts'
import type { SourceLimits } from '#shared/lists/page.ts'
import type { Source } from '#shared/source.ts'
import { auth } from '#shared/source-schema.ts'
import type { Spending } from '#shared/spending.ts'
import { call, event } from './definition.ts'
import { chainId } from './fields.ts'
import type { KeyState } from './key-state.ts'

/** A source, and what is known of its state. */
export type SourceView = Source & {
  readonly host: string
  readonly limits: SourceLimits
  /** Its last response: how long it took, or how it failed. */
  readonly last?:
    | { readonly ok: true; readonly ms: number }
    | { readonly ok: false; readonly error: ChainglassError }
    | undefined
  /** Of an account's chain, the account's. */
  readonly key: KeyState
  readonly hidden?: boolean | undefined
  /** Of an instance; what a chain of an account took is counted there. */
  readonly spending?: Spending | undefined
}

/** One base URL, one key, many chains. A source of it has the id `{account}:{chain id}`, for any chain id. */
export interface AccountView {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly host: string
  readonly key: KeyState
  /** How many chains it listed when it was last asked. */
  readonly chains: number
  /** Credits that are left, as the last response of any of its chains said. */
  readonly credits?: number | undefined
  readonly spending?: Spending | undefined
}

export interface SourcesView {
  /** In the person's order, hidden ones too. Of an account only the chains that were used. */
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
  /** The service of another Chainglass on this machine or network. */
  readonly ownService: boolean
  readonly baseUrl: string
  /** What it would be called, and what is known of its chain. */
  readonly name: string
  readonly chainId?: string | undefined
  readonly coin: Source['coin']
  /** Something to know before adding it. */
  readonly notes: readonly SourceNote[]
  /** The source that is this already. */
  readonly known?: string | undefined
  /** Addresses worth looking at, where the source is our own service. */
  readonly landmarks: readonly Landmark[]
  /** The chains, where it is a Pro account. */
  readonly chains: readonly ProChain[]
}

/** One of the things that a text may lead to, while it is asked and after. */
export type Finding<Found> =
  | { readonly state: 'asking' }
  | { readonly state: 'found'; readonly found: Found }
  | { readonly state: 'none'; readonly error: ChainglassError }
  /** By its form alone the text is something else. */
  | { readonly state: 'unasked' }

/** What there is at an address that a person typed. A key is asked for at the official Pro only. */
export interface Findings {
  readonly explorer: Finding<SourceCheck>
  readonly node: Finding<KnownNode>
  readonly pro: Finding<SourceCheck>
}

export interface FoundNode {
  readonly rpcUrl: string
  readonly chainId: string
  /** As the node calls itself. */
  readonly client: string
  /** Its newest block, where it says so. */
  readonly block?: string | undefined
  readonly ms: number
}

export interface KnownNode extends FoundNode {
  /** The source that follows it already, and the chain that it was followed for. */
  readonly known?: { readonly id: string; readonly chainId?: string | undefined } | undefined
}

/** About a source that is not added yet. */
export type SourceNote =
  | 'key_needed'
  /** The URL had a key in it, which is not kept. */
  | 'key_left_out'
  /** The host's name has letters of other alphabets: `host` is how it is really written. */
  | { readonly kind: 'international_host'; readonly host: string }
  /** The API is at the origin, not at the path that was typed. */
  | { readonly kind: 'path_left_out'; readonly origin: string }

export interface ProChain {
  readonly chainId: string
  readonly name: string
  readonly coin: string
  readonly test: boolean
  /** The id to use it by. */
  readonly source: string
  /** It was used before and is in the list of sources. */
  readonly listed: boolean
}

export interface Landmark {
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
  /** Any source of the list, or any chain of an account (`pro:8453`), which is then listed. */
  'sources.use': call<null>().with(z.object({ id })),
  /** Adds an instance, or a Pro account (its first chain is given), after checking it; `unchecked`: without. */
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
  /** `null` takes a change back to what the source came with. The URL can't change: that is another source. */
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
  'sources.editAccount': call<AccountView>().with(
    z.object({
      id,
      changes: z.object({
        name: z.optional(name),
        auth: z.optional(auth),
      }),
    }),
  ),
  /** Hidden ones stay usable by their id. The one in use can be hidden as well. */
  'sources.hide': call<null>().with(z.object({ id, hidden: z.boolean() })),
  /** All ids in their new order; those not named follow in the order they had. */
  'sources.order': call<null>().with(z.object({ ids: z.array(id).check(z.maxLength(2_000)) })),
  /** One request with the source's own key: how long it took and what it said. Its errors are the source's. */
  'sources.test': call<SourceTest>().with(z.object({ id })),
  /** Of one's own source or account; a built-in one can only be hidden. Its key is forgotten at once. */
  'sources.remove': call<null>().with(z.object({ id })),
  /** Takes a removal back, until the program ends. The key has to be set again. */
  'sources.restore': call<null>().with(z.object({ id })),
  /** All chains of an account, well-known ones first; read anew where `refresh`. */
  'sources.chains': call<readonly ProChain[]>().with(
    z.object({ account: id, refresh: z.optional(z.boolean()) }),
  ),
  'sources.landmarks': call<readonly Landmark[]>().with(z.object({ source: id })),
} as const

export const sourceEvents = {
  /** All sources, whenever one of them changes: limits, last response, added, removed, current. */
  'sources.changed': event<SourcesView>().with(z.object({})),
  /**
   * What a text leads to that a person typed to add it: the URL of an explorer, a node or a Pro account, the name or id of
   * a chain, or a key of Pro. All are asked at once; each is told when it is known. Nothing is kept.
   */
  'sources.findings': event<Findings>().with(z.object({ text: url })),
} as const
