/** What a list of logs has besides its rows: events decoded where its reader is, and rows picked by contract and event. */
import { computed, shallowRef, type ComputedRef } from 'vue'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { OpenList } from '../session/use-list.ts'
import { withFilter } from '../toolbar/filter-labels.ts'
import { useDecodedLogs } from './use-decoded-logs.ts'
import { useRowPicks, type RowPick } from './use-row-picks.ts'

interface LogRowsOptions {
  readonly query: () => {
    readonly source: string
    readonly list: ListId
    readonly params: Readonly<Record<string, string>>
    readonly filters: Filters
  }
  readonly columns: () => readonly AnyListColumn[]
  readonly context: () => CellContext
  readonly onFilters: (filters: Filters) => void
}

export interface LogRows {
  /** With what logs mean. */
  readonly context: ComputedRef<CellContext>
  readonly filter: ComputedRef<((row: GridRow) => boolean) | null>
  readonly picks: ComputedRef<readonly RowPick[]>
  readonly choose: (column: string, key: string | undefined) => void
  readonly onReached: (lastSeen: number) => void
  /** To be called with the list whenever it changes: it is opened with what is known here. */
  readonly follow: (list: OpenList) => void
}

export function useLogRows({ query, columns, context: plain, onFilters }: LogRowsOptions): LogRows {
  const open = shallowRef<OpenList>()
  const isOfLogs = computed(() => listEndpoint(query().list).resource === 'log')
  const { decodedLog, onReached } = useDecodedLogs(
    () => query().source,
    () => (isOfLogs.value ? open.value?.shown : undefined),
  )
  const rowPicks = useRowPicks(columns, () => {
    const { source, list, params } = query()
    return JSON.stringify([source, list, params])
  })
  const context = computed(() => (isOfLogs.value ? { ...plain(), decodedLog: decodedLog.value } : plain()))
  /** An event is its first topic: where the source can filter by it, it is not picked from the loaded rows. */
  const isByTopic = (column: string) => column === 'event' && 'topic' in listEndpoint(query().list).filters
  return {
    context,
    filter: rowPicks.filter,
    picks: computed(() => {
      if (!open.value) return []
      const topic = query().filters.topic?.toString()
      return rowPicks
        .picks(open.value, context.value)
        .map((pick) => (isByTopic(pick.column) ? { ...pick, chosen: topic } : pick))
    }),
    choose(column, key) {
      if (isByTopic(column) && key !== '') onFilters(withFilter(query().filters, 'topic', key))
      else rowPicks.choose(column, key)
    },
    onReached,
    follow(list) {
      open.value = list
    },
  }
}
