import { shallowRef, watch, type ShallowRef } from 'vue'
import type { FixedRows } from './use-fixed-rows.ts'

/** `index`: -1 is the head, -2 is nowhere. `column`: -1 is the row as a whole. */
export interface ActiveCell {
  readonly index: number
  readonly column: number
}

interface CursorProps {
  readonly listKey?: string | undefined
  readonly columns: readonly unknown[]
  readonly rows: { readonly count: number }
  readonly activeRow?: number | undefined
}

export interface GridCursor {
  readonly active: Readonly<ShallowRef<ActiveCell>>
  /** Moves to a row and column, within the existing ones, and scrolls there. */
  moveTo(index: number, column?: number): void
  /**
   * Moves up or down. From nowhere it moves to the first visible row. A step up from the first row moves to the head.
   */
  step(by: number, options: { readonly intoHead: boolean }): void
}

/** The row and column that the keyboard is on. */
export function useGridCursor(props: CursorProps, view: Pick<FixedRows, 'reveal' | 'firstSeen'>): GridCursor {
  const start = (): ActiveCell => ({ index: props.activeRow ?? -2, column: -1 })
  const active = shallowRef(start())
  watch(
    () => props.listKey,
    () => (active.value = start()),
  )
  watch(
    () => props.rows.count,
    (count) => {
      if (active.value.index >= count) active.value = { ...active.value, index: count - 1 }
    },
  )

  watch(
    () => props.columns.length,
    (count) => {
      if (active.value.column >= count) active.value = { ...active.value, column: count - 1 }
    },
  )

  function moveTo(index: number, column = active.value.column): void {
    active.value = {
      index: Math.max(-1, Math.min(index, props.rows.count - 1)),
      column: Math.max(index < 0 ? 0 : -1, Math.min(column, props.columns.length - 1)),
    }
    if (active.value.index >= 0) view.reveal(active.value.index)
  }

  return {
    active,
    moveTo,
    step(by, { intoHead }) {
      const { index } = active.value
      if (index === -2) moveTo(view.firstSeen.value)
      else if (index + by < 0) moveTo(by === -1 && intoHead ? -1 : 0)
      else moveTo(index + by)
    },
  }
}
