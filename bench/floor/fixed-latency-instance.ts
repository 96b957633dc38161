/** An instance that answers after the same time, whatever is asked: what is measured in front of it is the client alone. */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const FLOOR_PAGE = readFileSync(join(import.meta.dirname, 'floor.html'))

export interface FixedLatencyInstance {
  readonly url: string
  close(): Promise<void>
}

interface CachedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** `upstream` is asked once for each URL; every later response is sent from memory, `latencyMs` after its request. */
export async function startFixedLatencyInstance(
  upstream: string,
  latencyMs: number,
): Promise<FixedLatencyInstance> {
  const responses = new Map<string, Promise<CachedResponse>>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/floor.html') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(FLOOR_PAGE)
      return
    }
    const known = responses.get(path)
    if (!known) {
      const fetched = fetchUpstream(`${upstream}${path}`)
      responses.set(path, fetched)
      void fetched.then((fresh) => {
        send(response, fresh)
      })
      return
    }
    setTimeout(() => {
      void known.then((cached) => {
        send(response, cached)
      })
    }, latencyMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

async function fetchUpstream(url: string): Promise<CachedResponse> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  return {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
    body: Buffer.from(await response.arrayBuffer()),
  }
}

function send(response: ServerResponse, { status, headers, body }: CachedResponse) {
  response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body)
}
