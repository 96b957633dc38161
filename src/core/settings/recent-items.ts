/** Where a person was: the newest places, and the source each address was last seen on. */
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createEmitter } from '#shared/emitter.ts'

export interface RecentItems {
  /** Newest first, at most 50. */
  list(): readonly RecentItem[]
  visit(place: RecentItem): void
  /** By source id: the path that was visited last. */
  ofSources(): Readonly<Record<string, string>>
  clear(): void
  /** The source an address was last seen on, if it ever was. */
  sourceOf(address: string): string | undefined
  onVisit(listener: (place: RecentItem) => void): () => void
  onChange(listener: (places: readonly RecentItem[]) => void): () => void
}

const MAX_PLACES = 50
const MAX_ADDRESSES = 5_000

export function createRecentItems(store: Database): RecentItems {
  const changes = createEmitter<readonly RecentItem[]>()
  const visits = createEmitter<RecentItem>()
  /** Held in memory: asked for every watched address at once. */
  const sourceByAddress = new Map(
    store
      .all<{ address: string; source: string }>('SELECT address, source FROM address_sources')
      .map(({ address, source }) => [address, source]),
  )
  const list = () =>
    store.all<RecentItem>(
      'SELECT source, path, title FROM recent_places ORDER BY visit DESC LIMIT ?',
      MAX_PLACES,
    )
  const nextVisit = () =>
    store.get<{ next: number }>(
      `SELECT 1 + max(coalesce((SELECT max(visit) FROM recent_places), 0),
                      coalesce((SELECT max(visit) FROM address_sources), 0)) AS next`,
    )?.next ?? 1

  return {
    list,
    visit({ source, path, title }) {
      const address = addressOfPath(path)?.toLowerCase()
      store.transaction(() => {
        const visit = nextVisit()
        store.run(
          'INSERT OR REPLACE INTO recent_places (source, path, title, visit) VALUES (?, ?, ?, ?)',
          source,
          path,
          title,
          visit,
        )
        // The last place on each source is kept beyond that: a person comes back to it.
        store.run(
          `DELETE FROM recent_places
           WHERE visit <= (SELECT visit FROM recent_places ORDER BY visit DESC LIMIT 1 OFFSET ?)
             AND visit < (SELECT max(visit) FROM recent_places AS same WHERE same.source = recent_places.source)`,
          MAX_PLACES,
        )
        if (address === undefined) return
        store.run(
          'INSERT OR REPLACE INTO address_sources (address, source, visit) VALUES (?, ?, ?)',
          address,
          source,
          visit,
        )
        store.run(
          `DELETE FROM address_sources
           WHERE visit <= (SELECT visit FROM address_sources ORDER BY visit DESC LIMIT 1 OFFSET ?)`,
          MAX_ADDRESSES,
        )
      })
      if (address !== undefined) sourceByAddress.set(address, source)
      visits.emit({ source, path, title })
      changes.emit(list())
    },
    clear() {
      store.transaction(() => {
        store.run('DELETE FROM recent_places')
        store.run('DELETE FROM address_sources')
      })
      sourceByAddress.clear()
      changes.emit([])
    },
    sourceOf: (address) => sourceByAddress.get(address.toLowerCase()),
    ofSources: () =>
      Object.fromEntries(
        store
          .all<RecentItem>(
            `SELECT source, path FROM recent_places
             WHERE visit = (SELECT max(visit) FROM recent_places AS same WHERE same.source = recent_places.source)`,
          )
          .map(({ source, path }) => [source, path]),
      ),
    onVisit: (listener) => visits.on(listener),
    onChange: (listener) => changes.on(listener),
  }
}

/** The address a path of the renderer's router is about, if it is about one. */
export const addressOfPath = (path: string): string | undefined =>
  /^\/address\/(0x[0-9a-fA-F]{40})(?:[/?#]|$)/.exec(path)?.[1]
