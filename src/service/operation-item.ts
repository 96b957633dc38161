/** A user operation as the API writes it, from the log that its EntryPoint wrote of it. */
import { entryPointVersion, readUserOperations } from '#shared/abi/user-operations.ts'
import { addressOfWord } from '#shared/abi/words.ts'
import type { WireItem } from './chain-reader.ts'

/** `nameOf`: an address with its names. What the log does not tell is null. */
export function operationItem(log: WireItem, nameOf: (address: string) => WireItem): WireItem {
  const topics = log.topics as readonly string[]
  const { hash: emitter } = log.address as { readonly hash: string }
  const read = readUserOperations([], [{ address: emitter, topics, data: String(log.data) }])
  const [operation] = read.operations
  const outcome = operation?.outcome
  const [, hash = '0x', sender = ''] = topics
  return {
    hash,
    transaction_hash: log.transaction_hash,
    block_number: log.block_number,
    timestamp: log.block_timestamp,
    address: nameOf(addressOfWord(sender)),
    status: outcome?.success ?? null,
    fee: outcome?.actualGasCost.toString() ?? null,
    entry_point: log.address,
    entry_point_version: entryPointVersion(emitter),
    paymaster: outcome?.paymaster == null ? null : nameOf(outcome.paymaster),
    nonce: outcome?.nonce ?? null,
  }
}
