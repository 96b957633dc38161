import type { Priority } from '#shared/priority.ts'
import type { ReadySource } from '#shared/source.ts'
import type { Purpose } from '#shared/spending.ts'
import type { RequestPriority } from '#platform/rate-limiter/request-priority.ts'

export interface ApiRequest {
  readonly source: ReadySource
  /** The row of the table, for the log. */
  readonly endpoint: string
  /** Without the key. */
  readonly url: URL
  readonly key: string | undefined
  /** A hash that distinguishes keys without containing one. */
  readonly account: string
  /** The ETag of the caller's response, which is not sent again if unchanged. */
  readonly knownEtag?: string | undefined
  readonly priority: RequestPriority
  readonly purpose: Purpose
  readonly signal: AbortSignal
}

export interface ApiResponse {
  /** The text of a 2xx response; null if it is unchanged since `knownEtag`. */
  readonly body: string | null
  readonly etag?: string
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** `visible` by default. */
  readonly priority?: Priority | undefined
  /** `looking` by default. */
  readonly purpose?: Purpose | undefined
  /** Whether each item of a page carries its own JSON (`own-text.ts`). */
  readonly texts?: boolean | undefined
}

/** A request, and how its response is read. */
export interface SendOptions extends RequestOptions {
  readonly source: ReadySource
  readonly key: string | undefined
  /** The row of the table. */
  readonly endpoint: string
  readonly url: URL
  readonly knownEtag?: string | undefined
}
export type SendAndRead = <T>(request: SendOptions, read: (response: ApiResponse) => T) => Promise<T>
