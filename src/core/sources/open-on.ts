import { chainByExplorer } from '#shared/chains.ts'
import { coinOf } from './check-source.ts'
import { readOwnService } from './own-service.ts'
import { isLoopbackHostname } from '#platform/http/private-hostname.ts'
import { readSourceUrl } from './parse-source-url.ts'
import type { Sources } from './sources.ts'

const PATIENCE_MS = 2_000

/**
 * Opens on the instance named at the start: the source that is it already, else a new one. A service of our own on this
 * machine is known by asking it, and is then read at its pace. Rejects with invalid_input.
 */
export async function openOn(sources: Sources, typed: string): Promise<void> {
  const { baseUrl, host } = readSourceUrl(typed)
  const known = sources.all().find((source) => source.baseUrl === baseUrl)
  if (known) {
    sources.use(known.id)
    return
  }
  const own = isLoopbackHostname(new URL(baseUrl).hostname)
    ? await readOwnService(baseUrl, AbortSignal.timeout(PATIENCE_MS))
    : undefined
  const chainId = own?.chain?.chainId ?? chainByExplorer(host)?.id
  const { id } = sources.add({
    kind: own ? 'local' : 'instance',
    name: own?.chain?.name ?? host,
    baseUrl,
    chainId,
    auth: 'x-api-key',
    coin: own?.chain?.coin ?? coinOf(chainId),
  })
  sources.use(id)
}
