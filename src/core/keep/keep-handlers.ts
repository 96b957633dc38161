/** The calls and the stream `keep.*`. */
import type { keepCalls } from '#shared/rpc/contract/keep.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Keep } from './keep.ts'
import { estimateLists, type EstimateDeps } from './estimate-lists.ts'

export const keepHandlers = (keep: Keep, estimate: EstimateDeps): Pick<Handlers, keyof typeof keepCalls> => ({
  'keep.estimate': ({ source, lists, asksSource = false }, { signal }) =>
    estimateLists(estimate, { source, lists, asksSource, signal }),
  'keep.start': (request) => keep.start(request),
  'keep.pause': ({ id }) => {
    keep.pause(id)
    return null
  },
  'keep.resume': ({ id }) => {
    keep.resume(id)
    return null
  },
  'keep.readAgain': async ({ id }) => {
    await keep.readAgain(id)
    return null
  },
  'keep.follow': ({ id, isFollowed }) => {
    keep.follow(id, isFollowed)
    return null
  },
  'keep.forget': async ({ id }) => {
    await keep.forget(id)
    return null
  },
  'keep.coverage': ({ id }) => keep.coverage(id),
  'keep.setBudget': ({ holder, amount }) => {
    keep.setBudget(holder, amount)
    return null
  },
})

export const keepStreams = (keep: Keep): Pick<Streams, 'keep.changed'> => ({
  'keep.changed': (_, emit) => {
    emit(keep.view())
    return keep.onChange(emit)
  },
})
