import { chainByExplorer } from '#shared/chains.ts'
import { coinOf } from './check-source.ts'
import { readSourceUrl } from './source-url.ts'
import type { Sources } from './sources.ts'

/** Opens on the instance named at the start: the source that is it already, else a new one. Throws invalid_input. */
export function openOn(sources: Sources, typed: string): void {
  const { baseUrl, host } = readSourceUrl(typed)
  const known = sources.all().find((source) => source.baseUrl === baseUrl)
  if (known) {
    sources.use(known.id)
    return
  }
  const chainId = chainByExplorer(host)?.id
  const { id } = sources.add({
    kind: 'instance',
    name: host,
    baseUrl,
    chainId,
    auth: 'x-api-key',
    coin: coinOf(chainId),
  })
  sources.use(id)
}
