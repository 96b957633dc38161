/**
 * What a source has: each kind only the fields that it really has. Apart from what is done with one (`source.ts`), so that a
 * window does not load it.
 */
import * as z from 'zod/mini'
import { DIALECTS } from './lists/dialects.ts'

/** How a key is sent, if one is set: the Authorization header, an `x-api-key` header, or the `apikey` query. */
export const auth = z.enum(['bearer', 'x-api-key', 'query'])

/** Origin and base path without a trailing slash; `/api/v2/...` or `/{chainId}/api/v2/...` follows it. */
const baseUrl = z.string()
/** Decimal. */
const chainId = z.string()

/** What amounts of a source are counted in. All but its name is told by the chain's table (`coin-facts.ts`). */
export const coin = z.object({
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
export const instanceSource = z.object({
  ...shared,
  kind: z.literal('instance'),
  baseUrl,
  chainId: z.optional(chainId),
  auth,
  /** It is the service of another Chainglass on this machine or network: it has no limits, and tells landmarks. */
  ownService: z.optional(z.boolean()),
})

/** One chain of a Pro account, whose base URL, key and limits it has. */
export const proSource = z.object({
  ...shared,
  kind: z.literal('pro'),
  account: z.string(),
  baseUrl,
  chainId,
  auth,
})

/** An Ethereum node that the app follows itself. Our own service over its index is started at first use. */
export const nodeSource = z.object({
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
export const caseSource = z.object({
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
