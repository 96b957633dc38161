/**
 * Two ways a call fails. `NodeFailure`: no usable answer came (asking again later may help). `NodeRefusal`: the node
 * answered this call with an error of its own (asking the same again gives the same).
 */
export type NodeFailureKind = 'unreachable' | 'timeout' | 'garbage' | 'too_large' | 'closed'

export class NodeFailure extends Error {
  readonly kind: NodeFailureKind
  constructor(kind: NodeFailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'NodeFailure'
    this.kind = kind
  }
}

export class NodeRefusal extends Error {
  readonly code: number
  /** The `data` member of the error where it is a hex text: what a reverted call returned. */
  readonly data: string | null
  constructor(code: number, message: string, data: string | null = null) {
    super(message)
    this.name = 'NodeRefusal'
    this.code = code
    this.data = data
  }
  /** The method is there; what it needs for this block was pruned. */
  get isStateGone(): boolean {
    return /missing trie|state.*(?:unavailable|not available|pruned|missing)|pruned|historical state|old data/i.test(
      this.message,
    )
  }
}
