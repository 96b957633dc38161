import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { BlockHead } from '../read-block.ts'
import type { ReceiptMethod } from '../read-chain.ts'
import { getUrlHost } from '#platform/json-rpc/node-failure.ts'

/**
 * Why a node is left out for a while. `silent`: it did not answer as it should. `wrong_blocks`: what it gives is not what
 * the hash says. `other_blocks`: another branch than the longest. `other_chain`: another chain.
 */
export type NodeFault = 'silent' | 'wrong_blocks' | 'other_blocks' | 'other_chain'

/** How long it is left out at first; twice as long each time, up to the limit. */
const LEFT_OUT_MS: Readonly<Record<NodeFault, number>> = {
  silent: 1_000,
  wrong_blocks: 10_000,
  other_blocks: 5_000,
  other_chain: 60_000,
}
const MAX_LEFT_OUT_MS = 300_000
/** The longest delay until an absent node is tried again; it may come back at any time. */
const MAX_SILENT_MS = 15_000

const MAX_REQUESTS = 6
/** The half-life of a measured speed while a node is not asked. */
const FORGET_MS = 5_000
/** How much the newest time counts in the average. */
const NEWEST = 0.3

/** Requests for blocks that it answered rightly. */
const RIGHT_TO_FORGIVE = 20

/** One of several nodes behind an index: how well it answers, and whether it is asked at all. */
export class PoolNode {
  readonly connection: NodeConnection
  readonly receipts: ReceiptMethod = { byBlock: null }
  /** The host of its URL, by which people are told of it. */
  readonly host: string
  /** The node was asked for its chain. */
  isKnown = false
  /** The newest block that the node reported last. */
  head: BlockHead | null = null
  /** Methods that it has said not to have. */
  readonly unsupported = new Set<string>()
  running = 0
  #limit = 2
  #msPerBlock = 0
  #measuredAt = 0
  #answeredAt = 0
  #fault: NodeFault | null = null
  #leftOutUntil = 0
  #faults = 0
  #right = 0
  readonly #now: () => number

  constructor(connection: NodeConnection, now: () => number = () => performance.now()) {
    this.connection = connection
    this.host = getUrlHost(connection.url)
    this.#now = now
  }

  get fault(): NodeFault | null {
    return this.#fault
  }

  /** Well, or its time has come to be asked again. */
  get isAskable(): boolean {
    return this.#fault === null || this.#now() >= this.#leftOutUntil
  }

  /** True if the node takes another request for blocks now. */
  get isFree(): boolean {
    return this.running < Math.floor(this.#limit)
  }

  /** Milliseconds for a block, as far as is known: 0 where it is not. */
  get msPerBlock(): number {
    return this.#msPerBlock * 0.5 ** ((this.#now() - this.#measuredAt) / FORGET_MS)
  }

  /** Milliseconds until it would have answered for so many blocks. */
  expectedMs(blocks: number): number {
    return (this.running + 1) * this.msPerBlock * blocks
  }

  /** Records blocks that came for a request of `began`: a node that answers well is asked for more at a time. */
  answered(began: number, blocks: number) {
    const now = this.#now()
    // While it answered another request, this one waited there.
    const each = (now - Math.max(began, this.#answeredAt)) / Math.max(1, blocks)
    const isWell = this.#msPerBlock === 0 || each <= 2 * this.#msPerBlock
    this.#msPerBlock = this.#msPerBlock === 0 ? each : this.#msPerBlock * (1 - NEWEST) + each * NEWEST
    this.#measuredAt = now
    this.#answeredAt = now
    this.#limit = isWell ? Math.min(MAX_REQUESTS, this.#limit + 0.5) : Math.max(1, this.#limit - 0.5)
  }

  /** Another node had to be asked, because this one has not answered for so long. */
  wasSlow(ms: number, blocks: number) {
    this.#msPerBlock = Math.max(this.#msPerBlock, ms / Math.max(1, blocks))
    this.#measuredAt = this.#now()
    this.#limit = Math.max(1, this.#limit / 2)
  }

  /** False where it was in this fault before. */
  leaveOut(fault: NodeFault): boolean {
    // Failures of a node that is left out already are of earlier requests.
    if (this.#fault === fault && !this.isAskable) return false
    const isNew = this.#fault !== fault
    this.#faults += 1
    this.#right = 0
    this.#fault = fault
    this.#limit = 1
    const longest = fault === 'silent' ? MAX_SILENT_MS : MAX_LEFT_OUT_MS
    this.#leftOutUntil =
      this.#now() + Math.min(longest, LEFT_OUT_MS[fault] * 2 ** Math.min(this.#faults - 1, 10))
    // Another one may answer there next time.
    if (fault === 'silent' || fault === 'other_chain') this.isKnown = false
    return isNew
  }

  /** Records a valid answer; returns true if the node was in fault before. */
  isWellAgain(): boolean {
    const wasFaulty = this.#fault !== null
    this.#fault = null
    return wasFaulty
  }

  /** Counts a right block: after many of them the next fault counts as the first one. */
  wasRight() {
    this.#right += 1
    if (this.#right >= RIGHT_TO_FORGIVE) this.#faults = 0
  }
}
