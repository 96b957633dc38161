import type { ShallowRef } from 'vue'
import type { ExportScope } from './export-scope.ts'
import type { OpenList } from '../session/use-list.ts'

export interface RowExport {
  /** What of the list the shown rows are. */
  scope(): ExportScope
}

export interface RowExportOptions {
  readonly list: Readonly<ShallowRef<OpenList>>
  readonly chainId: () => string | undefined
}

/** The shown rows of a list, as they are taken elsewhere: onto paper, into sums. */
export function useRowExport({ list, chainId }: RowExportOptions): RowExport {
  return {
    scope() {
      const { shown, snapshot, held } = list.value
      const all = held?.isWhole ? shown.count + shown.folded : (held?.held ?? snapshot.count)
      return {
        chainId: chainId(),
        partial: held ? !held.isComplete : snapshot.state.kind !== 'end',
        folded: shown.folded,
        unmatched: all - shown.folded - shown.count,
      }
    },
  }
}
