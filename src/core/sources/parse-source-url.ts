/** The URL of an instance as a person types or pastes it, made into the one form a source has. */
import { chainByExplorer } from '#shared/chains.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import { isPrivateHost } from '#platform/http/private-host.ts'

export interface SourceUrl {
  /** Scheme, host and base path; no trailing slash, query, user name or `/api/v2`. */
  readonly baseUrl: string
  readonly origin: string
  /** As it is asked: punycode where the name is international. */
  readonly host: string
  /** A host of this machine or network. */
  readonly isPrivate: boolean
  /** `https://api.example/8453/api/v2`: the Pro form, and which chain was meant. */
  readonly proChainId?: string
  /** What the person should know, in sentences. */
  readonly notes: readonly string[]
}

/** Throws `invalid_input` for field `url`, with a sentence that says what to write instead. */
export function readSourceUrl(typed: string): SourceUrl {
  const text = typed.trim().replace(/^["'<(\s]+|["'>)\s,;]+$/g, '')
  if (text === '') throw refuse('Type the address of an instance, for example https://eth.blockscout.com.')
  if (/^0x[0-9a-f]*$/i.test(text)) throw refuse('This is an address or a hash of a chain, not a URL.')
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw refuse(
      scheme === 'ws' || scheme === 'wss'
        ? `${scheme}:// is a node’s socket. An instance is asked over https.`
        : `An instance is asked over https, not ${scheme}.`,
    )
  }
  const url = parse(scheme === undefined ? `https://${text.replace(/^\/+/, '')}` : text)
  const isPrivate = isPrivateHost(url.hostname)
  if (scheme === undefined && isPrivate) url.protocol = 'http:'
  checkHost(url, text, isPrivate)

  const { path, proChainId } = basePath(url.pathname)
  return {
    baseUrl: url.origin + path,
    origin: url.origin,
    host: url.host,
    isPrivate,
    ...(proChainId === undefined ? {} : { proChainId }),
    notes: notesOn(url, text),
  }
}

function parse(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw refuse('This is not a URL. Write one like https://eth.blockscout.com.')
  }
}

function checkHost(url: URL, text: string, isPrivate: boolean) {
  if (url.username !== '' || url.password !== '') {
    throw refuse('Leave out the user name and password: a key is set for the source itself.')
  }
  if (url.protocol === 'http:' && !isPrivate) {
    throw refuse(
      `http is for this machine and its network only: anyone on the way could read along, and read the key. Write https://${url.host}.`,
    )
  }
  const bareWord = !/[.:/]/.test(text) && url.hostname !== 'localhost'
  if (bareWord || !HOST_NAME.test(url.hostname)) {
    throw refuse(
      `“${text.slice(0, 80)}” is not the address of an instance. Write one like https://eth.blockscout.com.`,
    )
  }
  const chain = chainByExplorer(url.hostname)
  if (chain && ETHERSCAN_FAMILY.test(url.hostname)) {
    throw refuse(
      `${url.hostname} has an API of its own, not this one. Use an instance for ${chain.name} instead.`,
    )
  }
}

const HOST_NAME =
  /^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?)$/

/** Explorers that are known not to speak this API. */
const ETHERSCAN_FAMILY =
  /(^|\.)(etherscan\.(io|com)|basescan\.org|arbiscan\.io|polygonscan\.com|gnosisscan\.io|bscscan\.com|snowtrace\.io|snowscan\.xyz|lineascan\.build|scrollscan\.com|blastscan\.io|celoscan\.io|ftmscan\.com|moonscan\.io)$/

/** Pages of an explorer: what stands before them is the base. */
const PAGE =
  /\/(address|addresses|tx|txs|transaction|transactions|token|tokens|token-transfers|block|blocks|accounts|stats|verified-contracts|withdrawals|internal-txs|search-results|api-docs|graphiql)(\/.*)?$/i

function basePath(pathname: string): { readonly path: string; readonly proChainId?: string } {
  const noApi = pathname
    .replace(/\/+/g, '/')
    .replace(/\/api(\/v\d+(\/.*)?|\/eth-rpc\/?|\/json\/config\/?|\/?)$/i, '')
  const pro = noApi !== pathname && /^(.*)\/([1-9]\d{0,77}|(?:\{|%7B)chain_?id(?:\}|%7D))$/i.exec(noApi)
  if (pro) {
    const [, path = '', chain = ''] = pro
    return /^\d/.test(chain) ? { path, proChainId: chain } : { path }
  }
  return { path: noApi.replace(PAGE, '').replace(/\/+$/, '') }
}

function notesOn(url: URL, text: string): string[] {
  const notes: string[] = []
  // The part that names the host; a path may be in any script.
  const typedHost = text.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/s, '')
  if (/[^\x20-\x7e]/.test(typedHost) || /(^|\.)xn--/i.test(typedHost)) {
    notes.push(
      `The true name of this host is ${url.host}. Letters of other alphabets can look like Latin ones.`,
    )
  }
  if (/[?&#](apikey|api_key|api-key|key|token)=/i.test(url.search + url.hash)) {
    notes.push('The key in the link was left out and not kept: set it as the key of the source.')
  }
  return notes
}

const refuse = (detail: string) => new ChainglassFailure({ code: 'invalid_input', field: 'url', detail })
