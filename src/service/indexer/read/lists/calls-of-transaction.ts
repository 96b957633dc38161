import { NotServed, type WireItem } from '../../../chain-reader.ts'
import { indexOf } from '../../store/positions.ts'
import type { ListSources } from './list-sources.ts'
import { transactionByHash } from './transaction-lists.ts'

const REASONS = {
  offline: 'The node does not answer now. It gives the calls when it does.',
  unavailable: 'The node no longer has the call trace of this transaction.',
  unsupported:
    'This node gives no call traces with inputs and outputs. Others do: anvil, Hardhat, geth with debug.',
  refused: 'The node refuses the call trace of this transaction now.',
} as const
const NOT_ASKED = 'This index is kept without call traces: they are not asked of the node.'

/** `/transactions/{hash}/raw-trace`: null for an unknown transaction. Throws NotServed where the node gives none. */
export async function callsOfTransaction(
  { read, onDemand }: Pick<ListSources, 'read' | 'onDemand'>,
  hash: string,
): Promise<WireItem | null> {
  const row = await read((context) => transactionByHash(context, hash))
  if (!row) return null
  const calls = await onDemand.readCalls(hash, { first: indexOf(row.first_log), count: row.logs })
  if (typeof calls === 'string') throw new NotServed(onDemand.asksForTraces ? REASONS[calls] : NOT_ASKED)
  return { items: calls }
}
