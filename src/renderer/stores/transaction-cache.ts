import { defineStore } from 'pinia'
import { LruCache } from '#shared/lru-cache.ts'
import type { Transaction } from '#shared/chain/transaction.ts'

const MAX_TRANSACTIONS = 100

/** Transactions of followed links, from rows of lists. Their page shows this data before it has loaded its own. */
export const useTransactionCache = defineStore('transaction-cache', () => {
  const cache = new LruCache<string, Transaction>({ maxSize: MAX_TRANSACTIONS })
  const keyOf = (source: string, hash: string) => `${source}:${hash.toLowerCase()}`
  return {
    get: (source: string, hash: string) => cache.get(keyOf(source, hash)),
    set: (source: string, transaction: Transaction) => {
      cache.set(keyOf(source, transaction.hash), transaction)
    },
  }
})
