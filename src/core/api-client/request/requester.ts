/** One question to a source until it is answered: its turn, its tries, its limits. */
import { createHash } from 'node:crypto'
import { ChainglassFailure, type ChainglassError } from '#shared/rpc/errors.ts'
import type { SourceLimits } from '#shared/lists/page.ts'
import { sourceHost, type Source } from '#shared/source.ts'
import { createResponseError } from './error-response.ts'
import { ACCEPT_ENCODING } from '#platform/http/decompress.ts'
import { HttpError } from '#platform/http/http-error.ts'
import type { Agents } from '#platform/http/exchange.ts'
import { readLimits, readWait } from './limit-headers.ts'
import { isReset, createNetworkError } from './network-error.ts'
import { chooseRate } from './request-rate.ts'
import { follow, type FollowedAnswer } from '#platform/http/redirects.ts'
import { LanePaused, SourceLane } from './source-lane.ts'
import { createCredentials } from './request-url.ts'
import type { Urgency } from './urgency.ts'

/** All in ms. */
export interface Timeouts {
  readonly connectMs: number
  readonly headersMs: number
  readonly idleMs: number
  /** For one question with all its tries and redirects, from the moment it first had its turn. */
  readonly budgetMs: number
  /** Before the second try; doubled for each further one, with jitter. */
  readonly backoffMs: number
  /** Before the second try after a 429 that says no time; doubled for each further one. */
  readonly tooFastMs: number
  /** A person looking on is told of a longer wait than this instead of being left waiting. */
  readonly visibleWaitMs: number
  /** Background work waits this long for a source that asked for a pause. */
  readonly backgroundWaitMs: number
}

/** What a log may know: no path, no query, no key. */
export interface RequestLogEntry {
  readonly event: 'answered' | 'failed' | 'again'
  readonly source: string
  readonly host: string
  readonly endpoint: string
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
  readonly now: () => number
  readonly random: () => number
  readonly log: (entry: RequestLogEntry) => void
  readonly onLimits: (sourceId: string, limits: SourceLimits) => void
}

export interface ApiRequest {
  readonly source: Source
  /** For the log: the row of the table of lists. */
  readonly endpoint: string
  /** Without the key. */
  readonly url: URL
  readonly key: string | undefined
  /** The version of an answer that is had already: it is not sent again. */
  readonly had?: string | undefined
  readonly urgency: Urgency
  readonly signal: AbortSignal
}

export interface ApiResponse {
  /** Of a 2xx answer, as text; null where it still is what `had` names. */
  readonly body: string | null
  /** What the source calls this answer (its ETag), where it says so. */
  readonly version?: string
}

export interface Requester {
  /** Throws `ChainglassFailure`. */
  ask(question: ApiRequest): Promise<ApiResponse>
  close(): void
}

const TRIES = 4

interface Outcome {
  readonly answer?: ApiResponse
  readonly error?: ChainglassError
  readonly status?: number
  readonly bytes?: number
  /** ms until it may be asked again; absent where asking again is of no use. */
  readonly againInMs?: number
  /** The whole source has to wait, not this question alone. */
  readonly sourceWaits?: boolean
}

export function createRequester(ports: RequesterPorts): Requester {
  const lanes = new Map<string, SourceLane>()
  const { now, timeouts } = ports

  function laneOf({ source, url, key }: ApiRequest): SourceLane {
    // A server counts by key where there is one; a digest, so that no key is held.
    const account = key ? createHash('sha256').update(key).digest('base64') : ''
    const id = `${url.origin} ${account}`
    const pace = chooseRate(source, Boolean(key))
    const lane = lanes.get(id)
    if (lane) {
      lane.setPace(pace)
      return lane
    }
    const opened = new SourceLane(pace, now, {
      visible: timeouts.visibleWaitMs,
      background: timeouts.backgroundWaitMs,
    })
    lanes.set(id, opened)
    return opened
  }

  async function ask(question: ApiRequest): Promise<ApiResponse> {
    const lane = laneOf(question)
    const host = sourceHost(question.source)
    let giveUpAt: number | undefined
    for (let attempt = 1; ; attempt += 1) {
      const place = lane.enter(question.urgency, question.signal)
      let outcome: Outcome
      let startedAt: number
      try {
        await place.turn
        startedAt = now()
        giveUpAt ??= startedAt + timeouts.budgetMs
        outcome = await tryOnce(question, lane, attempt, giveUpAt - startedAt)
      } catch (error) {
        throw laneFailure(error, host, question)
      } finally {
        place.leave()
      }
      const again = outcome.againInMs !== undefined && attempt < TRIES && now() + outcome.againInMs < giveUpAt
      report(question, outcome, attempt, now() - startedAt, again)
      if (outcome.answer !== undefined) return outcome.answer
      if (!again) throw new ChainglassFailure(outcome.error ?? { code: 'cancelled' })
      if (!outcome.sourceWaits) await pause(outcome.againInMs ?? 0, question.signal)
    }
  }

  async function tryOnce(
    question: ApiRequest,
    lane: SourceLane,
    attempt: number,
    leftMs: number,
  ): Promise<Outcome> {
    const host = sourceHost(question.source)
    const outOfTime = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs)))
    try {
      const answer = await follow(
        question.url,
        headers(question.had),
        createCredentials(question.source.auth, question.key),
        {
          agents: ports.agents,
          timeouts,
          maxBytes: ports.maxBytes,
          signal: AbortSignal.any([question.signal, outOfTime]),
        },
      )
      return judge(question, answer, lane, attempt)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const { trouble } = error
      if (trouble.kind === 'cancelled' && !question.signal.aborted)
        return { error: { code: 'timeout', afterMs: timeouts.budgetMs, host } }
      const failure = { error: createNetworkError(trouble, host) }
      // A server may close a kept-alive connection just when it is used again: the next one is a new one.
      if (isReset(trouble)) return { ...failure, againInMs: isStale(trouble) ? 0 : backoff(attempt) }
      return trouble.kind === 'cut' && attempt === 1 ? { ...failure, againInMs: backoff(attempt) } : failure
    }
  }

  function judge(question: ApiRequest, answer: FollowedAnswer, lane: SourceLane, attempt: number): Outcome {
    const { source, key } = question
    const { status } = answer
    const host = sourceHost(source)
    const limits = readLimits(answer.headers)
    if (Object.keys(limits).length > 0) ports.onLimits(source.id, limits)
    if (limits.remaining === 0 && limits.resetMs !== undefined) lane.pause(limits.resetMs)

    const said = { status, bytes: answer.body.length }
    if (answer.refusedRedirect !== undefined) {
      const reason = answer.refusedRedirect
      return { ...said, error: { code: 'bad_response', kind: 'redirect', reason, host } }
    }
    const body = answer.body.toString('utf8').replace(/^\ufeff/, '')
    const version = readVersion(answer.headers.etag)
    if (status >= 200 && status < 300)
      return { ...said, answer: { body, ...(version === undefined ? {} : { version }) } }
    if (status === 304 && question.had !== undefined)
      return { ...said, answer: { body: null, version: question.had } }

    const asked = readWait(answer.headers, now())
    const waitMs = asked ?? timeouts.tooFastMs * 2 ** (attempt - 1)
    if (answer.withoutCredentials && key && (status === 401 || status === 402 || status === 403)) {
      return { ...said, error: { code: 'unauthorized', hadKey: true, reason: 'key_kept_back', host } }
    }
    const error = createResponseError({ status, body, host, key, waitMs })
    if (status === 429) {
      lane.pause(waitMs)
      return { ...said, error, againInMs: waitMs, sourceWaits: true }
    }
    if ((status >= 502 && status <= 504) || (status >= 520 && status <= 524)) {
      const wait = Math.max(
        asked !== undefined && answer.headers['retry-after'] ? asked : 0,
        backoff(attempt),
      )
      return wait > timeouts.visibleWaitMs ? { ...said, error } : { ...said, error, againInMs: wait }
    }
    return status === 500 && attempt === 1
      ? { ...said, error, againInMs: backoff(attempt) }
      : { ...said, error }
  }

  const headers = (had: string | undefined) => ({
    accept: 'application/json',
    'accept-encoding': ACCEPT_ENCODING,
    'user-agent': ports.userAgent,
    ...(had === undefined ? {} : { 'if-none-match': had }),
  })

  /** Half of it is chance, so that clients which failed together do not come back together. */
  const backoff = (attempt: number) => timeouts.backoffMs * 2 ** (attempt - 1) * (0.5 + ports.random() / 2)

  function report(question: ApiRequest, outcome: Outcome, attempt: number, ms: number, again: boolean) {
    ports.log({
      event: outcome.answer !== undefined ? 'answered' : again ? 'again' : 'failed',
      source: question.source.id,
      host: sourceHost(question.source),
      endpoint: question.endpoint,
      attempt,
      ms: Math.round(ms),
      ...(outcome.status === undefined ? {} : { status: outcome.status }),
      ...(outcome.bytes === undefined ? {} : { bytes: outcome.bytes }),
      ...(outcome.error === undefined ? {} : { code: outcome.error.code }),
    })
  }

  return {
    ask,
    close: () => {
      for (const lane of lanes.values()) lane.close()
      lanes.clear()
    },
  }
}

/** It is sent back to where it came from, and to nobody else; what is no ETag is none. */
const readVersion = (etag: string | undefined) =>
  etag !== undefined && /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : undefined

const isStale = (trouble: HttpError['trouble']) => trouble.kind === 'network' && trouble.reused

function laneFailure(error: unknown, host: string, { key, signal }: ApiRequest): unknown {
  if (error instanceof LanePaused)
    return new ChainglassFailure({
      code: 'rate_limited',
      retryAfterMs: Math.ceil(error.ms),
      hadKey: Boolean(key),
      host,
    })
  return signal.aborted ? new ChainglassFailure({ code: 'cancelled' }) : error
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer)
      reject(new ChainglassFailure({ code: 'cancelled' }))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel)
      resolve()
    }, ms)
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
  })
}
