/** Marks rows whose difference may come from another branch of the chain. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { number } from '#platform/json-rpc/wire.ts'
import { CONFIRMATIONS, type CheckedRow } from '#shared/rpc/contract/check.ts'
import { SIGNED_FIELDS } from './transaction-rules.ts'

/** A difference in what depends on the block counts once the row is deep enough. */
export async function markYoung(
  node: NodeConnection,
  rows: readonly CheckedRow[],
): Promise<readonly CheckedRow[]> {
  if (!rows.some(isOfBlock)) return rows
  const head = number(await node.request('eth_blockNumber', []), 'the height of the head')
  return rows.map((row) =>
    isOfBlock(row) && head < (row.block?.height ?? row.height ?? 0) + CONFIRMATIONS
      ? { ...row, isYoung: true }
      : row,
  )
}

function isOfBlock({ findings }: CheckedRow): boolean {
  const differing = findings.filter(({ state }) => state === 'differs')
  return (
    differing.length > 0 &&
    differing.every(({ part, field }) => part !== 'transaction' || !SIGNED_FIELDS.has(field ?? ''))
  )
}
