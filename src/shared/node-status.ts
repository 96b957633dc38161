/** Progress and state of the index of a followed node. Plain JSON, sent to the window as it is. */
import type { NodeText } from './node-texts.ts'
import { $gettext, $ngettext, $nmsgid, type Noun } from './text/gettext.ts'
import { groupThousands } from './units.ts'

export type IndexState =
  /** Reading the node's chain id and genesis. */
  | 'connecting'
  /** Reading blocks that existed before. */
  | 'catching_up'
  /** Every block of the node is in the index. */
  | 'following'
  | 'paused'
  /** The node does not answer as it should; requests are retried. What is indexed is served. */
  | 'stalled'
  /** Nothing goes on until a person does something. What is indexed is served. */
  | 'failed'

/** How call frames are read from a node, best first; `none` where it can't give them. */
export type FrameMethod =
  'trace_block' | 'debug_traceBlock' | 'debug_traceTransaction' | 'struct_logs' | 'none'

/** Detected capabilities of a node; null before they were needed. */
export interface NodeAbilities {
  /** Its `web3_clientVersion`. */
  readonly client: string
  readonly receiptsByBlock: boolean | null
  readonly frames: FrameMethod | null
  readonly balanceChanges: 'diff' | 'computed' | null
  readonly heads: 'websocket' | 'poll'
  readonly batches: boolean
}

export interface Reorganisation {
  /** Blocks that were removed. */
  readonly depth: number
  /** The newest block that both branches share. */
  readonly commonAncestor: number
  /** ISO time of its detection. */
  readonly at: string
}

/** Kinds of what the index lacks because the node refused it for now, or gave it in a form that can't be read. */
export type RepairKind = 'blocks' | 'field' | 'frames' | 'token' | 'contract' | 'nft' | 'balance'

export interface RepairCount {
  readonly kind: RepairKind
  readonly count: number
}

/** Of an index that other processes read blocks for. */
export interface BackfillCounts {
  /** Processes that read for the index now. */
  readonly workers: number
  /** Ranges of blocks that are read, and not yet written. */
  readonly staged: number
}

export interface NodeStatus {
  readonly state: IndexState
  /** The state, and what else a person should know of it. */
  readonly texts: readonly NodeText[]
  /** The same in English. */
  readonly message: string
  /** Decimal; null before the first answer. */
  readonly chainId: string | null
  /** The token that is the chain's coin, where the index has found one; in lower case. */
  readonly coinContract: string | null
  /** The newest block in the index. */
  readonly head: { readonly number: number; readonly hash: string } | null
  readonly blocks: { readonly done: number; readonly of: number }
  readonly blocksPerSecond: number
  readonly transactionsPerSecond: number
  /** Until the node's newest block is reached; null where it can't be estimated. */
  readonly secondsLeft: number | null
  /** Transactions whose call frames are known, of all. */
  readonly traces: { readonly done: number; readonly of: number; readonly unavailable: number }
  /** What the node refused for now; empty in an index that is whole. */
  readonly repairs: readonly RepairCount[]
  readonly node: NodeAbilities | null
  readonly bytesOnDisk: number
  readonly reorganisation: Reorganisation | null
  /** While the newest blocks are served first: how much of the whole chain is in the index that is served then. */
  readonly whole?: { readonly done: number; readonly of: number }
  /** What rare lists are read along, while that is being made. */
  readonly prepared?: { readonly done: number; readonly of: number }
  /** Absent where there can be no workers. */
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

/** `3 blocks without call traces, 1 token without its name: trying again`; null where nothing is refused. */
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
