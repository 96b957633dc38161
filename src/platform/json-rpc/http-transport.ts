import { closeAgents, openAgents } from '../http/agents.ts'
import { exchange, type HttpResponse } from '../http/exchange.ts'
import { HttpError } from '../http/http-error.ts'
import { readRetryAfter } from '../http/limit-headers.ts'
import { isLoopbackHostname } from '../http/private-hostname.ts'
import type { RpcTransport } from './rpc-transport.ts'
import {
  BatchRefused,
  LIMIT_CODES,
  NodeFailure,
  NoNodeAnswers,
  RETRY_AFTER_MS,
  TooManyRequests,
} from './node-failure.ts'
import { getUrlHost } from './url-host.ts'
import { numberOf } from './wire.ts'

/** JSON-RPC over HTTP POST; several calls are one batch. The time limit includes the last byte of the response. */
export function createHttpTransport(nodeUrl: string): RpcTransport {
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
