/** User operations (ERC-4337) and authorizations (EIP-7702) of a transaction. */
import * as z from 'zod/mini'
import type { CallName } from '#shared/chain/call-name.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { call } from './definition.ts'
import { sourceId } from './lists.ts'

/** The maximal number of calls that one operation names; the others are counted. */
export const MAX_OPERATION_CALLS = 50

/** A call that an account makes for an operation. */
export interface OperationCall {
  readonly to: string
  /** The name of the called contract, if it is known. */
  readonly contract: string | null
  /** In wei; null if the data does not give it. */
  readonly value: string | null
  /** Null if nothing names it. */
  readonly called: CallName | null
  /** Four bytes in hex; null if no data is sent. */
  readonly selector: string | null
}

/**
 * `succeeded`, `failed`: the EntryPoint said so. `undone`: the transaction, or a call around the operation, failed.
 * `unknown`: no log says it.
 */
export type OperationState = 'succeeded' | 'failed' | 'undone' | 'unknown'

/** Why an operation failed. `prefund`: its account did not pay for its gas. `postOp`: its paymaster failed after it. */
export interface OperationFailure {
  readonly kind: 'call' | 'postOp' | 'prefund'
  /** The decoded error, or its words; null if there is no data. */
  readonly text: string | null
  /** The revert data. */
  readonly data: string
}

/** Addresses are in lower case. */
export interface Operation {
  /** Null if no log says it. */
  readonly hash: string | null
  readonly entryPoint: string
  /** Null for a contract that only says that it is an EntryPoint. */
  readonly version: string | null
  readonly sender: string
  readonly nonce: string
  readonly bundler: string | null
  readonly paymaster: string | null
  /** The contract that deployed the account. */
  readonly factory: string | null
  readonly state: OperationState
  /** In wei; null if no log says it. */
  readonly gasCost: string | null
  readonly gasUsed: string | null
  readonly failure: OperationFailure | null
  /** The function of the account; null if nothing names it, or the operation is only known by its log. */
  readonly called: CallName | null
  readonly selector: string | null
  /** The calls that the account makes in it. */
  readonly calls: readonly OperationCall[]
  readonly callsLeft: number
}

/**
 * `applied`: the source says that it took effect. `skipped`: it did not, see `because`. `unknown`: nothing says it; the
 * chain itself logs nothing about it.
 */
export interface Authorization {
  /** The account that signed; null if no account has this signature. */
  readonly authority: string | null
  /** The code that the account has from then on: the zero address ends a delegation. Null if the source does not say. */
  readonly delegate: string | null
  readonly delegateName: string | null
  /** `0` for any chain; null if the source does not say. */
  readonly chainId: string | null
  readonly nonce: string | null
  readonly state: 'applied' | 'skipped' | 'unknown'
  readonly because: 'chain' | 'signature' | 'nonce' | null
}

export interface OperationsReport {
  readonly operations: readonly Operation[]
  /** The number of operations that are not in the report, because there are too many. */
  readonly left: number
  /** Whether all logs of the transaction were read: `absent` if the source has none. */
  readonly logs: 'whole' | 'incomplete' | 'absent'
  /**
   * Whether the calls inside the transaction were read: `unneeded` if the transaction itself handed in all operations that its
   * logs tell of, and its data holds no other bundle, which may have been undone without a log; `logged` if the source has
   * none and all is known that the logs tell of, so that only a bundle can be missing that a contract made and that was undone.
   */
  readonly trace: 'read' | 'absent' | 'unneeded' | 'logged'
  /** Null if the source does not give the authorizations of a transaction that has some. */
  readonly authorizations: readonly Authorization[] | null
  readonly authorizationsLeft: number
}

export const operationCalls = {
  /**
   * Reads what a transaction did for accounts: the user operations that a bundler handed in, and the delegations that
   * accounts signed. With `askSource`, contracts that nothing names are asked for at the source.
   */
  'operations.read': call<OperationsReport>().with(
    z.object({
      source: sourceId,
      hash: z.string().check(z.regex(PARAM_FORMATS.transaction.pattern, 'transaction')),
      askSource: z.boolean(),
    }),
  ),
} as const
