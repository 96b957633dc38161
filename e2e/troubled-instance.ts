/**
 * An instance in front of our own service: it passes every request on, save those whose path a spec told it to meet
 * otherwise. It can be offline (its port is closed) and come back on the same port.
 */
import { openHostileServer, type Behaviour, type Seen } from '#core/testing/hostile-server.ts'
import { ask } from '../src/service/http/testing/http.ts'

export interface TroubledInstance {
  readonly url: string
  /** Of the API, oldest first; also those of before it was offline. */
  readonly requests: readonly Seen[]
  /**
   * Requests whose path (with its query) matches are met so: the first by the first behaviour and so on, all further
   * ones by the last. A later rule goes before an earlier one.
   */
  meet(path: RegExp, ...behaviours: readonly [Behaviour, ...Behaviour[]]): void
  /** The service's own answer; a page may be changed on its way. */
  passOn(change?: (page: WirePage) => void): Behaviour
  /** Everything is passed on again. */
  recover(): void
  /** Resolves when `met` holds for its requests. */
  until(met: (requests: readonly Seen[]) => boolean): Promise<void>
  goOffline(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

type Json = Record<string, unknown>
export interface WirePage {
  items: Json[]
  next_page_params: Json | null
}

export async function startTroubledInstance(serviceUrl: string): Promise<TroubledInstance> {
  const rules: { readonly path: RegExp; readonly behaviours: readonly Behaviour[]; met: number }[] = []
  const before: Seen[] = []
  let server = await openHostileServer()
  server.always(meetAll)
  const { url } = server
  let online = true

  const passOn =
    (change?: (page: WirePage) => void): Behaviour =>
    async (response, seen) => {
      const answer = await ask(serviceUrl + pathOf(seen))
      const headers = { 'content-type': answer.headers['content-type'] ?? 'application/json' }
      let body: string | Buffer = answer.bytes
      if (change && answer.status === 200) {
        const page = parseExact(answer.text) as WirePage
        change(page)
        body = JSON.stringify(page)
      }
      if (response.destroyed) return
      response.writeHead(answer.status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
    }

  function meetAll(...[response, seen]: Parameters<Behaviour>) {
    const rule = rules.findLast(({ path }) => path.test(pathOf(seen)))
    if (!rule) return passOn()(response, seen)
    const behaviour = rule.behaviours[Math.min(rule.met, rule.behaviours.length - 1)]
    rule.met += 1
    return behaviour?.(response, seen)
  }

  return {
    url,
    get requests() {
      return [...before, ...(online ? server.requests : [])]
    },
    meet: (path, ...behaviours) => {
      rules.push({ path, behaviours, met: 0 })
    },
    passOn,
    recover: () => {
      rules.length = 0
    },
    until: (met) => server.until(met),
    async goOffline() {
      before.push(...server.requests)
      online = false
      await server.close()
    },
    async comeBack() {
      server = await openHostileServer(Number(new URL(url).port))
      server.always(meetAll)
      online = true
    },
    close: () => (online ? server.close() : Promise.resolve()),
  }
}

/** Path and query of a request, for rules. */
export function pathOf({ path, query }: Seen): string {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** A behaviour, so many ms later. */
export const late =
  (ms: number, behaviour: Behaviour): Behaviour =>
  async (response, seen) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    if (!response.destroyed) await behaviour(response, seen)
  }

/** Cursors of a token's instances are integers of up to 256 bits: they go on digit by digit. */
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
