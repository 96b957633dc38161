/** The one place where the core's parts are put together: over a host's ports, into one dispatcher of the contract. */
import type { AppInfo } from '#shared/contract/app.ts'
import { ChainglassFailure } from '#shared/errors.ts'
import { appHandlers } from './app/app-handlers.ts'
import { createApiClient } from './api-client/create-api-client.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { listHandlers, listStreams } from './lists/list-handlers.ts'
import { imageHandlers } from './media/image-handlers.ts'
import { createRecentPlaces } from './settings/recent-places.ts'
import { settingsHandlers, settingsStreams } from './settings/settings-handlers.ts'
import { createSettings } from './settings/settings.ts'
import { sourceHandlers, sourceStreams } from './sources/source-handlers.ts'
import { createSources } from './sources/sources.ts'
import { openOn } from './sources/open-on.ts'
import { openStore } from './store/open-store.ts'

/** What a host gives: where data lies, what only it can do, and our own service. */
export interface CorePorts {
  /** A folder, or `:memory:`. */
  readonly dataDir: string
  readonly host: AppInfo['host']
  readonly version: string
  /** An instance to open on; the sample chain, or the last one used, where there is none. */
  readonly source?: string | undefined
  readonly ask: (what: 'open-link', input: unknown) => Promise<unknown>
  readonly services: { readonly sampleUrl: () => Promise<string> }
  readonly log: (line: string) => void
}

export interface Core {
  readonly dispatcher: Dispatcher
  close(): Promise<void>
}

/** Throws `ChainglassFailure` where the data folder can't be used or `source` is no URL. */
export function createCore(ports: CorePorts): Core {
  const store = openStore({ dataDir: ports.dataDir })
  const userAgent = `Chainglass/${ports.version} (+desktop explorer)`
  const settings = createSettings(store)
  const recents = createRecentPlaces(store)
  const sources = createSources({
    store,
    sampleUrl: ports.services.sampleUrl,
    keyState: () => ({ state: 'none' }),
  })
  const client = createApiClient({ userAgent, keyFor: () => undefined })
  const stopListening = client.onLimits((source, limits) => {
    sources.report(source, { limits })
  })
  if (ports.source !== undefined) openOn(sources, ports.source)

  const dispatcher = createDispatcher(
    {
      ...appHandlers(ports),
      ...settingsHandlers({ settings, recents }),
      ...sourceHandlers({
        sources,
        client: {
          async probe(source, options) {
            const probe = await client.probe(source, options)
            if (!probe.ok) throw new ChainglassFailure(probe.error)
            return probe.data
          },
        },
        sourceOfAddress: (address) => recents.sourceOf(address),
        onRemoved: () => undefined,
      }),
      ...listHandlers({ client, sources }),
      ...imageHandlers({
        source: (id) => sources.ready(id),
        userAgent,
        allowed: () => settings.read().images !== false,
      }),
    },
    {
      ...settingsStreams({ settings, recents }),
      ...sourceStreams({ sources }),
      ...listStreams({ client, sources }),
    },
    { log: ports.log },
  )

  return {
    dispatcher,
    close() {
      stopListening()
      client.close()
      sources.close()
      store.close()
      return Promise.resolve()
    },
  }
}
