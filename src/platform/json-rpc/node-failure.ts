/**
 * The two ways in which a call fails. `NodeFailure`: no usable response came, and a retry may help. `NodeRefusal`:
 * the node answered this call with an error; `meaning` tells whether a retry may help.
 */

export type NodeFailureKind = 'unreachable' | 'timeout' | 'garbage' | 'too_large' | 'refused' | 'closed'

export class NodeFailure extends Error {
  readonly kind: NodeFailureKind
  constructor(kind: NodeFailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'NodeFailure'
    this.kind = kind
  }
  /** Whether the node is unreachable, so that no call can succeed now. */
  get isOfConnection(): boolean {
    return this.kind === 'unreachable' || this.kind === 'closed'
  }
}

/** Nothing answers at the URL. */
export class NoNodeAnswers extends NodeFailure {
  readonly host: string
  constructor(url: string, cause?: unknown) {
    const host = getUrlHost(url)
    super('unreachable', `no node answers at ${host}`, cause)
    this.name = 'NoNodeAnswers'
    this.host = host
  }
}

/** The node is asked too often: HTTP status 429 without a JSON-RPC error. No call can succeed for now. */
export class TooManyRequests extends NodeFailure {
  /** How long the node asks to wait, in ms; null if it does not say. */
  readonly retryAfterMs: number | null
  constructor(url: string, retryAfterMs: number | null) {
    super('unreachable', `${getUrlHost(url)} answers with HTTP status 429: too many requests`)
    this.name = 'TooManyRequests'
    this.retryAfterMs = retryAfterMs
  }
}

/** The node accepts only smaller batches, or only single calls. */
export class BatchRefused extends NodeFailure {
  constructor(message: string) {
    super('garbage', message)
    this.name = 'BatchRefused'
  }
}

/**
 * `unsupported`: the node does not have the method, or not in this form. `gone`: it has pruned the data of this
 * block. `refused`: any other reason, such as a rate limit; only then may a retry succeed.
 */
export type RefusalMeaning = 'unsupported' | 'gone' | 'refused'

/** Stands for the response to a call that the node refused for now. */
export const REFUSED = Symbol('refused')

const METHOD_NOT_FOUND = -32601
/** Codes of rate limits: -32005 by EIP-1474, or the HTTP status. */
export const LIMIT_CODES: ReadonlySet<number> = new Set([-32005, 429])
/** Words in messages about the size of one call's result. */
const SIZE = /range|result|\bblocks?\b|response size|\blogs\b/i
/** Words in messages about a rate limit, where the code is that of a limit. */
const RATE = /\brates?\b|requests|daily|per (?:second|minute|day)|throttl|quota|capacity|credits/i
/** Words that mean a rate limit under any code. */
const RATE_ALONE =
  /too many requests?|\brate.?limit|compute units per second|requests? (?:count|rate|limit) (?:exceeded|reached)|exceeded .*\brequests? limit/i
const GONE =
  /missing trie|state.*(?:unavailable|not available|pruned|missing)|no state available|pruned|historical state|old data/i
const UNSUPPORTED =
  /method.*(?:not found|not supported|unsupported|unknown|does ?n[o']t exist|not exist|not available|not allowed|not enabled|not whitelisted|disabled)|(?:unknown|unsupported|no such|not implemented).*method|not available on the|tracer.*(?:not supported|not found|not defined|unknown)|only supports the default tracer/i
/** How nodes report that the contract failed: code 3 is geth's for a call that reverted with data. */
const CALL_FAILED_CODES = new Set([3, -32015])
const CALL_FAILED =
  /revert|out of gas|outofgas|gas required exceeds|EVM error|VM (?:exception|execution)|opcode|bad instruction|bad jump|invalid jump|stack (?:under|over)flow|execution halted|gas uint64 overflow|memory limit|write protection|return data|call depth/i

/** The member of a JSON-RPC error that holds what its HTTP response asks to wait: no node can set it. */
export const RETRY_AFTER_MS = Symbol('retryAfterMs')

export class NodeRefusal extends Error {
  readonly code: number
  /** The error's `data` if it is a hex text: the return data of a reverted call. */
  readonly data: string | null
  /** How long the node asks to wait after its rate limit, in ms; null if it does not say. */
  readonly retryAfterMs: number | null
  constructor(code: number, message: string, data: string | null = null, retryAfterMs: number | null = null) {
    super(message)
    this.name = 'NodeRefusal'
    this.code = code
    this.data = data
    this.retryAfterMs = retryAfterMs
  }

  /**
   * The limit of the node: of its requests (`rate`), or of what one call asks for (`size`). Nodes use one code for both,
   * and some say no more (`unknown`). Null if it is none.
   */
  get limit(): 'rate' | 'size' | 'unknown' | null {
    const { code, message, data } = this
    if (code === 429) return 'rate'
    if (LIMIT_CODES.has(code)) {
      if (!RATE_ALONE.test(message) && SIZE.test(message)) return 'size'
      return RATE.test(message) ? 'rate' : 'unknown'
    }
    const isOfCall = CALL_FAILED_CODES.has(code) || data !== null || CALL_FAILED.test(message)
    return !isOfCall && RATE_ALONE.test(message) ? 'rate' : null
  }

  get isLimit(): boolean {
    return this.limit !== null
  }

  /** Whether the node takes no more requests for now. A limit that says no more is taken for one. */
  get isRateLimit(): boolean {
    return this.isLimit && this.limit !== 'size'
  }

  get meaning(): RefusalMeaning {
    if (this.code === METHOD_NOT_FOUND) return 'unsupported'
    if (this.isLimit) return 'refused'
    if (GONE.test(this.message)) return 'gone'
    if (UNSUPPORTED.test(this.message)) return 'unsupported'
    return 'refused'
  }

  /** Whether the call was executed and failed: then the error is the contract's result. */
  get isFailedCall(): boolean {
    if (this.isLimit) return false
    if (CALL_FAILED_CODES.has(this.code) || this.data !== null) return true
    return CALL_FAILED.test(this.message)
  }
}

/** The part of a node's URL that may be shown and logged: its path or password may contain a key. */
export const getUrlHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'this URL')
