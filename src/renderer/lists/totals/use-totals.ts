import { computed, onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { countTotals, type Group, type Grouping, type Totals } from '#shared/query/totals.ts'
import { formatShortTime } from '#renderer/lib/format-time.ts'
import type { HeldTotals } from '../held/held-question.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { OpenList } from '../session/use-list.ts'

/** So long rows are added up before other tasks get their turn. */
const TASK_MS = 8
/** Between two looks at the clock. */
const ROWS_AT_ONCE = 100

export interface CountedTotals {
  readonly totals: Totals
  readonly groups: readonly Group[]
  /** Groups there are: `groups` are the first of them. */
  readonly groupCount: number
}

/**
 * What rows add up to: all that are kept and match, by the core; where none are, those that are shown, a little in each
 * task. While all rows are loaded they are not added up again with each page.
 */
export function useTotals(
  filter: RowFilter,
  list: () => OpenList,
  grouping: () => Grouping | undefined,
): {
  readonly counted: Readonly<ShallowRef<CountedTotals | undefined>>
  readonly isCounting: Readonly<Ref<boolean>>
  /** Why the core could not add them up. */
  readonly error: Readonly<ShallowRef<ChainglassError | undefined>>
  readonly retry: () => void
} {
  const counted = shallowRef<CountedTotals>()
  const isCounting = ref(false)
  const error = shallowRef<ChainglassError>()
  let task: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined

  function stop() {
    clearTimeout(task)
    request?.abort()
    request = undefined
  }
  async function ask(totals: HeldTotals) {
    stop()
    const asked = (request = new AbortController())
    isCounting.value = true
    error.value = undefined
    const answer = await totals.read(grouping(), asked.signal)
    if (request !== asked) return
    isCounting.value = false
    // Sums of another question are none of this one.
    counted.value = answer.ok ? answer.data : undefined
    if (!answer.ok && answer.error.code !== 'cancelled') error.value = answer.error
  }
  function askHeld() {
    const { totals } = list()
    if (totals) void ask(totals)
  }

  function count() {
    stop()
    error.value = undefined
    const { shown } = list()
    const context = filter.rowContext.value
    const counter = countTotals(filter.kind.value, context, grouping(), (time) =>
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
      else {
        const groups = [...counter.groups.values()]
        counted.value = { totals: counter.totals, groups, groupCount: groups.length }
      }
    }
    isCounting.value = true
    countSome()
  }
  const heldKey = computed(() => list().totals?.key)
  watch([heldKey, grouping], askHeld, { immediate: true })
  watch(
    [
      () => (heldKey.value === undefined ? list().shown : undefined),
      () => list().snapshot.loadAll !== null,
      grouping,
      filter.rowContext,
    ],
    ([shown, isLoadingAll]) => {
      if (shown && !isLoadingAll) count()
    },
    { immediate: true },
  )
  onScopeDispose(stop)
  return { counted, isCounting, error, retry: askHeld }
}
