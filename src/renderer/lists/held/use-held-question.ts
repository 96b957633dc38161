import { computed, type ComputedRef, type Ref } from 'vue'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { HeldQuestion } from './held-question.ts'

/**
 * What is asked of the rows that are kept, all of them where neither filter nor order is set. Null where only the window
 * can answer (`isOfLoaded`), and where nothing is kept.
 */
export function useHeldQuestion(
  source: () => string,
  filter: RowFilter,
  sort: Readonly<Ref<GridSort | null>>,
  isOfLoaded: () => boolean,
  wantsAll: () => boolean,
): ComputedRef<HeldQuestion | null> {
  const settings = useSettings()
  const sources = useSources()
  return computed(() => {
    const kind = sources.byId(source())?.kind
    if (kind === undefined || !settings.keepRead || isOfLoaded()) return null
    const { foldScam, zone } = settings
    const isLocal = kind === 'sample' || kind === 'node'
    return {
      ...{ text: filter.asked.value, sort: sort.value, folds: foldScam, zone },
      ...{ isLocal, wantsAll: isLocal && wantsAll() },
    }
  })
}
