import type { RouteLocationRaw } from 'vue-router'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { formatHost } from '#shared/source.ts'
import type { Target } from '#shared/targets/target.ts'
import { addressRoute, blockRoute, instanceRoute, tokenRoute, transactionRoute } from './routes.ts'

/**
 * The source to show a target on: one of the chain or host that the target names, else the current one. Undefined where
 * no source reads that chain or host. Skips hidden sources.
 */
export function sourceOfTarget(
  target: Target,
  sources: readonly SourceView[],
  current: string | undefined,
): SourceView | undefined {
  const shown = sources.filter(({ hidden }) => !hidden)
  if (target.chainId === undefined && target.host === undefined)
    return shown.find(({ id }) => id === current) ?? shown[0]
  const host = target.host?.toLowerCase()
  return (
    shown.find((source) => host !== undefined && hostOf(source) === host) ??
    shown.find(({ chainId }) => target.chainId !== undefined && chainId === target.chainId)
  )
}

const hostOf = (source: SourceView) =>
  'baseUrl' in source ? formatHost(source.baseUrl).split('/')[0]?.toLowerCase() : undefined

export function targetRoute(target: Target, source: string): RouteLocationRaw {
  if (target.kind === 'transaction') return transactionRoute(source, target.hash)
  if (target.kind === 'nft') return instanceRoute(source, target.address, target.tokenId)
  const tab = target.list && listEndpoint(target.list).slug
  if (target.kind === 'token') return tokenRoute(source, target.address, tab)
  if (target.kind === 'block') return blockRoute(source, target.block)
  return addressRoute(source, target.address, tab)
}

/** The form that adds a source, with this host filled in. */
export const addSourceRoute = (host = '1'): RouteLocationRaw => ({ name: 'sources', query: { add: host } })
