/** Checks what an instance, our own service, or a Pro account is, before it becomes a source. */
import { findChainByExplorer, findChain } from '#shared/chains.ts'
import type { SourceCheck, SourceNote, SourceTest } from '#shared/rpc/contract/sources.ts'
import type { ErrorCode } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ReadySource } from '#shared/source.ts'
import { OFFICIAL_PRO } from '#shared/official-pro.ts'
import { readOwnService } from './own-service.ts'
import { parseSourceUrl, type SourceUrl } from './parse-source-url.ts'
import { coinOf, listProChains, readProChains } from '../pro-chains.ts'
import type { SourceProbe } from './test-source.ts'

export type SourceForm = 'instance' | 'pro'

/** The result of a check; `pages` has a Pro account's chains with their explorer pages. */
export type FoundSource = Omit<SourceCheck, 'known'> & { readonly pages: Readonly<Record<string, string>> }

/**
 * Throws `invalid_input` for a text that is no URL, and the server's own failure if it does not respond like an
 * instance.
 */
export async function checkSource(
  typed: string,
  form: SourceForm | undefined,
  client: SourceProbe,
  signal: AbortSignal,
): Promise<FoundSource> {
  const url = parseSourceUrl(typed)
  if (isPro(url, form)) return checkPro(url, client, signal)
  try {
    return await checkInstance(url, client, signal)
  } catch (error) {
    // The source responds, but not with a page of a list: it may be a Pro account that the person did not declare as
    // one.
    const mayBePro = form === undefined && isNoPage(error)
    const found = mayBePro ? await checkPro(url, client, signal).catch(() => undefined) : undefined
    if (found) return found
    throw error
  }
}

/** Describes a source without any request. */
export function describeUnchecked(typed: string, form: SourceForm | undefined): FoundSource {
  const url = parseSourceUrl(typed)
  const pro = isPro(url, form)
  const chainId = pro ? url.proChainId : findChainByExplorer(url.host)?.id
  const chain = chainId === undefined ? undefined : findChain(chainId)
  return {
    ...NOTHING_FOUND,
    kind: pro ? 'pro' : 'instance',
    baseUrl: url.baseUrl,
    name: pro ? nameOfPro(url) : (chain?.name ?? url.host),
    chainId,
    coin: coinOf(chainId),
    ms: 0,
    limits: {},
    notes: url.notes,
  }
}

export const NOTHING_FOUND = { ownService: false, suggestedAddresses: [], chains: [], pages: {} } as const

export const isPro = (url: SourceUrl, form: SourceForm | undefined) =>
  form === 'pro' ||
  (form === undefined && (url.proChainId !== undefined || url.baseUrl === OFFICIAL_PRO.baseUrl))
const nameOfPro = (url: SourceUrl) => (url.baseUrl === OFFICIAL_PRO.baseUrl ? 'Pro' : `Pro ${url.host}`)

export async function checkInstance(
  url: SourceUrl,
  client: SourceProbe,
  signal: AbortSignal,
): Promise<FoundSource> {
  // Our own service identifies itself. Only hosts of this machine and network are asked.
  const service = url.isPrivate ? await readOwnService(url.baseUrl, signal) : undefined
  const known = findChainByExplorer(url.host)
  const chainId = service?.chain?.chainId ?? known?.id
  const draft = draftInstance(url, service !== undefined)
  const { baseUrl, test, notes } = await probeBase(url, draft, client, signal)
  return {
    ...NOTHING_FOUND,
    kind: 'instance',
    ownService: service !== undefined,
    baseUrl,
    name: service?.chain?.name ?? known?.name ?? url.host,
    chainId,
    coin: service?.chain?.coin ?? coinOf(chainId),
    ...test,
    notes: [...url.notes, ...notes],
    suggestedAddresses: service?.items ?? [],
  }
}

/** The path of a URL may be a page of the site and not the base of the API: then the origin is the base. */
async function probeBase(
  url: SourceUrl,
  draft: ReadySource,
  client: SourceProbe,
  signal: AbortSignal,
): Promise<{ baseUrl: string; test: SourceTest; notes: readonly SourceNote[] }> {
  try {
    return { baseUrl: url.baseUrl, test: await client.probe(draft, { signal }), notes: [] }
  } catch (error) {
    if (url.baseUrl === url.origin || !isNoPage(error)) throw error
    const test = await client.probe({ ...draft, baseUrl: url.origin }, { signal })
    return { baseUrl: url.origin, test, notes: [{ kind: 'path_left_out', origin: url.origin }] }
  }
}

/** A source before anything is known of it. Its id is not a source's, so no key can belong to it. */
const draftInstance = (url: SourceUrl, ownService: boolean): ReadySource => ({
  kind: 'instance',
  id: `check:${url.baseUrl}`,
  name: url.host,
  baseUrl: url.baseUrl,
  ownService,
  auth: 'x-api-key',
  coin: coinOf(undefined),
  builtIn: false,
})

export async function checkPro(
  url: SourceUrl,
  client: SourceProbe,
  signal: AbortSignal,
): Promise<FoundSource> {
  const startedAt = performance.now()
  const { pages, notes } = await findChains(url, client, signal)
  const chains = listProChains('', pages, [])
  const chainId = url.proChainId ?? chains[0]?.chainId
  return {
    ...NOTHING_FOUND,
    kind: 'pro',
    baseUrl: url.baseUrl,
    name: nameOfPro(url),
    chainId,
    coin: coinOf(chainId),
    ms: Math.round(performance.now() - startedAt),
    limits: {},
    notes: [...url.notes, ...notes],
    chains,
    pages,
  }
}

/** An account that lists no chains counts as one if it responds for the chain in the URL. */
async function findChains(
  url: SourceUrl,
  client: SourceProbe,
  signal: AbortSignal,
): Promise<{ pages: Record<string, string>; notes: readonly SourceNote[] }> {
  try {
    return { pages: await readProChains(url.baseUrl, signal), notes: [] }
  } catch (error) {
    const { proChainId } = url
    if (proChainId === undefined || signal.aborted) throw error
    const needsKey = await client.probe(draftPro(url, proChainId), { signal }).then(
      () => false,
      (failure: unknown) => {
        if (failure instanceof ChainglassFailure && failure.error.code === 'unauthorized') return true
        throw failure
      },
    )
    return { pages: { [proChainId]: '' }, notes: needsKey ? ['key_needed'] : [] }
  }
}

export const draftPro = (url: SourceUrl, chainId: string): ReadySource => ({
  kind: 'pro',
  id: `check:${url.baseUrl}`,
  name: url.host,
  account: '',
  baseUrl: url.baseUrl,
  chainId,
  auth: 'bearer',
  coin: coinOf(undefined),
  builtIn: false,
})

const NO_PAGE: readonly ErrorCode[] = ['not_found', 'bad_response', 'server_error', 'invalid_input']
const isNoPage = (error: unknown) => error instanceof ChainglassFailure && NO_PAGE.includes(error.error.code)
