/** A real HTTP server on loopback whose responses a test sets: pages, or anything that a network can do. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InstanceSource, ProSource } from '#shared/source.ts'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** Whether the client closed the connection before the response was complete. */
  readonly hungUp: boolean
}

export type Behaviour = (response: ServerResponse, seen: Seen) => void | Promise<void>

export interface HostileServer {
  /** `http://127.0.0.1:port` */
  readonly url: string
  readonly requests: readonly Seen[]
  /** Sets the behaviour for every further request. */
  always(behaviour: Behaviour): void
  /** Sets the behaviours of the next requests, one each; then `always` applies. */
  next(...behaviours: Behaviour[]): void
  /** Clears `requests`. */
  forgetRequests(): void
  /** Resolves when `met` returns true; it is called at each request and each closed connection. */
  until(met: (requests: readonly Seen[]) => boolean): Promise<void>
  close(): Promise<void>
}

/** `port` 0: any free one. */
export async function openHostileServer(port = 0): Promise<HostileServer> {
  const requests: { -readonly [Name in keyof Seen]: Seen[Name] }[] = []
  const queued: Behaviour[] = []
  const watchers = new Set<() => void>()
  let usual: Behaviour = (response) => {
    response.writeHead(404).end()
  }
  const changed = () => {
    for (const watcher of watchers) watcher()
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://hostile')
    const seen = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      hungUp: false,
    }
    requests.push(seen)
    response.on('close', () => {
      seen.hungUp = !response.writableFinished
      changed()
    })
    changed()
    void (queued.shift() ?? usual)(response, seen)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    always: (behaviour) => {
      usual = behaviour
    },
    next: (...behaviours) => {
      queued.push(...behaviours)
    },
    forgetRequests: () => {
      requests.length = 0
    },
    until: (met) =>
      new Promise((resolve) => {
        const check = () => {
          if (!met(requests)) return
          watchers.delete(check)
          resolve()
        }
        watchers.add(check)
        check()
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An instance without a rate limit at this server's URL. */
export const sourceAt = (url: string, more: Partial<InstanceSource> = {}): InstanceSource => ({
  id: 'hostile',
  name: 'Hostile',
  kind: 'instance',
  ownService: true,
  baseUrl: url,
  auth: 'bearer',
  coin: { symbol: 'ETH', decimals: 18 },
  builtIn: false,
  ...more,
})

/** A chain of a Pro account at this server's URL. */
export const proSourceAt = (url: string, more: Partial<ProSource> = {}): ProSource => ({
  id: 'pro:1',
  name: 'Pro',
  kind: 'pro',
  account: 'pro',
  baseUrl: url,
  chainId: '1',
  auth: 'bearer',
  coin: { symbol: 'ETH', decimals: 18 },
  builtIn: false,
  ...more,
})
