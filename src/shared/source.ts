/** Where chain data is read from. Each kind of source has only the fields that it really has. */
import * as z from 'zod/mini'
import { DIALECTS } from './lists/dialects.ts'
import { $gettext, $msgid } from './text/gettext.ts'

/** How a key is sent, if one is set: the Authorization header, an `x-api-key` header, or the `apikey` query. */
export const auth = z.enum(['bearer', 'x-api-key', 'query'])
export type Auth = z.infer<typeof auth>

/** Origin and base path without a trailing slash; `/api/v2/...` or `/{chainId}/api/v2/...` follows it. */
const baseUrl = z.string()
/** Decimal. */
const chainId = z.string()

/** What amounts of a source are counted in. All but its name is told by the chain's table (`coin-facts.ts`). */
const coin = z.object({
  symbol: z.string(),
  decimals: z.number(),
  /** Stands for the coin, in lower case: its balances are those of the coin, and it logs transfers of coins. */
  contract: z.optional(z.string()),
  /** Coins that are sent to it are that token, one for one: WETH9 and its copies. */
  wrapped: z.optional(z.object({ address: z.string(), symbol: z.string() })),
  /** What validators withdraw, where it is a token: a contract holds it for them until they claim what has come together. */
  withdrawals: z.optional(
    z.object({
      token: z.string(),
      symbol: z.string(),
      /** By what the number that a block says is divided; in the smallest unit then, of 18 decimals. */
      divisor: z.number(),
      /** Who pays it out. */
      payer: z.string(),
    }),
  ),
})
export type Coin = z.infer<typeof coin>

/** Whether a token is the coin, by another name. */
export const isCoin = (
  { contract }: Pick<Coin, 'contract'>,
  token: { readonly address_hash: string } | null | undefined,
): boolean => contract !== undefined && token?.address_hash.toLowerCase() === contract

const shared = {
  id: z.string(),
  name: z.string(),
  coin,
  /** What its responses have shown; absent before the first. */
  dialect: z.optional(z.enum(DIALECTS)),
  /** A page about a thing of this chain: a URL with `{kind}` (address, tx, token, block) and `{id}`. */
  explorer: z.optional(z.string()),
  /** The person's own limit of requests to it. */
  requestsPerSecond: z.optional(z.number()),
  /** Comes with the program; can't be removed. */
  builtIn: z.boolean(),
  /** Its URL holds a secret, so that only scheme and host are here. The whole URL is in the vault. */
  hasSecretUrl: z.optional(z.boolean()),
}

/** The chain that the program generates. Its service is started at first use. */
const sampleSource = z.object({ ...shared, kind: z.literal('sample'), chainId })

/** A server of the API for one chain. */
const instanceSource = z.object({
  ...shared,
  kind: z.literal('instance'),
  baseUrl,
  chainId: z.optional(chainId),
  auth,
  /** It is the service of another Chainglass on this machine or network: it has no limits, and tells landmarks. */
  ownService: z.optional(z.boolean()),
})

/** One chain of a Pro account, whose base URL, key and limits it has. */
const proSource = z.object({ ...shared, kind: z.literal('pro'), account: z.string(), baseUrl, chainId, auth })

/** An Ethereum node that the app follows itself. Our own service over its index is started at first use. */
const nodeSource = z.object({
  ...shared,
  kind: z.literal('node'),
  /** Where the node's JSON-RPC is. */
  rpcUrl: z.string(),
  /** A folder of contract artifacts whose names are used for this chain. */
  abiDir: z.optional(z.string()),
  /** Unknown until the node has told it. */
  chainId: z.optional(chainId),
})

/** What a case file says of a source: its rows are those of the case, and it is never asked. */
const caseSource = z.object({
  ...shared,
  kind: z.literal('case'),
  case: z.number(),
  /** Empty for what had no public one. */
  host: z.string(),
  chainId: z.optional(chainId),
})

export const source = z.discriminatedUnion('kind', [
  sampleSource,
  instanceSource,
  proSource,
  nodeSource,
  caseSource,
])
export type Source = z.infer<typeof source>
export type SourceKind = Source['kind']
/** What is asked, and how often. */
export type RateClass = Exclude<SourceKind, 'case'>
export type InstanceSource = z.infer<typeof instanceSource>
export type ProSource = z.infer<typeof proSource>
export type NodeSource = z.infer<typeof nodeSource>
export type CaseSource = z.infer<typeof caseSource>

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
