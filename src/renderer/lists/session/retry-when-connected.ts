import { watch } from 'vue'
import { whenSourceIsBack } from '#renderer/entities/source/when-source-is-back.ts'
import { useConnection } from '#renderer/stores/connection.ts'
import type { ListSession } from './list-session.ts'

/**
 * Retries a list that failed without a connection as soon as the window is connected to the core again, or its source
 * has answered something else.
 */
export function retryWhenConnected(session: () => ListSession | undefined): void {
  const connection = useConnection()
  function retry() {
    if (session()?.failure?.code === 'offline') session()?.retry()
  }
  watch(
    () => connection.status.state,
    (connected) => {
      if (connected === 'open') retry()
    },
  )
  whenSourceIsBack(
    () => session()?.query.source,
    () => {
      // Whatever kept it from answering is over.
      if (session()?.snapshot.value.kept?.failure) session()?.retry()
      else retry()
    },
  )
}
