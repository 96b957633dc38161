/** Parses the URL of an instance as a person types or pastes it, and normalises it for a source. */
import { findChainByExplorer } from '#shared/chains.ts'
import { isProKey } from '#shared/official-pro.ts'
import type { SourceNote } from '#shared/rpc/contract/sources.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import { isPrivateHostname } from '#platform/http/private-hostname.ts'

export interface SourceUrl {
  /** Scheme, host and base path, without trailing slash, query, user name or `/api/v2`. */
  readonly baseUrl: string
  readonly origin: string
  /** The host of requests: in punycode if the name is international. */
  readonly host: string
  /** Whether the host is of this machine or network. */
  readonly isPrivate: boolean
  /** The chain id in the Pro form of a URL: `https://api.example/8453/api/v2`. */
  readonly proChainId?: string
  /** Remarks for the person. */
  readonly notes: readonly SourceNote[]
}

/** Throws `invalid_input` for field `url`; the reason says what to write. */
export function parseSourceUrl(typed: string): SourceUrl {
  const text = typed.trim().replace(/^["'<(\s]+|["'>)\s,;]+$/g, '')
  // The error must not contain a key, because it is shown.
  if (text === '' || isProKey(text)) throw refuse('empty_url')
  if (/^0x[0-9a-f]*$/i.test(text)) throw refuse('chain_hash')
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw refuse({ kind: scheme === 'ws' || scheme === 'wss' ? 'node_socket' : 'wrong_scheme', scheme })
  }
  const url = parse(scheme === undefined ? `https://${text.replace(/^\/+/, '')}` : text)
  const isPrivate = isPrivateHostname(url.hostname)
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
    throw refuse('not_a_url')
  }
}

function checkHost(url: URL, text: string, isPrivate: boolean) {
  if (url.username !== '' || url.password !== '') {
    throw refuse('credentials_in_url')
  }
  if (url.protocol === 'http:' && !isPrivate) {
    throw refuse({ kind: 'plain_http', host: url.host })
  }
  const bareWord = !/[.:/]/.test(text) && url.hostname !== 'localhost'
  if (bareWord || !HOST_NAME.test(url.hostname)) {
    throw refuse({ kind: 'not_an_instance', typed: text.slice(0, 80) })
  }
  const chain = findChainByExplorer(url.hostname)
  if (chain && ETHERSCAN_FAMILY.test(url.hostname)) {
    throw refuse({ kind: 'other_api', host: url.hostname, chain: chain.name })
  }
}

const HOST_NAME =
  /^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?)$/

/** Explorers that are known not to offer this API. */
const ETHERSCAN_FAMILY =
  /(^|\.)(etherscan\.(io|com)|basescan\.org|arbiscan\.io|polygonscan\.com|gnosisscan\.io|bscscan\.com|snowtrace\.io|snowscan\.xyz|lineascan\.build|scrollscan\.com|blastscan\.io|celoscan\.io|ftmscan\.com|moonscan\.io)$/

/** Pages of an explorer: the base is the part before them. */
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

function notesOn(url: URL, text: string): SourceNote[] {
  const notes: SourceNote[] = []
  // The host part only; a path may be in any script.
  const typedHost = text.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/s, '')
  if (/[^\x20-\x7e]/.test(typedHost) || /(^|\.)xn--/i.test(typedHost)) {
    notes.push({ kind: 'international_host', host: url.host })
  }
  if (/[?&#](apikey|api_key|api-key|key|token)=/i.test(url.search + url.hash)) {
    notes.push('key_left_out')
  }
  return notes
}

const refuse = (reason: InputReason) => invalidInput('url', reason)
