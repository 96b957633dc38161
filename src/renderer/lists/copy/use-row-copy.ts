import type { ShallowRef } from 'vue'
import type { ListId } from '#shared/lists/list-table.ts'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { copyText } from '#renderer/lib/clipboard.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { CellPosition } from '#renderer/ui/grid/selected-cells.ts'
import type { CopyTarget } from '#renderer/ui/grid/use-grid-keys.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { ShownRows } from '../model/shown-rows.ts'
import { rowLine, rowsAsJson, unreadReport } from './row-text.ts'

export interface RowCopy {
  /** The row as one line for a table program. */
  line(row: GridRow): string
  /** Copies the selected rows where there are others than this one; else the cell, or without `column` the row. */
  copy(target: CopyTarget): void
  /** In place of what the browser would copy of a text selection from one cell to another: whole values. */
  copyRange(event: ClipboardEvent, first: CellPosition, last: CellPosition): void
  copySelected(this: void): void
}

export interface RowCopyOptions {
  readonly rows: () => ShownRows
  /** Named by the report of a row that could not be read; undefined where none can be among them. */
  readonly list: () => ListId | undefined
  readonly selected: Readonly<ShallowRef<ReadonlySet<string>>>
  /** Of a whole row; and those that cells are counted by, where these are others. */
  readonly columns: () => readonly AnyListColumn[]
  readonly cells?: () => readonly AnyListColumn[]
  readonly context: () => CellContext
  /** As it came, where cells read more of it. */
  readonly inFull?: (row: GridRow) => GridRow
  /** To be told what was copied, in a sentence. */
  readonly announce: (sentence: string) => void
}

/** Copies shown rows of a list, by its shown columns. */
export function useRowCopy(options: RowCopyOptions): RowCopy {
  const {
    rows,
    list,
    selected,
    columns,
    cells = columns,
    context,
    inFull = (row: GridRow) => row,
    announce,
  } = options
  const line = (row: GridRow) => rowLine(row, columns(), context())
  /** Writes to the clipboard and says so; also where the browser refuses. */
  async function write(text: string, sentence: string): Promise<void> {
    announce(
      (await copyText(text)) ? sentence : $gettext('Nothing copied: the browser refuses the clipboard.'),
    )
  }

  function rowsFrom(first: number, last: number): GridRow[] {
    const found: GridRow[] = []
    for (let index = first; index <= last; index++) {
      const row = rows().at(index)
      if (row) found.push(row)
    }
    return found
  }
  const selectedRows = () =>
    rows().pinned?.() ?? rowsFrom(0, rows().count - 1).filter(({ key }) => selected.value.has(key))
  const copyRows = (some: readonly GridRow[], asJson = false) =>
    write(asJson ? rowsAsJson(some.map(inFull)) : some.map(line).join('\n'), rowsCopied(some.length, asJson))

  function copyCell(row: GridRow, column: AnyListColumn): void {
    const text = row.kind === 'item' ? column.text(row.item as never, context()) : ''
    if (text === '')
      announce($gettext('Nothing copied: %{label} is empty here.', { label: $gettext(column.label) }))
    else void write(text, cellCopied(column, text))
  }

  return {
    line,
    copySelected: () => void copyRows(selectedRows()),
    copy({ index, column, asJson }) {
      const row = rows().at(index)
      const of = list()
      const others = [...selected.value].some((key) => key !== row?.key) ? selectedRows() : []
      const cell = column === undefined || asJson ? undefined : cells()[column]
      if (others.length > 0) void copyRows(others, asJson)
      else if (!row) return
      else if (asJson) void copyRows([row], asJson)
      else if (row.kind === 'unread' && of)
        void write(unreadReport(row.unread, of), $gettext('Report copied.'))
      else if (cell) copyCell(row, cell)
      else void copyRows([row])
    },
    copyRange(event, first, last) {
      const range = rowsFrom(first.index, last.index)
      const [only] = range
      const cell = range.length === 1 && first.column === last.column ? cells()[first.column] : undefined
      if (only?.kind !== 'item') return
      // A part of what is written out in full is what was meant.
      if (cell && !(getSelection()?.toString() ?? '').includes('…')) return
      const text = cell ? cell.text(only.item as never, context()) : range.map(line).join('\n')
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
      announce(cell ? cellCopied(cell, text) : rowsCopied(range.length))
    },
  }
}

const ROWS = $nmsgid('row', 'rows')
const rowsCopied = (count: number, asJson = false) =>
  asJson
    ? $gettext('%{rows} copied as JSON.', { rows: pluralize(count, ROWS) })
    : $gettext('%{rows} copied.', { rows: pluralize(count, ROWS) })

/** So much of a value is said: all of a hash. */
const MAX_SAID = 66
const cellCopied = ({ label }: AnyListColumn, text: string) =>
  $gettext('%{label} copied: %{text}', {
    label: $gettext(label),
    text: text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text,
  })
