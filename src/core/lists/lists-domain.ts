import { listHandlers, listStreams, type ListDeps } from './list-handlers.ts'
import { createOpenLists, type OpenListsDeps } from './open-lists.ts'
import { createPageReader } from '../read/page-reader.ts'

export function listsDomain(deps: ListDeps & Omit<OpenListsDeps, 'followHead' | 'readPage'>) {
  const streams = listStreams(deps, (list) => {
    open.readHeadOf(list)
  })
  const open = createOpenLists({
    ...deps,
    // Rows of open lists are stored, whatever their source.
    readPage: createPageReader({ ...deps, archiveOf: (input) => deps.archives.of(input.source, input) }),
    followHead: (request, onChange) =>
      streams['lists.firstPage'](request, onChange, {
        signal: new AbortController().signal,
        connection: open,
      }),
  })
  return {
    handlers: { ...listHandlers(deps), ...open.handlers },
    streams: { ...streams, ...open.streams },
  }
}
