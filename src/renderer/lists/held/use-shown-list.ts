import { computed, effectScope, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { runAfterRows } from '#renderer/lib/paint/run-after-rows.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import type { ListQuery } from '../session/list-query.ts'
import type { RowViewOptions } from '../rows/row-view.ts'
import { useList, type OpenList } from '../session/use-list.ts'
import type { HeldView } from './follow-held.ts'
import type { HeldQuestion } from './held-question.ts'

/**
 * A list as `useList` opens it; its loaded rows give way to what the core answers about all that are kept, where it has
 * an answer. `question` is null where it can't have one. What asks is loaded once there are rows.
 */
export function useShownList(
  query: () => ListQuery,
  follow: () => boolean,
  options: () => RowViewOptions,
  question: Readonly<Ref<HeldQuestion | null>>,
): ComputedRef<OpenList> {
  const core = useCore()
  const scope = effectScope()
  const view = shallowRef<HeldView>()
  const list = useList(query, follow, options)
  let isLoaded = false
  watch(
    () => question.value !== null && list.value.snapshot.count > 0,
    (isAsked) => {
      if (!isAsked || isLoaded) return
      isLoaded = true
      runAfterRows(
        scope,
        () => import('./follow-held.ts'),
        ({ followHeld }) => {
          followHeld({
            core,
            list: () => list.value,
            question: () => question.value,
            view,
            onRow: (row) => options().observer?.see(row),
            onImitated: (imitated) => options().observer?.tell(imitated),
            foldOf: (row) => options().fold?.(row),
          })
        },
      )
    },
    { immediate: true },
  )
  return computed(() => {
    if (view.value?.session !== list.value.session) return list.value
    const { shown, held, totals, reading } = view.value
    const all = { ...list.value, totals, reading }
    return shown && held ? { ...all, loaded: list.value.shown, shown, held } : all
  })
}
