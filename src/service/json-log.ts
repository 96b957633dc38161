/** The log as JSON Lines on stderr, for programs that collect it. */
import { replaceInvisible } from '#shared/text/hostile-text.ts'
import type { Answered } from './http/responder.ts'

export interface ServiceLog {
  message(this: void, line: string): void
  /** Logs a failure that ends the process. */
  failure(this: void, line: string): void
  /** Absent where requests are not logged. */
  readonly request?: (this: void, answered: Answered) => void
}

export function createJsonLog(write: (line: string) => void): ServiceLog {
  const log = (level: 'info' | 'error', event: string, fields: Readonly<Record<string, unknown>>) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
  }
  return {
    // The line may contain the words of nodes and servers.
    message: (line) => {
      log('info', 'message', { message: replaceInvisible(line.toWellFormed(), '\ufffd') })
    },
    failure: (line) => {
      log('error', 'failure', { message: replaceInvisible(line.toWellFormed(), '\ufffd') })
    },
    request: ({ route, method, path, status, ms, client, bytes, requestId }) => {
      log(status >= 500 ? 'error' : 'info', 'request', {
        route,
        method,
        path: replaceInvisible(path, '\ufffd'),
        status,
        client,
        bytes,
        request_id: requestId,
        ms: Math.round(ms * 100) / 100,
      })
    },
  }
}
