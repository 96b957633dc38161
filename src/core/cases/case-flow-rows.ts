/** Collects the data of flow graphs for a case file: each address's rows, and the evidence about reverted calls. */
import type { DetailId } from '#shared/lists/detail-table.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Flows } from '../flow/create-flows.ts'
import { FLOW_LISTS } from '../flow/read-movements.ts'
import type { DetailRequest } from '../archive/kept-details.ts'
import type { ListOut } from './case-rows-out.ts'

/** An address or transaction from which a graph was grown. */
export interface FlowOut {
  readonly source: string
  /** An address, or the transaction at the start of the graph. */
  readonly of: string
}

export type DetailOut = DetailRequest & { readonly detail: DetailId }

export interface FlowRowsOut {
  readonly lists: readonly ListOut[]
  /** Details without which the sums would differ. */
  readonly details: readonly DetailOut[]
  /** Details that confirm that the other calls were not reverted. */
  readonly further: readonly DetailOut[]
  /** Whether data on an address is missing because its source can't be asked. */
  readonly isCut: boolean
}

const TRANSACTION_LISTS = ['transaction-internal-transactions', 'transaction-token-transfers'] as const

export async function flowRows(
  flows: Pick<Flows, 'get'>,
  grown: readonly FlowOut[],
  signal: AbortSignal,
): Promise<FlowRowsOut> {
  const details: DetailOut[] = []
  const further: DetailOut[] = []
  let isCut = false
  for (const { source, of } of grown) {
    const detailOf = (detail: 'transaction' | 'transaction-calls') => (hash: string) => ({
      source,
      detail,
      params: { transaction_hash: hash },
    })
    if (isTransaction(of)) {
      details.push(detailOf('transaction')(of.toLowerCase()))
      continue
    }
    try {
      const { evidence } = await flows.get({ source, address: of }, { signal })
      details.push(...evidence.failed.map(detailOf('transaction')))
      details.push(...evidence.undone.map(detailOf('transaction-calls')))
      further.push(...evidence.standing.map(detailOf('transaction-calls')))
    } catch (error) {
      if (!(error instanceof ChainglassFailure) || signal.aborted) throw error
      isCut = true
    }
  }
  return { lists: grown.flatMap(listsOf), details, further, isCut }
}

const isTransaction = (of: string) => of.length === 66

function listsOf({ source, of }: FlowOut): ListOut[] {
  const hash = of.toLowerCase()
  const request = { source, filters: {}, isOfFlow: true } as const
  return isTransaction(of)
    ? TRANSACTION_LISTS.map((list) => ({ ...request, list, params: { transaction_hash: hash } }))
    : FLOW_LISTS.map((list) => ({ ...request, list, params: { address_hash: hash } }))
}
