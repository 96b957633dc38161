import { ChainglassFailure } from '#shared/errors/failure.ts'
import { exchange, type HttpResponse } from '#platform/http/exchange.ts'
import { HttpError } from '#platform/http/http-error.ts'
import { toChainglassError } from '#platform/http/http-failure.ts'

export interface FetchPublicOptions {
  /**
   * A URL that ends with a slash. Addresses below it may be private: the source's own origin, or a gateway that the
   * person chose.
   */
  readonly allowedBelow?: string | undefined
  /** Whether redirects are not followed, so that no other host is asked. */
  readonly staysAtHost?: boolean
  readonly userAgent: string
  readonly accept: string
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * Fetches a URL from an item of a chain, which a stranger chose. It reaches only public addresses (no SSRF), within
 * limits of time and size, and sends nothing of ours. Returns the body's bytes. Throws not_found, forbidden,
 * server_error, offline, timeout, bad_response or cancelled; `host` is that of the last request, after redirects.
 */
export async function fetchPublic(url: URL, options: FetchPublicOptions): Promise<Uint8Array> {
  const { status, body, refusedRedirect, host } = await request(url, options)
  if (refusedRedirect !== undefined)
    throw new ChainglassFailure({ code: 'bad_response', kind: 'redirect', reason: refusedRedirect, host })
  if (status === 200) return body
  throw new ChainglassFailure(
    status === 404 || status === 410 ? { code: 'not_found', host } : { code: 'server_error', status, host },
  )
}

async function request(url: URL, options: FetchPublicOptions): Promise<HttpResponse> {
  try {
    return await exchange(url, {
      headers: { 'user-agent': options.userAgent, accept: options.accept },
      publicOnly: { exceptBelow: options.allowedBelow },
      redirects: options.staysAtHost === true ? 'none' : 'any',
      maxBytes: options.maxBytes,
      timeouts: { totalMs: options.timeoutMs },
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (error instanceof HttpError) throw new ChainglassFailure(toChainglassError(error.reason, error.host))
    throw error
  }
}
