/** What a row of a list leads to: its link, and the filter by one of its values. */
import { useRouter } from 'vue-router'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { useTransactionCache } from '#renderer/stores/transaction-cache.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { RowFilter } from '../filter/row-filter.ts'

export interface RowActions {
  /** `index`: the row whose link it is; without it the row in the drawer. */
  readonly go: (to: string, index?: number) => void
  readonly filterBy: (index: number, column: number | undefined, copy: string | undefined) => Promise<void>
}

export function useRowActions(of: {
  readonly source: () => string
  readonly resource: () => Resource
  readonly rowAt: (index: number) => GridRow | undefined
  readonly rowInDrawer: () => GridRow | undefined
  readonly columns: () => readonly AnyListColumn[]
  readonly filter: RowFilter
  readonly context: () => CellContext
}): RowActions {
  const router = useRouter()
  const transactionCache = useTransactionCache()
  return {
    go(to, index) {
      const row = index === undefined ? of.rowInDrawer() : of.rowAt(index)
      if (of.resource() === 'transaction' && row?.kind === 'item')
        transactionCache.set(of.source(), row.item as Transaction)
      void router.push(to)
    },
    async filterBy(index, column, copy) {
      const language = await of.filter.loadLanguage()
      const by = column === undefined ? undefined : of.columns()[column]
      language.filterBy(of.filter, of.rowAt(index), by, copy, of.context())
    },
  }
}
