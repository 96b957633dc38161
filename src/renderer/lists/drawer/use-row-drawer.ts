import { computed, ref, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { GridHandle, GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { RowsOfList } from '../model/shown-rows.ts'

/** The row in the drawer, and its position among the shown rows. */
interface DrawerRow {
  readonly row: GridRow
  readonly index: number
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

export interface RowDrawerState {
  readonly openKey: Readonly<Ref<string | undefined>>
  /** The drawer opens with the raw JSON. */
  readonly startsRaw: Readonly<Ref<boolean>>
  /** Undefined while the drawer is closed, and where its row is no longer shown. */
  readonly current: ComputedRef<DrawerRow | undefined>
  /** Props of the drawer component. */
  readonly props: ComputedRef<(Omit<DrawerRow, 'index'> & { readonly showRaw: boolean }) | undefined>
  open(index: number, raw?: boolean): void
  /** Closes the drawer and moves the focus to the grid. */
  close(): void
  /** Opens the row before (-1) or after (1) and scrolls the grid to it. Returns its index. */
  step(by: 1 | -1): number
}

/** The row of a list that is open in the drawer. The drawer stays with its row when newer rows come before it. */
export function useRowDrawer(
  of: Readonly<Ref<RowsOfList>>,
  grid: Readonly<ShallowRef<GridHandle | null>>,
): RowDrawerState {
  const openKey = ref<string>()
  const startsRaw = ref(false)
  /** Index of a row that is not loaded yet. The drawer opens once it is. */
  const comingIndex = ref<number>()
  const current = computed<DrawerRow | undefined>((before) => {
    const { rows } = of.value
    if (openKey.value === undefined) return undefined
    const index = rows.indexOf(openKey.value)
    const row = index === undefined ? undefined : rows.at(index)
    // The row stays in the drawer while other rows are loaded.
    if (index === undefined || !row) return before?.row.key === openKey.value ? before : undefined
    return {
      row,
      index,
      hasPrevious: nextRowIndex(index, -1) >= 0,
      hasNext: nextRowIndex(index, 1) < rows.count,
    }
  })
  /** The next row that can be shown. */
  function nextRowIndex(from: number, by: 1 | -1) {
    let index = from + by
    while (of.value.rows.at(index)?.kind === 'gap') index += by
    return index
  }
  function open(index: number, raw = false) {
    const { rows } = of.value
    const row = rows.at(index)
    if (row?.kind === 'gap') return
    comingIndex.value = !row && index >= 0 && index < rows.count ? index : undefined
    startsRaw.value = raw
    if (comingIndex.value === undefined) openKey.value = row?.key
  }
  function reset() {
    openKey.value = undefined
    comingIndex.value = undefined
  }
  watch(() => of.value.list, reset)
  watch(
    () => of.value.rows,
    () => {
      if (comingIndex.value !== undefined) open(comingIndex.value, startsRaw.value)
    },
  )

  return {
    openKey,
    startsRaw,
    current,
    props: computed(() => {
      if (!current.value) return undefined
      const { row, hasPrevious, hasNext } = current.value
      return { row, hasPrevious, hasNext, showRaw: startsRaw.value }
    }),
    open,
    close() {
      reset()
      grid.value?.focus()
    },
    step(by) {
      const index = nextRowIndex(comingIndex.value ?? current.value?.index ?? 0, by)
      open(index)
      grid.value?.reveal?.(index)
      return index
    },
  }
}
