import { identifyChain } from '../node/chain-identity.ts'
import type { BlockHead } from '../node/read-block.ts'
import { knowsBlock, readHeadsAt } from '../node/read-chain.ts'
import { undoBlocks } from '../store/undo-blocks.ts'
import { ChainChanged } from './sync-context.ts'
import type { Session } from './sync-context.ts'

/**
 * The node's chain is no longer the one in the index: finds the newest block both have and takes the later ones out, in
 * one transaction. Gives null where the node is only behind. Throws ChainChanged where it is another chain altogether.
 */
export async function reorganise(
  session: Session,
  head: BlockHead,
): Promise<{ depth: number; commonAncestor: number } | null> {
  const { store, connection } = session
  const own = store.head()
  if (!own) return null
  if (
    head.number < own.number &&
    store.hashAt(head.number) === head.hash &&
    (await knowsBlock(connection, own.hash))
  ) {
    return null
  }
  await refuseAnotherChain(session)
  const ancestor = await commonAncestor(session, Math.min(own.number, head.number))
  if (ancestor === null) throw new ChainChanged()
  if (ancestor === own.number) return null
  store.write(() => {
    undoBlocks(store, ancestor)
  })
  return { depth: own.number - ancestor, commonAncestor: ancestor }
}

/** A development node that starts anew keeps its URL and often its genesis block; its run's name changes. */
async function refuseAnotherChain({ connection, identity }: Session) {
  const now = await identifyChain(connection)
  if (
    now.chainId !== identity.chainId ||
    now.genesis !== identity.genesis ||
    now.instance !== identity.instance
  ) {
    throw new ChainChanged()
  }
}

/** Most reorganisations are a few blocks deep: those are found with one question. */
const FIRST_LOOK = 32

/** The highest block at or below `height` that the index and the node have alike; null where they share none. */
async function commonAncestor({ store, connection }: Session, height: number): Promise<number | null> {
  const lowest = store.firstBlock() ?? 0
  const matches = async (heights: readonly number[]) => {
    const heads = await readHeadsAt(connection, heights)
    return heights.map((each, index) => heads[index]?.hash === store.hashAt(each))
  }
  const near = Array.from({ length: Math.min(FIRST_LOOK, height - lowest + 1) }, (_, back) => height - back)
  const found = (await matches(near)).indexOf(true)
  if (found !== -1) return near[found] ?? null
  let [shared, different] = [lowest - 1, near.at(-1) ?? height]
  // Below a shared block everything is shared: its hash holds its parent's.
  while (different - shared > 1) {
    const middle = Math.floor((shared + different) / 2)
    if ((await matches([middle]))[0] === true) shared = middle
    else different = middle
  }
  return shared < lowest ? null : shared
}
