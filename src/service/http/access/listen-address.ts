/** Where the service listens: an IP address of this machine, or all of them. */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopbackHostname } from '#platform/http/private-hostname.ts'

export interface ListenAddress {
  readonly address: string
  /** As it stands in a URL: what others connect to, an address of IPv6 in brackets. */
  readonly hostname: string
  /** Nobody but this machine reaches it. */
  readonly isLoopback: boolean
  /** All addresses of this machine. */
  readonly isEvery: boolean
}

export const LOOPBACK = '127.0.0.1'

/** `localhost`, or an IP address without a zone; undefined for everything else. Nothing is looked up. */
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

/** What others connect to where the service listens on every address: the first that is not of loopback. */
function outsideAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? LOOPBACK
}
