/** The calls and events `workspace.*`. */
import type { workspaceCalls, workspaceEvents } from '#shared/rpc/contract/workspace.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createWorkspaces, type Workspaces } from './workspaces.ts'

const workspaceHandlers = (workspaces: Workspaces): Pick<Handlers, keyof typeof workspaceCalls> => ({
  'workspace.keep': ({ window, workspace, openCase }) => {
    workspaces.keep(window, workspace, openCase)
    return null
  },
})

const workspaceStreams = (workspaces: Workspaces): Pick<Streams, keyof typeof workspaceEvents> => ({
  'workspace.changed': ({ window, before }, emit) => {
    emit(workspaces.open(window, before))
    return () => {
      workspaces.close(window)
    }
  },
})

/** The workspace of each window. */
export function workspaceDomain(store: Database) {
  const workspaces = createWorkspaces(store)
  return { handlers: workspaceHandlers(workspaces), streams: workspaceStreams(workspaces) }
}
