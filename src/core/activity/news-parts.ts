/** What is new, put together: over the store, the API client, and what decides who is looked at. */
import type { newsCalls, newsEvents } from '#shared/rpc/contract/news.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { addressOfPath, type RecentItems } from '../settings/recent-items.ts'
import type { SettingsKeeper } from '../settings/settings.ts'
import type { Sources } from '../sources/sources.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import { clientReader } from './client-reader.ts'
import { lastHere } from './last-here.ts'
import type { LookPace } from './look-pace.ts'
import { lookRows } from './look-rows.ts'
import { lookTargets } from './look-targets.ts'
import { newsHandlers, newsStreams } from './news-handlers.ts'
import { createNews } from './news.ts'

export interface NewsPartsDeps {
  readonly store: Database
  readonly client: Pick<ApiClient, 'readPage' | 'readDetail'>
  readonly sources: Sources
  readonly recents: RecentItems
  readonly watchlist: Watchlist
  readonly settings: SettingsKeeper
  readonly pace?: LookPace
  /** A host that shows notifications itself: then no window does. */
  readonly notify?: ((notice: Notice) => void) | undefined
}

/** A notification of the system. `place` is what a click on it opens, as the search field reads it, on that source. */
export interface Notice {
  readonly title: string
  readonly body: string
  readonly place: string
  readonly source: string
}

export interface NewsParts {
  readonly handlers: Pick<Handlers, keyof typeof newsCalls>
  readonly streams: Pick<Streams, keyof typeof newsEvents>
  close(): void
}

export function newsParts(deps: NewsPartsDeps): NewsParts {
  const { store, sources, recents, watchlist, settings, notify } = deps
  const here = lastHere(createKeyValueStore(store))
  const news = createNews({
    rows: lookRows(store),
    reader: clientReader(deps.client, (id) => sources.ready(id)),
    targets: () =>
      lookTargets(watchlist.index.all(), {
        visible: sources.visible(),
        current: sources.current(),
        lastSeenOn: (address) => recents.sourceOf(address),
      }),
    settings: () => {
      const { backgroundLooks = true, looksOnMetered = false, notifyNews = false } = settings.read()
      return { on: backgroundLooks, onMetered: looksOnMetered, notify: notifyNews }
    },
    since: here.since,
    ...(deps.pace ? { pace: deps.pace } : {}),
  })

  // Sources also tell of every answer; only which there are matters here.
  const sourcesNow = () =>
    JSON.stringify([sources.current(), sources.visible().map(({ id, chainId }) => [id, chainId])])
  let sourcesBefore = sourcesNow()
  const stops = [
    watchlist.onChange(() => {
      news.wake()
    }),
    settings.onChange(() => {
      news.wake()
    }),
    sources.onChange(() => {
      if (sourcesNow() === sourcesBefore) return
      sourcesBefore = sourcesNow()
      news.wake()
    }),
    recents.onVisit(({ source, path }) => {
      const address = addressOfPath(path)
      if (address === undefined) return
      for (const { id } of watchlist.index.at(address)) news.seen({ id, source })
    }),
    ...(notify
      ? [
          news.onArrival(({ label, address, source, words }) => {
            const title = label || `${address.slice(0, 6)}…${address.slice(-4)}`
            notify({ title, body: words, place: address, source })
          }),
        ]
      : []),
  ]
  const streams = newsStreams(news)
  return {
    handlers: newsHandlers(news),
    streams: notify ? { ...streams, 'news.arrived': () => () => undefined } : streams,
    close() {
      for (const stop of stops) stop()
      news.close()
      here.close()
    },
  }
}
