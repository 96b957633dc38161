/** The log as JSON Lines on stderr, for programs that collect it. */
import { replaceInvisible } from '#shared/text/hostile-text.ts'
import type { Answered } from './http/server.ts'

export interface ServiceLog {
  message(this: void, line: string): void
  /** Absent where requests are not logged. */
  readonly request?: (this: void, answered: Answered) => void
}

export function createJsonLog(write: (line: string) => void, now: () => Date = () => new Date()): ServiceLog {
  const log = (event: string, fields: Readonly<Record<string, unknown>>) => {
    write(`${JSON.stringify({ time: now().toISOString(), event, ...fields })}\n`)
  }
  return {
    // It may hold the words of nodes and servers.
    message: (line) => {
      log('message', { message: replaceInvisible(line.toWellFormed(), '\ufffd') })
    },
    request: ({ route, method, path, status, ms }) => {
      log('request', {
        route,
        method,
        path: replaceInvisible(path, '\ufffd'),
        status,
        ms: Math.round(ms * 100) / 100,
      })
    },
  }
}
