/** Calls contracts that may be hostile: none of them can hold up the calls of the others. */
import type { Priority } from '#shared/priority.ts'
import type { NodeConnection } from './node-connection.ts'
import { NodeFailure, NodeRefusal, REFUSED } from './node-failure.ts'

/** How a request names a block: by its hash (EIP-1898), or by its height as hex. */
export type BlockTag = string | { readonly blockHash: string; readonly requireCanonical: true }

export interface ContractCall {
  readonly to: string
  readonly data: string
}

export interface ContractCallOptions {
  /** `latest` unless given. */
  readonly block?: BlockTag | undefined
  /** State that is as given here, whatever the block has. */
  readonly overrides?: StateOverrides | undefined
  readonly priority?: Priority | undefined
  /** Called with each answer that is not the contract's; what it throws ends the calls. */
  readonly onRefused?: ((refusal: NodeRefusal) => void) | undefined
  /** Called each time the node does not answer in time; what it throws ends the calls. */
  readonly onTimeout?: ((failure: NodeFailure) => void) | undefined
}

/** By address in lower case. */
export type StateOverrides = Readonly<
  Record<
    string,
    {
      readonly balance?: string
      readonly code?: string
      /** Words of the storage. */
      readonly stateDiff: Readonly<Record<string, string>>
    }
  >
>

/**
 * Bounds on what a hostile contract can make a node and us do: gas bounds its time and (memory costs gas by the square)
 * its answer; what is longer is no answer.
 */
const GAS = '0x2dc6c0'
const MAX_RESPONSE_BYTES = 256 * 1024
const MAX_BATCH_BYTES = 16 * 1024 * 1024
const TOGETHER_MS = 8_000
const ALONE_MS = 4_000
export const AT_ONCE = 50

/** `REFUSED`: the node did not carry the call out, so that what the contract says is not known. */
export type CallAnswer = Uint8Array | null | typeof REFUSED

/** For where what is not known stands for what the contract does not say. */
export const orNull = (answer: CallAnswer | undefined): Uint8Array | null =>
  answer === undefined || answer === REFUSED ? null : answer

/** Calls contracts and returns each result, in order; null if a call reverted, ran out of gas, or answered too much. */
export async function callContracts(
  connection: NodeConnection,
  calls: readonly ContractCall[],
  options: ContractCallOptions = {},
): Promise<readonly CallAnswer[]> {
  const answers: CallAnswer[] = []
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    answers.push(...(await callTogether(connection, calls.slice(at, at + AT_ONCE), options)))
  }
  return answers
}

async function callTogether(
  connection: NodeConnection,
  calls: readonly ContractCall[],
  options: ContractCallOptions,
): Promise<CallAnswer[]> {
  const alone = calls.length === 1
  try {
    const answers = await connection.many(
      calls.map(({ to, data }) => ({
        method: 'eth_call',
        params: [
          { to, data, gas: GAS },
          options.block ?? 'latest',
          ...(options.overrides ? [options.overrides] : []),
        ],
      })),
      {
        priority: options.priority,
        timeoutMs: alone ? ALONE_MS : TOGETHER_MS,
        maxBytes: MAX_BATCH_BYTES,
      },
    )
    return answers.map((answer) => {
      if (!(answer instanceof NodeRefusal)) return answerBytes(answer.result)
      if (!answer.isFailedCall) options.onRefused?.(answer)
      return refusalAnswer(answer)
    })
  } catch (error) {
    if (!(error instanceof NodeFailure) || (error.kind !== 'timeout' && error.kind !== 'too_large'))
      throw error
    if (error.kind === 'timeout') options.onTimeout?.(error)
    if (alone) return [error.kind === 'timeout' ? REFUSED : null]
    // One of them is to blame: halves find it, and the others get their answers.
    const half = calls.length >> 1
    return [
      ...(await callTogether(connection, calls.slice(0, half), options)),
      ...(await callTogether(connection, calls.slice(half), options)),
    ]
  }
}

const refusalAnswer = (refusal: NodeRefusal): CallAnswer =>
  refusal.isFailedCall || refusal.meaning !== 'refused' ? null : REFUSED

function answerBytes(answer: unknown): CallAnswer {
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(answer.slice(0, 100_000))) return REFUSED
  return answer.length - 2 > MAX_RESPONSE_BYTES * 2 || answer === '0x'
    ? null
    : Buffer.from(answer.slice(2), 'hex')
}
