import type { Priority } from '#shared/priority.ts'
import type { ReadySource } from '#shared/source.ts'
import type { Purpose } from '#shared/spending.ts'
import type { RequestPriority } from '#platform/rate-limiter/request-priority.ts'

export interface ApiRequest {
  readonly source: ReadySource
  /** For the log: the row of the table. */
  readonly endpoint: string
  /** Without the key. */
  readonly url: URL
  readonly key: string | undefined
  /** Tells requests with one key from those with another, without holding it. */
  readonly account: string
  /** Of a response that the caller has: it is not sent again. */
  readonly knownEtag?: string | undefined
  readonly priority: RequestPriority
  readonly purpose: Purpose
  readonly signal: AbortSignal
}

export interface ApiResponse {
  /** Of a 2xx response, as text; null where it still is the one of `knownEtag`. */
  readonly body: string | null
  readonly etag?: string
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** `visible` unless given. */
  readonly priority?: Priority | undefined
  /** `looking` unless given. */
  readonly purpose?: Purpose | undefined
}

/** A request and how its response is read. */
export interface SendOptions extends RequestOptions {
  readonly source: ReadySource
  readonly key: string | undefined
  /** The row of the table. */
  readonly endpoint: string
  readonly url: URL
  readonly knownEtag?: string | undefined
}
export type SendAndRead = <T>(request: SendOptions, read: (response: ApiResponse) => T) => Promise<T>
