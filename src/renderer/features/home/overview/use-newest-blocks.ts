import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { Block } from '#shared/chain/block.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useListCache } from '#renderer/lists/model/list-cache.ts'
import { retryWhenConnected } from '#renderer/lists/model/retry-when-connected.ts'
import type { OpenList } from '#renderer/lists/model/open-list.ts'

export interface NewestBlocks {
  /** Consecutive blocks, newest first, including blocks that wait in a list. */
  readonly blocks: ComputedRef<readonly Block[]>
  /** Loading for the first time. */
  readonly isLoading: ComputedRef<boolean>
  /** Why the blocks are out of date; undefined if they are current. */
  readonly error: ComputedRef<ChainglassError | undefined>
}

/** Sorted by height, including rows that wait in the list. */
const NEWEST = { text: '', sort: { by: 'block', descending: true }, folds: false, zone: 'utc' } as const

/** The newest blocks of a chain, at most `most`. */
export function useNewestBlocks(source: () => string, most: number): NewestBlocks {
  const core = useCore()
  const cache = useListCache()
  const open = shallowRef<OpenList>()
  const found = shallowRef<readonly Block[]>([])
  watch(
    () => cache.open(core, { source: source(), list: 'latest-blocks', params: {}, filters: {} }),
    (opened, _, onCleanup) => {
      open.value = opened
      found.value = []
      const rows = opened.rowsOf(NEWEST)
      const read = () => {
        const shown = rows.shown()
        const items = Array.from({ length: Math.min(shown.count, most) }, (__, at) => shown.at(at))
        const next = items.flatMap((row) => (row?.kind === 'item' ? [row.item as Block] : []))
        if (next.length > 0) found.value = next
      }
      const leaveList = opened.enter()
      const leaveRows = rows.enter(read)
      rows.see(0, most, read)
      read()
      onCleanup(() => {
        leaveRows()
        leaveList()
      })
    },
    { immediate: true },
  )
  retryWhenConnected(() => open.value)
  const snapshot = computed(() => open.value?.snapshot.value)
  return {
    blocks: computed(() => inOneChain(found.value)),
    isLoading: computed(() => found.value.length === 0 && snapshot.value?.state.kind === 'loading'),
    error: computed(() => {
      const { state, failure } = snapshot.value ?? {}
      return state?.kind === 'error' ? state.error : failure?.error
    }),
  }
}

/** Consecutive blocks without uncles, down to the first missing one. */
function inOneChain(blocks: readonly Block[]): readonly Block[] {
  const chain: Block[] = []
  for (const block of blocks) {
    const above = chain.at(-1)?.height
    if (block.height == null || (block.type ?? 'block') !== 'block' || block.height === above) continue
    if (above != null && block.height !== above - 1) break
    chain.push(block)
  }
  return chain
}
