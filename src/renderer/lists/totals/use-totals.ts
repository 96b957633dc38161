import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { countTotals, type Grouping, type TotalsCounter } from '#shared/query/totals.ts'
import { formatShortTime } from '#renderer/lib/format-time.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { OpenList } from '../session/use-list.ts'

/** So long rows are added up before other tasks get their turn. */
const TASK_MS = 8
/** Between two looks at the clock. */
const ROWS_AT_ONCE = 100

/** What the shown rows add up to, a little in each task. While all rows are loaded they are not added up again with each page. */
export function useTotals(
  filter: RowFilter,
  list: () => OpenList,
  grouping: () => Grouping | undefined,
): {
  readonly counted: Readonly<ShallowRef<TotalsCounter | undefined>>
  readonly isCounting: Readonly<Ref<boolean>>
} {
  const counted = shallowRef<TotalsCounter>()
  const isCounting = ref(false)
  let task: ReturnType<typeof setTimeout> | undefined

  function count() {
    clearTimeout(task)
    const { shown } = list()
    const context = filter.rowContext.value
    const counter = countTotals(filter.resource.value, context, grouping(), (time) =>
      formatShortTime(time, context.zone),
    )
    let index = 0
    const countSome = () => {
      const from = performance.now()
      while (index < shown.count && performance.now() - from < TASK_MS)
        for (const end = Math.min(shown.count, index + ROWS_AT_ONCE); index < end; index++) {
          const row = shown.at(index)
          if (row?.kind === 'item') counter.add(row.item as object)
        }
      isCounting.value = index < shown.count
      if (isCounting.value) task = setTimeout(countSome, 0)
      else counted.value = counter
    }
    isCounting.value = true
    countSome()
  }
  watch(
    [() => list().shown, () => list().snapshot.loadAll !== null, grouping, filter.rowContext],
    ([, isLoadingAll]) => {
      if (!isLoadingAll) count()
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    clearTimeout(task)
  })
  return { counted, isCounting }
}
