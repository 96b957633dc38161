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
  /** Returns the row as one line of tab-separated values. */
  line(row: GridRow): string
  /**
   * Copies the selected rows where another row than this one is selected. Else copies the cell, or the row where no
   * `column` is given.
   */
  copy(target: CopyTarget): void
  /** Handles the browser's copy of a text selection that spans cells: puts whole values on the clipboard. */
  copyRange(event: ClipboardEvent, first: CellPosition, last: CellPosition): void
  copySelected(this: void): void
}

export interface RowCopyOptions {
  readonly rows: () => ShownRows
  /** The list named in the report of an unreadable item; undefined where rows are always readable. */
  readonly list: () => ListId | undefined
  readonly selected: Readonly<ShallowRef<ReadonlySet<string>>>
  /** The columns of a copied row. `cells` are the columns that a cell's index counts, where those are others. */
  readonly columns: () => readonly AnyListColumn[]
  readonly cells?: () => readonly AnyListColumn[]
  readonly context: () => CellContext
  /** Returns the row in full as it came, where the shown row has less. */
  readonly inFull?: (row: GridRow) => GridRow
  /** Receives a sentence that says what was copied. */
  readonly announce: (sentence: string) => void
}

/** Copies rows and cells of a list, with its shown columns. */
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
  /** Writes to the clipboard and announces the result, also where the browser refuses. */
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
      // A selection within a cell that shows its value in full copies the selected part.
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

/** Longest value that is announced in full: a hash. */
const MAX_SAID = 66
const cellCopied = ({ label }: AnyListColumn, text: string) =>
  $gettext('%{label} copied: %{text}', {
    label: $gettext(label),
    text: text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text,
  })
