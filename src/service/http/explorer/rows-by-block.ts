/** Lists of the whole chain that are put together of the lists of its blocks, the newest first. */
import type { ListPage, WireItem } from '../../chain-reader.ts'
import {
  type ExplorerRequest,
  type ExplorerCursor,
  type ExplorerList,
  nextPageOf,
  rowsOf,
} from './explorer-page.ts'

interface OfBlocks {
  readonly list: 'block-internal-transactions' | 'block-withdrawals'
  /** The keys of a row's position, the block's height first. Rows of a block are in this order. */
  readonly cursor: readonly string[]
  /** The field of a block that counts what its rows are in. */
  readonly count: 'transactions_count' | 'withdrawals_count'
}

const BLOCKS_A_READ = 20
/** Looked through for one page: on a chain of empty blocks a page is short, and the next one goes on. */
const MAX_BLOCKS = 1_000
/** Number of rows in one block. */
const MAX_ROWS = 50_000

export async function rowsByBlock(
  request: ExplorerRequest,
  { list, cursor, count }: OfBlocks,
): Promise<ExplorerList> {
  const { reader, written, after, limit } = request
  const positionOf = (row: WireItem): ExplorerCursor =>
    Object.fromEntries(cursor.map((key) => [key, Number(row[key] ?? 0)]))
  const items: WireItem[] = []
  let meta: ListPage['meta']
  const page = (next: ExplorerCursor | null): ExplorerList => ({
    items: items.map(written.list[list]),
    ...nextPageOf(next),
    ...(meta && { meta }),
  })
  // The block in which the page before ended is read once more.
  let above = after && { block_number: (after.block_number ?? 0) + 1 }
  for (let seen = 0; seen < MAX_BLOCKS;) {
    const blocks = await reader.list('latest-blocks', {
      params: {},
      filters: {},
      after: above,
      limit: BLOCKS_A_READ,
    })
    for (const block of blocks?.items ?? []) {
      above = { block_number: Number(block.height) }
      seen += 1
      if (Number(block[count] ?? 0) === 0) continue
      const params = { block_hash_or_number: String(block.height) }
      const found = await rowsOf(request, list, { params, filters: {} }, MAX_ROWS)
      meta ??= found?.meta
      for (const row of found?.items.toReversed() ?? []) {
        if (after && !isBefore(positionOf(row), after, cursor)) continue
        if (items.length === limit) return page(positionOf(items.at(-1) ?? {}))
        items.push(row)
      }
    }
    if (!blocks?.next || above === null) return page(null)
  }
  return page({ ...Object.fromEntries(cursor.map((key) => [key, 0])), ...above })
}

function isBefore(one: ExplorerCursor, other: ExplorerCursor, keys: readonly string[]): boolean {
  const differing = keys.find((key) => one[key] !== other[key])
  return differing !== undefined && (one[differing] ?? 0) < (other[differing] ?? 0)
}
