/** The places chain data is read from. */
import * as z from 'zod/mini'
import type { ChainglassError } from '../errors.ts'
import type { SourceLimits } from '../page.ts'
import { source, type Source } from '../source.ts'
import { call, event } from './definition.ts'

/** What is known of a source's state, for the switcher and the status line. */
export interface SourceView extends Source {
  readonly host: string
  readonly limits: SourceLimits
  /** Its last answer: how long it took, or how it failed. */
  readonly last?:
    | { readonly ok: true; readonly ms: number }
    | { readonly ok: false; readonly error: ChainglassError }
    | undefined
  /** `set` and its last four characters, from where; never the key. */
  readonly key:
    | { readonly state: 'none' }
    | { readonly state: 'set'; readonly ends: string; readonly kept: 'keyring' | 'session' | 'environment' }
  readonly hidden?: boolean | undefined
}

export interface SourceCheck {
  readonly baseUrl: string
  readonly ms: number
  readonly dialect?: Source['dialect']
  readonly limits: SourceLimits
  /** Addresses worth looking at, where the source is our own service. */
  readonly landmarks: readonly Landmark[]
}

export interface Landmark {
  readonly address: string
  readonly name: string
  readonly words: string
}

const url = z.string().check(z.minLength(1), z.maxLength(2_000))

export const sourceCalls = {
  'sources.list': call<{ readonly sources: readonly SourceView[]; readonly current: string }>().with(
    z.object({}),
  ),
  'sources.use': call<null>().with(z.object({ id: z.string() })),
  /** Asks an instance for one page: what it is, or the error that tells why it is not one. */
  'sources.check': call<SourceCheck>().with(z.object({ url })),
  /** Adds an instance after checking it. */
  'sources.add': call<SourceView>().with(
    z.object({ url, name: z.optional(z.string().check(z.maxLength(80))) }),
  ),
  'sources.edit': call<SourceView>().with(
    z.object({ id: z.string(), changes: z.partial(z.pick(source, { name: true, coin: true })) }),
  ),
  'sources.remove': call<null>().with(z.object({ id: z.string() })),
  'sources.landmarks': call<readonly Landmark[]>().with(z.object({ source: z.string() })),
} as const

export const sourceEvents = {
  /** All sources, whenever one of them changes: limits, last answer, added, removed, current. */
  'sources.changed': event<{ readonly sources: readonly SourceView[]; readonly current: string }>().with(
    z.object({}),
  ),
} as const
