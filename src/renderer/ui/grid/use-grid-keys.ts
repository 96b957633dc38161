/** Keyboard and pointer in a grid: moving, selecting, opening, sorting, resizing columns and copying. */
import { watch, type ShallowRef } from 'vue'
import { chordOf, isShifted } from '#renderer/lib/key-chord.ts'
import { MIN_COLUMN_WIDTH, widthOf } from './column-widths.ts'
import type { AnyColumn, GridSort } from './grid-column.ts'
import type { GridRows } from './grid-row.ts'
import { createRowSelection } from './row-selection.ts'
import type { FixedRows } from './use-fixed-rows.ts'
import { useGridCursor, type ActiveCell } from './use-grid-cursor.ts'

/** Keys without Control or Command, besides arrows and the like. An absent key does nothing. */
export type SingleKeys = Readonly<Partial<Record<'next' | 'previous' | 'copy', string>>>

interface GridProps {
  readonly listKey?: string | undefined
  readonly columns: readonly AnyColumn[]
  readonly context: object
  readonly rows: GridRows
  /** 0 without a visible head. */
  readonly headHeight?: number | undefined
  readonly widths: Readonly<Record<string, number>>
  readonly sort?: GridSort | null
  readonly selected: ReadonlySet<string>
  readonly activeRow?: number | undefined
  readonly singleKeys?: SingleKeys
}

interface GridEmit {
  (event: 'open', index: number): void
  (event: 'go', to: string, index?: number): void
  (event: 'goAside', to: string): void
  (event: 'resize', id: string, width: number): void
  (event: 'update:sort', sort: GridSort | null): void
  (event: 'update:selected', selected: ReadonlySet<string>): void
  (event: 'copy', target: CopyTarget): void
  (event: 'escape'): void
}

/** The target of a copy: the selected rows where another row is selected, else this row or cell. */
export interface CopyTarget {
  readonly index: number
  readonly column?: number
  /** Copies the items as JSON instead of the columns. */
  readonly asJson?: true
}

export interface GridKeys {
  readonly active: Readonly<ShallowRef<ActiveCell>>
  onKey(event: KeyboardEvent): void
  /**
   * Handles a key that was pressed elsewhere on the page: next row, row before, or select all. Returns whether it took
   * the key.
   */
  takeOutside(event: KeyboardEvent): boolean
  /** A click on a row, outside of links: opens the row, or selects it with Shift, Control or Command. */
  onRowClick(index: number, event: MouseEvent): void
  moveTo(index: number): void
  sortBy(column: number): void
}

const hasHead = ({ headHeight }: GridProps) => headHeight !== 0

/** Change of a column's width for each key press, px. */
const WIDTH_STEP = 16

export function useGridKeys(
  props: GridProps,
  emit: GridEmit,
  view: Pick<FixedRows, 'reveal' | 'pageRows' | 'firstSeen'>,
  focus: () => void,
): GridKeys {
  const cursor = useGridCursor(props, view)
  const { active } = cursor
  const selection = createRowSelection(props, (keys) => {
    emit('update:selected', keys)
  })
  watch(() => props.listKey, selection.restart)
  const actions = createCellActions(props, emit, active)
  const keys = keyTable({
    step(by, event) {
      const shiftKey = isShifted(event)
      const wasNowhere = active.value.index === -2
      cursor.step(by, { intoHead: !shiftKey && hasHead(props) })
      if (shiftKey && !wasNowhere) selection.selectTo(active.value.index)
      else selection.startAt(active.value.index)
    },
    stepSideways(by, { altKey }) {
      if (altKey && active.value.index === -1) actions.widen(by * WIDTH_STEP)
      else cursor.moveTo(Math.max(hasHead(props) ? -1 : 0, active.value.index), active.value.column + by)
    },
    pageRows: () => view.pageRows.value,
    moveToFirst: () => {
      cursor.moveTo(0)
    },
    moveToLast: () => {
      cursor.moveTo(props.rows.count - 1)
    },
    ...actions,
    toggle: () => {
      selection.toggle(active.value.index)
    },
    copy: (event) => {
      actions.copy(isShifted(event))
    },
    selectAll: () => {
      selection.startAt(0)
      selection.selectTo(props.rows.count - 1)
    },
    singleKeys: () => props.singleKeys ?? {},
    isInHead: () => active.value.index === -1,
  })

  function take(event: KeyboardEvent): boolean {
    const act = keys(event)
    if (!act) return false
    event.preventDefault()
    event.stopPropagation()
    act(event)
    return true
  }

  return {
    active,
    sortBy: actions.sortBy,
    moveTo: (index) => {
      cursor.moveTo(index, -1)
    },
    onRowClick(index, event) {
      focus()
      cursor.moveTo(index, -1)
      if (event.shiftKey) selection.selectTo(index)
      else if (event.ctrlKey || event.metaKey) selection.toggle(index)
      else {
        selection.startAt(index)
        emit('open', index)
      }
    },
    onKey(event) {
      if (event.target === event.currentTarget) take(event)
    },
    takeOutside(event) {
      const chord = chordOf(event)
      const { next, previous } = props.singleKeys ?? {}
      return (chord === next || chord === previous || chord === 'mod+a') && take(event)
    },
  }
}

/** Actions on the active cell. */
function createCellActions(props: GridProps, emit: GridEmit, active: Readonly<ShallowRef<ActiveCell>>) {
  function sortBy(index: number): void {
    const column = props.columns[index]
    if (!column?.sort) return
    const now = props.sort?.column === column.id ? props.sort : null
    if (!now) emit('update:sort', { column: column.id, descending: true })
    else emit('update:sort', now.descending ? { column: column.id, descending: false } : null)
  }
  /** The link of the active cell, or of the first cell in the row with a link. */
  function linkAt(columns: GridProps['columns']) {
    const row = props.rows.at(active.value.index)
    if (row?.kind !== 'item') return undefined
    for (const { link } of columns) {
      const found = link?.(row.item as never, props.context as never)
      if (found) return found
    }
    return undefined
  }
  function openAside(): void {
    const { index, column } = active.value
    const link =
      index < 0 ? undefined : linkAt([...props.columns.slice(Math.max(0, column)), ...props.columns])
    if (link) emit('goAside', link.to)
  }
  function enter(): void {
    const { index, column } = active.value
    if (index === -1) {
      sortBy(column)
      return
    }
    const row = props.rows.at(index)
    const link = linkAt(props.columns.slice(column, column + 1))
    if (link) emit('go', link.to, index)
    else if (row) emit('open', index)
  }
  function widen(by: number): void {
    const column = props.columns[active.value.column]
    if (!column) return
    const width = widthOf(column, props.context, props.widths[column.id]) + by
    emit('resize', column.id, Math.max(MIN_COLUMN_WIDTH, width))
  }
  function escape(): void {
    if (props.selected.size > 0) emit('update:selected', new Set())
    else emit('escape')
  }
  function copy(asJson: boolean): void {
    const { index, column } = active.value
    if (index < 0 && props.selected.size === 0) return
    emit('copy', { index, ...(column < 0 ? {} : { column }), ...(asJson ? { asJson } : {}) })
  }
  return { sortBy, enter, openAside, widen, escape, copy }
}

interface KeyActions {
  readonly step: (by: number, event: KeyboardEvent) => void
  readonly stepSideways: (by: number, event: KeyboardEvent) => void
  readonly pageRows: () => number
  readonly moveToFirst: () => void
  readonly moveToLast: () => void
  readonly enter: () => void
  readonly openAside: () => void
  readonly toggle: () => void
  readonly escape: () => void
  readonly copy: (event: KeyboardEvent) => void
  readonly selectAll: () => void
  readonly singleKeys: () => SingleKeys
  readonly isInHead: () => boolean
}

type KeyAction = (event: KeyboardEvent) => void

/**
 * The action of each key. Alt with an arrow goes back in the history, unless it widens a column. With Control or
 * Command only the keys named here act.
 */
function keyTable(actions: KeyActions): (event: KeyboardEvent) => KeyAction | undefined {
  const stepBy = (rows: () => number) => (event: KeyboardEvent) => {
    actions.step(rows(), event)
  }
  const sideways = (by: number) => (event: KeyboardEvent) => {
    actions.stepSideways(by, event)
  }
  const down = stepBy(() => 1)
  const up = stepBy(() => -1)
  const ends = [
    ['Home', actions.moveToFirst],
    ['End', actions.moveToLast],
  ] as const
  const keys = new Map<string, KeyAction>([
    ['ArrowDown', down],
    ['ArrowUp', up],
    ['PageDown', stepBy(actions.pageRows)],
    ['PageUp', stepBy(() => -actions.pageRows())],
    ...ends,
    ['ArrowRight', sideways(1)],
    ['ArrowLeft', sideways(-1)],
    ['Enter', actions.enter],
    [' ', actions.toggle],
    ['Escape', actions.escape],
  ])
  const singleKey = (chord: string): KeyAction | undefined => {
    const { next, previous, copy } = actions.singleKeys()
    if (chord === next) return down
    if (chord === previous) return up
    return chord === copy ? actions.copy : undefined
  }
  const withControl = new Map<string, KeyAction>([
    ...ends,
    ['Enter', actions.openAside],
    ['c', actions.copy],
    ['a', actions.selectAll],
  ])
  return (event) => {
    const { key, altKey, ctrlKey, metaKey } = event
    const single = singleKey(chordOf(event))
    if (single || (altKey && !actions.isInHead())) return single
    return ctrlKey || metaKey ? withControl.get(key.length === 1 ? key.toLowerCase() : key) : keys.get(key)
  }
}
