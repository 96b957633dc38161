/**
 * Which IP addresses belong to the public internet. Names are looked up and their addresses checked; for a check of a
 * name by its form alone see private-hostname.ts.
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

/** All of IPv6 that is assigned to the public internet; what lies outside is special, in old forms and in new ones. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** False for what is no IP address, too. IPv4 written as IPv6 is judged as IPv4. */
export function isPublicIpAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const family = isIP(plain)
  if (family === 4) return !special.check(plain, 'ipv4')
  return family === 6 && global.check(plain, 'ipv6') && !special.check(plain, 'ipv6')
}

/** The code of the error that `lookupPublic` fails with where a name has no public address. */
export const NOT_PUBLIC = 'ERR_NOT_PUBLIC'

/** As `dns.lookup`, with public addresses only. The address it gives is the one that is then connected to. */
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
