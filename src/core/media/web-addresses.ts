/** Where the links in a chain's items can be fetched: as they are, or through gateways for what has no host of its own. */
export interface WebAddress {
  readonly url: URL
  /** The person's own gateway: it may have a private address. */
  readonly allowedOrigin?: string
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

/** In the order they are to be tried; none where the link can't be fetched. */
export function resolveWebAddresses(link: string, gateways: Gateways): readonly WebAddress[] {
  const [, scheme = '', rest = ''] = /^(ipfs|ar):\/\/(.*)$/is.exec(link.trim()) ?? []
  if (scheme === '') return URL.canParse(link.trim()) ? [{ url: new URL(link.trim()) }] : []
  const [bases, path, own] =
    scheme.toLowerCase() === 'ar'
      ? [[ARWEAVE], rest, false]
      : [gateways.ipfs, rest.replace(/^ipfs\//, ''), gateways.own]
  return bases.flatMap((base) => {
    if (!URL.canParse(base + path)) return []
    const url = new URL(base + path)
    // Dots in the link must not lead to other paths of the same host.
    if (!url.href.startsWith(base) || url.href === base) return []
    return [own ? { url, allowedOrigin: url.origin } : { url }]
  })
}
