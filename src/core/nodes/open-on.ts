import { findChainByExplorer } from '#shared/chains.ts'
import { isLoopbackHostname } from '#platform/http/private-hostname.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import { hasSecret } from '#platform/http/secret-url.ts'
import { detectNode } from '../sources/check/detect-node.ts'
import { addNode, type NodeDeps } from './node-handlers.ts'
import { keepCoinContract, readOwnService } from '../sources/check/own-service.ts'
import { parseSourceUrl } from '../sources/check/parse-source-url.ts'
import { coinOf } from '../sources/pro-chains.ts'
import type { Sources } from '../sources/sources.ts'

const TIMEOUT_MS = 2_000

/**
 * Opens the app on the instance or the node that was named at the start: the source with this URL, else a new one. A
 * host of this machine is asked whether it is a service of our own, which has no rate limit, or a node. Rejects with
 * invalid_input.
 */
export async function openOn({ sources, nodes }: NodeDeps, typed: string): Promise<void> {
  const useNode = async () => {
    sources.use(await addNode({ sources, nodes }, { rpcUrl: typed }))
  }
  if (/^wss?:\/\//i.test(typed.trim())) {
    await useNode()
    return
  }
  const { baseUrl, host, proChainId } = parseSourceUrl(typed)
  if (proChainId !== undefined) {
    openOnChain(sources, { baseUrl, host, chainId: proChainId })
    return
  }
  const known = await sources.findByUrl('instance', baseUrl)
  if (known) {
    await sources.keepUrl(known.id, baseUrl)
    sources.use(known.id)
    return
  }
  if (await sources.findByUrl('node', baseUrl)) {
    await useNode()
    return
  }
  const isHere = isLoopbackHostname(new URL(baseUrl).hostname)
  const inTime = AbortSignal.timeout(TIMEOUT_MS)
  // Both at once, because the window waits.
  const [node, service] = isHere
    ? await Promise.all([detectNode(baseUrl, inTime), readOwnService(baseUrl, inTime)])
    : []
  if (node) {
    await useNode()
    return
  }
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
  keepCoinContract(sources, id, service)
  sources.use(id)
}

/** Opens a chain of an account, as the URL says: of the account with this URL, else of a new one. */
function openOnChain(
  sources: Sources,
  { baseUrl, host, chainId }: { readonly baseUrl: string; readonly host: string; readonly chainId: string },
) {
  // An account's key is stored separately, so its URL needs no secret.
  if (hasSecret(baseUrl)) throw invalidInput('url', 'credentials_in_url')
  const { id } =
    sources.accounts().find((account) => account.baseUrl === baseUrl) ??
    sources.addAccount({ name: `Pro ${host}`, baseUrl, auth: 'bearer', chains: { [chainId]: '' } })
  const chain = `${id}:${chainId}`
  sources.change(chain, { account: id, hidden: 0 })
  sources.use(chain)
}
