import { ENCODED_SLASH } from '#platform/http/exchange.ts'

/** Where the links in a chain's items can be fetched: as they are, or through gateways for what has no host of its own. */
export interface WebAddress {
  readonly url: URL
  /** The person's own gateway, up to and with `/ipfs/`: it may have a private address. */
  readonly allowedBelow?: string
}

export interface Gateways {
  /** In the order they are tried, each up to and with `/ipfs/`. */
  readonly ipfs: readonly string[]
  /** The person named them; the public ones are then not used. */
  readonly own: boolean
}

const PUBLIC_IPFS = ['https://ipfs.io/ipfs/', 'https://dweb.link/ipfs/', 'https://4everland.io/ipfs/']
const ARWEAVE = 'https://arweave.net/'

/** From `CHAINGLASS_IPFS_GATEWAY`: one URL or more with blanks between, as `http://127.0.0.1:8080`. What is no URL is left out. */
export function readGateways(env: Readonly<Record<string, string | undefined>>): Gateways {
  const own = (env.CHAINGLASS_IPFS_GATEWAY ?? '')
    .split(/\s+/)
    .filter((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    .map((text) => `${new URL(text).href.replace(/(?:\/ipfs)?\/*$/, '')}/ipfs/`)
  return own.length > 0 ? { ipfs: own, own: true } : { ipfs: PUBLIC_IPFS, own: false }
}

/** What names content by its hash, in either version. */
const CID = '(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|[bB][a-zA-Z2-7]{50,})'
/** `CID/…`, `ipfs/CID` and `/ipfs/CID`, as some contracts write them. */
const BARE_CID = new RegExp(`^/?(?:ipfs/)?(${CID}(?:[/?#].*)?)$`, 's')

/** In the order they are to be tried; none where the link can't be fetched. */
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
  // A file may be called so; a query is the rarer thing.
  const paths = [...new Set([asPath(path), path])]
  return bases.flatMap((base) =>
    paths.flatMap((each) => {
      if (!URL.canParse(base + each)) return []
      const url = new URL(base + each)
      // Neither dots nor encoded slashes in the link may lead to other paths of the same host.
      if (!url.href.startsWith(base) || url.href === base || ENCODED_SLASH.test(url.pathname)) return []
      return [own ? { url, allowedBelow: base } : { url }]
    }),
  )
}

/** As it is; where a number sign is part of a file's name, with that, too: what follows it is never sent. */
function plainAddresses(text: string): readonly WebAddress[] {
  if (!URL.canParse(text)) return []
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || !/[/.]/.test(url.hash)) return [{ url }]
  const { origin, pathname, search, hash } = url
  return [{ url: new URL(`${origin}${pathname}${search}${asPath(hash)}`) }, { url }]
}

/** The same with what would end a path written as part of it, and signs of percent that stand for themselves. */
const asPath = (path: string): string =>
  path.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/[#?]/g, (sign) => encodeURIComponent(sign))
