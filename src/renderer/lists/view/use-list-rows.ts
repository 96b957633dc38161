import { computed, watch } from 'vue'
import { useShownList } from '../held/use-shown-list.ts'
import { isLoading } from '../session/list-snapshot.ts'
import { describeEmpty, describeTail, skeletonCount } from '../session/list-status.ts'
import type { ListQuestion, ListRows, ListSubject } from './list-view-context.ts'
import { useGapFilling } from './use-gap-filling.ts'
import { usePrefetch } from './use-prefetch.ts'

/** Opens the list, reads on as its reader goes on, and says how far it is. */
export function useListRows(
  { props, query, isLive, presentation, refused }: ListSubject,
  { options, isNarrowed, held: question, filter, opened }: ListQuestion,
): ListRows {
  const list = useShownList(
    () => query.value,
    () => isLive.value,
    () => options.value,
    question,
  )
  watch(list, (now) => (opened.value = now), { flush: 'sync', immediate: true })
  const snapshot = computed(() => list.value.snapshot)
  const shown = computed(() => list.value.shown)
  const held = computed(() => list.value.held)
  const state = computed(() => snapshot.value.state)
  watch(state, refused.follow, { immediate: true })
  const { isPaused, onReached, loadMore } = usePrefetch(list, isNarrowed, useGapFilling(list))
  const counted = computed(() => {
    const count = Number((Object.keys(props.filters).length === 0 ? props.total : null) ?? NaN)
    return Number.isSafeInteger(count) ? count : undefined
  })
  const tail = computed(() => {
    const { noun } = presentation.value
    const { count, notice, missing } = snapshot.value
    return held.value
      ? held.value.tail(noun)
      : describeTail({
          ...{ state: state.value, notice, lacking: missing.length > 0 },
          ...{ shown: shown.value.count, loaded: count, folded: shown.value.folded },
          ...{ narrowed: isNarrowed.value, paused: isPaused.value },
        })
  })
  return {
    ...{ list, snapshot, shown, counted, tail, isPaused, onReached, loadMore },
    session: computed(() => list.value.session),
    isBusy: computed(() => held.value?.isReading ?? isLoading(state.value)),
    failed: computed(() => {
      const error = held.value?.error ?? list.value.reading?.error
      return error ? { kind: 'error', error, retryAt: null } : (snapshot.value.kept?.failure ?? state.value)
    }),
    known: computed(() => held.value?.held ?? snapshot.value.count),
    complete: computed(() => held.value?.isComplete ?? state.value.kind === 'end'),
    expected: computed(() =>
      filter.find.value !== null || shown.value.folded > 0 ? undefined : counted.value,
    ),
    emptyText: computed(() => {
      const { noun, empty } = presentation.value
      return describeEmpty({ noun, empty, filters: refused.accepted.value, notice: snapshot.value.notice })
    }),
    skeletons: computed(() => (held.value ? 0 : skeletonCount(snapshot.value, isPaused.value))),
    retry() {
      held.value?.retry()
      list.value.session.retry()
    },
  }
}
