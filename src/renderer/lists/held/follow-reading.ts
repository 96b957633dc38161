/** A list of a chain on this machine is read to its end by the core while it is asked about. */
import { onScopeDispose, watch } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { KeepProblem } from '#shared/rpc/contract/keep-problem.ts'
import type { ListReading } from '#shared/rpc/contract/lists.ts'
import { asInput } from '../session/list-query.ts'
import type { ListSession } from '../session/list-session.ts'

/** Calls `onReading` whenever rows of the list may be others. `list` is undefined while nothing is to be read. */
export function followReading(
  core: RpcClient,
  list: () => ListSession | undefined,
  onReading: (session: ListSession, reading: ListReading) => void,
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
      stop = core.subscribe('lists.open', asInput(session.query), (reading) => {
        onReading(session, reading)
      })
    },
    { immediate: true },
  )
  onScopeDispose(leave)
}

/** Why it is not read to its end; what the source says of it, the list itself tells. */
export function errorOfReading(problem: KeepProblem | undefined): ChainglassError | undefined {
  switch (problem?.kind) {
    case 'source':
      return problem.error
    case 'no_room':
      return { code: 'storage', kind: 'full', target: 'archive' }
    case 'not_kept':
      return { code: 'storage', kind: 'unreachable', target: 'archive' }
    case 'unsteady':
      return { code: 'bad_response', kind: 'cursor_repeats' }
    case 'notice':
    case undefined:
      return undefined
  }
}
