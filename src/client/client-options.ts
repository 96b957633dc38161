import type { Auth } from '#shared/source.ts'

export interface ClientOptions {
  /** Of an instance, or of a server of many chains: `https://eth.blockscout.com`. */
  readonly baseUrl: string
  /** Decimal: the chain, on a server of many. */
  readonly chainId?: string
  readonly key?: string
  /** How the key is sent. `bearer` unless given. */
  readonly auth?: Auth
  /** How long a request may take: 60 s unless given. */
  readonly timeoutMs?: number
  /** Sent with every request, such as a `user-agent` that says who asks; in browsers that one is the browser's own. */
  readonly headers?: Readonly<Record<string, string>>
  /** How often a request is sent again after a 429, when the server says that it may be: 3 times unless given. */
  readonly maxRetries?: number
  readonly fetch?: typeof globalThis.fetch
}
