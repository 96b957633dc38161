import { ENCODED_SLASH } from '#platform/http/exchange.ts'

/**
 * The addresses from which a link in a chain's item can be fetched: the link itself, or gateways for links without a
 * host.
 */
export interface WebAddress {
  readonly url: URL
  /** The person's own gateway, including `/ipfs/`: it may have a private address. */
  readonly allowedBelow?: string
}

export interface Gateways {
  /** In the order in which they are tried, each including `/ipfs/`. */
  readonly ipfs: readonly string[]
  /** Whether the person chose them; then the public ones are not used. */
  readonly own: boolean
}

const PUBLIC_IPFS = ['https://ipfs.io/ipfs/', 'https://dweb.link/ipfs/', 'https://4everland.io/ipfs/']
const ARWEAVE = 'https://arweave.net/'

/**
 * Reads `CHAINGLASS_IPFS_GATEWAY`: one or more URLs separated by blanks, such as `http://127.0.0.1:8080`. Invalid
 * URLs are ignored.
 */
export function readGateways(env: Readonly<Record<string, string | undefined>>): Gateways {
  const own = (env.CHAINGLASS_IPFS_GATEWAY ?? '')
    .split(/\s+/)
    .filter((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    .map((text) => `${new URL(text).href.replace(/(?:\/ipfs)?\/*$/, '')}/ipfs/`)
  return own.length > 0 ? { ipfs: own, own: true } : { ipfs: PUBLIC_IPFS, own: false }
}

/** A content id (hash), in either version. */
const CID = '(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|[bB][a-zA-Z2-7]{50,})'
/** `CID/…`, `ipfs/CID` and `/ipfs/CID`, which some contracts write. */
const BARE_CID = new RegExp(`^/?(?:ipfs/)?(${CID}(?:[/?#].*)?)$`, 's')

/** In the order in which they are tried; empty if the link can't be fetched. */
export function resolveWebAddresses(link: string, gateways: Gateways): readonly WebAddress[] {
  const text = link.trim()
  const [, bare] = BARE_CID.exec(text) ?? []
  const [, scheme = '', rest = ''] =
    bare === undefined ? (/^(ipfs|ar):\/\/(.*)$/is.exec(text) ?? []) : ['', 'ipfs', bare]
  if (scheme === '') return plainAddresses(text)
  const [bases, path, own] =
    scheme.toLowerCase() === 'ar'
      ? [[ARWEAVE], rest, false]
      : [gateways.ipfs, rest.replace(/^\/*(?:ipfs\/)*/, ''), gateways.own]
  // The text may be a file's name; a query is less common.
  const paths = [...new Set([asPath(path), path])]
  return bases.flatMap((base) =>
    paths.flatMap((each) => {
      if (!URL.canParse(base + each)) return []
      const url = new URL(base + each)
      // Neither dots nor encoded slashes in the link may lead to other paths of the host.
      if (!url.href.startsWith(base) || url.href === base || ENCODED_SLASH.test(url.pathname)) return []
      return [own ? { url, allowedBelow: base } : { url }]
    }),
  )
}

/**
 * The link itself. If a number sign is part of a file's name, also the link with the sign encoded: otherwise the part
 * after it is never sent.
 */
function plainAddresses(text: string): readonly WebAddress[] {
  if (!URL.canParse(text)) return []
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || !/[/.]/.test(url.hash)) return [{ url }]
  const { origin, pathname, search, hash } = url
  return [{ url: new URL(`${origin}${pathname}${search}${asPath(hash)}`) }, { url }]
}

/** Encodes the characters that would end a path, and literal percent signs. */
const asPath = (path: string): string =>
  path.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/[#?]/g, (sign) => encodeURIComponent(sign))
