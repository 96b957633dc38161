/** The health check of the service, for monitoring and for load balancers. */
import type { ChainReader } from '../../chain-reader.ts'
import { type ApiResponse, json } from '../response.ts'

/** 503 if the chain is no longer read from its node; the index is served all the same. */
export function healthOf({ chain, progress }: ChainReader): ApiResponse {
  const now = progress?.()
  const state = {
    chain_id: chain.chainId,
    state: now?.state ?? 'complete',
    head: now?.head ?? null,
    lag: now?.lag ?? 0,
    ...(now?.secondsBehind !== undefined && { seconds_behind: now.secondsBehind }),
    // The recent index is served: the progress of the whole chain's index.
    ...(now?.whole && { whole: { blocks: now.whole.done, of: now.whole.of } }),
    // The progress of building the data that rare and sorted lists are read from.
    ...(now?.prepared && { prepared: now.prepared }),
    ...(now?.replicaSecondsBehind !== undefined && { replica_seconds_behind: now.replicaSecondsBehind }),
    ...(now?.message !== undefined && { message: now.message }),
    repairs: now?.repairs.reduce((sum, { count }) => sum + count, 0) ?? 0,
  }
  return isWell(state)
    ? json(200, { status: 'ok', chains: [state] })
    : json(503, { status: 'degraded', chains: [state] })
}

export const isWell = ({ state }: { readonly state: string }) => state !== 'stalled' && state !== 'failed'
