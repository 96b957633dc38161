import { identifyChain } from '../node/chain-identity.ts'
import type { BlockHead } from '../node/read-block.ts'
import { knowsBlock, readHeadsAt } from '../node/read-chain.ts'
import { undoBlocks } from '../store/undo-blocks.ts'
import { ChainChanged, type SyncContext } from './sync-context.ts'

/** `depth` blocks above `commonAncestor` were removed from the index. */
export interface Reorg {
  readonly depth: number
  readonly commonAncestor: number
}

/**
 * Called when the node's head does not fit the index: finds the newest block that both have and removes the later ones,
 * in one transaction. Null where the node is only behind. Throws ChainChanged where it is another chain.
 */
export async function handleReorg(context: SyncContext, head: BlockHead): Promise<Reorg | null> {
  const { store, connection, nodes } = context
  const own = store.head()
  if (!own) return null
  // A node that does not answer now may have what the others do not have yet.
  if (nodes && !nodes.isWhole && head.number <= own.number) return null
  if (
    head.number < own.number &&
    store.hashAt(head.number) === head.hash &&
    (await knowsBlock(connection, own.hash))
  ) {
    return null
  }
  await refuseAnotherChain(context)
  const ancestor = await findCommonAncestor(context, Math.min(own.number, head.number))
  if (ancestor === null) throw new ChainChanged()
  if (ancestor === own.number) return null
  store.write(() => {
    undoBlocks(store, ancestor)
  })
  return { depth: own.number - ancestor, commonAncestor: ancestor }
}

/** A development node that is started once more keeps its URL and often its genesis block, but has a new instance id. */
async function refuseAnotherChain({ connection, identity, nodes }: SyncContext) {
  const now = await identifyChain(connection)
  if (
    now.chainId !== identity.chainId ||
    now.genesis !== identity.genesis ||
    // With several nodes, each may be another run of a development chain.
    (nodes === null && now.instance !== identity.instance)
  ) {
    throw new ChainChanged()
  }
}

/** Most reorganisations are a few blocks deep: one batch of requests finds those. */
const FIRST_SEARCH_DEPTH = 32

/** The highest block at or below `height` that index and node have in common; null where there is none. */
async function findCommonAncestor(
  { store, connection }: SyncContext,
  height: number,
): Promise<number | null> {
  const lowest = store.firstBlock() ?? 0
  const matches = async (heights: readonly number[]) => {
    const heads = await readHeadsAt(connection, heights)
    const own = store.hashesAt(heights)
    return heights.map((each, index) => own.has(each) && heads[index]?.hash === own.get(each))
  }
  const near = Array.from(
    { length: Math.min(FIRST_SEARCH_DEPTH, height - lowest + 1) },
    (_, back) => height - back,
  )
  const found = (await matches(near)).indexOf(true)
  if (found !== -1) return near[found] ?? null
  let [shared, different] = [lowest - 1, near.at(-1) ?? height]
  // Binary search: below a shared block all blocks are shared, because its hash contains its parent's.
  while (different - shared > 1) {
    const middle = Math.floor((shared + different) / 2)
    if ((await matches([middle]))[0] === true) shared = middle
    else different = middle
  }
  return shared < lowest ? null : shared
}
