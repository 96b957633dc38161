/**
 * The connection to a node: JSON-RPC over HTTP or WebSocket, in batches and in parallel up to a limit, with limits of
 * time and size for each complete response.
 */
import { splitSecretUrl } from '../http/secret-url.ts'
import { removeSecrets } from '../log/remove-secrets.ts'
import { RequestQueue } from '../rate-limiter/request-queue.ts'
import type { Priority } from '#shared/priority.ts'
import { closeAgents, openAgents } from '../http/agents.ts'
import { exchange, type HttpResponse } from '../http/exchange.ts'
import { HttpError } from '../http/http-error.ts'
import { readRetryAfter } from '../http/limit-headers.ts'
import { isLoopbackHostname } from '../http/private-hostname.ts'
import {
  BatchRefused,
  NodeFailure,
  NodeRefusal,
  RETRY_AFTER_MS,
  LIMIT_CODES,
  NoNodeAnswers,
  TooManyRequests,
  getUrlHost,
} from './node-failure.ts'
import type { Call, SubscriptionListener, RpcTransport } from './rpc-transport.ts'
import { createSocketTransport } from './socket-transport.ts'
import { numberOf } from './wire.ts'

export interface CallOptions {
  /** `background` by default. */
  readonly priority?: Priority | undefined
  /** Used if the connection has no time limit for the method. */
  readonly timeoutMs?: number
  /** The size limit of one complete response. */
  readonly maxBytes?: number
  /** Called with the size of each response message. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

export interface NodeConnection {
  readonly url: string
  /** Returns the result; throws NodeRefusal (the node's own error) or NodeFailure (no usable response). */
  request(method: string, params: readonly unknown[], options?: CallOptions): Promise<unknown>
  /** Returns a result or a NodeRefusal for each call, in order; throws NodeFailure. */
  many(calls: readonly Call[], options?: CallOptions): Promise<readonly (NodeRefusal | { result: unknown })[]>
  /** Absent over HTTP. */
  readonly subscribe:
    ((params: readonly unknown[], listener: SubscriptionListener) => Promise<void>) | undefined
  /** Whether calls are sent in batches. The size of a batch is adapted to the node's refusals. */
  batches: boolean
  /**
   * Whether the node accepts a block's hash in place of its number (EIP-1898); null until the first read at a block.
   */
  takesBlockHash: boolean | null
  close(): void
}

export interface ConnectionLimits {
  readonly timeoutMs: number
  /** Time limits by method, whatever the purpose of the call. */
  readonly methodTimeoutsMs?: Readonly<Record<string, number>> | undefined
  readonly maxBytes: number
  readonly parallel: number
  readonly callsPerBatch: number
}
export const CONNECTION_LIMITS: ConnectionLimits = {
  timeoutMs: 15_000,
  maxBytes: 128 * 1024 * 1024,
  parallel: 6,
  callsPerBatch: 100,
}

/** Calls that this process has sent to nodes, by method: what it asks is its own choice, so there are few. */
const SENT = new Map<string, number>()
export const sentCalls: ReadonlyMap<string, number> = SENT

export function connectNode(url: string, limits: ConnectionLimits = CONNECTION_LIMITS): NodeConnection {
  const { secrets } = splitSecretUrl(url)
  const socket = /^wss?:/.test(url)
  const transport = socket ? createSocketTransport(url, limits.maxBytes) : createHttpTransport(url)
  // One more for visible requests, so that a slow catch-up never delays them.
  const queue = new RequestQueue({ maxRunning: limits.parallel + 1, maxBackground: limits.parallel })

  /** The number of calls per batch: less than the limit after the node refused that many. */
  let perBatch = limits.callsPerBatch
  let batches = true

  const send = (calls: readonly Call[], options: CallOptions) =>
    queue.run({ priority: options.priority ?? 'background' }, () => {
      for (const { method } of calls) SENT.set(method, (SENT.get(method) ?? 0) + 1)
      return transport.send(calls, {
        timeoutMs: Math.max(...calls.map(({ method }) => timeoutOf(method, options, limits))),
        maxBytes: options.maxBytes ?? limits.maxBytes,
        onBytes: options.onBytes,
      })
    })

  /** Splits the calls into requests of `size`. A call that the response left out is sent once more, alone. */
  async function sendAll(calls: readonly Call[], options: CallOptions, size: number): Promise<unknown[]> {
    const parts = Array.from({ length: Math.ceil(calls.length / size) }, (_, part) =>
      calls.slice(part * size, (part + 1) * size),
    )
    const responses = await Promise.all(parts.map((part) => sendBatch(part, options)))
    return responses.flat()
  }

  async function sendBatch(calls: readonly Call[], options: CallOptions): Promise<unknown[]> {
    try {
      const responses = [...(await send(calls, options))]
      const missing = responses.flatMap((response, index) => (isMissing(response) ? [index] : []))
      if (missing.length === 0 || calls.length === 1) return responses
      const again = await sendAll(pick(calls, missing), options, 1)
      missing.forEach((index, at) => (responses[index] = again[at]))
      return responses
    } catch (error) {
      if (!(error instanceof BatchRefused) || calls.length === 1) throw error
      perBatch = Math.min(perBatch, Math.ceil(calls.length / 2))
      return sendAll(calls, options, perBatch)
    }
  }

  const connection: NodeConnection = {
    url,
    get batches() {
      return batches && perBatch > 1
    },
    set batches(on) {
      batches = on
    },
    takesBlockHash: null,
    async request(method, params, options = {}) {
      const [response] = await send([{ method, params }], options)
      const result = readResponse(response, method, secrets)
      if (result instanceof NodeRefusal) throw result
      return result.result
    },
    async many(calls, options = {}) {
      const responses = await sendAll(calls, options, batches ? perBatch : 1)
      return responses.map((response, index) => readResponse(response, calls[index]?.method ?? '', secrets))
    },
    subscribe:
      transport.subscribe &&
      ((params, listener) => transport.subscribe?.(params, listener, limits.timeoutMs) ?? Promise.resolve()),
    close: () => {
      transport.close()
    },
  }
  return connection
}

const timeoutOf = (method: string, options: CallOptions, limits: ConnectionLimits): number =>
  limits.methodTimeoutsMs?.[method] ?? options.timeoutMs ?? limits.timeoutMs

/**
 * Whether a response is missing from a batch: absent, or as geth reports it if the batch's response becomes too long.
 */
function isMissing(response: unknown): boolean {
  const { error } = (response ?? {}) as { error?: { code?: unknown } | null }
  return response === undefined || error?.code === RESPONSE_TOO_LARGE
}

const RESPONSE_TOO_LARGE = -32003

const pick = <T>(all: readonly T[], indexes: readonly number[]): T[] =>
  all.filter((_, index) => indexes.includes(index))

interface RpcError {
  readonly code?: unknown
  readonly message?: unknown
  readonly data?: unknown
  readonly [RETRY_AFTER_MS]?: number | null
}

/**
 * Error messages are shown and logged, so secrets of the node's URL are removed from them. Results stay unchanged:
 * they are chain data, in which the same digits may occur.
 */
function readResponse(
  response: unknown,
  method: string,
  secrets: readonly string[],
): NodeRefusal | { result: unknown } {
  if (typeof response !== 'object' || response === null) throw garbage(method)
  if ('error' in response && response.error) {
    const error = response.error as RpcError
    const { code, message, data } = error
    return new NodeRefusal(
      typeof code === 'number' ? code : 0,
      typeof message === 'string' ? removeSecrets(message, secrets).slice(0, 300) : 'error without a message',
      revertData(data),
      error[RETRY_AFTER_MS],
    )
  }
  if (!('result' in response)) throw garbage(method)
  return { result: response.result }
}

/** Finds the revert data of a call. Nodes put it into `data`, or one or two objects deep. */
function revertData(data: unknown, deeper = 2): string | null {
  if (typeof data === 'string') return /^0x[0-9a-fA-F]*$/.test(data) ? data : null
  if (typeof data !== 'object' || data === null || deeper === 0) return null
  const inner = data as { data?: unknown; result?: unknown; return?: unknown }
  return revertData(inner.data ?? inner.result ?? inner.return, deeper - 1)
}

const garbage = (method: string) =>
  new NodeFailure(
    'garbage',
    `what answers is not an Ethereum node: ${method} gave neither a result nor an error`,
  )

/** JSON-RPC over HTTP POST; several calls are one batch. The time limit includes the last byte of the response. */
function createHttpTransport(nodeUrl: string): RpcTransport {
  const url = new URL(nodeUrl)
  const agents = openAgents()
  const closed = new AbortController()
  const requestOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    agents,
    redirects: 'same-host',
    // On the same machine, compression costs more than it saves.
    compressed: !isLoopbackHostname(url.hostname),
    signal: closed.signal,
  } as const
  return {
    async send(calls, { timeoutMs, maxBytes, onBytes }) {
      const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
      try {
        const response = await exchange(url, {
          ...requestOptions,
          body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
          timeouts: { totalMs: timeoutMs },
          maxBytes,
        })
        onBytes?.(response.body.length)
        if (response.status === TOO_LARGE && calls.length > 1)
          throw new BatchRefused('the node takes no request of this size')
        const reply = readReply(response, nodeUrl)
        return calls.length === 1 ? [reply] : sortById(reply, calls.length)
      } catch (error) {
        throw toNodeFailure(error, nodeUrl, timeoutMs)
      }
    },
    close() {
      closed.abort()
      closeAgents(agents)
    },
  }
}

/** Parses the response. Some nodes send a JSON-RPC error with an HTTP error status: it counts. */
function readReply({ status, headers, body }: HttpResponse, url: string): unknown {
  const isOk = status >= 200 && status < 300
  let reply: unknown
  try {
    // An empty body is a response without a result.
    reply = JSON.parse(body.toString('utf8') || '{}')
  } catch (error) {
    if (isOk)
      throw new NodeFailure('garbage', `what answers at ${getUrlHost(url)} does not speak JSON-RPC`, error)
  }
  if (status === TOO_MANY) {
    const askedMs = readRetryAfter(headers) ?? 0
    const retryAfterMs = askedMs > 0 ? askedMs : null
    if (!isRpcError(reply)) throw new TooManyRequests(url, retryAfterMs)
    const { error } = reply
    // Some nodes give it a code of their own, or one of a limit of size too.
    return { ...reply, error: { ...error, code: TOO_MANY, [RETRY_AFTER_MS]: retryAfterMs } }
  }
  if (isOk || isRpcError(reply)) return reply
  throw new NodeFailure('unreachable', `${getUrlHost(url)} answers with HTTP status ${String(status)}`)
}

function isRpcError(reply: unknown): reply is { readonly error: { readonly code: number } } {
  if (typeof reply !== 'object' || reply === null || !('error' in reply)) return false
  const { code, message } = (reply.error ?? {}) as { code?: unknown; message?: unknown }
  return typeof code === 'number' && typeof message === 'string'
}

/** The HTTP status of a server that refuses a body for its size. */
const TOO_LARGE = 413
const TOO_MANY = 429
/** Sorts responses by the order of the calls; undefined for a missing one. */
function sortById(reply: unknown, length: number): readonly unknown[] {
  if (!Array.isArray(reply)) {
    // A rate limit refuses the calls; the batch itself is not the problem.
    if (isRpcError(reply) && LIMIT_CODES.has(reply.error.code)) return Array.from({ length }, () => reply)
    throw new BatchRefused('a batch was not answered by a list')
  }
  const byId = new Map(reply.map((response: { id?: unknown } | null) => [numberOf(response?.id), response]))
  return Array.from({ length }, (_, id) => byId.get(id))
}

function toNodeFailure(error: unknown, url: string, timeoutMs: number): unknown {
  if (!(error instanceof HttpError)) return error
  switch (error.reason.kind) {
    case 'cancelled':
      return new NodeFailure('closed', 'the connection is closed')
    case 'timeout':
      return new NodeFailure(
        'timeout',
        `the node at ${getUrlHost(url)} did not answer within ${String(timeoutMs / 1000)} s`,
      )
    case 'too_large':
      return new NodeFailure('too_large', 'the answer is too large', error)
    default:
      return new NoNodeAnswers(url, error)
  }
}
