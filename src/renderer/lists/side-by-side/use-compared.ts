/** Compares two lists: the other list, the chosen mark, and reading on until marks are known. */
import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { MarkCounts } from '#shared/rpc/contract/rows.ts'
import { markOf } from '../model/ask-rows.ts'
import type { ListSnapshot } from '../model/list-snapshot.ts'
import type { ComparedWith } from '../model/rows-question.ts'
import type { ShownList } from '../model/use-shown-list.ts'
import type { PaneList } from './pane-list.ts'

/**
 * Limits how far the other list is read to learn whether it has the rows of this one: `MAX_PAGES` pages for every
 * `PER_ROWS` rows.
 */
const MAX_PAGES = 5
const PER_ROWS = 50

export type MarkChoice = ComparedWith['show']

export interface Compared {
  /** The question about the rows; undefined while no lists are compared. */
  readonly question: ComputedRef<ComparedWith | undefined>
  /** The shown rows are compared. */
  readonly isMarked: ComputedRef<boolean>
  readonly chosen: ShallowRef<MarkChoice>
  readonly onReached: (lastSeen: number) => void
}

export function useCompared(own: PaneList, other: () => PaneList | undefined, isOn: () => boolean): Compared {
  const chosen = shallowRef<MarkChoice>('all')
  watch([() => own.list().open, isOn], () => (chosen.value = 'all'), { flush: 'sync' })
  const query = computed(() => (isOn() ? other()?.list().open.query : undefined))
  return {
    question: computed(() => query.value && { query: query.value, show: chosen.value }),
    isMarked: computed(() => isOn() && own.list().rows.question.beside !== undefined),
    chosen,
    onReached: useReachedRows(own, () => (isOn() ? other() : undefined)),
  }
}

/** Reads on in the other list, within limits, until it is known whether it has the rows in view of this one. */
function useReachedRows(own: PaneList, other: () => PaneList | undefined): Compared['onReached'] {
  let seen = 0
  let pages = 0
  /** State of the other list when its next page was last requested. */
  let askedAt: ListSnapshot | undefined

  function readOn() {
    const theirs = other()?.list()
    const { rows, shown } = own.list()
    if (theirs?.snapshot.state.kind !== 'ready' || theirs.snapshot.loadAll) return
    const marks = rows.part?.marks
    // The marks are older than the last page.
    if (!marks || rows.isRefreshing || theirs.snapshot === askedAt) return
    const { isUnknown, count } = unknownIn(own.list(), marks, Math.min(seen, shown.count))
    if (!isUnknown || pages >= MAX_PAGES * Math.ceil(count / PER_ROWS)) return
    pages += 1
    askedAt = theirs.snapshot
    theirs.open.loadMore()
  }
  watch([() => own.list().open, () => other()?.list().open], () => {
    seen = 0
    pages = 0
  })
  watch([() => own.list(), () => other()?.list()], readOn)
  return (lastSeen) => {
    seen = lastSeen
    readOn()
  }
}

/**
 * Whether marks are unknown, and of how many rows. With a chosen mark all loaded rows count, else the rows up to the
 * last one in view.
 */
function unknownIn({ rows, shown }: ShownList, marks: MarkCounts, seen: number) {
  if (rows.question.beside?.show !== 'all')
    return { isUnknown: marks.unknown > 0, count: marks.here + marks.both + marks.unknown }
  const last = shown.at(seen - 1)
  return { isUnknown: last?.kind === 'item' && markOf(last.item as object) === 'unknown', count: seen }
}
