/**
 * Who may ask: where only this machine reaches the service, whoever calls it by its name; where others do, whoever has
 * one of its keys.
 */
import type { IncomingMessage } from 'node:http'
import { type ApiResponse, json, unauthorized } from '../response.ts'
import { splitUrl } from '../routes.ts'
import { type ApiKeys, readApiKey } from './api-keys.ts'
import { type ListenAddress, LOOPBACK } from './listen-address.ts'

export interface AccessOptions {
  readonly listen: ListenAddress
  readonly port: number
  readonly keys: ApiKeys
}

/** For what watches the service: which chain it is, and how far it is read. */
export const HEALTH_PATH = '/health'

/** Gives what refuses a request; null for one that may be answered. */
export function createAccess({
  listen,
  port,
  keys,
}: AccessOptions): (request: IncomingMessage) => ApiResponse | null {
  const own = listen.isLoopback ? listen.hostname : LOOPBACK
  const names = [...new Set([listen.hostname, own, 'localhost'])]
  const hosts = new Set(names.flatMap((name) => [`${name}:${String(port)}`, ...(port === 80 ? [name] : [])]))

  // A page of any website can be made to resolve to this machine; its requests still name that website as host.
  const isOwnName = (request: IncomingMessage) => hosts.has(request.headers.host?.toLowerCase() ?? '')

  if (listen.isLoopback) {
    const message = `Restricted access: this server answers to ${own} and localhost only`
    return (request) => (isOwnName(request) ? null : json(403, { message }))
  }

  return (request) => {
    // A browser asks in advance without a key, and is told nothing but what may be asked.
    if (request.method === 'OPTIONS') return null
    const { pathname, search } = splitUrl(request.url ?? '')
    if (pathname === HEALTH_PATH && (isOwnName(request) || isAddressedBy(request, port))) return null
    const key = readApiKey(request.headers, new Map(new URLSearchParams(search)))
    if (key === null) return unauthorized(false)
    return keys.account(key) === null ? unauthorized(true) : null
  }
}

/** Named by the address it came to, or not at all, as checks of a proxy are: no browser leaves the name out. */
function isAddressedBy({ headers: { host }, socket }: IncomingMessage, port: number): boolean {
  if (host === undefined) return true
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '')
  const name = address.includes(':') ? `[${address}]` : address
  return host === `${name}:${String(port)}` || (port === 80 && host === name)
}
