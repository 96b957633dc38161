import type { activityCalls, activityEvents } from '#shared/rpc/contract/activity.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { ActivityPoller } from './activity-poller.ts'

export const activityHandlers = (poller: ActivityPoller): Pick<Handlers, keyof typeof activityCalls> => ({
  'activity.markSeen': (filter) => {
    poller.markSeen(filter)
    return null
  },
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
