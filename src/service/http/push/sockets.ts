/** Decides which clients may open a socket, and in which protocol it announces blocks. */
import type { IncomingMessage } from 'node:http'
import type { Dialect } from '#shared/lists/dialects.ts'
import type { ChainReader } from '../../chain-reader.ts'
import type { Caller } from '../access/access.ts'
import { wireDialect } from '../dialects/dialect.ts'
import { type RequestUrl, readUrl } from '../routes.ts'
import type { Changes } from './changes.ts'
import { createPhoenixSocket, SOCKET_PATH } from './phoenix-socket.ts'

interface SocketsOptions {
  readonly reader: ChainReader
  readonly dialect?: Dialect
  readonly corsOrigins?: readonly string[]
  readonly url: string
  readonly changes: Changes
  readonly callerOf: (request: IncomingMessage, url: RequestUrl) => Caller
}

export function createSockets({ reader, dialect = 'spec', corsOrigins = [], ...options }: SocketsOptions) {
  const { url, changes, callerOf } = options
  const { detail } = wireDialect(dialect, { form: 'instance', origin: url })
  // In the form of a row of a list.
  const writeBlock = (block: unknown) => (detail['main-page-blocks']([block]) as readonly unknown[])[0]
  const socket = createPhoenixSocket(reader, writeBlock, changes)
  return {
    ...{ accept: socket.accept, close: socket.close },
    /** The status of a refusal. A browser lets any page open a socket, so that its origin is looked at here. */
    refuse(request: IncomingMessage): string | undefined {
      const target = readUrl(request.url ?? '')
      const { refused } = callerOf(request, target)
      if (refused) return `${String(refused.status)} Refused`
      if (target.pathname !== SOCKET_PATH) return '404 Not Found'
      const { origin } = request.headers
      if (origin !== undefined && origin !== url && !corsOrigins.includes(origin)) return '403 Forbidden'
      return socket.isFull ? '503 Service Unavailable' : undefined
    },
  }
}
