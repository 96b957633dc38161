import type { FrameMethod } from '#shared/node-status.ts'
import type { WireItem } from '../../chain-reader.ts'
import type { MissingData } from './missing-data.ts'
import type { PendingTransaction } from './pending-transaction.ts'
import type { StateChanges } from './state-change.ts'

/** `offline`: the node does not answer. The other words are those of `FramesResult`. */
export type CallsResult = readonly WireItem[] | 'offline' | 'unavailable' | 'unsupported' | 'refused'

/** The logs that a transaction left: the index of the first in its block, and how many they are. */
export interface TransactionLogs {
  readonly first: number
  readonly count: number
}

/** Data that is fetched from the node when a page needs it. `read/` uses this interface, `sync/` implements it. */
export interface OnDemandData {
  /** Whether a node responds now. */
  readonly isConnected: boolean
  /** False where no call frames are asked for, whatever the node has. */
  readonly asksForTraces: boolean
  /** How the node gives call frames; null where it is not known yet. */
  readonly frameMethod: FrameMethod | null
  /** Resolves when the data is in the index, or after `timeoutMs`; what comes later is there for the next page. */
  fetchMissing(missing: MissingData, timeoutMs: number): Promise<void>
  /**
   * At the end of each of these blocks, in wei as decimal digits; null where the node does not respond in time, or no
   * longer has the state of that block.
   */
  fetchCoinBalances(
    address: string,
    blocks: readonly { readonly number: number; readonly hash: string }[],
    timeoutMs: number,
  ): Promise<readonly (string | null)[]>
  /** The present code of a contract, as hex; null if the node does not respond in time. */
  fetchCode(address: string, timeoutMs: number): Promise<string | null>
  /**
   * The authorizations of a transaction (EIP-7702) as the API gives them; null where the node does not respond in time, or
   * too many wait for it. What has not begun when `isGone` says that nobody waits any more is not read.
   */
  fetchAuthorizations(
    transaction: {
      readonly hash: string
      readonly block: { readonly number: number; readonly hash: string }
    },
    timeoutMs: number,
    isGone?: () => boolean,
  ): Promise<readonly WireItem[] | null>
  /** All calls of one transaction as the API gives them. Asked of the node each time: the index has less of them. */
  readCalls(hash: string, logs: TransactionLogs): Promise<CallsResult>
  /** The transactions that wait at the node now; empty if the node does not tell them, or not in time. */
  readPending(): Promise<readonly PendingTransaction[]>
  /** Balance changes of one transaction, from the index where they are stored. */
  readStateChanges(transaction: { readonly position: number; readonly hash: string }): Promise<StateChanges>
}
