/** The recently visited pages, and the source on which each address was last seen. */
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createEmitter } from '#shared/emitter.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'

export interface RecentItems {
  /** Newest first, at most 50. */
  list(): readonly RecentItem[]
  /** Records a visit at once. It is written to the disk a moment later, so that no page waits for the disk. */
  visit(item: RecentItem): void
  /** By source id: the path that was visited last. */
  ofSources(): Readonly<Record<string, string>>
  clear(): void
  /** The source on which an address was last seen; undefined if it never was. */
  sourceOf(address: string): string | undefined
  onVisit(listener: (item: RecentItem) => void): () => void
  onChange(listener: (items: readonly RecentItem[]) => void): () => void
  /** Writes unwritten visits. Call it before the store is closed. */
  flush(): void
}

const MAX_ITEMS = 50
const MAX_ADDRESSES = 5_000
/** Visits within this time are written together; a killed process loses no more than these. */
const WRITE_DELAY_MS = 1_000

interface VisitedItem extends RecentItem {
  /** Increases over all visits. */
  readonly visit: number
}

export function createRecentItems(store: Database): RecentItems {
  const changes = createEmitter<readonly RecentItem[]>()
  const visits = createEmitter<RecentItem>()
  let items = withoutRepeats(
    store
      .all<VisitedItem>('SELECT source, path, title, visit FROM recent_items ORDER BY visit DESC')
      .map((item) => ({ ...item, path: canonicalPath(item.path) })),
  )
  const addresses = new Map(
    store
      .all<AddressVisit & { address: string }>(
        'SELECT address, source, visit FROM address_sources ORDER BY visit',
      )
      .map(({ address, source, visit }) => [address, { source, visit }]),
  )
  let lastVisit = Math.max(0, ...[...items, ...addresses.values()].map(({ visit }) => visit))
  const unwritten = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isWritten = true

  const list = () => items.slice(0, MAX_ITEMS).map(({ source, path, title }) => ({ source, path, title }))

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (isWritten) return
    try {
      store.transaction(() => {
        writeItems(store, items)
        for (const address of unwritten) writeAddress(store, address, addresses.get(address))
        pruneAddresses(store)
      })
      unwritten.clear()
      isWritten = true
    } catch {
      // If the disk can't be written, only recent items are lost; the next visit and the end of the program try
      // again.
    }
  }

  return {
    list,
    visit({ source, path: written, title }) {
      lastVisit += 1
      const path = canonicalPath(written)
      items = pruneItems(withoutRepeats([{ source, path, title, visit: lastVisit }, ...items]))
      const address = addressOfPath(path)?.toLowerCase()
      if (address !== undefined) {
        // Deleted first, so that the entry moves to the end and the first entry is the one visited longest ago.
        addresses.delete(address)
        addresses.set(address, { source, visit: lastVisit })
        removeOldest(addresses)
        unwritten.add(address)
      }
      isWritten = false
      timer ??= setTimeout(flush, WRITE_DELAY_MS).unref()
      visits.emit({ source, path, title })
      changes.emit(list())
    },
    clear() {
      store.transaction(() => {
        store.run('DELETE FROM recent_items')
        store.run('DELETE FROM address_sources')
      })
      clearTimeout(timer)
      timer = undefined
      isWritten = true
      items = []
      addresses.clear()
      unwritten.clear()
      changes.emit([])
    },
    sourceOf: (address) => addresses.get(address.toLowerCase())?.source,
    ofSources: () => Object.fromEntries(items.toReversed().map(({ source, path }) => [source, path])),
    onVisit: (listener) => visits.on(listener),
    onChange: (listener) => changes.on(listener),
    flush,
  }
}

interface AddressVisit {
  readonly source: string
  readonly visit: number
}

/** Normalises a path: an address or hash in any case gives one path. */
const canonicalPath = (path: string) =>
  path.replace(/(?<=\/)0x[0-9a-f]+/gi, (hex) => parseAddress(hex)?.address ?? hex.toLowerCase())

/** Keeps the first of several items of the same thing. */
function withoutRepeats(items: readonly VisitedItem[]): VisitedItem[] {
  const seen = new Map<string, VisitedItem>()
  for (const item of items) {
    const name = `${item.source} ${item.path}`
    if (!seen.has(name)) seen.set(name, item)
  }
  return [...seen.values()]
}

/** The newest items, and also the last one of each source, to which a person returns. */
function pruneItems(items: readonly VisitedItem[]): VisitedItem[] {
  const sources = new Set<string>()
  return items.filter(({ source }, index) => {
    const isLastOfSource = !sources.has(source)
    sources.add(source)
    return index < MAX_ITEMS || isLastOfSource
  })
}

/** Rewrites all items, because they are few. */
function writeItems(store: Database, items: readonly VisitedItem[]) {
  store.run('DELETE FROM recent_items')
  for (const { source, path, title, visit } of items) {
    store.run(
      'INSERT INTO recent_items (source, path, title, visit) VALUES (?, ?, ?, ?)',
      source,
      path,
      title,
      visit,
    )
  }
}

function writeAddress(store: Database, address: string, visited: AddressVisit | undefined) {
  if (!visited) return
  store.run(
    'INSERT OR REPLACE INTO address_sources (address, source, visit) VALUES (?, ?, ?)',
    address,
    visited.source,
    visited.visit,
  )
}

/** Limits the number to that of the store: a window that is open for weeks visits many. */
function removeOldest(addresses: Map<string, AddressVisit>) {
  for (const address of addresses.keys()) {
    if (addresses.size <= MAX_ADDRESSES) return
    addresses.delete(address)
  }
}

const pruneAddresses = (store: Database) =>
  store.run(
    `DELETE FROM address_sources
     WHERE visit <= (SELECT visit FROM address_sources ORDER BY visit DESC LIMIT 1 OFFSET ?)`,
    MAX_ADDRESSES,
  )

/** The address that a path of the renderer's router is about, if any. */
export const addressOfPath = (path: string): string | undefined =>
  /^\/address\/(0x[0-9a-fA-F]{40})(?:[/?#]|$)/.exec(path)?.[1]
