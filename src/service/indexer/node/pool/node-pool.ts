/**
 * Several nodes behind one index. The lead is the one with the longest valid chain: it says what the head is, and which of
 * two branches is believed. Blocks are read from all of them at the same time.
 */
import type { NodeText } from '#shared/node-texts.ts'
import { type ChainBlock, countInvalidFields } from '../../model/chain-block.ts'
import { askOneAgain } from '../ask-again.ts'
import type { ChainIdentity } from '../chain-identity.ts'
import {
  connectNode,
  type ConnectionLimits,
  type NodeConnection,
} from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { isBlockProven, isHeaderProven } from '#platform/json-rpc/proof/block-proof.ts'
import { type BlockHead, readHead } from '../read-block.ts'
import { HEAD_POLL, readBlocks, type ReadBlocksOptions, readHeadAt } from '../read-chain.ts'
import { textOf } from '#platform/json-rpc/wire.ts'
import { describeNodes, identifyNodes } from './identify-nodes.ts'
import { createPoolConnection } from './pool-connection.ts'
import { PoolNode, type NodeFault } from './pool-node.ts'
import { type RangeAnswer, readRange, type Verdict } from './read-range.ts'
import { settledSoon } from './settled-soon.ts'

export interface PoolOptions {
  readonly limits: ConnectionLimits
  /** Gets a line for each node that is left out, and for each that is asked again. */
  readonly log: (line: string) => void
  /** Called when the result of `notice` has changed. */
  readonly onChange: () => void
}

interface HeadAnswer {
  readonly node: PoolNode
  readonly head: BlockHead | null
  readonly isProven: boolean
}

/** Others are waited for so long after the first has said its newest block. */
const HEAD_GRACE_MS = 250
/** A node that has not said it for so long does not respond. */
const HEAD_TIMEOUT_MS = 3_000
/** Before another node is asked for the same blocks. */
const MIN_PATIENCE_MS = 400
const PATIENCE = 5
/** A node that takes so many times as long for a block as the fastest one. */
const MUCH_SLOWER = 4

export class NodePool {
  /** All of them as one. */
  readonly connection: NodeConnection
  readonly #nodes: readonly PoolNode[]
  readonly #options: PoolOptions
  readonly #heads = new Map<PoolNode, Promise<HeadAnswer | NodeFailure>>()
  readonly #waiting: (() => void)[] = []
  #lead: PoolNode
  #chain: Pick<ChainIdentity, 'chainId' | 'genesis'> = { chainId: '', genesis: null }
  /** Whether blocks of this chain hash as Ethereum's do; null before the first. */
  #isProvable: boolean | null = null
  #closed = false

  private constructor(nodes: readonly [PoolNode, ...PoolNode[]], options: PoolOptions) {
    this.#nodes = nodes
    this.#lead = nodes[0]
    this.#options = options
    this.connection = createPoolConnection({
      lead: () => this.#lead,
      others: () => this.#nodes.filter((node) => node !== this.#lead && node.fault === null),
      away: () => this.#nodes.filter(({ fault }) => fault === 'silent'),
      failed: (node, failure) => {
        this.#failed(node, failure)
      },
      close: () => {
        this.close()
      },
    })
  }

  /**
   * Connects to all of them. Throws IndexError `different_chains`, and what the first node failed with where none answers.
   */
  static async connect(
    [first, ...others]: readonly [string, ...string[]],
    options: PoolOptions,
  ): Promise<{ readonly pool: NodePool; readonly identity: ChainIdentity }> {
    const node = (url: string) => new PoolNode(connectNode(url, options.limits))
    const pool = new NodePool([node(first), ...others.map(node)], options)
    try {
      const { identity, failed } = await identifyNodes(pool.#nodes)
      pool.#chain = identity
      for (const [node, failure] of failed) pool.#failed(node, failure)
      const head = await pool.head()
      return { pool, identity: head ? { ...identity, head } : identity }
    } catch (error) {
      pool.close()
      throw error
    }
  }

  /** How many are asked for blocks now. */
  get size(): number {
    return Math.max(1, this.#nodes.filter(({ fault }) => fault === null).length)
  }

  /** None is left out: what none of them has is not there. */
  get isWhole(): boolean {
    return this.#nodes.every(({ fault }) => fault === null)
  }

  /** Blocks of this chain hash as Ethereum's do, as far as is known: what is read is what its hashes say. */
  get provesBlocks(): boolean {
    return this.#isProvable === true
  }

  /** About the nodes that are left out. */
  get notices(): readonly NodeText[] {
    return describeNodes(this.#nodes)
  }

  /** The newest block of the longest valid chain, whose node leads from now on. Throws where none answers. */
  async head(): Promise<BlockHead | null> {
    const candidates = this.#askable()
    const { answers, late } = await settledSoon(
      candidates.map((node) => this.#headOf(node)),
      (answer) => !(answer instanceof NodeFailure),
      { graceMs: HEAD_GRACE_MS, limitMs: HEAD_TIMEOUT_MS },
    )
    if (late.length > 0 && answers.length === 0)
      for (const index of late) this.#failed(candidates[index], silence(candidates[index]))
    const failure = answers.find((answer) => answer instanceof NodeFailure)
    const given = answers.filter((answer): answer is HeadAnswer => !(answer instanceof NodeFailure))
    const [first] = given
    if (!first) throw failure ?? silence(this.#lead)
    const best = this.#longest(given)
    if (best) this.#lead = best.node
    return best?.head ?? null
  }

  /** The blocks of these consecutive heights. Fewer where no node has more. Throws NodeFailure. */
  async read(
    heights: readonly number[],
    options: Pick<ReadBlocksOptions, 'onBytes' | 'priority'> = {},
  ): Promise<readonly ChainBlock[]> {
    this.#askThoseLeftOut()
    const last = heights.at(-1) ?? 0
    const { right, others, failure } = await readRange({
      pick: (asked, mayWait) => this.#pick(last, asked, mayWait),
      ask: (node) => this.#ask(node, heights, options),
      patienceMs: (node) => Math.max(MIN_PATIENCE_MS, PATIENCE * node.expectedMs(heights.length)),
      wasSlow: (node, ms) => {
        node.wasSlow(ms, heights.length)
      },
    })
    const wrong = others.filter(({ verdict }) => verdict === 'wrong')
    if (right) {
      right.node.wasRight()
      for (const { node } of wrong) this.#leaveOut(node, 'wrong_blocks', heights)
      return right.blocks
    }
    const invalid = others.filter(({ verdict }) => verdict === 'invalid')
    if (invalid.length > 0) return fewestInvalid(invalid)
    const short = others.filter(({ verdict }) => verdict === 'short')
    if (wrong.length > 0) return this.#believe(wrong, heights)
    if (short.length > 0)
      return short.reduce((one, other) => (other.blocks.length > one.blocks.length ? other : one)).blocks
    throw failure ?? silence(this.#lead)
  }

  /** The lead gives what can't be written: another node leads. False where there is none. */
  replaceLead(): boolean {
    const lead = this.#lead
    this.#leaveOut(lead, 'wrong_blocks', null)
    return this.#lead !== lead
  }

  close() {
    this.#closed = true
    for (const { connection } of this.#nodes) connection.close()
    this.#release()
  }

  /** The nodes that work, or that may work again; if all are away, those that may come back. */
  #askable(): readonly PoolNode[] {
    const able = this.#nodes.filter(({ isAskable }) => isAskable)
    if (able.length > 0) return able
    const silent = this.#nodes.filter(({ fault }) => fault === 'silent')
    return silent.length > 0 ? silent : this.#nodes
  }

  #headOf(node: PoolNode): Promise<HeadAnswer | NodeFailure> {
    const running = this.#heads.get(node)
    if (running) return running
    const request = this.#askHead(node).finally(() => {
      this.#heads.delete(node)
    })
    this.#heads.set(node, request)
    return request
  }

  async #askHead(node: PoolNode): Promise<HeadAnswer | NodeFailure> {
    const { connection, host } = node
    try {
      if (!node.isKnown && !(await this.#isOfThisChain(node))) {
        this.#leaveOut(node, 'other_chain', null)
        return new NodeFailure('garbage', `the node at ${host} is of another chain`)
      }
      const answer = await askOneAgain(connection, 'eth_getBlockByNumber', ['latest', false], HEAD_POLL)
      node.head = answer == null ? null : readHead(answer)
      if (node.isWellAgain()) {
        this.#options.log(`The node at ${host} is asked again.`)
        this.#options.onChange()
      }
      return { node, head: node.head, isProven: isHeaderProven(answer) }
    } catch (error) {
      const failure = asFailure(error)
      this.#failed(node, failure)
      return failure
    }
  }

  async #isOfThisChain(node: PoolNode): Promise<boolean> {
    const { chainId, genesis } = this.#chain
    const id = textOf(await askOneAgain(node.connection, 'eth_chainId', []))
    const own = genesis === null ? null : await readHeadAt(node.connection, 0).catch(nullIfRefused)
    node.isKnown =
      /^0x[0-9a-f]+$/i.test(id) && BigInt(id).toString() === chainId && (own === null || own.hash === genesis)
    return node.isKnown
  }

  /** Heads whose fields do not hash to what they say count only if no other head does. */
  #longest(given: readonly HeadAnswer[]): HeadAnswer | null {
    const proven = given.filter(({ isProven }) => isProven)
    if (proven.length > 0) {
      for (const { node, head, isProven } of given)
        if (head && !isProven) this.#leaveOut(node, 'wrong_blocks', [head.number])
    }
    const valid = (proven.length > 0 ? proven : given).filter(({ head }) => head !== null)
    const highest = Math.max(...valid.map(({ head }) => head?.number ?? 0))
    const best = valid.filter(({ head }) => head?.number === highest)
    return best.find(({ node }) => node === this.#lead) ?? best[0] ?? null
  }

  /** In the background: whoever's time has come. */
  #askThoseLeftOut() {
    for (const node of this.#nodes) if (node.fault !== null && node.isAskable) void this.#headOf(node)
  }

  async #pick(last: number, asked: ReadonlySet<PoolNode>, mayWait: boolean): Promise<PoolNode | null> {
    for (;;) {
      if (this.#closed) return null
      const able = this.#nodes.filter(
        (node) => !asked.has(node) && node.fault === null && node.isKnown && (node.head?.number ?? 0) >= last,
      )
      // Where nobody is well, the lead is asked all the same: whatever fails then is the failure of all.
      if (able.length === 0) return asked.size === 0 ? this.#lead : null
      // Nodes of about the same speed share the work; a slow one is asked if no fast one is left.
      const fastest = Math.min(...able.map(({ msPerBlock }) => msPerBlock))
      const [best] = able
        .filter(({ msPerBlock, isFree }) => msPerBlock <= fastest * MUCH_SLOWER && (mayWait || isFree))
        .toSorted((one, other) => Number(other.isFree) - Number(one.isFree) || one.running - other.running)
      if (!best || best.isFree) return best ?? null
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  #release() {
    for (const resume of this.#waiting.splice(0)) resume()
  }

  async #ask(
    node: PoolNode,
    heights: readonly number[],
    options: ReadBlocksOptions,
  ): Promise<RangeAnswer | NodeFailure> {
    node.running += 1
    const began = performance.now()
    const unproven: unknown[] = []
    try {
      const blocks = await readBlocks(node.connection, node.receipts, heights, {
        ...options,
        onRaw: (block, receipts, read) => {
          if (this.#isProvable === false || unproven.length > 0) return
          // Without a field a block has another hash: its header is proven all the same.
          const isProven =
            countInvalidFields(read) === 0
              ? isBlockProven(block, receipts)
              : isProvenThoughInvalid(block, read)
          if (!isProven) unproven.push(block)
        },
      })
      node.answered(began, heights.length)
      const isProven = unproven.length === 0
      // A block without transactions hashes alike on every chain.
      if (
        isProven &&
        blocks.some((block) => block.transactions.length > 0 && countInvalidFields(block) === 0)
      )
        this.#isProvable ??= true
      return { node, blocks, verdict: await this.#judge(node, blocks, heights, isProven) }
    } catch (error) {
      const failure = asFailure(error)
      this.#failed(node, failure)
      return failure
    } finally {
      node.running -= 1
      this.#release()
    }
  }

  async #judge(
    node: PoolNode,
    blocks: readonly ChainBlock[],
    heights: readonly number[],
    isProven: boolean,
  ): Promise<Verdict> {
    if (!areLinked(blocks, heights)) return 'wrong'
    // The chain may hash otherwise, and another node may have the rest.
    const isShort = blocks.length < heights.length
    if (!isProven && (!isShort || this.#isProvable === true)) return 'wrong'
    if (isShort) return 'short'
    const last = blocks.at(-1)
    if (last === undefined || (await this.#isOnLeadsChain(node, last)))
      return blocks.some((block) => countInvalidFields(block) > 0) ? 'invalid' : 'right'
    this.#leaveOut(node, 'other_blocks', heights)
    return 'other'
  }

  // A method, because another one may lead after an await.
  readonly #leads = (node: PoolNode) => this.#lead === node

  /** The hash of the last block of a range holds all before it. */
  async #isOnLeadsChain(node: PoolNode, block: ChainBlock): Promise<boolean> {
    for (let lead = this.#lead; lead !== node; lead = this.#lead) {
      try {
        const head = await readHeadAt(lead.connection, block.number)
        // One that has pruned it does not say.
        if (this.#leads(lead)) return head === null || head.hash === block.hash
      } catch (error) {
        this.#failed(lead, asFailure(error))
        if (this.#leads(lead)) return true
      }
    }
    return true
  }

  /** No answer is what its hashes say: of a chain that hashes otherwise all nodes give the same. */
  #believe(wrong: readonly RangeAnswer[], heights: readonly number[]): readonly ChainBlock[] {
    const [first, ...others] = wrong
    const isAgreed = others.every(({ blocks }) => agree(blocks, first?.blocks ?? []))
    if (first && areLinked(first.blocks, heights) && isAgreed) {
      if (others.length > 0) this.#isProvable = false
      if (this.#isProvable !== true) return fewestInvalid(wrong)
    }
    for (const { node } of wrong) this.#leaveOut(node, 'wrong_blocks', heights)
    throw new NodeFailure('garbage', `no node gives ${nameOf(heights)} as its hash says`)
  }

  #failed(node: PoolNode | undefined, failure: NodeFailure) {
    if (!node || this.#closed || failure.kind === 'closed' || failure.kind === 'too_large') return
    if (node.fault !== null && node.fault !== 'silent') return
    if (node.leaveOut('silent'))
      this.#options.log(`The node at ${node.host} is left out for a while: ${failure.message}.`)
    this.#leadByAnother(node)
    this.#options.onChange()
  }

  #leaveOut(node: PoolNode, fault: NodeFault, heights: readonly number[] | null) {
    if (this.#closed) return
    if (node.leaveOut(fault))
      this.#options.log(`${REASONS[fault](node.host, heights)} It is left out for a while.`)
    this.#leadByAnother(node)
    this.#options.onChange()
  }

  #leadByAnother(node: PoolNode) {
    if (node !== this.#lead) return
    const well = this.#nodes.filter((each) => each !== node && each.fault === null && each.isKnown)
    const heightOf = ({ head }: PoolNode) => head?.number ?? -1
    const [next] = well.toSorted((one, other) => heightOf(other) - heightOf(one))
    if (next) this.#lead = next
    this.#release()
  }
}

/** Whether the header is what its hash says, as far as all its fields can be read. */
const isProvenThoughInvalid = (answer: unknown, { invalid }: ChainBlock): boolean =>
  invalid !== undefined || isHeaderProven(answer)

/** Whether blocks are the same, as far as all their fields can be read. */
const agree = (blocks: readonly ChainBlock[], others: readonly ChainBlock[]): boolean =>
  blocks.length === others.length &&
  blocks.every((block, index) => {
    const other = others[index]
    if (block.hash !== other?.hash) return false
    if (countInvalidFields(block) + countInvalidFields(other) > 0) return true
    return JSON.stringify(block, withBigints) === JSON.stringify(other, withBigints)
  })

/** No node gives all fields in a form that can be read: the answer that lacks the fewest. */
const fewestInvalid = (answers: readonly RangeAnswer[]): readonly ChainBlock[] => {
  const invalidIn = ({ blocks }: RangeAnswer) =>
    blocks.reduce((sum, block) => sum + countInvalidFields(block), 0)
  return answers.reduce((one, other) => (invalidIn(other) < invalidIn(one) ? other : one)).blocks
}

const REASONS: Readonly<Record<NodeFault, (host: string, heights: readonly number[] | null) => string>> = {
  silent: (host) => `The node at ${host} does not respond.`,
  wrong_blocks: (host, heights) =>
    `The node at ${host} gives ${nameOf(heights)} not as the hash says, or not following the block before.`,
  other_blocks: (host, heights) =>
    `The node at ${host} gives ${nameOf(heights)} of another branch than the longest chain.`,
  other_chain: (host) => `The node at ${host} is of another chain.`,
}

function nameOf(heights: readonly number[] | null): string {
  const [first, last] = [heights?.[0], heights?.at(-1)]
  if (first === undefined || last === undefined) return 'blocks'
  return first === last ? `block ${String(first)}` : `blocks ${String(first)} to ${String(last)}`
}

/** True if the blocks have these heights, and each one's parent is the block before it. */
const areLinked = (blocks: readonly ChainBlock[], heights: readonly number[]) =>
  blocks.every(
    (block, index) =>
      block.number === heights[index] && (index === 0 || block.parentHash === blocks[index - 1]?.hash),
  )

const withBigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

const silence = (node: PoolNode | undefined) =>
  new NodeFailure('timeout', `the node at ${node?.host ?? 'this URL'} does not say its newest block`)

/** A refusal of what nothing goes on without is a failure of the node. */
function asFailure(error: unknown): NodeFailure {
  if (error instanceof NodeFailure) return error
  if (error instanceof NodeRefusal) return new NodeFailure('refused', error.message, error)
  throw error
}

function nullIfRefused(error: unknown): null {
  if (error instanceof NodeRefusal) return null
  throw error
}
