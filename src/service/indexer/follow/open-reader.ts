import type { ChainInfo, ChainProgress, ChainReader } from '../../chain-reader.ts'
import type { IndexError } from '../model/index-error.ts'
import type { IndexReader } from '../read/index-reader.ts'
import { asIndexError } from '../store/sqlite-index.ts'
import { asUnavailable } from './unavailable.ts'

export interface OpenReaderOptions {
  /** The index that is open at this moment. */
  readonly index: () => IndexReader | null
  /** Where the index is, for errors. */
  readonly place: () => string
  readonly progress: () => ChainProgress
  /** A damaged file may be found while reading, too. */
  readonly onDamaged: (error: IndexError) => void
  readonly close: () => Promise<void>
}

/** Reads from whichever index is open. */
export function createOpenReader({
  index: current,
  place,
  progress,
  onDamaged,
  close,
}: OpenReaderOptions): ChainReader {
  async function read<Result>(ask: (index: IndexReader) => Promise<Result | null>): Promise<Result | null> {
    const index = current()
    if (!index) return null
    try {
      return await ask(index)
    } catch (error) {
      const known = asIndexError(error, place())
      if (known?.code === 'damaged_database' && current() === index) onDamaged(known)
      throw asUnavailable(known ?? error)
    }
  }
  return {
    get chain() {
      return current()?.chain ?? NO_CHAIN
    },
    version: () => current()?.version() ?? '',
    suggestedAddresses: async () => (await read((index) => index.suggestedAddresses())) ?? [],
    progress,
    list: (id, request) => read((reader) => reader.list(id, request)),
    detail: (id, params) => read((reader) => reader.detail(id, params)),
    close,
  }
}

const NO_CHAIN: ChainInfo = { chainId: '0', name: 'no chain', coin: { symbol: 'ETH', decimals: 18 } }
