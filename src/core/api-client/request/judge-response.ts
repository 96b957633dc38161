/** Decides from a response, or its absence, whether a request is done, is retried, or has failed. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { SourceLimits } from '#shared/lists/page.ts'
import { formatSourceHost } from '#shared/source.ts'
import type { HttpResponse } from '#platform/http/exchange.ts'
import type { HttpErrorReason } from '#platform/http/http-error.ts'
import { toChainglassError } from '#platform/http/http-failure.ts'
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { REMOVED, removeSecrets } from '#platform/log/remove-secrets.ts'
import { createResponseError } from './error-response.ts'
import { readLimits, readRetryAfter } from '#platform/http/limit-headers.ts'
import type { ApiRequest, ApiResponse } from './api-request.ts'

export interface Outcome {
  readonly response?: ApiResponse
  readonly error?: ChainglassError
  readonly status?: number
  readonly bytes?: number
  readonly limits?: SourceLimits
  /** The ms until a retry; absent if a retry is useless. */
  readonly retryInMs?: number
  /** The ms during which no request of the source may start. */
  readonly pauseMs?: number
}

/** Delays in ms until the next attempt. `isFirst`: the attempt that was just made was the first. */
export interface RetryDelays {
  readonly isFirst: boolean
  readonly backoffMs: number
  /** After a 429 that names no delay. */
  readonly rateLimitMs: number
  /** If the server asks for a longer delay, the request fails at once. */
  readonly maxMs: number
}

export function judgeResponse(request: ApiRequest, response: HttpResponse, delays: RetryDelays): Outcome {
  const limits = readLimits(response.headers)
  const done = readApiResponse(request, response)
  const outcome: Outcome = done ? { response: done } : judgeRefusal(request, response, delays)
  const resetMs = limits.remaining === 0 ? (limits.resetMs ?? 0) : 0
  const pauseMs = Math.max(outcome.pauseMs ?? 0, resetMs)
  return {
    ...outcome,
    status: response.status,
    bytes: response.body.length,
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    ...(pauseMs > 0 ? { pauseMs } : {}),
  }
}

/** Undefined if the response does not answer the request. */
function readApiResponse(request: ApiRequest, response: HttpResponse): ApiResponse | undefined {
  const { status, refusedRedirect } = response
  if (refusedRedirect !== undefined) return undefined
  if (status >= 200 && status < 300) {
    const etag = readEtag(removeSecrets(response.headers.etag ?? '', secretsOf(request)))
    return { body: readText(request, response), ...(etag === undefined ? {} : { etag }) }
  }
  const { knownEtag } = request
  return status === 304 && knownEtag !== undefined ? { body: null, etag: knownEtag } : undefined
}

function judgeRefusal(request: ApiRequest, response: HttpResponse, delays: RetryDelays): Outcome {
  const { source, key } = request
  const { status, headers, refusedRedirect, withoutCredentials } = response
  const host = formatSourceHost(source)
  if (refusedRedirect !== undefined)
    return { error: { code: 'bad_response', kind: 'redirect', reason: refusedRedirect, host } }
  if (withoutCredentials && key && (status === 401 || status === 402 || status === 403))
    return { error: { code: 'unauthorized', hadKey: true, reason: 'key_kept_back', host } }
  const retryAfterMs = readRetryAfter(headers)
  const pauseMs = retryAfterMs ?? readLimits(headers).resetMs ?? delays.rateLimitMs
  const body = readText(request, response)
  const error = createResponseError({ status, body, host, key, retryAfterMs: pauseMs })
  if (status === 429) return { error, retryInMs: pauseMs, pauseMs }
  if ((status >= 502 && status <= 504) || (status >= 520 && status <= 524)) {
    const retryInMs = Math.max(retryAfterMs ?? 0, delays.backoffMs)
    return retryInMs > delays.maxMs ? { error } : { error, retryInMs }
  }
  return status === 500 && delays.isFirst ? { error, retryInMs: delays.backoffMs } : { error }
}

/** `totalMs`: the time limit of a request with all its attempts. */
export function judgeHttpError(
  reason: HttpErrorReason,
  host: string,
  delays: RetryDelays,
  totalMs: number,
): Outcome {
  if (reason.kind === 'timeout' && reason.phase === 'total')
    return { error: { code: 'timeout', afterMs: totalMs, host } }
  const error = toChainglassError(reason, host)
  return isReset(reason) || (reason.kind === 'cut' && delays.isFirst)
    ? { error, retryInMs: delays.backoffMs }
    : { error }
}

/** The connection broke during the request: a retry is harmless, and likely to succeed. */
const isReset = (reason: HttpErrorReason) =>
  reason.kind === 'network' && ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(reason.code)

/**
 * The body without the key, in whatever form the server repeats it, so that no later code can show, store or send it.
 */
const readText = (request: ApiRequest, { body }: HttpResponse) =>
  removeSecrets(body.toString('utf8').replace(/^\ufeff/, ''), secretsOf(request))

const secretsOf = ({ key, source }: ApiRequest): readonly string[] => [
  ...(key === undefined ? [] : [key]),
  ...(source.secretBaseUrl === undefined ? [] : splitSecretUrl(source.secretBaseUrl).secrets),
]

/** The ETag is sent back only to the same source. An invalid ETag is ignored. */
const readEtag = (etag: string) =>
  !etag.includes(REMOVED) && /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : undefined
