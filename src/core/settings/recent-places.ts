/** Where a person was: the newest places, and the source each address was last seen on. */
import type { RecentPlace } from '#shared/contract/app.ts'
import type { Database } from '../store/database.ts'
import { createListeners } from '../store/listeners.ts'

export interface RecentPlaces {
  /** Newest first, at most 50. */
  list(): readonly RecentPlace[]
  visit(place: RecentPlace): void
  clear(): void
  /** The source an address was last seen on, if it ever was. */
  sourceOf(address: string): string | undefined
  onChange(listener: (places: readonly RecentPlace[]) => void): () => void
}

const MOST_PLACES = 50
const MOST_ADDRESSES = 5_000

export function createRecentPlaces(store: Database): RecentPlaces {
  const listeners = createListeners<readonly RecentPlace[]>()
  const list = () =>
    store.all<RecentPlace>('SELECT source, path, title FROM recent_places ORDER BY visit DESC')
  const nextVisit = () =>
    store.get<{ next: number }>(
      `SELECT 1 + max(coalesce((SELECT max(visit) FROM recent_places), 0),
                      coalesce((SELECT max(visit) FROM address_sources), 0)) AS next`,
    )?.next ?? 1

  return {
    list,
    visit({ source, path, title }) {
      store.transaction(() => {
        const visit = nextVisit()
        store.run(
          'INSERT OR REPLACE INTO recent_places (source, path, title, visit) VALUES (?, ?, ?, ?)',
          source,
          path,
          title,
          visit,
        )
        forgetOldest(store, 'recent_places', MOST_PLACES)
        const address = ADDRESS_PATH.exec(path)?.[1]
        if (address === undefined) return
        store.run(
          'INSERT OR REPLACE INTO address_sources (address, source, visit) VALUES (?, ?, ?)',
          address.toLowerCase(),
          source,
          visit,
        )
        forgetOldest(store, 'address_sources', MOST_ADDRESSES)
      })
      listeners.tell(list())
    },
    clear() {
      store.transaction(() => {
        store.run('DELETE FROM recent_places')
        store.run('DELETE FROM address_sources')
      })
      listeners.tell([])
    },
    sourceOf: (address) =>
      store.get<{ source: string }>(
        'SELECT source FROM address_sources WHERE address = ?',
        address.toLowerCase(),
      )?.source,
    onChange: listeners.add,
  }
}

const ADDRESS_PATH = /^\/address\/(0x[0-9a-fA-F]{40})(?:[/?#]|$)/

function forgetOldest(store: Database, table: 'recent_places' | 'address_sources', most: number) {
  store.run(
    `DELETE FROM ${table} WHERE visit <= (SELECT visit FROM ${table} ORDER BY visit DESC LIMIT 1 OFFSET ${String(most)})`,
  )
}
