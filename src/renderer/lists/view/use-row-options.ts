import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { Dealings } from '../poisoning/dealings.ts'
import type { RowViewOptions } from '../session/row-view.ts'
import { rowFinder } from './find-rows.ts'
import { foldReason } from './scam-rows.ts'

export interface RowOptions {
  /** The text that rows are searched for; empty: all are shown. */
  readonly find: Ref<string>
  readonly sort: ShallowRef<GridSort | null>
  readonly options: ComputedRef<RowViewOptions>
  /** The loaded rows are searched or sorted: what comes next may not be seen at all. */
  readonly isNarrowed: ComputedRef<boolean>
}

/** What of the loaded rows is shown and in which order: text to find, a column to sort by, scam rows folded away. */
export function useRowOptions(
  columns: () => readonly AnyListColumn[],
  context: () => CellContext,
  dealings: () => Dealings,
  /** The address or token whose list it is. */
  listOf: () => string | undefined,
  /** Rows of what was chosen; null where nothing is. */
  picked: () => ((row: GridRow) => boolean) | null,
): RowOptions {
  const settings = useSettings()
  const find = ref('')
  const sort = shallowRef<GridSort | null>(null)
  const finder = computed(() => {
    const found = find.value.trim() === '' ? null : rowFinder(find.value, columns(), context())
    const isPicked = picked()
    return found && isPicked ? (row: GridRow) => isPicked(row) && found(row) : (found ?? isPicked)
  })
  const ownAddress = computed(() => listOf()?.toLowerCase())
  const fold = computed<RowViewOptions['fold']>(() => {
    const own = ownAddress.value
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
    find,
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
