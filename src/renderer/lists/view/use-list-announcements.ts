import { computed, watch, type ComputedRef, type Ref } from 'vue'
import { describeFiltered } from '../filter/describe-filtered.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { ListSnapshot } from '../session/list-snapshot.ts'
import type { OpenList } from '../session/use-list.ts'

const ROWS = { one: 'row', many: 'rows' } as const

/** Says what a person who does not see the rows has to know of them: found, sorted, loaded. */
export function useListAnnouncements(of: {
  readonly filter: RowFilter
  readonly sort: Readonly<Ref<GridSort | null>>
  readonly columns: () => readonly AnyListColumn[]
  readonly name: ComputedRef<string>
  readonly list: () => OpenList
  readonly noun: () => { readonly one: string; readonly many: string }
  /** How many there are, where a counter of the source told. */
  readonly total: () => number | undefined
  readonly announce: (sentence: string) => void
}): void {
  const { filter, sort, columns, name, list, noun, total, announce } = of
  const snapshot = computed(() => list().snapshot)
  watch([filter.find, () => list().shown.count, () => list().held?.held], ([find], [before]) => {
    if (find) announce(`${describeFiltered(list(), total(), noun())}.`)
    else if (before) announce(`All ${list().held ? 'kept' : 'loaded'} rows are shown.`)
  })
  watch(
    () => filter.errors.value[0]?.message,
    (message) => {
      if (message !== undefined) announce(message)
    },
  )
  watch(sort, (now) => {
    const column = columns().find(({ id }) => id === now?.column)
    announce(
      column && now
        ? `Sorted by ${column.label}, ${now.descending ? 'descending' : 'ascending'}.`
        : 'Not sorted.',
    )
  })
  // The first page of a list is news, and the end; the pages between come by themselves.
  watch(
    () => {
      const { count, state } = snapshot.value
      if (state.kind === 'end' || (state.kind === 'ready' && count === 0)) return state.kind
      return count > 0 && (state.kind === 'ready' || state.kind === 'more') ? 'ready' : undefined
    },
    (state) => {
      if (state !== undefined) announce(`${name.value}: ${describeLoaded(snapshot.value)}.`)
    },
  )
  let announcedAt = 0
  watch(
    () => snapshot.value.loadAll,
    (now, before) => {
      const { count, state } = snapshot.value
      if (!now) {
        if (before && state.kind === 'ready') announce(`Stopped. ${pluralize(count, ROWS)} loaded.`)
        return
      }
      if (!before) announcedAt = 0
      else if (now.ms - announcedAt < PROGRESS_MS) return
      else announcedAt = now.ms
      const all = total()
      announce(
        before
          ? `${all === undefined ? pluralize(count, ROWS) : `${formatCount(count)} of ${pluralize(all, ROWS)}`} loaded.`
          : 'Loading all rows.',
      )
    },
  )
}

/** A page may come ten times a second; how far it is is said so often. */
const PROGRESS_MS = 10_000

const describeLoaded = ({ count, state }: ListSnapshot) =>
  state.kind === 'end' ? `all ${pluralize(count, ROWS)} loaded` : `${pluralize(count, ROWS)} loaded`
