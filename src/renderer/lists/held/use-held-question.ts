import { computed, type ComputedRef, type Ref } from 'vue'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { HeldQuestion } from './held-question.ts'

/**
 * What is asked of the rows that are kept, all of them where neither filter nor order is set. Null where only the window
 * can answer (`isOfLoaded`), and of a source whose rows are not kept.
 */
export function useHeldQuestion(
  source: () => string,
  filter: RowFilter,
  sort: Readonly<Ref<GridSort | null>>,
  isOfLoaded: () => boolean,
): ComputedRef<HeldQuestion | null> {
  const settings = useSettings()
  const sources = useSources()
  return computed(() => {
    const kind = sources.byId(source())?.kind
    const isKept = settings.keepRead && (kind === 'instance' || kind === 'pro')
    if (!isKept || isOfLoaded()) return null
    const { foldScam, zone } = settings
    return { text: filter.asked.value, sort: sort.value, folds: foldScam, zone }
  })
}
