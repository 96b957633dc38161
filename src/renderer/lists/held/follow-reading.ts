/** A list of a chain on this machine is read to its end by the core while it is asked about. */
import { onScopeDispose, watch } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'
import { asInput } from '../session/list-query.ts'
import type { ListSession } from '../session/list-session.ts'

/** Calls `onReading` whenever rows of the list may be others. `list` is undefined while nothing is to be read. */
export function followReading(
  core: RpcClient,
  list: () => ListSession | undefined,
  onReading: (session: ListSession, reading: OpenList) => void,
): void {
  let stop: (() => void) | undefined
  const leave = () => {
    stop?.()
    stop = undefined
  }
  watch(
    list,
    (session) => {
      leave()
      if (!session) return
      let wanted: string | undefined
      stop = core.subscribe('lists.open', asInput(session.query), (reading) => {
        // Of a core that was started anew, too.
        if (wanted !== reading.id) void core.call('lists.loadAll', { id: reading.id })
        wanted = reading.id
        onReading(session, reading)
      })
    },
    { immediate: true },
  )
  onScopeDispose(leave)
}
