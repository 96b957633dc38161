import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { RowDealings } from '../poisoning/row-dealings.ts'
import type { RowViewOptions } from '../rows/row-view.ts'
import { foldReason } from './scam-rows.ts'

export interface RowOptions {
  readonly sort: ShallowRef<GridSort | null>
  readonly options: ComputedRef<RowViewOptions>
  /** The loaded rows are filtered or sorted: what comes next may not be seen at all. */
  readonly isNarrowed: ComputedRef<boolean>
}

/** What of the loaded rows is shown and in which order: those that are asked for, a column to sort by, scam rows folded away. */
export function useRowOptions(
  columns: () => readonly AnyListColumn[],
  context: () => CellContext,
  dealings: () => RowDealings,
  /** The address, addresses or token whose list it is, in lower case. */
  listOf: () => string | ReadonlySet<string> | undefined,
  /** Rows that are asked for; null where nothing is. */
  found: () => ((row: GridRow) => boolean) | null,
  /** Rows that are chosen beside another list; null where none are. */
  beside: () => ((row: GridRow) => boolean) | null,
): RowOptions {
  const settings = useSettings()
  const sort = shallowRef<GridSort | null>(null)
  const finder = computed(() => {
    const tests = [beside(), found()].filter((test) => test !== null)
    return tests.length === 0 ? null : (row: GridRow) => tests.every((test) => test(row))
  })
  const fold = computed<RowViewOptions['fold']>(() => {
    const own = listOf()
    const known = dealings()
    return settings.foldScam ? (row) => foldReason(row, own, known) : null
  })
  const order = computed<RowViewOptions['sort']>(() => {
    const value = columns().find(({ id }) => id === sort.value?.column)?.sort
    if (!value || !sort.value) return null
    const { descending } = sort.value
    return {
      value: (row) => (row.kind === 'item' ? value(row.item as never, context()) : undefined),
      descending,
    }
  })
  return {
    sort,
    options: computed(() => ({
      observer: dealings(),
      fold: fold.value,
      find: finder.value,
      sort: order.value,
    })),
    isNarrowed: computed(() => finder.value !== null || sort.value !== null),
  }
}
