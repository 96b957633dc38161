import type { Priority } from '#shared/priority.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { readBlocks } from '../node/read-chain.ts'
import type { BlockSource, ReadBlocks, SyncContext } from './sync-context.ts'

/** A request is large enough to be worth its round trip, and small enough that no other one waits for it long. */
export const BYTES_PER_REQUEST = 1024 * 1024
export const MAX_BLOCKS_PER_REQUEST = 50
export const FIRST_REQUEST = 8
/** Bytes requested ahead of the last written block, estimated by the size of the latest answers. */
const MAX_BYTES_AHEAD = 4 * 1024 * 1024
const MAX_REQUESTS_AHEAD = 8
/** With several nodes, each adds as much, up to this many nodes. */
const MAX_NODES_AHEAD = 4
/** No further answer is added to a write of this many blocks, so that a page does not wait for it long. */
export const MAX_BLOCKS_AT_ONCE = 300
const MAX_TRANSACTIONS_AT_ONCE = 300
export const MAX_BYTES_AT_ONCE = 4 * 1024 * 1024
/**
 * Answers that come so soon after each other are written at once: a write costs pages of every table and index, however few
 * blocks it has. Of a slower node each answer is written while the next is waited for.
 */
const TOGETHER_MS = 50

interface Request {
  readonly blocks: Promise<readonly ChainBlock[]>
  readonly count: number
  /** The blocks, once they are there. */
  answer: readonly ChainBlock[] | null
  readonly settled: Promise<void>
  bytes: number
}

/**
 * Reads blocks ahead of whoever takes them: several requests at a time, as many as the bytes allow that their answers are
 * expected to have. The node works while blocks are written, or all nodes do.
 */
export class BlockReadAhead implements BlockSource {
  readonly #context: Pick<SyncContext, 'connection' | 'receipts' | 'nodes'>
  #last: number
  readonly #requests: Request[] = []
  #next: number
  #size = FIRST_REQUEST
  #bytesPerBlock = 0
  #answers = 0
  readonly #priority: Priority

  /** From the height `first` to `last`, both included. */
  constructor(context: Pick<SyncContext, 'connection' | 'receipts' | 'nodes'>, first: number, last: number) {
    this.#context = context
    this.#next = first
    this.#last = last
    // New blocks wait for nothing of the background; to catch up is background itself.
    this.#priority = last - first < FIRST_REQUEST ? 'visible' : 'background'
  }

  /** Asks for no more blocks: `next` gives those that were asked for. */
  end() {
    this.#last = this.#next - 1
  }

  async next(): Promise<ReadBlocks | null> {
    this.#request()
    const request = this.#requests[0]
    if (!request) return null
    await request.blocks
    const read = await this.#takeAnswered()
    this.#request()
    // Sends the requests before these blocks are written, so that the node works meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
    return read
  }

  async #takeAnswered(): Promise<ReadBlocks> {
    const blocks: ChainBlock[] = []
    let [requested, transactions, bytes] = [0, 0, 0]
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => {
      late.resolve(undefined)
    }, TOGETHER_MS)
    for (let request = this.#requests[0]; request; request = this.#requests[0]) {
      const isFull =
        blocks.length >= MAX_BLOCKS_AT_ONCE ||
        transactions >= MAX_TRANSACTIONS_AT_ONCE ||
        bytes >= MAX_BYTES_AT_ONCE
      // Blocks after a gap can't be used.
      if (isFull || blocks.length < requested) break
      await Promise.race([request.settled, late.promise])
      if (!request.answer) break
      this.#requests.shift()
      this.#learn(request)
      this.#request()
      blocks.push(...request.answer)
      requested += request.count
      transactions += request.answer.reduce((sum, block) => sum + block.transactions.length, 0)
      bytes += request.bytes
    }
    clearTimeout(timer)
    return { blocks, requested }
  }

  #request() {
    while (this.#mayRequest()) {
      const count = Math.min(this.#size, this.#last - this.#next + 1)
      const heights = Array.from({ length: count }, (_, index) => this.#next + index)
      this.#next += count
      const { connection, receipts, nodes } = this.#context
      const onBytes = (bytes: number) => {
        request.bytes += bytes
      }
      const options = { onBytes, priority: this.#priority }
      const blocks = nodes ? nodes.read(heights, options) : readBlocks(connection, receipts, heights, options)
      const settled = blocks.then(
        (answer) => {
          request.answer = answer
        },
        // When a request fails, nobody awaits the later ones.
        () => undefined,
      )
      const request: Request = { blocks, count, answer: null, settled, bytes: 0 }
      this.#requests.push(request)
    }
  }

  #mayRequest(): boolean {
    const nodes = Math.min(this.#context.nodes?.size ?? 1, MAX_NODES_AHEAD)
    if (this.#next > this.#last || this.#requests.length >= MAX_REQUESTS_AHEAD * nodes) return false
    if (this.#requests.length === 0) return true
    // One more of each node with each answer: until the first, nothing is known of their size.
    if (this.#requests.length > (this.#answers + 1) * nodes) return false
    const ahead = this.#requests.reduce((sum, { count }) => sum + count, 0)
    return (ahead + this.#size) * this.#bytesPerBlock <= MAX_BYTES_AHEAD * nodes
  }

  /** Grows step by step, so that one quiet stretch of a chain does not ask for too much of the next. */
  #learn({ count, bytes }: Request) {
    this.#answers += 1
    this.#bytesPerBlock = Math.max(1, bytes / count)
    const fitting = Math.floor(BYTES_PER_REQUEST / this.#bytesPerBlock)
    this.#size = Math.max(1, Math.min(fitting, this.#size * 2, MAX_BLOCKS_PER_REQUEST))
  }
}
