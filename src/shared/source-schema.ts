/**
 * The schema of a source: each kind has only its own fields. It is separate from `source.ts`, so that a window does
 * not load it.
 */
import * as z from 'zod/mini'
import { DIALECTS } from './lists/dialects.ts'

/** How a key is sent: in the Authorization header, an `x-api-key` header, or the `apikey` query. */
export const auth = z.enum(['bearer', 'x-api-key', 'query'])

/** Origin and base path without a trailing slash; `/api/v2/...` or `/{chainId}/api/v2/...` follows. */
const baseUrl = z.string()
/** Decimal. */
const chainId = z.string()

/** The coin of a source's chain. All fields except its name come from the table of chains (`coin-facts.ts`). */
export const coin = z.object({
  symbol: z.string(),
  decimals: z.number(),
  /**
   * The token that stands for the coin, in lower case: its balances are those of the coin, and it logs transfers of
   * coins.
   */
  contract: z.optional(z.string()),
  /** The wrapped coin, one for one: WETH9 and its copies. */
  wrapped: z.optional(z.object({ address: z.string(), symbol: z.string() })),
  /**
   * Set if validators withdraw a token in place of the coin: a contract holds it until they claim the accrued amount.
   */
  withdrawals: z.optional(
    z.object({
      token: z.string(),
      symbol: z.string(),
      /** The amount that a block gives for a withdrawal, divided by this, is in the token's smallest unit. */
      divisor: z.number(),
      /** The contract that pays it out. */
      payer: z.string(),
    }),
  ),
})

const shared = {
  id: z.string(),
  name: z.string(),
  coin,
  /** The dialect that its responses have shown; absent before the first response. */
  dialect: z.optional(z.enum(DIALECTS)),
  /** The template of a page's URL on the chain's explorer, with `{kind}` (address, tx, token, block) and `{id}`. */
  explorer: z.optional(z.string()),
  /** The person's own rate limit for it. */
  requestsPerSecond: z.optional(z.number()),
  /** Whether it comes with the program; then it can't be removed. */
  builtIn: z.boolean(),
  /** Whether its URL contains a secret. Then only scheme and host are here, and the whole URL is in the vault. */
  hasSecretUrl: z.optional(z.boolean()),
}

/** The chain that the program generates. Its service starts at first use. */
const sampleSource = z.object({ ...shared, kind: z.literal('sample'), chainId })

/** A server of the API for one chain. */
export const instanceSource = z.object({
  ...shared,
  kind: z.literal('instance'),
  baseUrl,
  chainId: z.optional(chainId),
  auth,
  /**
   * Whether it is the service of another Chainglass on this machine or network: it has no limits, and gives example
   * addresses.
   */
  ownService: z.optional(z.boolean()),
})

/** One chain of a Pro account. Base URL, key and limits are the account's. */
export const proSource = z.object({
  ...shared,
  kind: z.literal('pro'),
  account: z.string(),
  baseUrl,
  chainId,
  auth,
})

/** An Ethereum node that the app follows. Our own service for its index starts at first use. */
export const nodeSource = z.object({
  ...shared,
  kind: z.literal('node'),
  /** The URL of the node's JSON-RPC. */
  rpcUrl: z.string(),
  /** A folder of contract artifacts, whose names are used for this chain. */
  abiDir: z.optional(z.string()),
  /** Absent until the node has reported it. */
  chainId: z.optional(chainId),
})

/** A source as described in a case file: its rows are in the case, and it is never asked. */
export const caseSource = z.object({
  ...shared,
  kind: z.literal('case'),
  case: z.number(),
  /** Empty if the source had no public host. */
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
