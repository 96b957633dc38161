/**
 * Sends one request to a source until there is a response: in the queue's order, at the source's rate, with retries.
 */
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure, cancelled } from '#shared/errors/failure.ts'
import type { SourceLimits } from '#shared/lists/page.ts'
import { authOf, formatSourceHost } from '#shared/source.ts'
import { delay } from '#platform/delay.ts'
import type { Agents } from '#platform/http/agents.ts'
import { exchange } from '#platform/http/exchange.ts'
import { HttpError } from '#platform/http/http-error.ts'
import { RateLimiter } from '#platform/rate-limiter/rate-limiter.ts'
import { LeftQueueError, PausedError, RequestQueue } from '#platform/rate-limiter/request-queue.ts'
import type { Purpose } from '#shared/spending.ts'
import type { ApiRequest, ApiResponse } from './api-request.ts'
import { judgeHttpError, judgeResponse, type Outcome, type RetryDelays } from './judge-response.ts'
import { chooseRate, updateReportedLimit, type ReportedLimit } from './request-rate.ts'
import { createCredentials } from './request-url.ts'

/** All in ms. */
export interface Timeouts {
  readonly connectMs: number
  readonly headersMs: number
  readonly idleMs: number
  /** For one request with all its attempts and redirects, from the start of the first. */
  readonly totalMs: number
  /** Before the second attempt; doubled for each further one, with jitter. */
  readonly backoffMs: number
  /** Before the second attempt after a 429 that names no delay; doubled for each further one. */
  readonly rateLimitBackoffMs: number
  /** The longest pause of a source that a visible request waits for; beyond it, the person is told. */
  readonly maxVisiblePauseMs: number
  /** The longest pause of a source that a background request waits for. */
  readonly maxBackgroundPauseMs: number
}

/** An entry of the log: without path, query and key. */
export interface RequestLogEntry {
  readonly event: 'response' | 'failure' | 'retry'
  readonly source: string
  readonly host: string
  readonly endpoint: string
  readonly purpose: Purpose
  readonly attempt: number
  readonly ms: number
  readonly status?: number
  readonly bytes?: number
  readonly code?: ChainglassError['code']
}

export interface RequesterPorts {
  readonly agents: Agents
  readonly userAgent: string
  readonly timeouts: Timeouts
  readonly maxBytes: number
  /** Monotonic, in ms. */
  readonly now: () => number
  readonly random: () => number
  readonly log: (entry: RequestLogEntry) => void
  readonly onLimits: (sourceId: string, limits: SourceLimits) => void
}

export interface Requester {
  /** Throws `ChainglassFailure`. */
  send(request: ApiRequest): Promise<ApiResponse>
  /** Fails waiting requests with `cancelled`. */
  close(): void
}

const MAX_ATTEMPTS = 4
/** The maximal number of concurrent requests to one server, and of background ones among them. */
const MAX_RUNNING = 6
const MAX_BACKGROUND = 3

export function createRequester(ports: RequesterPorts): Requester {
  const { now, timeouts } = ports
  const servers = createServerQueues(ports)

  async function send(request: ApiRequest): Promise<ApiResponse> {
    const server = servers.of(request)
    let giveUpAt: number | undefined
    for (let attempt = 1; ; attempt += 1) {
      let startedAt = now()
      const outcome = await server.queue
        .run(request, () => {
          startedAt = now()
          giveUpAt ??= startedAt + timeouts.totalMs
          return sendOnce(request, attempt, giveUpAt - startedAt, ports, server)
        })
        .catch((error: unknown) => {
          throw toFailure(error, request)
        })
      const { retryInMs } = outcome
      const retries =
        retryInMs !== undefined && attempt < MAX_ATTEMPTS && now() + retryInMs < (giveUpAt ?? Infinity)
      ports.log(createLogEntry(request, outcome, { attempt, ms: now() - startedAt, retries }))
      if (outcome.response !== undefined) return outcome.response
      if (!retries) throw new ChainglassFailure(outcome.error ?? { code: 'cancelled' })
      // If the source itself pauses, the queue waits.
      if (retryInMs > (outcome.pauseMs ?? 0)) await waitFor(retryInMs, request.signal)
    }
  }

  return {
    send,
    close() {
      servers.close()
    },
  }
}

/** Returns a refusal as an outcome; an exception is a bug of ours. */
async function sendOnce(
  request: ApiRequest,
  attempt: number,
  remainingMs: number,
  ports: RequesterPorts,
  server: ServerQueue,
): Promise<Outcome> {
  const { source, knownEtag, key, url, signal } = request
  const delays = createRetryDelays(attempt, ports)
  try {
    const response = await exchange(url, {
      headers: {
        accept: 'application/json',
        'user-agent': ports.userAgent,
        ...(knownEtag === undefined ? {} : { 'if-none-match': knownEtag }),
      },
      credentials: createCredentials(authOf(source), key),
      agents: ports.agents,
      timeouts: { ...ports.timeouts, totalMs: Math.max(1, Math.ceil(remainingMs)) },
      maxBytes: ports.maxBytes,
      redirects: 'same-host',
      signal,
    })
    const outcome = judgeResponse(request, response, delays)
    if (outcome.limits) {
      const perSecond = server.onLimits(request, outcome.limits)
      ports.onLimits(source.id, {
        ...outcome.limits,
        ...(Number.isFinite(perSecond) ? { perSecond } : {}),
      })
    }
    if (outcome.pauseMs !== undefined) server.queue.pause(outcome.pauseMs)
    return outcome
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return judgeHttpError(error.reason, formatSourceHost(source), delays, ports.timeouts.totalMs)
  }
}

function createRetryDelays(attempt: number, { timeouts, random }: RequesterPorts): RetryDelays {
  const doubled = 2 ** (attempt - 1)
  return {
    isFirst: attempt === 1,
    // Half of the delay is random, so that clients that failed together do not retry together.
    backoffMs: timeouts.backoffMs * doubled * (0.5 + random() / 2),
    rateLimitMs: timeouts.rateLimitBackoffMs * doubled,
    maxMs: timeouts.maxVisiblePauseMs,
  }
}

interface ServerQueue {
  readonly queue: RequestQueue
  /** Called with the limits in a response's headers. Returns the resulting rate per second. */
  onLimits(request: ApiRequest, limits: SourceLimits): number
}

/** One queue per server and key: a server counts by key if there is one. */
function createServerQueues({ now, timeouts }: RequesterPorts) {
  const servers = new Map<string, ServerQueue & { setRate(request: ApiRequest): void }>()
  const limits = {
    maxRunning: MAX_RUNNING,
    maxBackground: MAX_BACKGROUND,
    maxPauseMs: { visible: timeouts.maxVisiblePauseMs, background: timeouts.maxBackgroundPauseMs },
  }

  function create({ source, key }: ApiRequest) {
    let reported: ReportedLimit | undefined
    const limiter = new RateLimiter(chooseRate(source, Boolean(key)), now)
    const setRate = (request: ApiRequest) => {
      const rate = chooseRate(request.source, Boolean(request.key), reported)
      limiter.setRate(rate)
      return rate.perSecond
    }
    return {
      queue: new RequestQueue(limits, limiter),
      setRate,
      onLimits(request: ApiRequest, next: SourceLimits) {
        reported = updateReportedLimit(reported, next)
        return setRate(request)
      },
    }
  }

  return {
    of(request: ApiRequest): ServerQueue {
      const id = `${request.url.origin} ${request.account}`
      const server = servers.get(id) ?? create(request)
      servers.set(id, server)
      server.setRate(request)
      return server
    },
    close() {
      for (const { queue } of servers.values()) queue.close()
      servers.clear()
    },
  }
}

function createLogEntry(
  request: ApiRequest,
  outcome: Outcome,
  { attempt, ms, retries }: { readonly attempt: number; readonly ms: number; readonly retries: boolean },
): RequestLogEntry {
  return {
    event: outcome.response !== undefined ? 'response' : retries ? 'retry' : 'failure',
    source: request.source.id,
    host: formatSourceHost(request.source),
    endpoint: request.endpoint,
    purpose: request.purpose,
    attempt,
    ms: Math.round(ms),
    ...(outcome.status === undefined ? {} : { status: outcome.status }),
    ...(outcome.bytes === undefined ? {} : { bytes: outcome.bytes }),
    ...(outcome.error === undefined ? {} : { code: outcome.error.code }),
  }
}

function toFailure(error: unknown, { source, key, signal }: ApiRequest): unknown {
  if (error instanceof PausedError)
    return new ChainglassFailure({
      code: 'rate_limited',
      retryAfterMs: Math.ceil(error.ms),
      hadKey: Boolean(key),
      host: formatSourceHost(source),
    })
  return signal.aborted || error instanceof LeftQueueError ? cancelled() : error
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, signal)
  } catch {
    throw cancelled()
  }
}
