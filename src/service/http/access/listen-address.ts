/** The address on which the service listens: an IP address of this machine, or all of them. */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopbackHostname } from '#platform/http/private-hostname.ts'

export interface ListenAddress {
  readonly address: string
  /** The address in a URL: the one that others connect to, IPv6 in brackets. */
  readonly hostname: string
  /** Whether only this machine reaches it. */
  readonly isLoopback: boolean
  /** Whether it is all addresses of this machine. */
  readonly isEvery: boolean
}

export const LOOPBACK = '127.0.0.1'

/** Reads `localhost`, or an IP address without a zone; undefined for any other text. Resolves no name. */
export function readListenAddress(text: string): ListenAddress | undefined {
  const address = text === 'localhost' ? LOOPBACK : text
  const family = isIP(address)
  const url = `http://${family === 6 ? `[${address}]` : address}`
  if (family === 0 || !URL.canParse(url)) return undefined
  const { hostname } = new URL(url)
  const isEvery = hostname === '0.0.0.0' || hostname === '[::]'
  return {
    address,
    hostname: isEvery ? outsideAddress() : hostname,
    isLoopback: isLoopbackHostname(hostname),
    isEvery,
  }
}

/** The address that others connect to if the service listens on all: the first one that is not loopback. */
function outsideAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? LOOPBACK
}
