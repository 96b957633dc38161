/**
 * A generated chain of any length, the same for the same seed. It is computed, not stored, and a page anywhere in it takes
 * as long as the first (docs/decisions/0005). Each folder imports only folders named before it: `lib/`, `config/`,
 * `templates/`, `scenarios/`, `chain/`, `items/`, `lists/`; `media/` needs only `lib/` and `config/`.
 */
import type { ChainReader, SuggestedAddress } from '../chain-reader.ts'
import { ChainModel } from './chain/chain-model.ts'
import { createBlockClock } from './chain/head.ts'
import { Snapshot, SnapshotCaches } from './chain/snapshot.ts'
import { readDetail } from './lists/details.ts'
import { suggestedAddresses } from './lists/suggested-addresses.ts'
import { LIST_READERS } from './lists/list-readers.ts'
import { readMediaFile } from './media/media.ts'

export interface SampleChainOptions {
  readonly seed?: number | string
  /** Number of transactions of the busiest address, pending ones included; at least 1. */
  readonly transactions?: number
  /** Whether a new block is made about every 4 s. */
  readonly live?: boolean
  /** Time in ms since 1970. The newest block is made when the chain is created. */
  readonly now?: () => number
}

const CHAIN = {
  chainId: '31337420',
  name: 'Sample chain',
  coin: { symbol: 'COIN', decimals: 18 },
} as const

/** The chain computes every answer on request, so nothing has to be prepared. */
export interface SampleChain extends ChainReader {
  version(): string
  suggestedAddresses(): readonly SuggestedAddress[]
}

export function createSampleChain(options: SampleChainOptions = {}): SampleChain {
  const { seed = 'chainglass', transactions = 1_000_000, live = false, now = Date.now } = options
  if (!Number.isSafeInteger(transactions) || transactions < 1)
    throw new RangeError(`transactions is a whole number of at least 1, not ${String(transactions)}`)
  const model = new ChainModel(seed)
  const clock = createBlockClock(model, { transactions, live, now })
  const caches = new SnapshotCaches()
  const snapshot = () => new Snapshot(model, clock, caches)
  const version = () => String(clock.head().height)
  return {
    chain: CHAIN,
    version,
    suggestedAddresses: () => suggestedAddresses(snapshot()),
    list(id, request) {
      const before = version()
      const page = LIST_READERS[id](snapshot(), request)
      return page && { ...page, version: before }
    },
    detail: (id, params) => readDetail(snapshot(), id, params),
    media: readMediaFile,
    close: () => undefined,
  }
}
