import { LruCache } from '#shared/lru-cache.ts'
import type { AbiRegistry } from '../decode/abi-registry.ts'
import type { MissingData } from '../model/missing-data.ts'
import type { OnDemandData } from '../model/on-demand-data.ts'
import { readTransactionCalls } from '../node/frames/transaction-calls.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { readPending } from '../node/read-pending.ts'
import type { BlockId } from '../node/read-at-block.ts'
import type { IndexStore } from '../store/index-store.ts'
import { fetchCoinBalancesAt } from './facts/coin-balances.ts'
import { identifyContracts } from './facts/contract-code.ts'
import { fetchContractFlags } from './facts/contract-flags.ts'
import { fetchEarlierContracts, fetchEarlierHoldings, fetchEarlierNfts } from './facts/earlier.ts'
import { type FetchMetadata, fetchExternalMetadata, fetchNftMetadata } from './facts/nft-metadata.ts'
import { fetchTokens } from './facts/tokens.ts'
import { verifyBalances } from './facts/verify-balances.ts'
import { createAuthorizationReader } from './fetch-authorizations.ts'
import { readStateChanges } from './state-changes/state-changes.ts'
import type { SyncContext } from './sync-context.ts'
import { syncFramesNow } from './sync-frames.ts'
import { withTimeout } from './with-timeout.ts'

interface OnDemandOptions {
  readonly store: IndexStore
  readonly abis: AbiRegistry
  /** True unless given. */
  readonly asksForTraces?: boolean
  readonly fetchMetadata: FetchMetadata
  /** `null` while no node responds. */
  readonly context: () => SyncContext | null
}

const MAX_CACHED = 10_000
const PENDING_TIMEOUT_MS = 1_500

export function createOnDemandData(options: OnDemandOptions): OnDemandData {
  const { store, context } = options
  /** Coin balances by the hash of a block and the address. */
  const balances = new LruCache<string, Promise<string | null>>({ maxSize: MAX_CACHED })
  return {
    get isConnected() {
      return context() !== null
    },
    asksForTraces: options.asksForTraces ?? true,
    get frameMethod() {
      return context()?.frames.method ?? null
    },
    async fetchMissing(missing, timeoutMs) {
      const current = context()
      if (current) await withTimeout(timeoutMs, fetchMissing(current, missing, options))
    },
    async fetchCoinBalances(address, blocks, timeoutMs) {
      const current = context()
      if (!current) return blocks.map(() => null)
      const keyOf = (block: BlockId) => `${block.hash} ${address}`
      // The state at the end of a block never changes, so that all pages share one read of it.
      const unknown = blocks.filter((block) => !balances.get(keyOf(block)))
      const read = unknown.length > 0 ? readCoinBalances(current, address, unknown) : NOTHING
      unknown.forEach((block, index) => {
        keepFound(
          balances,
          keyOf(block),
          read.then((all) => all[index] ?? null),
        )
      })
      const all = Promise.all(blocks.map((block) => balances.get(keyOf(block)) ?? NO_BALANCE))
      return (await withTimeout(timeoutMs, all)) ?? blocks.map(() => null)
    },
    async fetchCode(address, timeoutMs) {
      const current = context()
      return (current && (await withTimeout(timeoutMs, readCode(current, address)))) ?? null
    },
    fetchAuthorizations: createAuthorizationReader(context),
    async readPending() {
      const current = context()
      return (current && (await withTimeout(PENDING_TIMEOUT_MS, readPending(current.connection)))) ?? []
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

/** Keeps what is read, and forgets it again where nothing is found. */
function keepFound<Value>(
  cache: LruCache<string, Promise<Value | null>>,
  key: string,
  work: Promise<Value | null>,
) {
  const forget = () => {
    cache.delete(key)
  }
  cache.set(key, work)
  work.then((value) => {
    if (value === null) forget()
  }, forget)
}

const NO_BALANCE = Promise.resolve(null)
const NOTHING: Promise<readonly (string | null)[]> = Promise.resolve([])

async function readCoinBalances({ connection }: SyncContext, address: string, blocks: readonly BlockId[]) {
  try {
    const found = await fetchCoinBalancesAt(connection, address, blocks)
    return found.map((balance) => balance?.toString() ?? null)
  } catch (error) {
    if (error instanceof NodeFailure) return blocks.map(() => null)
    throw error
  }
}

async function readCode({ connection }: SyncContext, address: string): Promise<string | null> {
  try {
    const call = { method: 'eth_getCode', params: [address, 'latest'] }
    const [response] = await connection.many([call], { priority: 'visible' })
    const code = response instanceof NodeRefusal ? null : response?.result
    return typeof code === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(code) ? code : null
  } catch (error) {
    if (error instanceof NodeFailure) return null
    throw error
  }
}

/** Fetches the data that a page lacks and writes it to the index. A failure of the node is no error. */
async function fetchMissing(
  context: SyncContext,
  missing: MissingData,
  { abis, fetchMetadata }: { abis: AbiRegistry; fetchMetadata: FetchMetadata },
): Promise<void> {
  const tokens = [...missing.tokens, ...missing.changingTokens]
  const nfts = [...missing.nfts.values()]
  try {
    await Promise.all([
      missing.contractFlags.size > 0 && fetchContractFlags(context, [...missing.contractFlags], 'visible'),
      tokens.length > 0 && fetchTokens(context, tokens, 'visible'),
      nfts.length > 0 &&
        fetchNftMetadata(context, nfts, 'visible').then(() =>
          fetchExternalMetadata(
            context,
            nfts.filter(({ withExternal }) => withExternal),
            fetchMetadata,
          ),
        ),
      missing.codes.size > 0 && identifyContracts(context, abis, [...missing.codes]),
      missing.frames.size > 0 && syncFramesNow(context, [...missing.frames]),
      missing.balances.length > 0 && verifyBalances(context, missing.balances),
      missing.earlierContracts.size > 0 && fetchEarlierContracts(context, [...missing.earlierContracts]),
      missing.earlierHolders.size > 0 && fetchEarlierHoldings(context, [...missing.earlierHolders]),
      missing.earlierNfts.size > 0 && fetchEarlierNfts(context, [...missing.earlierNfts.values()]),
    ])
  } catch (error) {
    if (!(error instanceof NodeFailure) && context.store.database.isOpen) throw error
  }
}
