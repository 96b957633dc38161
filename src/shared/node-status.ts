/** Progress and state of the index of a followed node. Plain JSON, sent to the window as it is. */
import type { NodeText } from './node-texts.ts'
import { $gettext, $ngettext, $nmsgid, type Noun } from './text/gettext.ts'
import { groupThousands } from './units.ts'

export type IndexState =
  /** The node's chain id and genesis are being read. */
  | 'connecting'
  /** Existing blocks are being read. */
  | 'catching_up'
  /** The index has every block of the node. */
  | 'following'
  | 'paused'
  /** The node does not answer correctly; requests are retried. The index is served. */
  | 'stalled'
  /** Work has stopped until a person acts. The index is served. */
  | 'failed'

/** The method that reads call frames from a node, best first; `none` if the node has none. */
export type FrameMethod =
  'trace_block' | 'debug_traceBlock' | 'debug_traceTransaction' | 'struct_logs' | 'none'

/** Detected capabilities of a node; null until they are needed. */
export interface NodeAbilities {
  /** The node's `web3_clientVersion`. */
  readonly client: string
  readonly receiptsByBlock: boolean | null
  readonly frames: FrameMethod | null
  readonly balanceChanges: 'diff' | 'computed' | null
  readonly heads: 'websocket' | 'poll'
  readonly batches: boolean
}

export interface Reorganisation {
  /** The number of removed blocks. */
  readonly depth: number
  /** The newest block that both branches share. */
  readonly commonAncestor: number
  /** ISO time of the detection. */
  readonly at: string
}

/** Kinds of data that the index lacks because the node refused it for now, or sent it in an unreadable form. */
export type RepairKind = 'blocks' | 'field' | 'frames' | 'token' | 'contract' | 'nft' | 'balance'

export interface RepairCount {
  readonly kind: RepairKind
  readonly count: number
}

/** Progress of an index that worker processes help to fill. */
export interface BackfillCounts {
  /** The number of worker processes. */
  readonly workers: number
  /** The number of ranges that are read but not yet written. */
  readonly staged: number
}

export interface NodeStatus {
  readonly state: IndexState
  /** The state, and further information for a person. */
  readonly texts: readonly NodeText[]
  /** The same texts in English. */
  readonly message: string
  /** Decimal chain id; null before the first response. */
  readonly chainId: string | null
  /** The token that is the chain's coin, in lower case, if the index has found one. */
  readonly coinContract: string | null
  /** The newest block in the index. */
  readonly head: { readonly number: number; readonly hash: string } | null
  readonly blocks: { readonly done: number; readonly of: number }
  readonly blocksPerSecond: number
  readonly transactionsPerSecond: number
  /** Estimated seconds until the node's newest block is reached; null if there is no estimate. */
  readonly secondsLeft: number | null
  /** The number of transactions whose call frames are known, of all. */
  readonly traces: { readonly done: number; readonly of: number; readonly unavailable: number }
  /** The data that the node has refused so far; empty in a complete index. */
  readonly repairs: readonly RepairCount[]
  readonly node: NodeAbilities | null
  readonly bytesOnDisk: number
  readonly reorganisation: Reorganisation | null
  /** While a recent index is served: the progress of the whole chain's index that will replace it. */
  readonly whole?: { readonly done: number; readonly of: number }
  /** The progress of building the data that rare and sorted lists are read from; absent when it is complete. */
  readonly prepared?: { readonly done: number; readonly of: number }
  /** Absent if the index can have no workers. */
  readonly backfill?: BackfillCounts
}

const REPAIR_NOUNS: Readonly<Record<RepairKind, Noun>> = {
  blocks: $nmsgid('block not indexed', 'blocks not indexed'),
  field: $nmsgid(
    'block or transaction with fields that can’t be read',
    'blocks or transactions with fields that can’t be read',
  ),
  frames: $nmsgid('block without call traces', 'blocks without call traces'),
  token: $nmsgid('token without its name', 'tokens without their names'),
  contract: $nmsgid('address not checked for code', 'addresses not checked for code'),
  nft: $nmsgid('NFT without metadata', 'NFTs without metadata'),
  balance: $nmsgid('balance not confirmed', 'balances not confirmed'),
}

/** `3 blocks without call traces, 1 token without its name: trying again`; null without repairs. */
export function describeRepairs(repairs: readonly RepairCount[]): string | null {
  if (repairs.length === 0) return null
  const parts = repairs.map(({ kind, count }) => {
    const { one, many } = REPAIR_NOUNS[kind]
    return $gettext('%{count} %{noun}', {
      count: groupThousands(String(count)),
      noun: $ngettext(one, many, count),
    })
  })
  return $gettext('%{parts}: trying again', { parts: parts.join(', ') })
}
