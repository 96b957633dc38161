import { computed, type ComputedRef } from 'vue'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { describeEmpty, describeTail, skeletonCount } from '../session/list-status.ts'
import type { OpenList } from '../session/use-list.ts'

/** What stands where a list has no rows, or no more. */
export function useListTexts(of: {
  readonly list: () => OpenList
  readonly presentation: () => {
    readonly noun: { readonly one: string; readonly many: string }
    readonly empty: string
  }
  readonly filters: () => Filters
  readonly isNarrowed: () => boolean
  readonly isPaused: () => boolean
}): {
  readonly emptyText: ComputedRef<string>
  readonly tail: ComputedRef<string | undefined>
  /** Rows without content that stand for those to come. */
  readonly skeletons: ComputedRef<number>
} {
  return {
    emptyText: computed(() => {
      const { noun, empty } = of.presentation()
      return describeEmpty({ noun, empty, filters: of.filters(), notice: of.list().snapshot.notice })
    }),
    tail: computed(() => {
      const { snapshot, shown, held } = of.list()
      if (held) return held.tail(of.presentation().noun)
      return describeTail({
        state: snapshot.state,
        notice: snapshot.notice,
        lacking: snapshot.missing.length > 0,
        shown: shown.count,
        loaded: snapshot.count,
        folded: shown.folded,
        narrowed: of.isNarrowed(),
        paused: of.isPaused(),
      })
    }),
    skeletons: computed(() => (of.list().held ? 0 : skeletonCount(of.list().snapshot, of.isPaused()))),
  }
}
