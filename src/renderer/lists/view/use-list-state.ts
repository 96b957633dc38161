import { computed, type ComputedRef } from 'vue'
import type { ListSession } from '../session/list-session.ts'
import type { ListSnapshot, ListState } from '../session/list-snapshot.ts'
import type { ShownRows } from '../rows/row-view.ts'
import type { OpenList } from '../session/use-list.ts'

export interface OpenListState {
  readonly session: ComputedRef<ListSession>
  readonly snapshot: ComputedRef<ListSnapshot>
  readonly shown: ComputedRef<ShownRows>
  readonly held: ComputedRef<OpenList['held']>
  readonly state: ComputedRef<ListState>
  /** Of the list, of the request that would have brought what is newer than the kept rows, or of what is asked of these. */
  readonly failed: ComputedRef<ListState>
  /** Rows of the list that the shown ones are taken from. */
  readonly known: ComputedRef<number>
  readonly complete: ComputedRef<boolean>
  /** How many rows the list has, as the source counts them. */
  readonly counted: ComputedRef<number | undefined>
  /** Rows there will be: nobody knows how many of those that are not loaded match, or are hidden. */
  readonly expected: ComputedRef<number | undefined>
  /** Of the row the keyboard was on. */
  readonly activeIndex: () => number | undefined
  readonly retry: () => void
}

/** A list as its view reads it. `total`: of all its rows, as a counter of the source told. */
export function useListState(
  list: Readonly<ComputedRef<OpenList>>,
  total: () => string | number | null | undefined,
  isFiltered: () => boolean,
): OpenListState {
  const snapshot = computed(() => list.value.snapshot)
  const shown = computed(() => list.value.shown)
  const held = computed(() => list.value.held)
  const state = computed(() => snapshot.value.state)
  const counted = computed(() => {
    const count = Number(total() ?? NaN)
    return Number.isSafeInteger(count) ? count : undefined
  })
  return {
    session: computed(() => list.value.session),
    snapshot,
    shown,
    held,
    state,
    failed: computed(() => {
      const error = held.value?.error ?? list.value.reading?.error
      return error ? { kind: 'error', error, retryAt: null } : (snapshot.value.kept?.failure ?? state.value)
    }),
    known: computed(() => held.value?.held ?? snapshot.value.count),
    complete: computed(() => held.value?.isComplete ?? state.value.kind === 'end'),
    counted,
    expected: computed(() => (isFiltered() || shown.value.folded > 0 ? undefined : counted.value)),
    activeIndex() {
      const { activeRow } = list.value.session.position
      return activeRow === undefined ? undefined : shown.value.indexOf(activeRow)
    },
    retry() {
      held.value?.retry()
      list.value.session.retry()
    },
  }
}
