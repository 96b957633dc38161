/** Finds the address of a request's client: behind a trusted proxy, the one that the proxy reports. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** An IP address, or a prefix: `10.0.0.0/8`. */
interface Network {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  readonly bits: number
}

export function readNetwork(text: string): Network | undefined {
  const [, address = '', digits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const most = version === 4 ? 32 : 128
  const bits = Number(digits ?? most)
  return bits <= most ? { address, family: version === 4 ? 'ipv4' : 'ipv6', bits } : undefined
}

/**
 * `trusted`: proxies that append their client to `x-forwarded-for`. Entries before the first address that is not a
 * trusted proxy's could be written by anybody, and are ignored.
 */
export function createClientAddress(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList()
  for (const text of trusted) {
    const network = readNetwork(text)
    if (!network) throw new Error('a trusted proxy is an IP address or a network')
    proxies.addSubnet(network.address, network.bits, network.family)
  }
  const isProxy = (address: string) =>
    trusted.length > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return ({ socket, headers }) => {
    let client = plain(socket.remoteAddress ?? '')
    const before = String(headers['x-forwarded-for'] ?? '').split(',')
    while (isProxy(client)) {
      const next = plain(before.pop()?.trim() ?? '')
      if (isIP(next) === 0) break
      client = next
    }
    return groupOf(client)
  }
}

/** An IPv4 address without its IPv6 prefix. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const GROUPS = 8
const GROUPS_OF_ONE = 4

/** A client with an IPv6 address owns all addresses with the same first 64 bits. */
function groupOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [start = '', end] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const [left, right] = [start.split(':'), end?.split(':') ?? []]
  const between = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0')
  const groups = [...left, ...between, ...right].map((group) => group.replace(/^0+(?=.)/, '') || '0')
  return groups.slice(0, GROUPS_OF_ONE).join(':')
}
