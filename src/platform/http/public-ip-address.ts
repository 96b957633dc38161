/**
 * Tells which IP addresses belong to the public internet, against SSRF. It resolves names and checks their addresses;
 * private-hostname.ts judges a name by its form only.
 */
import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Addresses that a URL chosen by a stranger must not reach: loopback, private, link-local (where clouds serve their
 * metadata), and the other special-purpose ranges of RFC 6890.
 */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6')

/**
 * All of IPv6 that is assigned to the public internet. Any other IPv6 address is special, in old and in new forms.
 */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** False also for a text that is no IP address. IPv4 written as IPv6 is judged as IPv4. */
export function isPublicIpAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const family = isIP(plain)
  if (family === 4) return !special.check(plain, 'ipv4')
  return family === 6 && global.check(plain, 'ipv6') && !special.check(plain, 'ipv6')
}

/** The error code of `lookupPublic` for a name without a public address. */
export const NOT_PUBLIC = 'ERR_NOT_PUBLIC'

/** Like `dns.lookup`, but returns only public addresses. The connection uses the returned address. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, [])
      return
    }
    const allowed = addresses.filter(({ address }) => isPublicIpAddress(address))
    const [first] = allowed
    if (!first) callback(Object.assign(new Error('not a public address'), { code: NOT_PUBLIC }), [])
    else if (options.all) callback(null, allowed)
    else callback(null, first.address, first.family)
  })
}
