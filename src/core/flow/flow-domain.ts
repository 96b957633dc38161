/** The calls `flow.*`. */
import type { flowCalls, flowEvents, FlowRow, FlowRows } from '#shared/rpc/contract/flow.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { PositionedMovement } from '../ledger/movements.ts'
import { createFlows, type Flows } from './create-flows.ts'
import type { FlowDeps } from './flow-deps.ts'
import { stepOf, assetsOf, filterOf, flowAsset, type FlowRequest } from './flow-sums.ts'
import type { FlowLedger } from './movements-in-memory.ts'
import { transactionFlow } from './transaction-flow.ts'

export function flowDomain(deps: FlowDeps) {
  const flows = createFlows(deps)
  return { flows, handlers: flowHandlers({ ...deps, flows }), streams: flowStreams(flows) }
}

function flowHandlers(deps: FlowDeps & { readonly flows: Flows }): Pick<Handlers, keyof typeof flowCalls> {
  const { flows } = deps
  return {
    'flow.step': async ({ refresh = false, soFar = false, ...input }, { signal }) => {
      const address = input.address.toLowerCase()
      return stepOf(await flows.get(input, { signal, refresh, soFar }), { ...input, address }, signal)
    },
    'flow.transaction': (input, { signal }) => transactionFlow(deps, input, signal),
    'flow.rows': async (input, { signal }) => {
      const address = input.address.toLowerCase()
      return rowsOf(await flows.get(input, { signal }), { ...input, address }, signal)
    },
  }
}

const flowStreams = (flows: Flows): Pick<Streams, keyof typeof flowEvents> => ({
  'flow.progress': (request, emit) => flows.onProgress(request, emit),
})

interface FlowRowsRequest extends FlowRequest {
  readonly party: string | null
  readonly except: readonly string[]
  readonly offset: number
  readonly limit: number
}

/** The movements in a sum of a graph, the newest first. */
async function rowsOf(ledger: FlowLedger, request: FlowRowsRequest, signal: AbortSignal): Promise<FlowRows> {
  const party = request.party?.toLowerCase()
  const except = new Set(request.except.map((one) => one.toLowerCase()))
  const found: PositionedMovement[] = []
  for await (const movements of ledger.batches(
    { from: request.from, to: request.to },
    { signal, filter: filterOf(ledger, request) },
  ))
    for (const movement of movements) {
      const hash = movement.counterparty?.hash.toLowerCase() ?? ''
      if (party === undefined ? !except.has(hash) : hash === party) found.push(movement)
    }
  const counted = request.party === null ? ofEnough(found, request) : found
  const rows = counted
    .reverse()
    .slice(request.offset, request.offset + request.limit)
    .map((movement): FlowRow => {
      const { asset, nft, amount, block, time, rule, transaction, counterparty } = movement
      return {
        asset: flowAsset(ledger.assetOf(asset)),
        nft,
        amount: String(amount < 0n ? -amount : amount),
        block,
        time,
        rule,
        transaction,
        counterparty,
      }
    })
  return { total: counted.length, rows, assets: assetsOf(ledger, rows) }
}

/** Removes counterparties below the minimal amount, which are in no sum. */
function ofEnough(found: PositionedMovement[], { asset, min }: FlowRowsRequest): PositionedMovement[] {
  if (asset === null || min === null) return found
  const amounts = new Map<string, bigint>()
  const keyOf = ({ counterparty }: PositionedMovement) => counterparty?.hash.toLowerCase() ?? ''
  for (const one of found)
    amounts.set(keyOf(one), (amounts.get(keyOf(one)) ?? 0n) + (one.amount < 0n ? -one.amount : one.amount))
  return found.filter((one) => (amounts.get(keyOf(one)) ?? 0n) >= BigInt(min))
}
