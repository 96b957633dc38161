/**
 * An instance in front of our own service. It forwards every request, except those for which a spec set another
 * response. It can go offline (its port is closed) and online again on the same port.
 */
import { openHostileServer, type Behaviour, type Seen } from '#platform/testing/hostile-server.ts'
import { sendRequest } from '../src/service/http/testing/http.ts'

export interface FaultyInstance {
  readonly url: string
  /** Oldest first, including those from before it was offline. */
  readonly requests: readonly Seen[]
  /**
   * Sets the response to requests whose path (with its query) matches: the first request gets the first behaviour and
   * so on, all further ones the last. A later rule takes precedence over an earlier one.
   */
  respond(path: RegExp, ...behaviours: readonly [Behaviour, ...Behaviour[]]): void
  /** The service's own response; `change` may edit a page in place. */
  passThrough(change?: (page: WirePage) => void): Behaviour
  /** Removes all rules: every request is forwarded. */
  recover(): void
  /** Resolves when `condition` holds for the requests received so far. */
  until(condition: (requests: readonly Seen[]) => boolean): Promise<void>
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  close(): Promise<void>
}

type Json = Record<string, unknown>
export interface WirePage {
  items: Json[]
  next_page_params: Json | null
}

export async function startFaultyInstance(serviceUrl: string): Promise<FaultyInstance> {
  const rules: { readonly path: RegExp; readonly behaviours: readonly Behaviour[]; count: number }[] = []
  const earlier: Seen[] = []
  let server = await openHostileServer()
  server.always(respondToAll)
  const { url } = server
  let online = true

  const passThrough =
    (change?: (page: WirePage) => void): Behaviour =>
    async (response, seen) => {
      const upstream = await sendRequest(serviceUrl + pathOf(seen))
      const headers = { 'content-type': upstream.headers['content-type'] ?? 'application/json' }
      let body: string | Buffer = upstream.bytes
      if (change && upstream.status === 200) {
        const page = parseExact(upstream.text) as WirePage
        change(page)
        body = JSON.stringify(page)
      }
      if (response.destroyed) return
      response.writeHead(upstream.status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
    }

  function respondToAll(...[response, seen]: Parameters<Behaviour>) {
    const rule = rules.findLast(({ path }) => path.test(pathOf(seen)))
    if (!rule) return passThrough()(response, seen)
    const behaviour = rule.behaviours[Math.min(rule.count, rule.behaviours.length - 1)]
    rule.count += 1
    return behaviour?.(response, seen)
  }

  return {
    url,
    get requests() {
      return [...earlier, ...(online ? server.requests : [])]
    },
    respond: (path, ...behaviours) => {
      rules.push({ path, behaviours, count: 0 })
    },
    passThrough,
    recover: () => {
      rules.length = 0
    },
    until: (condition) => server.until(condition),
    async goOffline() {
      earlier.push(...server.requests)
      online = false
      await server.close()
    },
    async goOnline() {
      server = await openHostileServer(Number(new URL(url).port))
      server.always(respondToAll)
      online = true
    },
    close: () => (online ? server.close() : Promise.resolve()),
  }
}

/** Path and query of a request, as rules match it. */
export function pathOf({ path, query }: Seen): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The behaviour, held back until `release` is called. `sent` resolves when it has run. */
export function holdBack(behaviour: Behaviour) {
  const released = Promise.withResolvers<undefined>()
  const sent = Promise.withResolvers<undefined>()
  return {
    behaviour: (async (response, seen) => {
      await released.promise
      if (!response.destroyed) await behaviour(response, seen)
      sent.resolve(undefined)
    }) satisfies Behaviour,
    release: () => {
      released.resolve(undefined)
    },
    sent: sent.promise,
  }
}

/** Keeps integers above 2^53 exact: cursors of a token's instances have up to 256 bits. */
function parseExact(text: string): unknown {
  const exact = (_: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' &&
    source !== undefined &&
    !Number.isSafeInteger(value) &&
    /^-?\d+$/.test(source)
      ? (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(source)
      : value
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown)
}
