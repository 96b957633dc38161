import { effectScope } from 'vue'
import { runAfterRows } from '#renderer/lib/paint/run-after-rows.ts'
import { useRowCopy, type RowCopy, type RowCopyOptions } from '../copy/use-row-copy.ts'
import type { PrintOptions } from './print-rows.ts'
import { useRowExport, type RowExport, type RowExportOptions } from './use-row-export.ts'

/** Shown rows taken elsewhere: to the clipboard, into a file, onto paper. */
export function useRowOutput(
  of: Omit<RowCopyOptions, 'list' | 'rows'> & RowExportOptions & Pick<PrintOptions, 'host' | 'name'>,
): {
  readonly rowCopy: RowCopy
  readonly rowExport: RowExport
} {
  const rows = () => of.list.value.shown
  const rowExport = useRowExport(of)
  runAfterRows(
    effectScope(),
    () => import('./print-rows.ts'),
    ({ followPrint }) => {
      followPrint({ ...of, rows, scope: () => rowExport.scope() })
    },
  )
  return {
    rowCopy: useRowCopy({ ...of, rows, list: () => of.list.value.session.query.list }),
    rowExport,
  }
}
