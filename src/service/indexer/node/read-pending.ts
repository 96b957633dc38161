import type { PendingTransaction } from '../model/pending-transaction.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import {
  address,
  data,
  hash,
  integer,
  list,
  number,
  object,
  optional,
  quantity,
} from '#platform/json-rpc/wire.ts'

/** A block holds no more: what waits beyond it is not in the pending one. */
const MAX_PENDING = 5_000
const MAX_BYTES = 32 * 1024 * 1024

/** The transactions of the node's pending block; none where it has no such block. What can't be read is left out. */
export async function readPending(connection: NodeConnection): Promise<readonly PendingTransaction[]> {
  try {
    const answer = await connection.request('eth_getBlockByNumber', ['pending', true], {
      priority: 'visible',
      maxBytes: MAX_BYTES,
    })
    if (answer === null) return []
    const waiting = list(object(answer, 'a block').transactions, 'the transactions of a block')
    return waiting.slice(0, MAX_PENDING).flatMap((raw) => readOne(raw) ?? [])
  } catch (error) {
    if (error instanceof NodeRefusal || error instanceof NodeFailure) return []
    throw error
  }
}

function readOne(answer: unknown): PendingTransaction | null {
  try {
    const raw = object(answer, 'a transaction')
    const maxFee = optional(quantity, raw.maxFeePerGas, 'the highest fee of a transaction')
    return {
      hash: hash(raw.hash, 'the hash of a transaction'),
      from: address(raw.from, 'the sender of a transaction'),
      to: optional(address, raw.to, 'the receiver of a transaction'),
      value: quantity(raw.value, 'the value of a transaction'),
      nonce: integer(raw.nonce, 'the nonce of a transaction', 64),
      type: optional(number, raw.type, 'the type of a transaction'),
      gasLimit: quantity(raw.gas, 'the gas of a transaction'),
      gasPrice: maxFee ?? quantity(raw.gasPrice ?? '0x0', 'the gas price'),
      maxFee,
      maxTip: optional(quantity, raw.maxPriorityFeePerGas, 'the highest tip of a transaction'),
      input: data(raw.input ?? raw.data, 'the input of a transaction'),
    }
  } catch (error) {
    if (error instanceof NodeFailure) return null
    throw error
  }
}
