/** The calls and events `workspace.*`. */
import type { workspaceCalls, workspaceEvents } from '#shared/rpc/contract/workspace.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Workspaces } from './workspaces.ts'

export const workspaceHandlers = (workspaces: Workspaces): Pick<Handlers, keyof typeof workspaceCalls> => ({
  'workspace.keep': ({ window, workspace, openCase }) => {
    workspaces.keep(window, workspace, openCase)
    return null
  },
})

export const workspaceStreams = (workspaces: Workspaces): Pick<Streams, keyof typeof workspaceEvents> => ({
  'workspace.changed': ({ window, before }, emit) => {
    emit(workspaces.open(window, before))
    return () => {
      workspaces.close(window)
    }
  },
})
