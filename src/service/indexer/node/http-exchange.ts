import { getHttpRpcClient } from 'viem/utils'
import type { Exchange } from './node-connection.ts'
import { NodeFailure } from './node-failure.ts'

/** JSON-RPC over HTTP POST; several calls are one batch. The time limit holds until the last byte has come. */
export function httpExchange(url: string): Exchange {
  const closed = new AbortController()
  const client = getHttpRpcClient(url)
  return {
    async send(calls, { timeoutMs, maxBytes }) {
      if (closed.signal.aborted) throw new NodeFailure('closed', 'the connection is closed')
      const body = calls.map((call, id) => ({ id, method: call.method, params: call.params as unknown[] }))
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([deadline, closed.signal])
      try {
        const answer: unknown = await client.request({
          body: body.length === 1 && body[0] ? body[0] : body,
          timeout: 0,
          fetchOptions: { signal },
          maxResponseBodySize: maxBytes,
        })
        return calls.length === 1 ? [answer] : inOrder(answer, calls.length)
      } catch (error) {
        throw asFailure(error, url, { timeoutMs, expired: deadline.aborted, closed: closed.signal.aborted })
      }
    },
    close: () => {
      closed.abort()
    },
  }
}

function inOrder(answer: unknown, length: number): readonly unknown[] {
  if (!Array.isArray(answer)) throw new NodeFailure('garbage', 'a batch was not answered by a list')
  const byId = new Map(answer.map((response: { id?: unknown } | null) => [Number(response?.id), response]))
  return Array.from({ length }, (_, id) => {
    const response = byId.get(id)
    if (response === undefined) throw new NodeFailure('garbage', 'a batch was answered in part')
    return response
  })
}

function asFailure(
  error: unknown,
  url: string,
  { timeoutMs, expired, closed }: { timeoutMs: number; expired: boolean; closed: boolean },
): NodeFailure {
  if (error instanceof NodeFailure) return error
  if (closed) return new NodeFailure('closed', 'the connection is closed')
  if (expired) {
    return new NodeFailure(
      'timeout',
      `the node at ${hostOf(url)} did not answer within ${String(timeoutMs / 1000)} s`,
    )
  }
  const { name, status, details, message } = error as {
    name?: string
    status?: number
    details?: string
    message?: string
  }
  if (name === 'ResponseBodyTooLargeError')
    return new NodeFailure('too_large', 'the answer is too large', error)
  if (status !== undefined) {
    return new NodeFailure('unreachable', `${hostOf(url)} answers with HTTP status ${String(status)}`, error)
  }
  if (
    error instanceof SyntaxError ||
    /JSON|Unexpected token|Unexpected end/i.test(details ?? message ?? '')
  ) {
    return new NodeFailure('garbage', `what answers at ${hostOf(url)} does not speak JSON-RPC`, error)
  }
  return new NodeFailure('unreachable', `no node answers at ${hostOf(url)}`, error)
}

/** A URL may hold a key in its path or as a password: only the host is ever said. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'this URL')
