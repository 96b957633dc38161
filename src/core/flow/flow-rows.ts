/** The movements in a sum of a graph, the newest first. */
import type { FlowRow, FlowRows } from '#shared/rpc/contract/flow.ts'
import type { PositionedMovement } from '../ledger/movements.ts'
import { assetsOf, filterOf, flowAsset, type FlowRequest } from './flow-sums.ts'
import type { FlowLedger } from './movements-in-memory.ts'

export interface FlowRowsRequest extends FlowRequest {
  readonly party: string | null
  readonly except: readonly string[]
  readonly offset: number
  readonly limit: number
}

export async function rowsOf(
  ledger: FlowLedger,
  request: FlowRowsRequest,
  signal: AbortSignal,
): Promise<FlowRows> {
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
