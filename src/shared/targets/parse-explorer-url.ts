/** Parses the URL of an explorer's page, of an API response, or one of our own deep links, to its target. */
import { findChainByExplorer, findChain, findChainByShortName } from '../chains.ts'
import { findList, type ListId } from '../lists/list-table.ts'
import { parseAddress } from './parse-address.ts'
import type { Target } from './target.ts'

/** Undefined if the text is no link, or a link to no particular thing. */
export function parseExplorerUrl(text: string): Target | undefined {
  const own = /^chainglass:\/\/([^/]+)(\/.*)$/i.exec(text)
  if (own) {
    const chain = decode(own[1] ?? '')
    const chainId = /^\d{1,78}$/.test(chain) ? String(BigInt(chain)) : findChainByShortName(chain)?.id
    return readPath({ path: own[2] ?? '', query: '', hash: '', chainId })
  }
  const [, scheme, authority = '', path = '', query = '', hash = ''] =
    /^(https?:\/\/)?([^\s/?#@]+\.[^\s/?#@]+|localhost:\d+)(\/[^\s?#]*)(\?[^\s#]*)?(#\S*)?$/i.exec(text) ?? []
  const host = authority.toLowerCase().replace(/^www\./, '')
  const name = host.replace(/:\d+$/, '')
  const chain = findChainByExplorer(name)
  if (host === '' || (scheme === undefined && !chain && !PAGE.test(path))) return undefined
  return readPath({ path, query, hash, host, chainId: chain?.id })
}

const PAGE = /\/(address(es)?|tx|transactions?|token|nft|block)\/(0x|\d)/i

interface Link {
  readonly path: string
  readonly query: string
  readonly hash: string
  readonly host?: string
  readonly chainId?: string | undefined
}

function readPath(link: Link): Target | undefined {
  const parts = link.path
    .split('/')
    .map(decode)
    .filter((part) => part !== '')
  const query = readQuery(link.query)
  const chainId = link.chainId ?? chainInPath(parts)
  const where = {
    ...(chainId === undefined ? {} : { chainId }),
    ...(link.host === undefined ? {} : { host: link.host }),
  }
  // The last part that names a kind of thing: parts before it are the explorer's own path.
  const at = parts.findLastIndex((part, index) => kindOf(part) !== undefined && index < parts.length - 1)
  const kind = kindOf(parts[at] ?? '')
  const rest = parts.slice(at + 1)
  const thing = kind && readThing(kind, rest, query)
  if (thing) {
    const list = listIn(thing, query, link.hash, rest)
    return { ...where, ...thing, ...(list && { list }) }
  }
  return readAside(parts, query, where)
}

const KINDS: Readonly<Record<string, Target['kind']>> = {
  address: 'address',
  addresses: 'address',
  account: 'address',
  accounts: 'address',
  contract: 'address',
  profile: 'address',
  tx: 'transaction',
  transaction: 'transaction',
  transactions: 'transaction',
  token: 'token',
  tokens: 'token',
  block: 'block',
  blocks: 'block',
  nft: 'nft',
  assets: 'nft',
  item: 'nft',
}
/** Names that every object has are excluded: `/constructor/0x…`. */
const kindOf = (part: string) => {
  const name = part.toLowerCase()
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
}

function readThing(
  kind: Target['kind'],
  rest: readonly string[],
  query: ReadonlyMap<string, string>,
): Target | undefined {
  const [first = '', second = '', third = ''] = rest
  if (kind === 'transaction') {
    if (/^0x[0-9a-f]{64}$/i.test(first)) return { kind, hash: first.toLowerCase() }
    // Some explorers have the chain before the hash: /tx/eth/0x…
    if (!/^0x[0-9a-f]{64}$/i.test(second)) return undefined
    const chainId = chainNamed(first)
    return { kind, hash: second.toLowerCase(), ...(chainId === undefined ? {} : { chainId }) }
  }
  if (kind === 'block') {
    if (/^\d{1,15}$/.test(first)) return { kind, block: String(BigInt(first)) }
    return /^0x[0-9a-f]{64}$/i.test(first) ? { kind, block: first.toLowerCase() } : undefined
  }
  const read = parseAddress(addressPart(first))
  if (!read) {
    // A marketplace has the chain before the contract: /assets/ethereum/0x…/1
    const isNext = parseAddress(addressPart(second)) !== undefined
    const nested = isNext ? readThing(kind, rest.slice(1), query) : undefined
    const chainId = chainNamed(first)
    return nested && (chainId === undefined ? nested : { ...nested, chainId })
  }
  if (kind === 'address') return { kind, ...read }
  const wanted = kind === 'nft' ? second : /^instances?$/i.test(second) ? third : (query.get('a') ?? '')
  if (/^\d{1,78}$/.test(wanted)) return { kind: 'nft', ...read, tokenId: wanted }
  return { kind: 'token', ...read }
}

/** Pages with the address in the query (`/txs?a=0x…`), and names with a chain prefix (`safe=eth:0x…`). */
function readAside(
  parts: readonly string[],
  query: ReadonlyMap<string, string>,
  where: Pick<Target, 'chainId' | 'host'>,
): Target | undefined {
  const named =
    query.get('safe') ?? query.get('a') ?? query.get('address') ?? query.get('q') ?? parts.at(-1) ?? ''
  const [, prefix, address = ''] = /^(?:([a-z0-9-]+):)?(0x[0-9a-f]{40})$/i.exec(named) ?? []
  const read = parseAddress(address)
  const chainId = (prefix === undefined ? undefined : findChainByShortName(prefix)?.id) ?? where.chainId
  return read && { ...where, ...(chainId === undefined ? {} : { chainId }), kind: 'address', ...read }
}

/** The chain that a part of a path names: by its id, its short name, or `mainnet` for Ethereum (Tenderly). */
const chainNamed = (name: string): string | undefined =>
  name.toLowerCase() === 'mainnet' ? '1' : (findChain(name) ?? findChainByShortName(name))?.id

/** Reads `eth:0x…` inside a path. */
const addressPart = (part: string) => /^(?:[a-z0-9-]+:)?(0x[0-9a-f]{40})$/i.exec(part)?.[1] ?? part

/** Reads `/8453/api/v2/…` of the Pro API, and `/chain/base/…` of explorers for many chains. */
function chainInPath(parts: readonly string[]): string | undefined {
  const api = parts.findIndex((part) => part.toLowerCase() === 'api')
  const before = api > 0 ? parts[api - 1] : undefined
  if (before !== undefined && /^[1-9]\d{0,77}$/.test(before)) return before
  const [first = '', second = ''] = parts
  if (first.toLowerCase() !== 'chain') return undefined
  return chainNamed(second)
}

/** The list that was open: from `?tab=` or the `#`, depending on the explorer, or the end of an API's path. */
function listIn(
  { kind }: Target,
  query: ReadonlyMap<string, string>,
  hash: string,
  rest: readonly string[],
): ListId | undefined {
  if (kind === 'block' || kind === 'nft') return undefined
  for (const name of [query.get('tab'), hash.slice(1), rest[1]]) {
    const list = name && findList(kind, name)
    if (list) return list
  }
  return undefined
}

function readQuery(query: string): ReadonlyMap<string, string> {
  const pairs = query.replace(/^\?/, '').split('&')
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decode(name).toLowerCase(), decode(value.join('='))]
    }),
  )
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
