import type { FrameSource } from '../node/frames/frame-source.ts'
import type { ChainIdentity } from '../node/chain-identity.ts'
import type { NodeConnection } from '../node/node-connection.ts'
import type { ReceiptWay } from '../node/read-chain.ts'
import type { IndexStore } from '../store/index-store.ts'

/** One chain, behind one connection, with its index: what the lanes work on. */
export interface Session {
  readonly connection: NodeConnection
  readonly identity: ChainIdentity
  readonly store: IndexStore
  readonly receipts: ReceiptWay
  readonly frames: FrameSource
  /** How coin balances before and after are had; null while nobody has asked for any. */
  balanceChanges: 'diff' | 'computed' | null
}

/** Another chain answers than this session's: it ends, and another begins. */
export class ChainChanged extends Error {
  constructor() {
    super('another chain answers at this URL')
    this.name = 'ChainChanged'
  }
}
