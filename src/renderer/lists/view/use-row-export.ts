import type { ShallowRef } from 'vue'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { copyText } from '#renderer/lib/clipboard.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import {
  csvOf,
  fileName,
  jsonOf,
  saveFile,
  type ExportFormat,
  type ExportScope,
} from '../export/export-rows.ts'
import type { OpenList } from '../session/use-list.ts'
import { unreadReport, rowLine } from './row-text.ts'

export interface RowExport {
  /** The row as one line for a table program. */
  line(row: GridRow): string
  /** Copies a cell; without `column` the row, or all selected rows where there are several. */
  copy(target: { index: number; column?: number }): void
  copySelected(): void
  /** Saves the shown rows as a file. */
  save(format: ExportFormat): void
}

/** Copies and saves the shown rows of a list, by its shown columns. */
export function useRowExport(options: {
  readonly list: Readonly<ShallowRef<OpenList>>
  readonly selected: Readonly<ShallowRef<ReadonlySet<string>>>
  readonly columns: () => readonly AnyListColumn[]
  readonly context: () => CellContext
  readonly chainId: () => string | undefined
}): RowExport {
  const { list, selected, columns, context, chainId } = options
  const line = (row: GridRow) => rowLine(row, columns(), context())

  function eachShown(visit: (row: GridRow) => void): void {
    const { shown } = list.value
    for (let index = 0; index < shown.count; index++) {
      const row = shown.at(index)
      if (row) visit(row)
    }
  }

  function scope(): ExportScope {
    const { shown, snapshot } = list.value
    return {
      chainId: chainId(),
      partial: snapshot.state.kind !== 'end',
      folded: shown.folded,
      unmatched: snapshot.count - shown.folded - shown.count,
    }
  }

  function copySelected(): void {
    const lines: string[] = []
    eachShown((row) => {
      if (selected.value.has(row.key)) lines.push(line(row))
    })
    void copyText(lines.join('\n'))
  }

  return {
    line,
    copySelected,
    copy({ index, column }) {
      const row = list.value.shown.at(index)
      if (!row) return
      const cell = column === undefined ? undefined : columns()[column]
      if (selected.value.size > 1 && !cell) copySelected()
      else if (row.kind === 'unread') void copyText(unreadReport(row.unread, list.value.session.query.list))
      else void copyText(cell ? cell.text(row.item as never, context()) : line(row))
    },
    save(format) {
      const { list: id, params } = list.value.session.query
      const left = scope()
      const blob = format === 'csv' ? csvOf(eachShown, columns(), context(), left) : jsonOf(eachShown)
      saveFile(fileName(id, params, format, left), blob)
    },
  }
}
