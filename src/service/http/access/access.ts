/**
 * Who may ask: where only this machine reaches the service, whoever calls it by its name; where others do, whoever has
 * one of its keys. And how often: each client or key at its rate, whether it has a key or not.
 */
import type { IncomingMessage } from 'node:http'
import { createClientRateLimiter, rateLimitHeaders } from '../client-rate-limiter.ts'
import { type ApiResponse, json, tooManyRequests, unauthorized } from '../response.ts'
import type { AskedUrl } from '../routes.ts'
import { type ApiKeys, readApiKey } from './api-keys.ts'
import { createClientAddress } from './client-address.ts'
import { type ListenAddress, LOOPBACK } from './listen-address.ts'

export interface AccessOptions {
  readonly listen: ListenAddress
  readonly port: number
  readonly keys: ApiKeys
  /** For each client or key; without it there is no limit. */
  readonly requestsPerSecond?: number
  /** Addresses and networks of those that say who asked them. */
  readonly trustedProxies?: readonly string[]
}

export interface Caller {
  /** Whose key it sent; null without one, and with a wrong one. */
  readonly account: string | null
  readonly hasKey: boolean
  /** Of whatever it is answered. */
  readonly headers: Readonly<Record<string, string>>
  /** What it is answered whatever it asks; null where it may. */
  readonly refused: ApiResponse | null
}

/** For what watches the service: which chain it is, and how far it is read. */
export const HEALTH_PATH = '/health'
/** It is asked by several at once, as often as each second. */
const MIN_HEALTH_PER_SECOND = 10

const BROWSER_IN_ADVANCE: Caller = { account: null, hasKey: false, headers: {}, refused: null }

export function createAccess(options: AccessOptions): (request: IncomingMessage, url: AskedUrl) => Caller {
  const { listen, port, keys } = options
  const own = listen.isLoopback ? listen.hostname : LOOPBACK
  const names = [...new Set([listen.hostname, own, 'localhost'])]
  const hosts = new Set(names.flatMap((name) => [`${name}:${String(port)}`, ...(port === 80 ? [name] : [])]))
  const takeRate = createRate(options)

  // A page of any website can be made to resolve to this machine; its requests still name that website as host.
  const isOwnName = (request: IncomingMessage) => hosts.has(request.headers.host?.toLowerCase() ?? '')
  const message = `Restricted access: this server answers to ${own} and localhost only`
  const isOpen = !listen.isLoopback

  const needsKey = (request: IncomingMessage, { pathname }: AskedUrl) =>
    isOpen && !(pathname === HEALTH_PATH && (isOwnName(request) || isAddressedBy(request, port)))

  return (request, url) => {
    if (!isOpen && !isOwnName(request)) return { ...BROWSER_IN_ADVANCE, refused: json(403, { message }) }
    // A browser asks in advance without a key, and is told nothing but what may be asked.
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

/** Takes one request from the bucket that it belongs to; null where there is no limit. */
function createRate({ keys, requestsPerSecond, trustedProxies = [] }: AccessOptions) {
  if (requestsPerSecond === undefined) return () => null
  const clientOf = createClientAddress(trustedProxies)
  const limiter = createClientRateLimiter(requestsPerSecond)
  const health = createClientRateLimiter(Math.max(requestsPerSecond, MIN_HEALTH_PER_SECOND))
  return (request: IncomingMessage, { pathname }: AskedUrl, account: string | null) => {
    if (pathname === HEALTH_PATH) return health.take(clientOf(request))
    // Only a key of ours has a bucket of its own: inventing keys gets nobody past the limit.
    return limiter.take(account !== null && keys.areOurs ? account : `address ${clientOf(request)}`)
  }
}

/** Named by the address it came to, or not at all, as checks of a proxy are: no browser leaves the name out. */
function isAddressedBy({ headers: { host }, socket }: IncomingMessage, port: number): boolean {
  if (host === undefined) return true
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '')
  const name = address.includes(':') ? `[${address}]` : address
  return host === `${name}:${String(port)}` || (port === 80 && host === name)
}
