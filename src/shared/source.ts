/** Where chain data is read from: one instance, one chain of a Pro account, our own service over a sample or a node. */
import * as z from 'zod/mini'
import { DIALECTS } from './lists/dialects.ts'

export const source = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['sample', 'instance', 'pro', 'local']),
  /** Origin and base path without a trailing slash; `/api/v2/...` or `/{chainId}/api/v2/...` follows it. */
  baseUrl: z.string(),
  /** Decimal chain id. Needed in the Pro form, where it is part of the path. */
  chainId: z.optional(z.string()),
  /** How a key is sent, if one is set: the Authorization header, an `x-api-key` header, or the `apikey` query. */
  auth: z.enum(['bearer', 'x-api-key', 'query']),
  coin: z.object({ symbol: z.string(), decimals: z.number() }),
  /** What its answers have shown; absent until the first. */
  dialect: z.optional(z.enum(DIALECTS)),
  /** The Pro account it is a chain of: its key and its limits are the account's. */
  account: z.optional(z.string()),
  /** A page about a thing of this chain: a URL with `{kind}` (address, tx, token, block) and `{id}`. */
  explorer: z.optional(z.string()),
  /** A node the app follows itself: where it is asked. `baseUrl` is empty then, and known when it is followed. */
  rpcUrl: z.optional(z.string()),
  /** A folder of contract artifacts whose names are used for a followed node's chain. */
  abiDir: z.optional(z.string()),
  /** Comes with the program; can't be removed. */
  builtIn: z.boolean(),
  /** Requests a second this client allows itself. */
  requestsPerSecond: z.optional(z.number()),
})
export type Source = z.infer<typeof source>

/** The host a person knows it by. Never holds a key: keys are in no URL of ours but the request itself. */
export const sourceHost = (of: Pick<Source, 'baseUrl' | 'kind' | 'rpcUrl'>) =>
  of.kind === 'sample' ? 'inside the app' : (of.rpcUrl ?? of.baseUrl).replace(/^(?:https?|wss?):\/\//, '')
