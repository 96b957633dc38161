/**
 * The Chain Data Read API over HTTP, derived from the table of lists, for any ChainReader: `/api/v2/...`, and
 * `/{chain_id}/api/v2/...` with a key, in one dialect.
 */
import { logToTerminal } from '#platform/log/terminal.ts'
import type { IncomingMessage } from 'node:http'
import { startHttpServer } from '#platform/http/http-server.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import { type Caller, createAccess, HEALTH_PATH } from './access/access.ts'
import { createApiKeys, MIN_KEY_LENGTH } from './access/api-keys.ts'
import { LOOPBACK, readListenAddress } from './access/listen-address.ts'
import { ALLOWED, type ApiResponse, json, methodNotAllowed, unavailable, withHeaders } from './response.ts'
import { createServicePages } from './observe/service-pages.ts'
import { createChanges } from './push/changes.ts'
import { createSockets } from './push/sockets.ts'
import { createRequestHandler } from './request-handler.ts'
import type { ChainReader } from '../chain-reader.ts'
import { formatFailure } from './format-failure.ts'
import { type Answered, createResponder, hasBody } from './responder.ts'
import { type RequestUrl, pathName, readUrl } from './routes.ts'
import { createRequestQueue } from './request-queue.ts'

export interface ServiceOptions {
  readonly reader: ChainReader
  /** 0, the default, takes any free port. */
  readonly port?: number
  /**
   * The IP address to listen on; 127.0.0.1 by default. If other machines can reach it, every request except health
   * checks needs one of the keys, and there must be one.
   */
  readonly host?: string
  readonly dialect?: Dialect
  /** Keys that the Pro form accepts. Without any, it accepts every key, but requires one. */
  readonly proKey?: string | readonly string[]
  /** For each client or key; without it there is no limit. */
  readonly requestsPerSecond?: number
  /** Addresses and networks of proxies that report their client in `x-forwarded-for`. */
  readonly trustedProxies?: readonly string[]
  /** The largest page that a request may ask for; the API's limit by default. */
  readonly maxPageSize?: number
  /** Origins of websites that may read responses; none by default. */
  readonly corsOrigins?: readonly string[]
  /** Called with one line for each failure of a reader. */
  readonly log?: (line: string) => void
  /** Called after every response. */
  readonly onAnswered?: (answered: Answered) => void
}

export interface Service {
  /** `http://127.0.0.1:PORT`, or with the address it listens on: `/api/v2/...` follows. */
  readonly url: string
  readonly port: number
  /**
   * Accepts no new connection, ends idle ones, gives running responses five seconds, then cuts them. The reader stays
   * open: its owner closes it.
   */
  close(): Promise<void>
}

const LIMITS = { url: 4096, closeMs: 5_000 } as const

/** Rejects if the port is taken (`EADDRINUSE`), and if the address is not of this machine (`EADDRNOTAVAIL`). */
export async function createService(options: ServiceOptions): Promise<Service> {
  const keys = options.proKey === undefined ? [] : [options.proKey].flat()
  const listen = readListenAddress(options.host ?? LOOPBACK)
  if (!listen) throw new Error('a service listens on an IP address')
  if (!listen.isLoopback && (keys.length === 0 || keys.some(({ length }) => length < MIN_KEY_LENGTH)))
    throw new Error(
      `a service that others reach needs a key of at least ${String(MIN_KEY_LENGTH)} characters`,
    )
  const log = options.log ?? logToTerminal

  const server = await startHttpServer({
    port: options.port ?? 0,
    host: listen.address,
    respond: (request, response) => responder.respond(request, response),
    upgrades: {
      refuse: (request) => sockets.refuse(request),
      accept: (request, socket, head) => {
        sockets.accept(request, socket, head)
      },
    },
    onError: (error) => {
      log(formatFailure('The server', error, keys))
    },
  })
  const { port } = server
  const url = `http://${listen.hostname}:${String(port)}`
  const apiKeys = createApiKeys(keys)
  const callerOf = createAccess({ ...options, listen, port, keys: apiKeys })
  const turns = createRequestQueue()
  const changes = createChanges(options.reader, turns, (error) => {
    log(formatFailure('New blocks', error, keys))
  })
  const admit = createRequestHandler({ ...options, keys: apiKeys, url, changes })
  // A path without a host if others reach the service: a proxy has another name.
  const pages = createServicePages({
    ...options,
    ...(listen.isLoopback ? { url } : { url: '', needsKey: true }),
  })

  const sockets = createSockets({ ...options, url, changes, callerOf })

  /** Free responses, such as refusals, do not wait for a turn. Null if the client is gone before its turn. */
  async function answer(request: IncomingMessage): Promise<ApiResponse | null> {
    const target = readUrl(request.url ?? '')
    const caller = callerOf(request, target)
    const refused = caller.refused ?? refusal(request)
    const response = refused ?? (await answerTo(request, target, caller))
    return response && withHeaders(response, caller.headers)
  }

  async function answerTo(
    request: IncomingMessage,
    asked: RequestUrl,
    caller: Caller,
  ): Promise<ApiResponse | null> {
    const page = pages.find(asked.pathname)
    if (page && asked.pathname === HEALTH_PATH) return page()
    const admitted = page ?? admit(request, asked, caller)
    if (typeof admitted !== 'function') return admitted
    if (turns.isFull) return unavailable('Too many requests wait to be answered.')
    const end = await turns.begin(pathName(asked.pathname), () => request.socket.destroyed)
    try {
      return end && (await admitted())
    } finally {
      end?.()
    }
  }

  const responder = createResponder({ ...options, answer, count: pages.count, log, keys })

  let closed: Promise<void> | undefined
  const close = () => {
    sockets.close()
    responder.close()
    return server.close(LIMITS.closeMs)
  }
  return { url, port, close: () => (closed ??= close()) }
}

/** Refuses requests that no path accepts; null for any other. */
function refusal(request: IncomingMessage): ApiResponse | null {
  if (request.method === 'OPTIONS') return { ...json(204, ''), body: '', headers: { allow: ALLOWED } }
  if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
  if (hasBody(request)) return json(413, { message: 'No request here has a body' })
  if ((request.url ?? '').length > LIMITS.url) return json(414, { message: 'URI too long' })
  return null
}
