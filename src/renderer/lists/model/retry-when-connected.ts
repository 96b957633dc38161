import { watch } from 'vue'
import { whenSourceIsBack } from '#renderer/entities/source/when-source-is-back.ts'
import { useConnection } from '#renderer/stores/connection.ts'
import type { OpenList } from './open-list.ts'

/**
 * Retries a list that failed while offline: when the window is connected to the core again, and when its source has
 * answered another request.
 */
export function retryWhenConnected(list: () => OpenList | undefined): void {
  const connection = useConnection()
  function retry() {
    if (list()?.failure?.code === 'offline') list()?.retry()
  }
  watch(
    () => connection.status.state,
    (connected) => {
      if (connected === 'open') retry()
    },
  )
  whenSourceIsBack(
    () => list()?.query.source,
    () => {
      // The source answers again, so the cause of the failure is over.
      if (list()?.snapshot.value.failure) list()?.retry()
      else retry()
    },
  )
}
