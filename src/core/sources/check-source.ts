/** Asks an instance, our own service, or a Pro account what it is, before it becomes a source. */
import * as z from 'zod/mini'
import { chainByExplorer, chainById, chainName, CHAINS } from '#shared/chains.ts'
import type { ProChain, SourceCheck, SourceTest } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure, type ChainglassError } from '#shared/rpc/errors.ts'
import type { Source } from '#shared/source.ts'
import { readOwnService } from './own-service.ts'
import { fetchJson } from './fetch-json.ts'
import { readSourceUrl, type SourceUrl } from './parse-source-url.ts'
import { OFFICIAL_PRO } from './built-in.ts'
import type { SourceProbe } from './test-source.ts'

/** What was found; `pages` is a Pro account's chains with their explorer pages. */
export type Found = Omit<SourceCheck, 'known'> & { readonly pages: Readonly<Record<string, string>> }

/** Throws `invalid_input` for what is no URL, and the instance's own failure where it does not answer as one. */
export async function checkSource(
  typed: string,
  form: 'instance' | 'pro' | undefined,
  client: SourceProbe,
  signal: AbortSignal,
): Promise<Found> {
  const url = readSourceUrl(typed)
  if (form === 'pro' || (form === undefined && isPro(url))) return checkPro(url, client, signal)
  try {
    return await checkInstance(url, client, signal)
  } catch (error) {
    // Answers, but not with a page: it may be a Pro account, typed without saying so.
    const pro =
      form === undefined && isNoPage(error) ? checkPro(url, client, signal).catch(() => undefined) : undefined
    const found = await pro
    if (found) return found
    throw error
  }
}

/** What can be said without asking, for one who wants it all the same. */
export function uncheckedSource(typed: string, form: 'instance' | 'pro' | undefined): Found {
  const url = readSourceUrl(typed)
  const pro = form === 'pro' || (form === undefined && isPro(url))
  const chainId = pro ? url.proChainId : chainByExplorer(url.host)?.id
  return {
    kind: pro ? 'pro' : 'instance',
    baseUrl: url.baseUrl,
    name: pro ? proName(url) : ((chainId === undefined ? undefined : chainById(chainId)?.name) ?? url.host),
    chainId,
    coin: coinOf(chainId),
    ms: 0,
    limits: {},
    notes: url.notes,
    landmarks: [],
    chains: [],
    pages: {},
  }
}

const isPro = (url: SourceUrl) => url.proChainId !== undefined || url.baseUrl === OFFICIAL_PRO
const proName = (url: SourceUrl) => (url.baseUrl === OFFICIAL_PRO ? 'Pro' : `Pro ${url.host}`)

async function checkInstance(url: SourceUrl, client: SourceProbe, signal: AbortSignal): Promise<Found> {
  // Our own service says so; only hosts of this machine and network are asked.
  const service = url.isPrivate ? await readOwnService(url.baseUrl, signal) : undefined
  const known = chainByExplorer(url.host)
  const chainId = service?.chain?.chainId ?? known?.id
  const draft = instanceDraft(url, service ? 'local' : 'instance')
  const notes = [...url.notes]
  let { baseUrl } = url
  let test: SourceTest
  try {
    test = await client.probe(draft, { signal })
  } catch (error) {
    // A path that is a page of the site rather than its base.
    if (url.baseUrl === url.origin || !isNoPage(error)) throw error
    test = await client.probe({ ...draft, baseUrl: url.origin }, { signal })
    baseUrl = url.origin
    notes.push(`The path was left out: the API answers at ${url.origin}.`)
  }
  return {
    kind: service ? 'local' : 'instance',
    baseUrl,
    name: service?.chain?.name ?? known?.name ?? url.host,
    chainId,
    coin: service?.chain?.coin ?? coinOf(chainId),
    ...test,
    notes,
    landmarks: service?.items ?? [],
    chains: [],
    pages: {},
  }
}

/** What is asked before anything is known of it. Its id is no source's, so no key can belong to it. */
const instanceDraft = (url: SourceUrl, kind: 'instance' | 'local'): Source => ({
  id: `check:${url.baseUrl}`,
  name: url.host,
  kind,
  baseUrl: url.baseUrl,
  auth: 'x-api-key',
  coin: coinOf(undefined),
  builtIn: false,
})

async function checkPro(url: SourceUrl, client: SourceProbe, signal: AbortSignal): Promise<Found> {
  const started = performance.now()
  const { chains, notes } = await chainsOf(url, client, signal)
  const listed = proChains('', chains, [])
  const chainId = url.proChainId ?? listed[0]?.chainId
  return {
    kind: 'pro',
    baseUrl: url.baseUrl,
    name: proName(url),
    chainId,
    coin: coinOf(chainId),
    ms: Math.round(performance.now() - started),
    limits: {},
    notes: [...url.notes, ...notes],
    landmarks: [],
    chains: listed,
    pages: chains,
  }
}

/** An account that tells of no chains is one all the same, if it answers for the chain in the URL. */
async function chainsOf(url: SourceUrl, client: SourceProbe, signal: AbortSignal) {
  try {
    return { chains: await readProChains(url.baseUrl, signal), notes: [] }
  } catch (error) {
    const { proChainId: chainId } = url
    if (chainId === undefined || signal.aborted) throw error
    const draft: Source = { ...instanceDraft(url, 'instance'), kind: 'pro', chainId, auth: 'bearer' }
    const wantsKey = await client.probe(draft, { signal }).then(
      () => false,
      (failure: unknown) => {
        if (failure instanceof ChainglassFailure && failure.error.code === 'unauthorized') return true
        throw failure
      },
    )
    return { chains: { [chainId]: '' }, notes: wantsKey ? ['It wants a key.'] : [] }
  }
}

const config = z.object({ chains: z.record(z.string(), z.unknown()) })

/** Chain id to its explorer page, of an account. Throws `bad_response` where there is no such list. */
export async function readProChains(baseUrl: string, signal: AbortSignal): Promise<Record<string, string>> {
  const read = z.safeParse(config, await fetchJson(`${baseUrl}/api/json/config`, signal))
  signal.throwIfAborted()
  const chains = Object.entries(read.success ? read.data.chains : {}).filter(([id]) =>
    /^[1-9]\d{0,77}$/.test(id),
  )
  if (chains.length === 0) {
    throw new ChainglassFailure({
      code: 'bad_response',
      kind: 'not_a_page',
      reason: 'no_chains',
      host: new URL(baseUrl).host,
    })
  }
  return Object.fromEntries(chains.map(([id, page]) => [id, typeof page === 'string' ? page : '']))
}

/** Well-known ones first, in the order of the table; then by id. */
export function proChains(
  account: string,
  chains: Readonly<Record<string, string>>,
  listed: readonly string[],
): ProChain[] {
  const rank = (id: string) => {
    const index = CHAINS.findIndex((chain) => chain.id === id)
    return index === -1 ? CHAINS.length : index
  }
  return Object.keys(chains)
    .sort((a, b) => rank(a) - rank(b) || (BigInt(a) < BigInt(b) ? -1 : 1))
    .map((chainId) => ({
      chainId,
      name: chainName(chainId),
      coin: coinOf(chainId).symbol,
      test: chainById(chainId)?.test ?? false,
      source: `${account}:${chainId}`,
      listed: listed.includes(`${account}:${chainId}`),
    }))
}

export const coinOf = (chainId: string | undefined) => ({
  symbol: (chainId === undefined ? undefined : chainById(chainId)?.coin) ?? 'ETH',
  decimals: 18,
})

const NO_PAGE: readonly ChainglassError['code'][] = [
  'not_found',
  'bad_response',
  'server_error',
  'invalid_input',
]
const isNoPage = (error: unknown) => error instanceof ChainglassFailure && NO_PAGE.includes(error.error.code)
