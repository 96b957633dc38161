import { findChainByExplorer } from '#shared/chains.ts'
import { isLoopbackHostname } from '#platform/http/private-hostname.ts'
import { readOwnService } from './check/own-service.ts'
import { parseSourceUrl } from './check/parse-source-url.ts'
import { coinOf } from './pro-chains.ts'
import type { Sources } from './sources.ts'

const TIMEOUT_MS = 2_000

/**
 * Opens on the instance named at the start: the source that has this URL already, else a new one. A service of our own
 * on this machine is asked whether it is one, because it has no request limit. Rejects with invalid_input.
 */
export async function openOn(sources: Sources, typed: string): Promise<void> {
  const { baseUrl, host } = parseSourceUrl(typed)
  const known = await sources.findByUrl('instance', baseUrl)
  if (known) {
    await sources.keepUrl(known.id, baseUrl)
    sources.use(known.id)
    return
  }
  const service = isLoopbackHostname(new URL(baseUrl).hostname)
    ? await readOwnService(baseUrl, AbortSignal.timeout(TIMEOUT_MS))
    : undefined
  const chainId = service?.chain?.chainId ?? findChainByExplorer(host)?.id
  const { id } = sources.add({
    kind: 'instance',
    ownService: service !== undefined,
    name: service?.chain?.name ?? host,
    baseUrl,
    chainId,
    auth: 'x-api-key',
    coin: service?.chain?.coin ?? coinOf(chainId),
  })
  await sources.keepUrl(id, baseUrl)
  sources.use(id)
}
