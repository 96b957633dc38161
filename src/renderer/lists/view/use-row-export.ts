import type { ShallowRef } from 'vue'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { ExportFormat, ExportScope } from '../export/export-scope.ts'
import type { OpenList } from '../session/use-list.ts'

export interface RowExport {
  /** What of the list the shown rows are. */
  scope(): ExportScope
  /** Saves the shown rows as a file. */
  save(format: ExportFormat): Promise<void>
}

/** Saves the shown rows of a list, by its shown columns. */
export function useRowExport(options: {
  readonly list: Readonly<ShallowRef<OpenList>>
  readonly columns: () => readonly AnyListColumn[]
  readonly context: () => CellContext
  readonly chainId: () => string | undefined
}): RowExport {
  const { list, columns, context, chainId } = options
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

  return {
    scope,
    async save(format) {
      const { csvOf, fileName, jsonOf, saveFile } = await import('../export/export-rows.ts')
      const { list: id, params } = list.value.session.query
      const left = scope()
      const blob = format === 'csv' ? csvOf(eachShown, columns(), context(), left) : jsonOf(eachShown)
      saveFile(fileName(id, params, format, left), blob)
    },
  }
}
