/** One request over `fetch`: bounded in time and size, with the key in no URL that is told. */
import { ChainglassFailure, type ChainglassError } from '#shared/errors/errors.ts'
import type { SendAndRead, SendOptions } from '#core/api-client/request/api-request.ts'
import { createResponseError } from '#core/api-client/request/error-response.ts'
import { createCredentials } from '#core/api-client/request/request-url.ts'
import type { ClientOptions } from './client-options.ts'

const TIMEOUT_MS = 60_000
const MAX_BYTES = 16 * 1024 * 1024
/** Where a 429 does not say for how long. */
const RETRY_AFTER_MS = 1_000

export function createSender({
  key,
  auth = 'bearer',
  timeoutMs = TIMEOUT_MS,
  fetch = globalThis.fetch,
}: ClientOptions): SendAndRead {
  return async ({ url, signal }, read) => {
    const { headers, query } = createCredentials(auth, key)
    const whole = new URL(url)
    for (const [name, value] of Object.entries(query)) whole.searchParams.set(name, value)
    const timeout = AbortSignal.timeout(timeoutMs)
    const body = await request(
      async () => {
        const response = await fetch(whole, {
          headers: { accept: 'application/json', ...headers },
          // Only the authorization header is taken off by itself on the way to another host.
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
    return read({ body })
  }
}

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
    throw error instanceof ChainglassFailure ? error : new ChainglassFailure(whyNot(bounds))
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
