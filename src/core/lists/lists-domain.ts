import { listHandlers, listStreams, type ListDeps } from './list-handlers.ts'

export const listsDomain = (deps: ListDeps) => ({
  handlers: listHandlers(deps),
  streams: listStreams(deps),
})
