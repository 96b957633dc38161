import type { BackfillCounts } from '#shared/node-status.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import type { ChainIdentity } from '../node/chain-identity.ts'
import type { FrameReader } from '../node/frames/frame-reader.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { NodePool } from '../node/pool/node-pool.ts'
import type { ReceiptMethod } from '../node/read-chain.ts'
import type { IndexStore } from '../store/index-store.ts'

/** Blocks that some requests gave, in the order of the chain. */
export interface ReadBlocks {
  readonly blocks: readonly ChainBlock[]
  /** How many were asked for: the node has fewer where its chain has become shorter. */
  readonly requested: number
  /** Call it within the transaction that writes the blocks. */
  readonly onWritten?: () => void
}

/** Blocks in the order of the chain. */
export interface BlockSource {
  /** `null` after the last block. Throws what reading them throws. */
  next(): Promise<ReadBlocks | null>
}

/** Other processes that read blocks for an index. */
export interface Backfill {
  /** Asked of the database once a second at most. */
  counts(): BackfillCounts
  /** The counts of the last report. */
  readonly latest: BackfillCounts
  /** Nothing that was read ahead is of use. */
  clear(): void
  /** From the height `first` to `last`, both included. Nobody is waited for once `shouldContinue` gives false. */
  read(context: SyncContext, first: number, last: number, shouldContinue: () => boolean): BlockSource
}

/** One chain behind one connection, with its index: what every function of `sync/` works on. */
export interface SyncContext {
  readonly connection: NodeConnection
  /** Where the connection is to several nodes; null where it is to one. */
  readonly nodes: NodePool | null
  readonly identity: ChainIdentity
  readonly store: IndexStore
  readonly receipts: ReceiptMethod
  readonly frames: FrameReader
  /** Null where the index can have none. */
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
