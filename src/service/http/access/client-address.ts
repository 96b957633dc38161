/** Whose request it is, by address: behind proxies that are named, that of the client before them. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** An IP address, or the first bits of some: `10.0.0.0/8`. */
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
 * `trusted`: proxies that add who asked them to `x-forwarded-for`. What stands there before an address that is none of
 * theirs was written by anybody, and is not read.
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

/** An address of IPv4 as it is, whatever it came over. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const GROUPS = 8
const GROUPS_OF_ONE = 4

/** Whoever has an address of IPv6 has all that begin with the same 64 bits. */
function groupOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [start = '', end] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const [left, right] = [start.split(':'), end?.split(':') ?? []]
  const between = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0')
  const groups = [...left, ...between, ...right].map((group) => group.replace(/^0+(?=.)/, '') || '0')
  return groups.slice(0, GROUPS_OF_ONE).join(':')
}
