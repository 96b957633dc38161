/** Handlers of the contract for what calls, logs and errors mean. */
import type { FindCandidates } from '#shared/abi/candidate.ts'
import { decodeCall, decodeError, decodeLog } from '#shared/abi/decode.ts'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { knownCandidates } from './known-signatures.ts'

export function abiHandlers(): Pick<Handlers, 'abi.decode'> {
  return {
    'abi.decode': ({ items }) => ({ results: items.map((item) => decodeItem(item, knownCandidates)) }),
  }
}

function decodeItem(item: DecodableItem, find: FindCandidates): Decoded | null {
  if (item.kind === 'log') return decodeLog(item, find)
  return item.kind === 'error' ? decodeError(item, find) : decodeCall(item, find)
}
