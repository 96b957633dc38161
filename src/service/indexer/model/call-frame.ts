/** A call inside a transaction, whichever way a node told it. */
export const FRAME_TYPES = [
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
  /** 1 for what the transaction's own call does. */
  readonly depth: number
  readonly type: FrameType
  readonly from: string
  /** `null` on a creation. */
  readonly to: string | null
  /** The contract that came to be; null where none did. */
  readonly created: string | null
  /** What moved: nothing in a delegated or static call. */
  readonly value: string
  readonly gas: string
  /** `null` where the call did not fail. One that succeeded may be undone by the failure of a call around it. */
  readonly error: string | null
}

/** What happened inside one transaction, in the order it happened; its own call is told apart. */
export interface TransactionFrames {
  readonly error: string | null
  /** What the transaction's own call gave back; null where the node does not say. */
  readonly output: string | null
  readonly frames: readonly CallFrame[]
}

/** What is known of a transaction before its frames are. */
export interface TracedTransaction {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly created: string | null
  readonly value: bigint
  readonly gasUsed: number
  readonly succeeded: boolean
  readonly logs: number
}

export interface TracedBlock {
  readonly number: number
  readonly hash: string
  readonly transactions: readonly TracedTransaction[]
}

export function frameType(text: string): FrameType {
  const type = text.toLowerCase()
  return FRAME_TYPES.find((known) => known === type) ?? 'call'
}

/** Nodes word the same failure in ways of their own; lists show one wording. */
export function frameError(error: unknown): string | null {
  if (error === undefined || error === null || error === '') return null
  const text = typeof error === 'string' ? error : 'failed'
  if (/revert/i.test(text)) return 'reverted'
  if (/out of gas|outofgas|not enough gas/i.test(text)) return 'out of gas'
  // A node's own words, in bounds: they end up in a list.
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 100)
}

/** Whether a call moves coins from one balance to another. */
export const movesCoins = (type: FrameType): boolean => type !== 'delegatecall' && type !== 'staticcall'
