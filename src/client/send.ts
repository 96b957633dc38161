/** Makes one request over `fetch`, with limits of time and size. No error contains a URL with the key. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { SendAndRead, SendOptions } from '#core/api-client/request/api-request.ts'
import { createResponseError } from '#core/api-client/request/error-response.ts'
import { createCredentials } from '#core/api-client/request/request-url.ts'
import type { ClientOptions } from './client-options.ts'

const TIMEOUT_MS = 60_000
const MAX_BYTES = 16 * 1024 * 1024
/** Some servers with protection refuse the default name of Node's fetch. */
const USER_AGENT = 'chainglass-client'
const MAX_RETRIES = 3
const MAX_RETRY_AFTER_MS = 60_000
/** The delay after a 429 that names none. */
const RETRY_AFTER_MS = 1_000

export function createSender({
  key,
  auth = 'bearer',
  timeoutMs = TIMEOUT_MS,
  headers: own = {},
  maxRetries = MAX_RETRIES,
  fetch = globalThis.fetch,
}: ClientOptions): SendAndRead {
  const { headers, query } = createCredentials(auth, key)
  const given = { 'user-agent': USER_AGENT, accept: 'application/json', ...lowerCase(own), ...headers }

  async function send(url: URL, signal: AbortSignal | undefined): Promise<string> {
    const whole = new URL(url)
    for (const [name, value] of Object.entries(query)) whole.searchParams.set(name, value)
    const timeout = AbortSignal.timeout(timeoutMs)
    return request(
      async () => {
        const response = await fetch(whole, {
          headers: given,
          // Only the authorization header is removed automatically on a redirect to another host.
          redirect: key === undefined ? 'follow' : 'error',
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        })
        const text = await readText(response, url.host)
        if (response.ok) return text
        const retryAfter = Number(response.headers.get('retry-after') ?? NaN)
        throw new ChainglassFailure(
          createResponseError({
            status: response.status,
            body: text,
            host: url.host,
            key,
            retryAfterMs: Number.isFinite(retryAfter) ? Math.max(0, retryAfter * 1000) : RETRY_AFTER_MS,
          }),
        )
      },
      { signal, timeout, timeoutMs, host: url.host },
    )
  }

  return async ({ url, signal }, read) => {
    for (let retries = 0; ; retries += 1) {
      try {
        return read({ body: await send(url, signal) })
      } catch (error) {
        const waitMs = waitBeforeRetry(error)
        if (waitMs === undefined || retries >= maxRetries) throw error
        await pause(waitMs, signal)
      }
    }
  }
}

/** Undefined if a retry would not help, or would have to wait too long. */
function waitBeforeRetry(error: unknown): number | undefined {
  if (!(error instanceof ChainglassFailure) || error.error.code !== 'rate_limited') return undefined
  const { retryAfterMs } = error.error
  return retryAfterMs <= MAX_RETRY_AFTER_MS ? retryAfterMs : undefined
}

/** Rejects with `cancelled`. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()

    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
  if (signal?.aborted) throw new ChainglassFailure({ code: 'cancelled' })
}

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

interface Bounds {
  readonly signal: SendOptions['signal']
  readonly timeout: AbortSignal
  readonly timeoutMs: number
  readonly host: string
}

async function request(work: () => Promise<string>, bounds: Bounds): Promise<string> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ChainglassFailure ? error : new ChainglassFailure(whyNot(bounds), { cause: error })
  }
}

function whyNot({ signal, timeout, timeoutMs, host }: Bounds): ChainglassError {
  if (signal?.aborted) return { code: 'cancelled' }
  if (timeout.aborted) return { code: 'timeout', afterMs: timeoutMs, host }
  return { code: 'offline', host }
}

async function readText(response: Response, host: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  if (!response.body) return text
  for await (const part of response.body) {
    bytes += part.byteLength
    // Leaving the loop ends the connection.
    if (bytes > MAX_BYTES) throw new ChainglassFailure({ code: 'bad_response', kind: 'too_large', host })
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
