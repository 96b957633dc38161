import { watch } from 'vue'
import { useConnection } from '#renderer/stores/connection.ts'
import type { ListSession } from './list-session.ts'

/** Retries a list that failed without a connection as soon as the window is connected to the core again. */
export function retryWhenConnected(session: () => ListSession | undefined): void {
  const connection = useConnection()
  watch(
    () => connection.status.state,
    (connected) => {
      const state = session()?.snapshot.value.state
      if (connected === 'open' && state?.kind === 'error' && state.error.code === 'offline')
        session()?.retry()
    },
  )
}
