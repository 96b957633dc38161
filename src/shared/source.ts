/** Where chain data is read from. Each kind of source has only the fields that it really has. */
import type { infer as Infer } from 'zod/mini'
import type {
  auth,
  caseSource,
  coin,
  instanceSource,
  nodeSource,
  proSource,
  source,
} from './source-schema.ts'
import { $gettext, $msgid } from './text/gettext.ts'

export type Auth = Infer<typeof auth>
export type Coin = Infer<typeof coin>

/** Whether a token is the coin, by another name. */
export const isCoin = (
  { contract }: Pick<Coin, 'contract'>,
  token: { readonly address_hash: string } | null | undefined,
): boolean => contract !== undefined && token?.address_hash.toLowerCase() === contract

export type Source = Infer<typeof source>
export type SourceKind = Source['kind']
/** What is asked, and how often. */
export type RateClass = Exclude<SourceKind, 'case'>
export type InstanceSource = Infer<typeof instanceSource>
export type ProSource = Infer<typeof proSource>
export type NodeSource = Infer<typeof nodeSource>
export type CaseSource = Infer<typeof caseSource>

/** A source whose service runs, at `baseUrl`: what a request is sent to. */
export type ReadySource = Source & {
  readonly baseUrl: string
  /** The whole of it, where it holds a secret. Only requests are made of it. */
  readonly secretBaseUrl?: string
}

/** The same for an instance that is our own service as for a node: requests to either cost nothing. */
export const rateClassOf = (of: Source): RateClass =>
  of.kind === 'instance' && of.ownService === true ? 'node' : of.kind === 'case' ? 'instance' : of.kind

/** Undefined for a service of ours, which takes no key. */
export const authOf = (of: Source): Auth | undefined => ('auth' in of ? of.auth : undefined)

const INSIDE = $msgid('inside the app')
/** A host of `formatSourceHost` in the language of the window. */
export const shownHost = (host: string): string => (host === INSIDE ? $gettext(INSIDE) : host)

/** The host a person knows a source by. Never holds a key: keys are in no URL of ours but the request itself. */
export function formatSourceHost(of: Source): string {
  switch (of.kind) {
    case 'sample':
      return INSIDE
    case 'node':
      return formatHost(of.rpcUrl)
    case 'instance':
    case 'pro':
      return formatHost(of.baseUrl)
    case 'case':
      return of.host
  }
}

/** A URL without its scheme. */
export const formatHost = (url: string) => url.replace(/^(?:https?|wss?):\/\//, '')
