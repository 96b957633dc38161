import type { ChainIdentity } from '../node/chain-identity.ts'
import type { FrameReader } from '../node/frames/frame-reader.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { NodePool } from '../node/pool/node-pool.ts'
import type { ReceiptMethod } from '../node/read-chain.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { Backfill } from './backfill/backfill.ts'

/** One chain behind one connection, with its index: what every function of `sync/` works on. */
export interface SyncContext {
  readonly connection: NodeConnection
  /** Where the connection is to several nodes; null where it is to one. */
  readonly nodes: NodePool | null
  readonly identity: ChainIdentity
  readonly store: IndexStore
  readonly receipts: ReceiptMethod
  readonly frames: FrameReader
  /** Other processes that read blocks for this index; null where it has none. */
  readonly backfill: Backfill | null
  /** How coin balances before and after a transaction are found; null while none were needed. */
  balanceChanges: 'diff' | 'computed' | null
}

/** Another chain responds than the one of this context, which then ends; a new context begins. */
export class ChainChanged extends Error {
  constructor() {
    super('another chain answers at this URL')
    this.name = 'ChainChanged'
  }
}
