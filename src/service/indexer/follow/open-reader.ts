import { type ChainInfo, type ChainProgress, type ChainReader, Unavailable } from '../../chain-reader.ts'
import { IndexError } from '../model/index-error.ts'
import type { IndexReader } from '../read/index-reader.ts'
import { asIndexError } from '../store/sqlite-index.ts'

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

export const DOES_NOT_ANSWER = 'The index can not be read now: its database does not answer.'

/**
 * The answer to a page where the index can't be read now. Tells the client to ask again, since the index may be
 * readable soon. A damaged file has an error of its own.
 */
export const asUnavailable = (error: unknown): unknown =>
  error instanceof IndexError && error.code !== 'damaged_database'
    ? new Unavailable(describeUnreadable(error), { cause: error })
    : error

/** Without the name of the host, which is nothing for those who only read. */
export function describeUnreadable(error: unknown): string {
  const code = error instanceof IndexError ? error.code : null
  if (code === 'newer_database' || code === 'older_database')
    return `The index can not be read: it was written by ${code === 'newer_database' ? 'a newer' : 'an older'} Chainglass than this one.`
  if (code === 'locked_database') return 'The index can not be read now: another process has taken it over.'
  return DOES_NOT_ANSWER
}
