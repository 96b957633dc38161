/** How one range of blocks is read from several nodes, and which of their answers is believed. */
import type { ChainBlock } from '../../model/chain-block.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import type { PoolNode } from './pool-node.ts'

/**
 * `right`: whole, what its hashes say, and on the lead's chain. `short`: the node has fewer blocks. `wrong`: not what the
 * hashes say, or not following each other. `other`: another branch than the lead's. `invalid`: right but for fields that can't be read.
 */
export type Verdict = 'right' | 'short' | 'wrong' | 'other' | 'invalid'

export interface RangeAnswer {
  readonly node: PoolNode
  readonly verdict: Verdict
  readonly blocks: readonly ChainBlock[]
}

export interface RangeSource {
  /** The best node that has not been asked yet; waits for one to be free where it may. Null where there is none. */
  pick(asked: ReadonlySet<PoolNode>, mayWait: boolean): Promise<PoolNode | null>
  /** Never rejects for a failure of the node. */
  ask(node: PoolNode): Promise<RangeAnswer | NodeFailure>
  /** How long the answer of this node is waited for before another one is asked as well. */
  patienceMs(node: PoolNode): number
  wasSlow(node: PoolNode, ms: number): void
}

/** Every answer that was not right, or why there was none. */
export interface RangeResult {
  readonly right: RangeAnswer | null
  readonly others: readonly RangeAnswer[]
  readonly failure: NodeFailure | null
}

interface Pending {
  readonly node: PoolNode
  readonly since: number
  readonly done: Promise<{ readonly of: Pending; readonly answer: RangeAnswer | NodeFailure }>
}

/** Asks one node, and another one where it fails, is slow or gives what is not right, until one answer is right. */
export async function readRange(source: RangeSource): Promise<RangeResult> {
  const tried = new Set<PoolNode>()
  const pending = new Set<Pending>()
  const others: RangeAnswer[] = []
  let failure: NodeFailure | null = null
  for (;;) {
    const node = await source.pick(tried, pending.size === 0)
    if (node) {
      tried.add(node)
      pending.add(begin(source, node))
    }
    if (pending.size === 0) return { right: null, others, failure }
    // Late: another one is asked, too; where none is free, what is under way is waited for.
    const next = await firstOf(pending, node ? source.patienceMs(node) : null)
    if (next === null) continue
    pending.delete(next.of)
    if (next.answer instanceof NodeFailure) failure = next.answer
    else if (next.answer.verdict === 'right') {
      for (const late of pending) source.wasSlow(late.node, performance.now() - late.since)
      return { right: next.answer, others, failure }
    } else others.push(next.answer)
  }
}

function begin(source: RangeSource, node: PoolNode): Pending {
  const pending: Pending = {
    node,
    since: performance.now(),
    done: source.ask(node).then((answer) => ({ of: pending, answer })),
  }
  return pending
}

/** The first that is there; null after `ms`. */
async function firstOf(pending: ReadonlySet<Pending>, ms: number | null) {
  const late = Promise.withResolvers<null>()
  const timer =
    ms === null
      ? undefined
      : setTimeout(() => {
          late.resolve(null)
        }, ms)
  try {
    return await Promise.race([late.promise, ...[...pending].map(({ done }) => done)])
  } finally {
    clearTimeout(timer)
  }
}
