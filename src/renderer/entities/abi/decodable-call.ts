import type { Transaction } from '#shared/chain/transaction.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'

/** The call or creation of a transaction, as input for decoding; undefined where there is nothing to decode. */
export function decodableCall({
  to,
  created_contract: created,
  raw_input: input,
}: Transaction): DecodableItem | undefined {
  if (input == null || input.length < 10) return undefined
  if (to) return { kind: 'call', to: to.hash, input }
  return created ? { kind: 'call', to: null, created: created.hash, input } : undefined
}
