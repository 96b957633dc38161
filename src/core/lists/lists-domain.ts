import { listHandlers, listStreams, type ListDeps } from './list-handlers.ts'
import { openListStreams, type OpenListsDeps } from './open-lists.ts'

export function listsDomain(deps: ListDeps & Omit<OpenListsDeps, 'followHead'>) {
  const streams = listStreams(deps)
  return {
    handlers: listHandlers(deps),
    streams: {
      ...streams,
      ...openListStreams({
        ...deps,
        followHead: (request, onChange, signal) => streams['lists.firstPage'](request, onChange, { signal }),
      }),
    },
  }
}
