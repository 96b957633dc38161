import type { FrameMethod } from '#shared/node-status.ts'
import type { MissingData } from './missing-data.ts'
import type { StateChanges } from './state-change.ts'

/** Data that is fetched from the node when a page needs it. `read/` uses this interface, `sync/` implements it. */
export interface OnDemandData {
  /** Whether a node responds now. */
  readonly isConnected: boolean
  /** How the node gives call frames; null where it is not known yet. */
  readonly frameMethod: FrameMethod | null
  /** Resolves when the data is in the index, or after `timeoutMs`; what comes later is there for the next page. */
  fetchMissing(missing: MissingData, timeoutMs: number): Promise<void>
  /** In wei as decimal digits; null where the node does not respond in time. */
  fetchCoinBalance(address: string, timeoutMs: number): Promise<string | null>
  /** Balance changes of one transaction, from the index where they are stored. */
  readStateChanges(transaction: { readonly position: number; readonly hash: string }): Promise<StateChanges>
}
