import type { ChainIdentity } from '../node/chain-identity.ts'
import type { IndexStore } from '../store/index-store.ts'
import { removeLooseRows } from '../store/undo-blocks.ts'
import { forgetUntraceable } from '../store/write-frames.ts'
import type { FollowOptions } from './follow-options.ts'

/** Indexes that this process has connected to their node. */
const connected = new WeakSet<IndexStore>()

const wasAsked = (store: IndexStore) => store.start()?.reason === 'asked'

/** Whether the node has blocks before the first of the index, which is not asked to begin there. */
export function lacksEarlier(store: IndexStore, { oldest }: ChainIdentity): boolean {
  const first = store.firstBlock()
  return first !== null && first > oldest && !wasAsked(store)
}

/** Sees to it that what is missing is asked for again. */
export function completeIndex(
  store: IndexStore,
  chain: ChainIdentity,
  { fromBlock = 0 }: Pick<FollowOptions, 'fromBlock'>,
) {
  const first = store.firstBlock()
  store.write(() => {
    if (first === null) store.database.setMeta('start_reason', chain.oldestBecause)
    if (chain.oldestBecause === 'refused' && first !== 0 && !wasAsked(store))
      store.repairs.add('blocks', fromBlock)
    else store.repairs.removeAll('blocks')
    // Data that an earlier run was refused, or told to be gone, is requested again.
    if (connected.has(store)) return
    connected.add(store)
    store.repairs.makeDue()
    forgetUntraceable(store)
    removeLooseRows(store)
  })
}
