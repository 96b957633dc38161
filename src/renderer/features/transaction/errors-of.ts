import type { TraceFrame } from '#shared/chain/call-trace.ts'
import { codeThatRan } from '#shared/chain/code-that-ran.ts'
import { thrownIn } from '#shared/chain/thrower.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'

type ErrorItem = Extract<DecodableItem, { kind: 'error' }>

/** The errors of a failed transaction, each with the contracts that may define it. */
export interface TransactionErrors {
  /** The transaction's own error. */
  readonly own: ErrorItem | undefined
  /** The error that explains the failure; undefined if it is the same. */
  readonly thrown: ErrorItem | undefined
}

/** `frames`: those of the trace, none before it is read. */
export function errorsOf(transaction: Transaction, frames: readonly TraceFrame[]): TransactionErrors {
  const own = ownError(transaction, frames)
  const found = thrownIn(frames)
  const thrown: ErrorItem | undefined = found && { ...found, kind: 'error', ran: [...found.ran] }
  // An error that was passed on whole is defined by the contract that threw it.
  if (thrown && thrown.data === own?.data) return { own: thrown, thrown: undefined }
  const ran = codeThatRan(frames)
  return { own: own && { ...own, ...(ran.length > 0 && { ran: [...ran] }) }, thrown }
}

/** The revert data of the transaction itself: from the trace, or as the source gives it undecoded. */
function ownError(
  { to, revert_reason: reason }: Transaction,
  frames: readonly TraceFrame[],
): ErrorItem | undefined {
  const root = frames.find(({ traceAddress }) => traceAddress?.length === 0)
  const traced = root?.error == null ? null : root.output
  const given = typeof reason === 'object' && reason !== null && 'raw' in reason ? reason.raw : null
  const raw = traced ?? given
  if (typeof raw !== 'string' || raw === '' || raw === '0x') return undefined
  return { kind: 'error', to: to?.hash ?? null, data: raw.startsWith('0x') ? raw : `0x${raw}` }
}
