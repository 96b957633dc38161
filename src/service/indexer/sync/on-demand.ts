import { LruCache } from '#shared/lru-cache.ts'
import type { AbiRegistry } from '../decode/abi-registry.ts'
import type { OnDemandData } from '../model/on-demand-data.ts'
import { readTransactionCalls } from '../node/frames/transaction-calls.ts'
import { NodeFailure } from '../node/node-failure.ts'
import type { BlockId } from '../node/read-at-block.ts'
import type { IndexStore } from '../store/index-store.ts'
import { fetchCoinBalances } from './facts/coin-balances.ts'
import type { FetchMetadata } from './facts/nft-metadata.ts'
import { fetchMissing } from './fetch-missing.ts'
import { readStateChanges } from './state-changes/state-changes.ts'
import type { SyncContext } from './sync-context.ts'

interface OnDemandOptions {
  readonly store: IndexStore
  readonly abis: AbiRegistry
  readonly fetchMetadata: FetchMetadata
  /** `null` while no node responds. */
  readonly context: () => SyncContext | null
}

const MAX_CACHED = 10_000

export function createOnDemandData(options: OnDemandOptions): OnDemandData {
  const { store, context } = options
  const newCache = () => new LruCache<string, Promise<string | null>>({ maxSize: MAX_CACHED })
  let coins = { head: '', balances: newCache() }
  return {
    get isConnected() {
      return context() !== null
    },
    get frameMethod() {
      return context()?.frames.method ?? null
    },
    async fetchMissing(missing, timeoutMs) {
      const current = context()
      if (current) await withTimeout(timeoutMs, fetchMissing(current, missing, options))
    },
    async fetchCoinBalance(address, timeoutMs) {
      const current = context()
      const head = store.head()
      if (!current || !head) return null
      if (coins.head !== head.hash) coins = { head: head.hash, balances: newCache() }
      const { balances } = coins
      // The state at the end of a block never changes, so that all pages share one read of it.
      let read = balances.get(address)
      if (!read) {
        read = readCoinBalance(current, address, head)
        balances.set(address, read)
        const forget = () => {
          balances.delete(address)
        }
        read.then((balance) => {
          if (balance === null) forget()
        }, forget)
      }
      return (await withTimeout(timeoutMs, read)) ?? null
    },
    async readCalls(hash, logs) {
      const current = context()
      if (!current) return 'offline'
      try {
        return await readTransactionCalls(current.connection, hash, logs)
      } catch (error) {
        if (error instanceof NodeFailure) return 'offline'
        throw error
      }
    },
    readStateChanges: (transaction) => readStateChanges(store, context(), transaction),
  }
}

async function readCoinBalance({ connection }: SyncContext, address: string, head: BlockId) {
  try {
    const balances = await fetchCoinBalances(connection, [address], head)
    return balances[0]?.toString() ?? null
  } catch (error) {
    if (error instanceof NodeFailure) return null
    throw error
  }
}

/** `undefined` where the work takes longer; it goes on, and an error in it is then ignored. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined)
    }, ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
