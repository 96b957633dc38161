/** Functions on sources of chain data. */
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

/** Whether a token stands for the coin. */
export const isCoin = (
  { contract }: Pick<Coin, 'contract'>,
  token: { readonly address_hash: string } | null | undefined,
): boolean => contract !== undefined && token?.address_hash.toLowerCase() === contract

export type Source = Infer<typeof source>
export type SourceKind = Source['kind']
/** The class of a source's rate limits. */
export type RateClass = Exclude<SourceKind, 'case'>
export type InstanceSource = Infer<typeof instanceSource>
export type ProSource = Infer<typeof proSource>
export type NodeSource = Infer<typeof nodeSource>
export type CaseSource = Infer<typeof caseSource>

/** A source whose service runs, at `baseUrl`: requests can be sent to it. */
export type ReadySource = Source & {
  readonly baseUrl: string
  /** The whole URL, if it contains a secret. It is used only for requests. */
  readonly secretBaseUrl?: string
}

/** The rate class of a source. An instance of our own service counts as a node: requests to it are free. */
export const rateClassOf = (of: Source): RateClass =>
  of.kind === 'instance' && of.ownService === true ? 'node' : of.kind === 'case' ? 'instance' : of.kind

/** Undefined for our own service, which takes no key. */
export const authOf = (of: Source): Auth | undefined => ('auth' in of ? of.auth : undefined)

const INSIDE = $msgid('inside the app')
/** Translates a result of `formatSourceHost` to the language of the window. */
export const shownHost = (host: string): string => (host === INSIDE ? $gettext(INSIDE) : host)

/** The host by which a person knows a source. Never contains a key: a key is only in the URL of a request. */
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
