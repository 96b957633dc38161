/** A simple model of a source: a chain of blocks with the rows of one list, which grows and is reorganised. */
import type { Cursor, Page } from '#shared/lists/page.ts'

interface Block {
  readonly timestamp: string
  readonly hashes: readonly string[]
}
export interface ModelRow {
  readonly hash: string
  readonly block_number: number
  readonly position: number
  readonly timestamp: string
}

export interface ChainModel {
  /** Adds one block for each number, with that many rows. */
  grow(rowsOfBlocks: readonly number[]): void
  /** Replaces the newest blocks. Every second transaction is in the chain again, in order; the others are gone. */
  reorganise(depth: number, rowsOfBlocks: readonly number[]): void
  /** Newest first. */
  rows(): ModelRow[]
  page(cursor: Cursor | null, size: number): Page
}

export function createChainModel(): ChainModel {
  const blocks: Block[] = []
  let seed = 0
  const nextHash = () => `0x${(seed += 1).toString(16).padStart(64, '0')}`
  const addBlock = (hashes: readonly string[]) => {
    seed += 1
    blocks.push({ timestamp: new Date(seed * 1_000).toISOString(), hashes })
  }
  const grow = (rowsOfBlocks: readonly number[], known: string[] = []) => {
    all = undefined
    for (const count of rowsOfBlocks)
      addBlock(Array.from({ length: count }, () => known.shift() ?? nextHash()))
  }
  let all: ModelRow[] | undefined
  const rows = () =>
    (all ??= blocks
      .flatMap(({ hashes, timestamp }, height) =>
        hashes.map((hash, position): ModelRow => ({ hash, block_number: height, position, timestamp })),
      )
      .reverse())

  return {
    grow: (rowsOfBlocks) => {
      grow(rowsOfBlocks)
    },
    reorganise(depth, rowsOfBlocks) {
      const gone = blocks.splice(Math.max(0, blocks.length - depth)).flatMap(({ hashes }) => hashes)
      grow(
        rowsOfBlocks,
        gone.filter((_, at) => at % 2 === 0),
      )
    },
    rows,
    page(cursor, size) {
      const start = cursor === null ? 0 : firstBelow(rows(), cursor)
      const items = rows().slice(start, start + size)
      const last = items.at(-1)
      return {
        items,
        keys: items.map(({ hash }) => hash),
        unread: [],
        next:
          last && start + size < rows().length
            ? { block_number: last.block_number, index: last.position }
            : null,
      }
    },
  }
}

function firstBelow(rows: readonly ModelRow[], cursor: Cursor): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row && isBelow(row, cursor)) high = middle
    else low = middle + 1
  }
  return low
}

const isBelow = ({ block_number, position }: ModelRow, { block_number: height, index }: Cursor) =>
  block_number < Number(height) || (block_number === Number(height) && position < Number(index))
