/** The blocks that came since the last look, each in the form of a list's row. */
import type { ChainReader, WireItem } from '../../chain-reader.ts'

/** Number of blocks that are announced at once: clients do not show more. */
const MAX_BLOCKS = 10

export interface NewBlocks {
  /** Since the last look, the first of which is taken at once; the oldest first. Not to be called twice at a time. */
  readonly next: () => Promise<readonly WireItem[]>
  /** Between the blocks of the last look, in ms as explorers write it. */
  readonly averageTime: () => string
}

export function createNewBlocks(reader: ChainReader): NewBlocks {
  const look = async () =>
    (await reader.list('latest-blocks', { params: {}, filters: {}, after: null, limit: MAX_BLOCKS }))
      ?.items ?? []
  // A block that another took the place of is shown by its new hash.
  const hashesOf = (blocks: readonly WireItem[]): ReadonlySet<unknown> =>
    new Set(blocks.map(({ hash }) => hash))
  /** Null where it failed: then the next look is the first. */
  const first = look().then(hashesOf, () => null)
  let known: ReadonlySet<unknown> | null = null
  let averageTime = '0'
  return {
    averageTime: () => averageTime,
    async next() {
      const before = known ?? (await first)
      const blocks = await look()
      averageTime = averageOf(blocks)
      known = hashesOf(blocks)
      return before === null ? [] : blocks.filter(({ hash }) => !before.has(hash)).toReversed()
    },
  }
}

function averageOf(blocks: readonly WireItem[]): string {
  const times = blocks.map(({ timestamp }) => Date.parse(String(timestamp)))
  const [newest, oldest] = [times[0] ?? NaN, times.at(-1) ?? NaN]
  const average = (newest - oldest) / Math.max(1, times.length - 1)
  return String(Number.isFinite(average) ? Math.round(average) : 0)
}
