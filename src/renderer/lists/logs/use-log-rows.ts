/** What a list of logs has besides its rows: events decoded where its reader is. */
import { computed, shallowRef, type ComputedRef } from 'vue'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { OpenList } from '../session/use-list.ts'
import { useDecodedLogs } from './use-decoded-logs.ts'

export interface LogRows {
  /** With what logs mean. */
  readonly context: ComputedRef<CellContext>
  readonly onReached: (lastSeen: number) => void
  /** To be called with the list whenever it changes: it is opened with what is known here. */
  readonly follow: (list: OpenList) => void
}

export function useLogRows(
  query: () => { readonly source: string; readonly list: ListId },
  plain: () => CellContext,
): LogRows {
  const open = shallowRef<OpenList>()
  const isOfLogs = computed(() => listEndpoint(query().list).resource === 'log')
  const { decodedLog, onReached } = useDecodedLogs(
    () => query().source,
    () => (isOfLogs.value ? open.value?.shown : undefined),
  )
  return {
    context: computed(() => (isOfLogs.value ? { ...plain(), decodedLog: decodedLog.value } : plain())),
    onReached,
    follow(list) {
      open.value = list
    },
  }
}
