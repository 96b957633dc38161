import type { ChainIdentity } from '../node/chain-identity.ts'
import type { IndexStore } from '../store/index-store.ts'
import { removeLooseRows, undoInParts } from '../store/undo-blocks.ts'
import { forgetUntraceable } from '../store/write-frames.ts'
import type { FollowOptions } from './follow-options.ts'

/** Indexes that this process has connected to their node. */
const connected = new WeakSet<IndexStore>()

/** Sees to it that the index begins where the chain does, and that what is missing is asked for again. */
export async function completeIndex(
  store: IndexStore,
  chain: ChainIdentity,
  { fromBlock = 0, log }: Pick<FollowOptions, 'fromBlock' | 'log'>,
) {
  const first = store.firstBlock()
  const wasAsked = store.start()?.reason === 'asked'
  if (first !== null && first > chain.oldest && !wasAsked) {
    log?.(
      `The blocks ${String(chain.oldest)} to ${String(first - 1)} are not in the index: the chain is indexed again from there.`,
    )
    // Balances are added up in the order of the blocks, so that all of them are indexed again.
    await undoInParts(store, -1)
  }
  store.write(() => {
    if (store.firstBlock() === null) store.database.setMeta('start_reason', chain.oldestBecause)
    if (chain.oldestBecause === 'refused' && first !== 0 && !wasAsked) store.repairs.add('blocks', fromBlock)
    else store.repairs.removeAll('blocks')
    // What an earlier run was told to be gone, or was refused, this one asks for again.
    if (connected.has(store)) return
    connected.add(store)
    store.repairs.makeDue()
    forgetUntraceable(store)
    removeLooseRows(store)
  })
}
