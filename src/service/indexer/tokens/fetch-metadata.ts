/**
 * A guarded way to fetch an NFT's metadata over http(s): a contract may name any URL, so none that leads to this machine
 * or its network is asked, and no more than a small JSON is read.
 */
import { lookup as dnsLookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

export type FetchMetadata = (url: string) => Promise<unknown>

const LARGEST = 256 * 1024
const TIMEOUT_MS = 8_000
const MOST_REDIRECTS = 3

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const family = isIP(plain)
  return family === 0 || PRIVATE.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** `allowHosts`: `host:port` that may be asked although they are on this machine or its network. Gives null for any failure. */
export function guardedFetch(options: { allowHosts?: readonly string[] } = {}): FetchMetadata {
  const allowed = new Set(options.allowHosts)
  return async (url) => {
    try {
      return JSON.parse(await read(new URL(url), allowed, MOST_REDIRECTS)) as unknown
    } catch {
      return null
    }
  }
}

async function read(url: URL, allowed: ReadonlySet<string>, redirects: number): Promise<string> {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Error('not asked')
  const trusted = allowed.has(url.host)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (!trusted && isIP(literal) !== 0 && isPrivateAddress(literal)) throw new Error('a private address')
  const response = await open(url, trusted)
  const status = response.statusCode ?? 0
  const next = response.headers.location
  if (status >= 300 && status < 400 && next !== undefined) {
    response.destroy()
    if (redirects === 0) throw new Error('too many redirects')
    return read(new URL(next, url), allowed, redirects - 1)
  }
  if (status !== 200) {
    response.destroy()
    throw new Error(`status ${String(status)}`)
  }
  return body(response)
}

function open(url: URL, trusted: boolean): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    const asked = request(
      url,
      {
        headers: { accept: 'application/json', 'user-agent': 'Chainglass' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(trusted ? {} : { lookup: publicOnly }),
      },
      resolve,
    )
    asked.on('error', reject)
    asked.end()
  })
}

/** Checked where the name becomes an address, so that a name can't become another one afterwards. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const open = error ? [] : addresses.filter(({ address }) => !isPrivateAddress(address))
    const first = open[0]
    if (!first) callback(error ?? new Error('a private address'), '', 0)
    else if (options.all) callback(null, open)
    else callback(null, first.address, first.family)
  })
}

async function body(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST) {
      response.destroy()
      throw new Error('too large')
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
