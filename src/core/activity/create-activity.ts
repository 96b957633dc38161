/** Builds the polling of watched addresses from the store and the API client. */
import type { ActivityArrival, activityCalls, activityEvents } from '#shared/rpc/contract/activity.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { ComparedChains } from '../check/ask-node.ts'
import { addressOfPath, type RecentItems } from '../settings/recent-items.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { reportReachability } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import { createActivityPoller, type ActivityPoller } from './activity-poller.ts'
import { trackLastSession } from './last-session.ts'
import type { PollReader } from './poll-address.ts'
import type { PollIntervals } from './poll-intervals.ts'
import { createPollResults, type PollResults } from './poll-results.ts'
import { createRowChecks } from './row-checks.ts'
import { choosePollTargets } from './poll-targets.ts'

export interface ActivityDeps {
  readonly store: Database
  readonly client: Pick<ApiClient, 'readPage' | 'readDetail'>
  readonly compared: ComparedChains
  readonly sources: Sources
  readonly recents: RecentItems
  readonly watchlist: Watchlist
  readonly settings: SettingsStore
  readonly intervals?: PollIntervals
  /** Set by a host that shows notifications itself: windows then show none. */
  readonly notify?: ((arrival: ActivityArrival) => void) | undefined
}

export interface ActivityParts {
  readonly handlers: Pick<Handlers, keyof typeof activityCalls>
  readonly streams: Pick<Streams, keyof typeof activityEvents>
  close(): void
}

export function createActivity(deps: ActivityDeps): ActivityParts {
  const { store, sources, recents, watchlist, settings, notify } = deps
  const lastSession = trackLastSession(createKeyValueStore(store))
  const results = createPollResults(store)
  const checks = createRowChecks({
    ...deps,
    isOn: () => settings.readAll().checkWatched,
    onChecked: (target, round) => {
      results.addCheck(target.entry.id, target.source.id, round)
      poller.reportCheck(target, round)
    },
  })
  const poller = createActivityPoller({
    results,
    onPolled: checks.add,
    reader: createPollReader(deps.client, sources),
    chooseTargets: () =>
      choosePollTargets(watchlist.index.all(), {
        visible: sources.visible(),
        current: sources.current(),
        lastSeenOn: (address) => recents.sourceOf(address),
      }),
    settings() {
      const { pollInBackground, pollOnMetered, notifyActivity } = settings.readAll()
      return { on: pollInBackground, onMetered: pollOnMetered, notify: notifyActivity }
    },
    since: lastSession.endedAt,
    intervals: deps.intervals,
  })
  const stops = [
    settings.onChange(() => {
      if (settings.readAll().checkWatched) return
      checks.end()
      poller.endChecks()
    }),
    ...refreshOnChange(poller, deps),
    markSeenOnVisit(poller, deps),
  ]
  if (notify) stops.push(poller.onArrival(notify))
  const streams = activityStreams(poller)
  return {
    handlers: activityHandlers(poller, { watchlist, results }),
    streams: notify ? { ...streams, 'activity.arrived': () => () => undefined } : streams,
    close() {
      for (const stop of stops) stop()
      checks.end()
      poller.close()
      lastSession.close()
    },
  }
}

function refreshOnChange(poller: ActivityPoller, { watchlist, settings, sources }: ActivityDeps) {
  // Sources also report each response; only their list matters here.
  const describeSources = () =>
    JSON.stringify([sources.current(), sources.visible().map(({ id, chainId }) => [id, chainId])])
  let before = describeSources()
  return [
    watchlist.onChange(() => {
      poller.refresh()
    }),
    settings.onChange(() => {
      poller.refresh()
    }),
    sources.onChange(() => {
      const after = describeSources()
      if (after === before) return
      before = after
      poller.refresh()
    }),
  ]
}

const markSeenOnVisit = (poller: ActivityPoller, { recents, watchlist }: ActivityDeps) =>
  recents.onVisit(({ source, path }) => {
    const address = addressOfPath(path)
    if (address === undefined) return
    for (const { id } of watchlist.index.at(address)) poller.markSeen({ id, source })
  })

/** Makes the requests of a poll through the API client, at background priority. */
function createPollReader(client: Pick<ApiClient, 'readPage' | 'readDetail'>, sources: Sources): PollReader {
  return {
    async page(source, list, address, cursor, signal) {
      const options = { signal, priority: 'background', purpose: 'polling' } as const
      const query = { list, params: { address_hash: address }, cursor }
      return reportReachability(sources, source, async () =>
        client.readPage(await sources.ready(source), query, options),
      )
    },
    async transfersCount(source, address, signal) {
      const options = { signal, priority: 'background', purpose: 'polling' } as const
      const params = { address_hash: address }
      try {
        const counters = await reportReachability(sources, source, async () =>
          client.readDetail(await sources.ready(source), 'address-counters', params, options),
        )
        return counters.token_transfers_count ?? undefined
      } catch (error) {
        // The specification does not have this call, so not every source does.
        if (error instanceof ChainglassFailure && error.error.code === 'not_found') return undefined
        throw error
      }
    },
  }
}

interface ActivityHandlerDeps {
  readonly watchlist: Pick<Watchlist, 'index'>
  readonly results: Pick<PollResults, 'listDiffering'>
}

const activityHandlers = (
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

const activityStreams = (poller: ActivityPoller): Pick<Streams, keyof typeof activityEvents> => ({
  'activity.changed': (_, emit) => {
    emit(poller.read())
    return poller.onChange(emit)
  },
  'activity.arrived': (_, emit) => poller.onArrival(emit),
})
