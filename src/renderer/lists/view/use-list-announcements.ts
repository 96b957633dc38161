import { watch, type ComputedRef, type Ref } from 'vue'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import { isLoading, type ListSnapshot } from '../session/list-snapshot.ts'

const ROWS = { one: 'row', many: 'rows' } as const

/** Says what a person who does not see the rows has to know of them: found, sorted, loaded. */
export function useListAnnouncements(of: {
  readonly find: Readonly<Ref<string>>
  readonly sort: Readonly<Ref<GridSort | null>>
  readonly columns: () => readonly AnyListColumn[]
  readonly name: ComputedRef<string>
  readonly snapshot: ComputedRef<ListSnapshot>
  readonly shown: ComputedRef<{ readonly count: number }>
  readonly announce: (sentence: string) => void
}): void {
  const { find, sort, columns, name, snapshot, shown, announce } = of
  watch([find, () => shown.value.count], ([text, count], [before]) => {
    if (text.trim() === '' && before.trim() === '') return
    if (text.trim() === '') announce('All loaded rows are shown.')
    else announce(`${formatCount(count)} found in ${pluralize(snapshot.value.count, ROWS)}.`)
  })
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
    () =>
      isLoading(snapshot.value.state)
        ? undefined
        : [snapshot.value.count > 0, snapshot.value.state.kind].join(),
    (state) => {
      const {
        count,
        state: { kind },
      } = snapshot.value
      if (state === undefined || (kind !== 'ready' && kind !== 'end')) return
      announce(
        `${name.value}: ${kind === 'end' ? `all ${pluralize(count, ROWS)}` : pluralize(count, ROWS)} loaded.`,
      )
    },
  )
}
