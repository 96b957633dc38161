/** Followed nodes as the contract asks for them. The host runs the indexer; the core knows it by its URL and status only. */
import { chainName } from '#shared/chains.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { NodeService } from '../core-ports.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { NewSource } from '../sources/source-rows.ts'
import type { Sources } from '../sources/sources.ts'
import { detectNode, DEFAULT_NODE_URL } from '../sources/check/detect-node.ts'
import { askForAccounts } from './node-accounts.ts'
import { parseNodeUrl } from '../sources/check/parse-node-url.ts'

export interface NodeDeps {
  readonly nodes: NodeService
  readonly sources: Sources
}

type NodeCall =
  'nodes.detect' | 'nodes.accounts' | 'nodes.add' | 'nodes.pause' | 'nodes.resume' | 'nodes.forget'

export function nodeHandlers({ nodes, sources }: NodeDeps): Pick<Handlers, NodeCall> {
  const urlOf = (id: string) => {
    const source = sources.get(id)
    if (source.kind === 'node') return sources.urlOf(source)
    throw invalidInput('source', 'not_a_node_source')
  }
  return {
    'nodes.detect': (_, { signal }) => detectNode(DEFAULT_NODE_URL, signal),
    'nodes.add': async (input) => sources.viewOf(await addNode({ nodes, sources }, input)),
    'nodes.accounts': async ({ source }, { signal }) => askForAccounts(await urlOf(source), signal),
    'nodes.pause': async ({ source }) => {
      nodes.pause(await urlOf(source))
      return null
    },
    'nodes.resume': async ({ source }) => {
      nodes.resume(await urlOf(source))
      return null
    },
    'nodes.forget': async ({ source }) => {
      const rpcUrl = await urlOf(source).catch(() => undefined)
      if (rpcUrl !== undefined) await nodes.forget(rpcUrl)
      sources.remove(source)
      return null
    },
  }
}

/** Follows a node, and makes it a source unless it is one. Gives the source's id. Rejects with invalid_input. */
export async function addNode(
  { nodes, sources }: NodeDeps,
  { rpcUrl: typed, name, abiDir }: CallInput<'nodes.add'>,
): Promise<string> {
  const rpcUrl = parseNodeUrl(typed)
  await nodes.follow({ rpcUrl, abiDir })
  const known = await sources.findByUrl('node', rpcUrl)
  const chainId = nodes.status(rpcUrl)?.chainId ?? undefined
  const id = known?.id ?? sources.add(toNewSource({ rpcUrl, name, abiDir, chainId })).id
  await sources.keepUrl(id, rpcUrl)
  return id
}

export const nodeStreams = ({ nodes, sources }: NodeDeps): Pick<Streams, 'nodes.changed'> => ({
  'nodes.changed': ({ source }, emit) => {
    const of = sources.get(source)
    if (of.kind !== 'node') return () => undefined
    const url = sources.knownUrlOf(of)
    const status = url === undefined ? undefined : nodes.status(url)
    if (status) emit(status)
    // A node that can't be followed is reported by each request to its source.
    else sources.ready(source).catch(() => undefined)
    return nodes.onStatus((rpcUrl, next) => {
      if (rpcUrl === sources.knownUrlOf(of)) emit(next)
    })
  },
})

/**
 * Tells nodes of the setting for downloads, and sources of what the indexes find out about the coin. Returns a function
 * that ends both.
 */
export function connectNodes({
  nodes,
  sources,
  settings,
}: NodeDeps & { readonly settings: Pick<SettingsStore, 'read' | 'onChange'> }): () => void {
  const allowDownloads = () => {
    nodes.allowDownloads(settings.read().images === true)
  }
  allowDownloads()
  const stops = [
    settings.onChange(allowDownloads),
    nodes.onStatus((rpcUrl, { chainId, coinContract }) => {
      if (chainId === null) return
      for (const source of sources.all())
        if (source.kind === 'node' && sources.knownUrlOf(source) === rpcUrl)
          sources.reportCoin(source.id, { contract: coinContract })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function toNewSource(node: {
  readonly rpcUrl: string
  readonly name: string | undefined
  readonly abiDir: string | undefined
  readonly chainId: string | undefined
}): NewSource {
  const known = node.chainId === undefined ? undefined : chainName(node.chainId)
  return {
    kind: 'node',
    name: node.name ?? (known ? `Local node: ${known}` : 'Local node'),
    rpcUrl: node.rpcUrl,
    abiDir: node.abiDir,
    chainId: node.chainId,
    coin: { symbol: 'ETH', decimals: 18 },
  }
}
