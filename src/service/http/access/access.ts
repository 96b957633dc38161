/**
 * Decides who may make requests, and how often. If only this machine reaches the service, a request must call it by
 * its own name; if others reach it, a request needs one of its keys. Each client or key has its rate, with or without
 * a key.
 */
import type { IncomingMessage } from 'node:http'
import { createClientRateLimiter, rateLimitHeaders } from '../client-rate-limiter.ts'
import { type ApiResponse, json, tooManyRequests, unauthorized } from '../response.ts'
import type { RequestUrl } from '../routes.ts'
import { type ApiKeys, readApiKey } from './api-keys.ts'
import { createClientAddress } from './client-address.ts'
import { type ListenAddress, LOOPBACK } from './listen-address.ts'

export interface AccessOptions {
  readonly listen: ListenAddress
  readonly port: number
  readonly keys: ApiKeys
  /** Requests per second for each client or key; without it there is no limit. */
  readonly requestsPerSecond?: number
  /** Addresses and networks of proxies that report their client. */
  readonly trustedProxies?: readonly string[]
}

export interface Caller {
  /** The name of the request's key; null without a key, and with a wrong one. */
  readonly account: string | null
  readonly hasKey: boolean
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** The response to a refused request; null if it is admitted. */
  readonly refused: ApiResponse | null
}

/** The path of the health check: the chain, and the progress of reading it. */
export const HEALTH_PATH = '/health'
/** Several programs may check it, up to once a second each. */
const MIN_HEALTH_PER_SECOND = 10

const BROWSER_IN_ADVANCE: Caller = { account: null, hasKey: false, headers: {}, refused: null }

export function createAccess(options: AccessOptions): (request: IncomingMessage, url: RequestUrl) => Caller {
  const { listen, port, keys } = options
  const own = listen.isLoopback ? listen.hostname : LOOPBACK
  const names = [...new Set([listen.hostname, own, 'localhost'])]
  const hosts = hostsOf(names, port)
  const takeRate = createRate(options)

  // A website can make its name resolve to this machine; its requests still name the website as the host.
  const isOwnName = (request: IncomingMessage) => hosts.has(request.headers.host?.toLowerCase() ?? '')
  const message = `Restricted access: this server answers to ${own} and localhost only`
  const isOpen = !listen.isLoopback

  const needsKey = (request: IncomingMessage, { pathname }: RequestUrl) =>
    isOpen && !(pathname === HEALTH_PATH && (isOwnName(request) || isAddressedBy(request, port)))

  return (request, url) => {
    if (!isOpen && !isOwnName(request)) return { ...BROWSER_IN_ADVANCE, refused: json(403, { message }) }
    // A browser sends a preflight request without a key. The response only lists the allowed methods and headers.
    if (request.method === 'OPTIONS') return BROWSER_IN_ADVANCE
    const key = readApiKey(request.headers, url.query)
    const account = key === null ? null : keys.account(key)
    const rate = takeRate(request, url, account)
    const caller = { account, hasKey: key !== null, headers: rate ? rateLimitHeaders(rate) : {} }
    if (rate?.allowed === false) return { ...caller, refused: tooManyRequests(rate.retryAfterMs) }
    if (account === null && needsKey(request, url)) return { ...caller, refused: unauthorized(caller.hasKey) }
    return { ...caller, refused: null }
  }
}

/** The host names that a request may have; without a port too if the port is 80. */
export const hostsOf = (names: readonly string[], port: number): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [`${name}:${String(port)}`, ...(port === 80 ? [name] : [])]))

/** Takes one request from the bucket of its client or key; null if there is no limit. */
function createRate({ keys, requestsPerSecond, trustedProxies = [] }: AccessOptions) {
  if (requestsPerSecond === undefined) return () => null
  const clientOf = createClientAddress(trustedProxies)
  const limiter = createClientRateLimiter(requestsPerSecond)
  const health = createClientRateLimiter(Math.max(requestsPerSecond, MIN_HEALTH_PER_SECOND))
  return (request: IncomingMessage, { pathname }: RequestUrl, account: string | null) => {
    if (pathname === HEALTH_PATH) return health.take(clientOf(request))
    // Only a valid key has a bucket of its own: invented keys do not bypass the limit.
    return limiter.take(account !== null && keys.areOurs ? account : `address ${clientOf(request)}`)
  }
}

/**
 * Whether the request names the address that it arrived at, or no host, like a proxy's check: browsers always send a
 * host.
 */
function isAddressedBy({ headers: { host }, socket }: IncomingMessage, port: number): boolean {
  if (host === undefined) return true
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '')
  const name = address.includes(':') ? `[${address}]` : address
  return host === `${name}:${String(port)}` || (port === 80 && host === name)
}
