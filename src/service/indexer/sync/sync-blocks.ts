import type { ChainBlock } from '../model/chain-block.ts'
import type { BlockHead } from '../node/read-block.ts'
import { NodeFailure } from '../node/node-failure.ts'
import { readBlocks, readHeadAt } from '../node/read-chain.ts'
import { writeBlock } from '../store/write-block.ts'
import { reorganise } from './handle-reorg.ts'
import type { Session } from './sync-context.ts'

export interface BlockLaneEvents {
  /** Asked between two writes: false ends the work. */
  goOn(): boolean
  /** The node's newest block is known. */
  onTarget(height: number): void
  /** Whole blocks are in the file. */
  onBlocks(blocks: readonly ChainBlock[]): void
  onReorganised(what: { depth: number; commonAncestor: number }): void
}

/** Reads whatever the node has and the index has not, blocks with receipts and logs, until both are alike. */
export async function syncBlocks(session: Session, events: BlockLaneEvents): Promise<void> {
  let inVain = 0
  while (events.goOn()) {
    const before = session.store.head()?.hash
    if (inVain > MAX_ATTEMPTS)
      throw new NodeFailure('garbage', 'the node gives blocks that do not follow each other')
    const head = await readHeadAt(session.connection, 'latest')
    if (!head) return
    events.onTarget(head.number)
    const own = session.store.head()
    if (own && head.number <= own.number) {
      if (head.hash === own.hash) return
      if (!(await undoAsNeeded(session, head, events))) return
    } else if (!(await readForward(session, own, head, events)) && events.goOn()) {
      await undoAsNeeded(session, head, events)
    }
    inVain = session.store.head()?.hash === before ? inVain + 1 : 0
  }
}

/** A chain may move once while it is read, or twice; a node that never agrees with itself is none. */
const MAX_ATTEMPTS = 5

async function undoAsNeeded(session: Session, head: BlockHead, events: BlockLaneEvents): Promise<boolean> {
  const undone = await reorganise(session, head)
  if (undone) events.onReorganised(undone)
  return undone !== null
}

const READS_AHEAD = 4
/** Enough for one round trip to be worth it, few enough for the page of an open tab to come between. */
const TRANSACTIONS_AT_ONCE = 400
const BLOCKS_AT_ONCE = 50

/** Gives false where the next block does not follow ours: the chain has moved. */
async function readForward(
  session: Session,
  own: { number: number; hash: string } | null,
  head: BlockHead,
  events: BlockLaneEvents,
): Promise<boolean> {
  let last = own
  let next = own ? own.number + 1 : session.identity.oldest
  let atOnce = 8
  const ahead: { heights: number[]; blocks: Promise<ChainBlock[]> }[] = []
  const askAhead = () => {
    while (ahead.length < READS_AHEAD && next <= head.number) {
      const heights = Array.from(
        { length: Math.min(atOnce, head.number - next + 1) },
        (_, each) => next + each,
      )
      next += heights.length
      const blocks = readBlocks(session.connection, session.receipts, heights)
      // Reads after one that failed are nobody's concern any more.
      blocks.catch(() => undefined)
      ahead.push({ heights, blocks })
    }
  }
  askAhead()
  for (let read = ahead.shift(); read; read = ahead.shift()) {
    const blocks = await read.blocks
    const previous: { hash: string } | null = last
    if (!follows(blocks, previous)) return false
    if (!events.goOn()) return true
    askAhead()
    session.store.write(() => {
      for (const block of blocks) writeBlock(session.store, block)
    })
    events.onBlocks(blocks)
    last = blocks.at(-1) ?? last
    // The node has fewer blocks than it said: the chain is shorter now.
    if (blocks.length < read.heights.length) return false
    atOnce = blocksWorth(blocks)
  }
  return true
}

function follows(blocks: readonly ChainBlock[], previous: { hash: string } | null): boolean {
  let hash = previous?.hash
  for (const block of blocks) {
    if (hash !== undefined && block.parentHash !== hash) return false
    hash = block.hash
  }
  return true
}

function blocksWorth(blocks: readonly ChainBlock[]): number {
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0)
  const each = Math.max(1, transactions / Math.max(1, blocks.length))
  return Math.max(1, Math.min(BLOCKS_AT_ONCE, Math.round(TRANSACTIONS_AT_ONCE / each)))
}
