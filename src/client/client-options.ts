import type { Auth } from '#shared/source.ts'

export interface ClientOptions {
  /** The URL of an instance, or of a server of many chains: `https://eth.blockscout.com`. */
  readonly baseUrl: string
  /** The decimal chain id, for a server of many chains. */
  readonly chainId?: string
  readonly key?: string
  /** How the key is sent; `bearer` by default. */
  readonly auth?: Auth
  /** The time limit of a request in ms; 60 s by default. */
  readonly timeoutMs?: number
  /** Headers of every request, such as a `user-agent` that names the program (browsers send their own). */
  readonly headers?: Readonly<Record<string, string>>
  /** The maximal number of retries after a 429, if the server says when to retry; 3 by default. */
  readonly maxRetries?: number
  readonly fetch?: typeof globalThis.fetch
}
