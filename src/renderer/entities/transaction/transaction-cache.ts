/** An LRU cache of transactions seen as rows of lists: the page of a transaction shows the row until its own request is done. */
import type { Transaction } from '#shared/chain/transaction.ts'
import { LruCache } from '#shared/lru-cache.ts'

const cache = new LruCache<string, Transaction>({ maxSize: 100 })

/** Called when a row is opened, before the navigation. */
export const cacheTransaction = (source: string, transaction: Transaction): void => {
  cache.set(keyOf(source, transaction.hash), transaction)
}

export const cachedTransaction = (source: string, hash: string): Transaction | undefined =>
  cache.get(keyOf(source, hash))

const keyOf = (source: string, hash: string) => `${source}:${hash.toLowerCase()}`
