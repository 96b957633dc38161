import type { Database } from '#platform/sqlite/database.ts'
import { createImports } from './import-watchlist.ts'
import { watchHandlers, watchStreams } from './watch-handlers.ts'
import { createWatchlist } from './watchlist.ts'

export function watchlistDomain(store: Database) {
  const watchlist = createWatchlist(store)
  return {
    watchlist,
    handlers: watchHandlers({ watchlist, imports: createImports(store, watchlist) }),
    streams: watchStreams({ watchlist }),
  }
}
