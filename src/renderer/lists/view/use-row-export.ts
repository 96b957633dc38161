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

export interface RowExportOptions {
  readonly list: Readonly<ShallowRef<OpenList>>
  readonly columns: () => readonly AnyListColumn[]
  readonly context: () => CellContext
  readonly chainId: () => string | undefined
}

/** Saves the shown rows of a list, by its shown columns. */
export function useRowExport(options: RowExportOptions): RowExport {
  const { list, columns, context, chainId } = options
  /** All shown rows, those that are not here as well. */
  async function readShown(): Promise<(visit: (row: GridRow) => void) => void> {
    const { shown } = list.value
    if (!shown.read)
      return (visit) => {
        for (let index = 0; index < shown.count; index++) {
          const row = shown.at(index)
          if (row) visit(row)
        }
      }
    const rows: GridRow[] = []
    for await (const row of shown.read()) rows.push(row)
    return (visit) => {
      rows.forEach(visit)
    }
  }

  function scope(): ExportScope {
    const { shown, snapshot, held } = list.value
    const all = held?.isWhole ? shown.count + shown.folded : (held?.held ?? snapshot.count)
    return {
      chainId: chainId(),
      partial: held ? !held.isComplete : snapshot.state.kind !== 'end',
      folded: shown.folded,
      unmatched: all - shown.folded - shown.count,
    }
  }

  return {
    scope,
    async save(format) {
      const { csvOf, fileName, jsonOf, saveFile } = await import('../export/export-rows.ts')
      const { list: id, params } = list.value.session.query
      const left = scope()
      const eachShown = await readShown()
      const blob = format === 'csv' ? csvOf(eachShown, columns(), context(), left) : jsonOf(eachShown)
      saveFile(fileName(id, params, format, left), blob)
    },
  }
}
