import type { activityCalls, activityEvents } from '#shared/rpc/contract/activity.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import type { ActivityPoller } from './activity-poller.ts'
import type { PollResults } from './poll-results.ts'

interface ActivityHandlerDeps {
  readonly watchlist: Pick<Watchlist, 'index'>
  readonly results: Pick<PollResults, 'listDiffering'>
}

export const activityHandlers = (
  poller: ActivityPoller,
  { watchlist, results }: ActivityHandlerDeps,
): Pick<Handlers, keyof typeof activityCalls> => ({
  'activity.markSeen': (filter) => {
    poller.markSeen(filter)
    return null
  },
  'activity.checkedRows': ({ source, address }) =>
    watchlist.index.at(address).flatMap(({ id }) => results.listDiffering(id, source)),
  'activity.poll': ({ ids }) => {
    poller.poll(ids)
    return null
  },
  'activity.setPresence': (presence) => {
    poller.setPresence(presence)
    return null
  },
})

export const activityStreams = (poller: ActivityPoller): Pick<Streams, keyof typeof activityEvents> => ({
  'activity.changed': (_, emit) => {
    emit(poller.read())
    return poller.onChange(emit)
  },
  'activity.arrived': (_, emit) => poller.onArrival(emit),
})
