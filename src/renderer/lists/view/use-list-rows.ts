import { computed, watch } from 'vue'
import { isLoading } from '../model/list-snapshot.ts'
import { describeEmpty, describeTail, skeletonCount } from '../model/list-status.ts'
import { useShownList } from '../model/use-shown-list.ts'
import type { ListQuestion, ListRows, ListSubject } from '../context/list-view-context.ts'
import { useGapFilling } from './use-gap-filling.ts'
import { usePrefetch } from './use-prefetch.ts'

/** Opens the list, reads pages as a person scrolls, and gives its state. */
export function useListRows(
  { props, query, presentation, refused, imitations }: ListSubject,
  { question, isNarrowed, wantsWhole, opened }: ListQuestion,
): ListRows {
  const list = useShownList(
    () => query.value,
    () => question.value,
    () => wantsWhole.value,
  )
  watch(
    list,
    (now) => {
      opened.value = now
      imitations.tell(now.rows.imitated)
    },
    { flush: 'sync', immediate: true },
  )
  // Newer rows wait in this view, also where the chain's overview shows the same list and lets them appear.
  watch(
    () => list.value.open,
    (open, _, onCleanup) => {
      onCleanup(open.hold())
    },
    { immediate: true },
  )
  const snapshot = computed(() => list.value.snapshot)
  const shown = computed(() => list.value.shown)
  const state = computed(() => snapshot.value.state)
  watch(state, refused.follow, { immediate: true })
  const { isPaused, onReached, loadMore } = usePrefetch(list, isNarrowed, useGapFilling(list))
  const counted = computed(() => {
    const count = Number((Object.keys(props.filters).length === 0 ? props.total : null) ?? NaN)
    return Number.isSafeInteger(count) ? count : undefined
  })
  return {
    ...{ list, snapshot, shown, counted, isPaused, onReached, loadMore },
    open: computed(() => list.value.open),
    isBusy: computed(() => list.value.isReading || isLoading(state.value)),
    failed: computed(() => {
      const { error } = list.value
      return error ? { kind: 'error', error, retryAt: null } : (snapshot.value.failure ?? state.value)
    }),
    complete: computed(() => state.value.kind === 'end'),
    expected: computed(() => (isNarrowed.value || shown.value.folded > 0 ? undefined : counted.value)),
    emptyText: computed(() => {
      const { noun, empty } = presentation.value
      return describeEmpty({ noun, empty, filters: refused.accepted.value, notice: snapshot.value.notice })
    }),
    tail: computed(() =>
      describeTail({
        ...{ state: state.value, isWhole: snapshot.value.isWhole },
        ...{ shown: shown.value.count, loaded: snapshot.value.count, folded: shown.value.folded },
        ...{ narrowed: isNarrowed.value && list.value.rows.part !== undefined, paused: isPaused.value },
      }),
    ),
    skeletons: computed(() => skeletonCount(snapshot.value, isPaused.value)),
    retry() {
      list.value.rows.retry()
      list.value.open.retry()
    },
  }
}
