/**
 * Makes every HTTP request of the app: one request with its redirects, and the complete response, decompressed,
 * within limits of time and size. It does not know sources and keys, and retries only after a stale connection.
 */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { closeAgents, openAgents, sharedAgents, type Agents } from './agents.ts'
import { HttpError, type HttpErrorReason } from './http-error.ts'
import { isRedirect, nextUrl, withCredentials, type Credentials, type RedirectPolicy } from './redirects.ts'
import {
  sendRequest,
  StaleConnectionError,
  type ExchangeTimeouts,
  type RawResponse,
  type SendOptions,
} from './send-request.ts'
import type { ResponseReason } from '#shared/errors/error-reasons.ts'

export interface ExchangeOptions {
  /** GET by default. */
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** Sent only to the origin of `url`. */
  readonly credentials?: Credentials
  readonly body?: string
  /** Kept-alive connections; the shared ones by default. */
  readonly agents?: Agents
  readonly timeouts: ExchangeTimeouts
  /** The limit of the body as sent, and again of the decompressed body. */
  readonly maxBytes: number
  readonly redirects: RedirectPolicy
  /**
   * The guard for a URL that a stranger chose: the first request and each redirect may only connect to public
   * addresses. A URL below
   * `exceptBelow`, which ends with a slash, may be anywhere: the source's own origin, or a gateway that the person
   * chose.
   */
  readonly publicOnly?: { readonly exceptBelow?: string | undefined }
  /** Accepts a compressed body; true by default. */
  readonly compressed?: boolean
  readonly signal?: AbortSignal
}

export interface HttpResponse extends RawResponse {
  /** The host of the last request, after redirects. */
  readonly host: string
  /** Why a redirect was not followed; the response is then the redirect itself. */
  readonly refusedRedirect?: ResponseReason
  /** Whether a redirect left the origin, so that the credentials were not sent. */
  readonly withoutCredentials: boolean
}

const NO_CREDENTIALS: Credentials = { headers: {}, query: {} }

/** Rejects only with `HttpError`, also if `signal` aborts. Any status is a response. */
export async function exchange(start: URL, options: ExchangeOptions): Promise<HttpResponse> {
  const { credentials = NO_CREDENTIALS, redirects, maxBytes, method = 'GET' } = options
  const { totalMs } = options.timeouts
  const deadline = totalMs === undefined ? undefined : performance.now() + totalMs
  const visited: string[] = []
  let url = start
  for (;;) {
    const isOwnOrigin = url.origin === start.origin
    const own = isOwnOrigin ? credentials : NO_CREDENTIALS
    const raw = await sendOnce(withCredentials(url, own), toSendOptions(url, own, options, deadline))
    const withoutCredentials = !isOwnOrigin
    if (redirects === 'none' || !isRedirect(raw.status, method)) {
      const body = await decompress(raw.body, raw.headers['content-encoding'], maxBytes)
      if (!Buffer.isBuffer(body)) throw new HttpError(body, url.host)
      return { ...raw, host: url.host, body, withoutCredentials }
    }
    const { location } = raw.headers
    // A body goes only to the host that it was written for, whatever `redirects` allows.
    const policy = method === 'POST' ? 'same-host' : redirects
    const next = nextUrl({ policy, from: url, location, visited, credentials })
    if ('refused' in next)
      return { ...raw, host: url.host, withoutCredentials, refusedRedirect: next.refused }
    visited.push(url.href)
    url = next
  }
}

function toSendOptions(
  url: URL,
  credentials: Credentials,
  options: ExchangeOptions,
  deadline: number | undefined,
): SendOptions {
  const { method = 'GET', body, agents = sharedAgents(), timeouts, maxBytes, publicOnly, signal } = options
  const encoding = options.compressed === false ? 'identity' : ACCEPT_ENCODING
  const headers = { ...options.headers, 'accept-encoding': encoding, ...credentials.headers }
  const isTrusted = publicOnly === undefined || isBelow(url, publicOnly.exceptBelow)
  return { method, headers, body, agents, publicOnly: !isTrusted, timeouts, deadline, maxBytes, signal }
}

/** A server may decode an encoded slash, and so leave the folder. */
const isBelow = (url: URL, base: string | undefined) =>
  base !== undefined &&
  url.href.startsWith(base) &&
  (new URL(base).pathname === '/' || !ENCODED_SLASH.test(url.pathname))
export const ENCODED_SLASH = /%(?:2f|5c)/i

/** Retries once, on a new connection, if the server had just closed the kept-alive one. */
async function sendOnce(url: URL, options: SendOptions): Promise<RawResponse> {
  try {
    return await sendRequest(url, options)
  } catch (error) {
    if (!(error instanceof StaleConnectionError)) throw error
    const agents = openAgents({ keepAlive: false })
    try {
      return await sendRequest(url, { ...options, agents })
    } finally {
      closeAgents(agents)
    }
  }
}

/** The encodings that `decompress` supports, as a request header. */
const ACCEPT_ENCODING = 'gzip, br'

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
}

/** Decompresses a body. Stops at `maxBytes`: a few kilobytes can unpack to gigabytes. */
async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | HttpErrorReason> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity' || name === '' || body.length === 0) return body
  if (!(name in DECODERS)) return { kind: 'unknown_encoding' }
  try {
    return await DECODERS[name as keyof typeof DECODERS](body, { maxOutputLength: maxBytes })
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return tooLarge ? { kind: 'too_large', maxBytes } : { kind: 'cut' }
  }
}
