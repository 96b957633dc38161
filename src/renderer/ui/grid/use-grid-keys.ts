/** The keyboard and the pointer in a grid: which row and column is active, which rows are picked. */
import { shallowRef, watch, type ShallowRef } from 'vue'
import { MIN_COLUMN_WIDTH } from './column-widths.ts'
import type { AnyColumn } from './grid-column.ts'
import type { GridRow } from './grid-row.ts'
import type { GridSort } from './GridHead.vue'
import type { FixedRows } from './use-fixed-rows.ts'

/** `index` -1 is the head, -2 nowhere yet; `column` -1 is the row as a whole. */
export interface ActiveCell {
  readonly index: number
  readonly column: number
}

interface GridProps {
  readonly columns: readonly AnyColumn[]
  readonly context: object
  readonly count: number
  readonly rowAt: (index: number) => GridRow | undefined
  readonly widths: Readonly<Record<string, number>>
  readonly sort?: GridSort | null
  readonly selected: ReadonlySet<string>
  readonly activeRow?: number | undefined
}

interface GridEmit {
  (event: 'open', index: number): void
  (event: 'go', to: string, index?: number): void
  (event: 'resize', id: string, width: number): void
  (event: 'update:sort', sort: GridSort | null): void
  (event: 'update:selected', selected: ReadonlySet<string>): void
  (event: 'copy', what: { index: number; column?: number }): void
  (event: 'escape'): void
}

export interface GridKeys {
  readonly active: Readonly<ShallowRef<ActiveCell>>
  onKey(event: KeyboardEvent): void
  /** A click on a row that was on no link: opens it, or picks it where a key was held. */
  click(index: number, event: MouseEvent): void
  moveTo(index: number): void
  sortBy(column: number): void
}

const STEP = 16

export function useGridKeys(
  props: GridProps,
  emit: GridEmit,
  rows: Pick<FixedRows, 'reveal' | 'pageRows' | 'firstSeen'>,
  focus: () => void,
): GridKeys {
  const active = shallowRef<ActiveCell>({ index: props.activeRow ?? -2, column: -1 })
  let anchor = 0
  watch(
    () => props.count,
    (count) => {
      if (active.value.index >= count) active.value = { ...active.value, index: count - 1 }
    },
  )

  function go(index: number, column = active.value.column): void {
    active.value = {
      index: Math.max(-1, Math.min(index, props.count - 1)),
      column: Math.max(index < 0 ? 0 : -1, Math.min(column, props.columns.length - 1)),
    }
    if (active.value.index >= 0) rows.reveal(active.value.index)
  }

  function step(by: number, event: KeyboardEvent): void {
    const { index } = active.value
    if (index === -2) {
      anchor = rows.firstSeen.value
      go(rows.firstSeen.value)
      return
    }
    const next = index + by < 0 ? (by === -1 && !event.shiftKey ? -1 : 0) : index + by
    go(next)
    if (event.shiftKey) pickRange(anchor, active.value.index)
    else anchor = active.value.index
  }

  function pickRange(from: number, to: number): void {
    const picked = new Set<string>()
    for (let at = Math.min(from, to); at <= Math.max(from, to); at++) {
      const row = props.rowAt(at)
      if (row) picked.add(row.key)
    }
    emit('update:selected', picked)
  }

  function toggle(index: number): void {
    const key = props.rowAt(index)?.key
    if (key === undefined) return
    const picked = new Set(props.selected)
    if (!picked.delete(key)) picked.add(key)
    anchor = index
    emit('update:selected', picked)
  }

  function sortBy(index: number): void {
    const column = props.columns[index]
    if (!column?.sort) return
    const now = props.sort?.column === column.id ? props.sort : null
    if (!now) emit('update:sort', { column: column.id, descending: true })
    else emit('update:sort', now.descending ? { column: column.id, descending: false } : null)
  }

  function enter(): void {
    const { index, column } = active.value
    if (index === -1) {
      sortBy(column)
      return
    }
    const row = props.rowAt(index)
    const link =
      row?.kind === 'item'
        ? props.columns[column]?.link?.(row.item as never, props.context as never)
        : undefined
    if (link) emit('go', link.to, index)
    else if (row) emit('open', index)
  }

  function widen(by: number): void {
    const column = props.columns[active.value.column]
    if (column)
      emit('resize', column.id, Math.max(MIN_COLUMN_WIDTH, (props.widths[column.id] ?? column.width) + by))
  }

  const sideways = (by: number, event: KeyboardEvent) => {
    if (event.altKey && active.value.index === -1) widen(by * STEP)
    else go(Math.max(-1, active.value.index), active.value.column + by)
  }

  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: (event) => {
      step(1, event)
    },
    ArrowUp: (event) => {
      step(-1, event)
    },
    PageDown: (event) => {
      step(rows.pageRows.value, event)
    },
    PageUp: (event) => {
      step(-rows.pageRows.value, event)
    },
    Home: () => {
      go(0)
    },
    End: () => {
      go(props.count - 1)
    },
    ArrowRight: (event) => {
      sideways(1, event)
    },
    ArrowLeft: (event) => {
      sideways(-1, event)
    },
    Enter: enter,
    ' ': () => {
      toggle(active.value.index)
    },
    Escape: () => {
      if (props.selected.size > 0) emit('update:selected', new Set())
      else emit('escape')
    },
  }
  const letters: typeof keys = {
    j: keys.ArrowDown ?? enter,
    k: keys.ArrowUp ?? enter,
    c: () => {
      const { index, column } = active.value
      if (index >= 0) emit('copy', column < 0 ? { index } : { index, column })
    },
  }

  return {
    active,
    sortBy,
    moveTo: (index) => {
      go(index, -1)
    },
    click(index, event) {
      focus()
      go(index, -1)
      if (event.shiftKey) pickRange(anchor, index)
      else if (event.ctrlKey || event.metaKey) toggle(index)
      else {
        anchor = index
        emit('open', index)
      }
    },
    onKey(event) {
      if (event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return
      const act = keys[event.key] ?? (event.altKey ? undefined : letters[event.key.toLowerCase()])
      if (!act) return
      // Alt with an arrow goes back in history, unless it makes a column wider.
      if (event.altKey && active.value.index !== -1) return
      event.preventDefault()
      event.stopPropagation()
      act(event)
    },
  }
}
