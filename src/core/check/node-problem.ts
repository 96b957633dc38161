/** The problem of a node with which something was to be compared. */
import { NodeFailure, NodeRefusal, TooManyRequests } from '#platform/json-rpc/node-failure.ts'
import type { CheckProblem } from '#shared/rpc/contract/check.ts'

/** The node can't be asked, or its data is not trusted. */
export class UntrustedNode extends Error {
  readonly problem: CheckProblem
  constructor(problem: CheckProblem) {
    super(problem.kind)
    this.name = 'UntrustedNode'
    this.problem = problem
  }
}

/** Undefined if the error is no failure of the node. */
export function problemOf(error: unknown): CheckProblem | undefined {
  if (error instanceof UntrustedNode) return error.problem
  if (error instanceof NodeRefusal) {
    const { message: serverMessage, retryAfterMs } = error
    return error.isRateLimit
      ? { kind: 'limited', retryAfterMs, serverMessage }
      : { kind: 'refused', serverMessage }
  }
  if (error instanceof TooManyRequests)
    return { kind: 'limited', retryAfterMs: error.retryAfterMs, serverMessage: null }
  if (!(error instanceof NodeFailure)) return undefined
  switch (error.kind) {
    case 'timeout':
      return { kind: 'timeout' }
    case 'unreachable':
    case 'closed':
      return { kind: 'unreachable' }
    case 'garbage':
    case 'too_large':
    case 'refused':
      return { kind: 'garbage' }
  }
}
