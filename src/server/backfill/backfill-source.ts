import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { isBlockProven } from '#platform/json-rpc/proof/block-proof.ts'
import type { ChainBlock } from '#service/indexer/model/chain-block.ts'
import { readHeadsAt, readBlocks, readHeadAt } from '#service/indexer/node/read-chain.ts'
import type { IndexDatabase } from '#service/indexer/store/index-database.ts'
import { findGap } from '#service/indexer/sync/sync-blocks.ts'
import { type BlockRange, type PlannedRange, type StagedRange, BackfillPlan } from './backfill-table.ts'
import {
  BlockReadAhead,
  BYTES_PER_REQUEST,
  FIRST_REQUEST,
  MAX_BLOCKS_AT_ONCE,
  MAX_BLOCKS_PER_REQUEST,
  MAX_BYTES_AT_ONCE,
} from '#service/indexer/sync/read-ahead.ts'
import type { Backfill, BlockSource, ReadBlocks, SyncContext } from '#service/indexer/sync/sync-context.ts'
import type { BackfillCounts } from '#shared/node-status.ts'
import { unpackBlocks } from './packed-blocks.ts'
import { delay } from '#platform/delay.ts'

const REFRESH_MS = 1_000

/** The workers of an index, as its writer knows them. */
class BackfillWorkers {
  readonly plan: BackfillPlan
  readonly log: (line: string) => void
  #counts: BackfillCounts = { workers: 0, staged: 0 }
  #countedAt = -Infinity
  /** There may be ranges; what an earlier run has left is not known. */
  #hasRanges = true
  /** Workers whose blocks were on another branch: it may be the chain that has moved. */
  readonly #doubted = new Set<string>()

  constructor(database: IndexDatabase, log: (line: string) => void) {
    this.plan = new BackfillPlan(database)
    this.log = log
  }

  counts(): BackfillCounts {
    const now = performance.now()
    if (now - this.#countedAt < REFRESH_MS) return this.#counts
    this.#countedAt = now
    const before = this.#counts.workers
    this.#counts = this.plan.counts()
    const { workers } = this.#counts
    if (workers !== before) this.log(describeWorkers(workers))
    if (workers < before) this.plan.forgetGone()
    return this.#counts
  }

  get latest(): BackfillCounts {
    return this.#counts
  }

  get hasWorkers(): boolean {
    return this.counts().workers > 0
  }

  get hasRanges(): boolean {
    return this.#hasRanges
  }

  wasPlanned() {
    this.#hasRanges = true
  }

  clear() {
    this.#doubted.clear()
    if (!this.#hasRanges) return
    this.plan.clear()
    this.#hasRanges = false
  }

  /** `reason` goes on from the name of the worker. */
  leaveOut(worker: string, reason: string) {
    this.plan.leaveOut(worker)
    this.#countedAt = -Infinity
    this.log(`${worker} ${reason}. It is left out for a while.`)
  }

  /** Lets the worker read its ranges once more, and leaves it out the second time. */
  doubt(worker: string, reason: string) {
    if (this.#doubted.has(worker)) {
      this.leaveOut(worker, reason)
      return
    }
    this.#doubted.add(worker)
    this.plan.discard(worker)
  }
}

const describeWorkers = (workers: number): string => {
  if (workers === 0) return 'No worker reads blocks for this index now.'
  return workers === 1
    ? 'One worker reads blocks for this index.'
    : `${String(workers)} workers read blocks for this index.`
}

/** The chain may still move there, and what is left is read faster than shared. */
const BLOCKS_NEAR_HEAD = 300
/** Ranges planned ahead of the last written block; fewer until the size of blocks is known. */
const [FIRST_RANGES, MAX_RANGES] = [8, 48]
/** For somebody to take the next range. */
const FREE_PATIENCE_MS = 500
/** In all, for whoever has taken it: workers that died are noticed earlier. */
const PATIENCE_MS = 15_000
const POLL_MS = 10
/** As a node that has fewer blocks than its head said: the sync then looks for the block where the chain parted. */
const MOVED: ReadBlocks = { blocks: [], requested: 1 }
const NOTHING: ReadBlocks = { blocks: [], requested: 0 }

export class SharedBackfill extends BackfillWorkers implements Backfill {
  read(context: SyncContext, first: number, last: number, shouldContinue: () => boolean): BlockSource {
    return new BackfillSource(context, this, { first, last }, shouldContinue)
  }
}

/**
 * Blocks that workers have read, in order and checked; what no worker has read, or read rightly, is read here, and all of it
 * while there are no workers.
 */
class BackfillSource implements BlockSource {
  readonly #context: SyncContext
  readonly #backfill: BackfillWorkers
  readonly #last: number
  readonly #shouldContinue: () => boolean
  #at: number
  /** Reads what no worker does. */
  #own: BlockReadAhead | null = null
  /** By range: the hash of its last block, as the node gives it. */
  readonly #ends = new Map<number, Promise<string | null>>()
  #bytesPerBlock = 0
  /** Since when the next range has been waited for, and since when it has been free. */
  #waiting: { readonly first: number; readonly since: number; readonly freeSince: number | null } | null =
    null

  /** No worker is waited for once `shouldContinue` gives false. */
  constructor(
    context: SyncContext,
    backfill: BackfillWorkers,
    { first, last }: BlockRange,
    shouldContinue: () => boolean,
  ) {
    this.#context = context
    this.#backfill = backfill
    this.#at = first
    this.#last = last
    this.#shouldContinue = shouldContinue
  }

  async next(): Promise<ReadBlocks | null> {
    for (;;) {
      if (!this.#own && !this.#shouldContinue()) return NOTHING
      const read = this.#own ? await this.#readOwn(this.#own) : await this.#readNext()
      if (read) {
        this.#at += read.requested
        return read
      }
      if (!this.#own && this.#at > this.#last) return null
    }
  }

  async #readOwn(own: BlockReadAhead): Promise<ReadBlocks | null> {
    if (this.#last - this.#at >= BLOCKS_NEAR_HEAD && this.#backfill.hasWorkers) own.end()
    const read = await own.next()
    if (read === null) this.#own = null
    return read
  }

  #beginOwn(last: number) {
    this.#own = new BlockReadAhead(this.#context, this.#at, last)
  }

  /** Null where nothing is there yet: it is to be called again. */
  async #readNext(): Promise<ReadBlocks | null> {
    if (this.#at > this.#last) return null
    const ranges = this.#planRanges()
    const [next] = ranges
    if (!next) this.#beginOwn(this.#last)
    else if (next.first > this.#at) this.#beginOwn(Math.min(this.#last, next.first - 1))
    else if (next.state === 'staged') return this.#take(ranges)
    else await this.#waitFor(next, next.state === 'free')
    return null
  }

  /** The planned ranges from the next height on, in order. Without workers, only ranges that they left behind. */
  #planRanges(): readonly PlannedRange[] {
    const backfill = this.#backfill
    const { plan, hasWorkers } = backfill
    const lastPlanned = this.#last - BLOCKS_NEAR_HEAD
    if (this.#at > lastPlanned) backfill.clear()
    else if (!hasWorkers && backfill.hasRanges) plan.removeUnread()
    if (!backfill.hasRanges && (!hasWorkers || this.#at > lastPlanned)) return []
    let ranges = plan.ranges()
    // Ranges below this block are from an earlier run, or from before a reorganisation.
    if (ranges[0] && ranges[0].first < this.#at) {
      plan.removeBelow(this.#at)
      ranges = plan.ranges()
    }
    const most = this.#bytesPerBlock === 0 ? FIRST_RANGES : MAX_RANGES
    if (hasWorkers && ranges.length <= most / 2) {
      backfill.wasPlanned()
      const first = Math.max(this.#at, (ranges.at(-1)?.last ?? -1) + 1)
      const size = this.#sizeOfRange()
      const last = Math.min(lastPlanned, first + (most - ranges.length) * size - 1)
      if (first <= last) {
        plan.add({ first, last }, size)
        ranges = plan.ranges()
      }
    }
    if (ranges.length === 0) backfill.clear()
    this.#askForEnds(ranges)
    return ranges
  }

  /** A range is one request to a node. */
  #sizeOfRange(): number {
    if (this.#bytesPerBlock === 0) return FIRST_REQUEST
    const fitting = Math.floor(BYTES_PER_REQUEST / this.#bytesPerBlock)
    return Math.max(1, Math.min(fitting, MAX_BLOCKS_PER_REQUEST))
  }

  /** Many with one request, long before they are needed. */
  #askForEnds(ranges: readonly BlockRange[]) {
    const heights = ranges.map(({ last }) => last).filter((height) => !this.#ends.has(height))
    if (heights.length === 0) return
    const request = readHeadsAt(this.#context.connection, heights)
    // The failure is reported to the caller that awaits this range.
    request.catch(() => undefined)
    for (const [index, height] of heights.entries()) {
      const end = request.then((heads) => heads[index]?.hash ?? null)
      end.catch(() => undefined)
      this.#ends.set(height, end)
    }
  }

  async #take(ranges: readonly PlannedRange[]): Promise<ReadBlocks | null> {
    const blocks: ChainBlock[] = []
    const first = this.#at
    let [last, bytes] = [first - 1, 0]
    for (const range of ranges) {
      const isFull = blocks.length >= MAX_BLOCKS_AT_ONCE || bytes >= MAX_BYTES_AT_ONCE
      if (isFull || range.state !== 'staged' || range.first !== last + 1 || range.last > this.#last) break
      const checked = await this.#check(range)
      if (checked === 'moved') return MOVED
      if (checked === null) break
      blocks.push(...checked)
      this.#bytesPerBlock = Math.max(1, range.bytes / checked.length)
      ;({ last } = range)
      bytes += range.bytes
    }
    this.#waiting = null
    if (blocks.length === 0) return null
    const { plan } = this.#backfill
    for (const height of this.#ends.keys()) if (height <= last) this.#ends.delete(height)
    return {
      blocks,
      requested: blocks.length,
      onWritten: () => {
        plan.removeBelow(last + 1)
      },
    }
  }

  /** Null where it is of no use; what follows is planned anew then. */
  async #check(range: PlannedRange): Promise<readonly ChainBlock[] | 'moved' | null> {
    const backfill = this.#backfill
    const staged = backfill.plan.read(range.first)
    if (staged === null) return null
    const end = (await this.#ends.get(range.last)) ?? null
    const checked = await checkRange(this.#context, range, staged, end)
    if (checked === 'moved') {
      backfill.clear()
      return checked
    }
    if ('blocks' in checked) return checked.blocks
    const worker = range.worker ?? ''
    if ('wrong' in checked) backfill.leaveOut(worker, checked.wrong)
    else backfill.doubt(worker, checked.other)
    return null
  }

  /** A while; then it is read here. */
  async #waitFor({ first, last }: BlockRange, isFree: boolean) {
    const now = performance.now()
    const before = this.#waiting?.first === first ? this.#waiting : null
    const since = before?.since ?? now
    const freeSince = isFree ? (before?.freeSince ?? now) : null
    this.#waiting = { first, since, freeSince }
    if (now - since < PATIENCE_MS && now - (freeSince ?? now) < FREE_PATIENCE_MS) {
      await delay(POLL_MS)
      return
    }
    if (this.#backfill.plan.withdraw(first)) this.#beginOwn(last)
  }
}

type Checked =
  | { readonly blocks: readonly ChainBlock[] }
  /** The fault of the worker, as a sentence. */
  | { readonly wrong: string }
  /** The same, where the chain may have moved meanwhile. */
  | { readonly other: string }
  /** The node's chain is another one than it was when the range was planned. */
  | 'moved'

type OwnNode = Pick<SyncContext, 'connection' | 'receipts'>

/**
 * No worker is believed: whether what it read is the chain of the writer's own node. `end`: what the node said the
 * last block's hash to be: a hash holds all before it. That transactions and receipts are those of the hash was
 * proven by the worker; of chains that hash in another way, one block is compared.
 */
async function checkRange(
  node: OwnNode,
  { first, last }: BlockRange,
  { packed, unproven }: StagedRange,
  end: string | null,
): Promise<Checked> {
  const blocks = unpack(packed)
  if (blocks === null) return { wrong: 'stages what this version can not read' }
  const newest = blocks.at(-1)
  const isWhole =
    newest !== undefined &&
    blocks.length === last - first + 1 &&
    blocks.every(({ number }, index) => number === first + index)
  const name = first === last ? `block ${String(first)}` : `the blocks ${String(first)} to ${String(last)}`
  if (!isWhole || findGap(blocks)) return { wrong: `gives ${name} not as a chain` }
  if (newest.hash !== end) {
    const now = (await readHeadAt(node.connection, last))?.hash ?? null
    if (now !== newest.hash)
      return now !== null && now === end
        ? { other: `gives ${name} otherwise than the node of this process` }
        : 'moved'
  }
  if (unproven === null || (await isAsOwn(node, blocks, unproven))) return { blocks }
  return { wrong: `gives block ${String(unproven)} not as its hash says` }
}

function unpack(packed: Uint8Array): readonly ChainBlock[] | null {
  try {
    return unpackBlocks(packed)
  } catch (error) {
    if (error instanceof NodeFailure) return null
    throw error
  }
}

/** The node's own block is no better proven, and the same. */
async function isAsOwn(
  { connection, receipts }: OwnNode,
  blocks: readonly ChainBlock[],
  height: number,
): Promise<boolean> {
  const proven: boolean[] = []
  const [own] = await readBlocks(connection, receipts, [height], {
    onRaw: (block, given) => proven.push(isBlockProven(block, given)),
  })
  const other = blocks.find(({ number }) => number === height)
  return own !== undefined && other !== undefined && proven[0] === false && areEqual(own, other)
}

const areEqual = (one: ChainBlock, other: ChainBlock) => written(one) === written(other)
const written = (block: ChainBlock) =>
  JSON.stringify(block, (_, value: unknown) =>
    typeof value === 'bigint' ? `0x${value.toString(16)}` : (value ?? undefined),
  )
