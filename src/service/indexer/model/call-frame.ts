/** A call inside a transaction, from whichever tracing method of the node. */
const FRAME_TYPES = [
  'call',
  'delegatecall',
  'staticcall',
  'callcode',
  'create',
  'create2',
  'selfdestruct',
] as const
export type FrameType = (typeof FRAME_TYPES)[number]

/** Addresses are lower-case hex, `value` (wei) and `gas` hex quantities. */
export interface CallFrame {
  /** 1 for the calls that the transaction's own call makes. */
  readonly depth: number
  readonly type: FrameType
  readonly from: string
  /** `null` on a creation. */
  readonly to: string | null
  /** The contract that was created; null where none was. */
  readonly created: string | null
  /** Zero in a delegated or static call, which moves no coins. */
  readonly value: string
  /** Null where the node does not say it. */
  readonly gas: string | null
  /** `null` where the call did not fail. A call that succeeded is still reverted when a call around it fails. */
  readonly error: string | null
}

/** The calls inside one transaction in call order, and the outcome of the transaction's own call. */
export interface TransactionFrames {
  readonly error: string | null
  /** Return data of the transaction's own call; null where the node does not report it. */
  readonly output: string | null
  /** The contract that the transaction itself created, where its trace says so. */
  readonly created?: string | null
  readonly frames: readonly CallFrame[]
}

/** The facts about a transaction that reading its frames needs. */
export interface TracedTransaction {
  readonly hash: string
  /** In its block. */
  readonly index: number
  readonly from: string
  readonly to: string | null
  readonly created: string | null
  readonly value: bigint
  readonly gasUsed: number
  /** Null where the index does not know it. */
  readonly succeeded: boolean | null
  readonly logs: number
}

export interface TracedBlock {
  readonly number: number
  readonly hash: string
  /** The block's transactions that the index has, in order. */
  readonly transactions: readonly TracedTransaction[]
  /** How many the block has. */
  readonly count: number
  /** Given where the index is kept for some addresses: whether it is for this one. */
  readonly isKept?: (address: string) => boolean
}

/** Transactions that the index does not have, and whose calls name an address that it is kept for. By their hashes. */
export interface MoreTransactions {
  readonly more: ReadonlySet<string>
}

export function frameType(text: string): FrameType {
  const type = text.toLowerCase()
  return FRAME_TYPES.find((known) => known === type) ?? 'call'
}

/** Nodes describe the same failure in different words; lists show one wording. `null` where there is no error. */
export function frameError(error: unknown): string | null {
  if (error === undefined || error === null || error === '') return null
  const text = typeof error === 'string' ? error : 'failed'
  if (/revert/i.test(text)) return 'reverted'
  if (/out of gas|outofgas|not enough gas/i.test(text)) return 'out of gas'
  // The node's own text, limited: it is shown in a list.
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 100)
}

/** Whether a call moves coins from one balance to another. */
export const movesCoins = (type: FrameType): boolean => type !== 'delegatecall' && type !== 'staticcall'

/**
 * Frames in call order, with the contract that destroyed itself as the sender of its frame: it is the one at whose address
 * the code around it runs. Some nodes (anvil, where a contract gives its coins to itself) name its caller. `root`: where the
 * transaction's own code runs.
 */
export function namedSelfDestructs<Frame extends CallFrame>(
  frames: readonly Frame[],
  root: string | null,
): readonly Frame[] {
  if (!frames.some(({ type }) => type === 'selfdestruct')) return frames
  const running: (string | null)[] = [root]
  return frames.map((frame) => {
    const around = running[frame.depth - 1] ?? null
    const staysThere = frame.type === 'delegatecall' || frame.type === 'callcode'
    running[frame.depth] = staysThere ? around : (frame.to ?? frame.created)
    return frame.type === 'selfdestruct' && around !== null ? { ...frame, from: around } : frame
  })
}

/** For each frame, whether it or a call around it failed, so that nothing it did remains. Frames are in call order. */
export function revertedFrames(frames: readonly Pick<CallFrame, 'depth' | 'error'>[]): boolean[] {
  let failedDepth: number | null = null
  return frames.map((frame) => {
    if (failedDepth !== null && frame.depth <= failedDepth) failedDepth = null
    if (failedDepth === null && frame.error !== null) failedDepth = frame.depth
    return failedDepth !== null
  })
}
