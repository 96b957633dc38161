/** The lists of an address as the archive holds them, and what of them is as it was when a ledger was made of them. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { unpackRows } from '../../rows/body.ts'
import { nameHeldList } from '../../archive/held-list.ts'
import { findList } from '../../archive/list-rows.ts'
import type { LedgerListId } from '../collect-rows.ts'
import { toAmount } from '../movement.ts'
import type { ListRow } from './list-rows.ts'
import { LedgerChanged, type LedgerName } from './movement-store.ts'

interface ChunkPlace {
  readonly id: number
  readonly file: number
  readonly rows: number
  readonly top: number | null
  readonly bottom: number | null
}

/** Of one list. */
export interface ListChunks {
  readonly list: LedgerListId
  /** The newest first. */
  readonly chunks: readonly ChunkPlace[]
}

/** A body never changes; one of another file has the same number. */
const BODIES = `SELECT id, (SELECT number FROM file_number) AS file, rows, top_height AS top, bottom_height AS bottom
  FROM bodies WHERE list_id = ? ORDER BY top_height DESC, top_rank DESC`

/** Reads the rows of a chunk; undefined where it is not there any more. */
function chunkReader(database: Database) {
  return (id: number) => {
    const found = database.get<{ json: Uint8Array }>('SELECT json FROM bodies WHERE id = ?', id)
    return found && unpackRows(found.json)
  }
}

export function chunksOf(
  database: Database,
  { source, address }: LedgerName,
  list: LedgerListId,
): ListChunks {
  const name = nameHeldList({ source, list, params: { address_hash: address }, filters: {} })
  const found = name && findList(database, name)
  const chunks = found ? database.all<ChunkPlace>(BODIES, found.id) : []
  return { list, chunks }
}

/** Some hundred rows at a time. `onUnread`: how many of a chunk could not be read. */
export function* rowsOf(
  database: Database,
  { chunks }: ListChunks,
  onRead: (chunk: number, unread: number) => void,
): Generator<readonly ListRow[]> {
  const read = chunkReader(database)
  for (const [at, { id }] of chunks.entries()) {
    const held = read(id)
    if (!held) throw new LedgerChanged()
    const rows = held.flatMap(({ key, height, item, unread }): ListRow[] =>
      unread || height === null ? [] : [{ height, key, item }],
    )
    onRead(at, held.filter(({ unread }) => unread !== undefined).length)
    yield rows
  }
}

/** The lowest block in which this list can be another one than it was; Infinity where nothing changed. */
export function changedFrom({ chunks }: ListChunks, known: Float64Array): number {
  const before = known.length / FIELDS
  if (before === 0) return chunks.length === 0 ? Infinity : (chunks.at(-1)?.bottom ?? 0)
  let same = 0
  while (same < chunks.length && same < before) {
    const chunk = chunks[chunks.length - 1 - same]
    const at = (before - 1 - same) * FIELDS
    if (chunk?.id !== known[at] || chunk?.file !== known[at + 1]) break
    same += 1
  }
  if (same === chunks.length && same === before) return Infinity
  // Rows of its topmost block may be in the chunk above.
  return chunks[chunks.length - same]?.top ?? 0
}

/** Id, number of its file, rows that could not be read. */
const FIELDS = 3

/** What is known of chunks that were not read again comes from before. */
export function chunksRead(
  { chunks }: ListChunks,
  unread: ReadonlyMap<number, number>,
  known: Float64Array,
): Float64Array {
  const before = new Map<number, number>()
  for (let at = 0; at < known.length; at += FIELDS) before.set(known[at] ?? 0, known[at + 2] ?? 0)
  return Float64Array.from(
    chunks.flatMap(({ id, file }, at) => [id, file, unread.get(at) ?? before.get(id) ?? 0]),
  )
}

export function countUnread(chunks: Float64Array): number {
  let unread = 0
  for (let at = 2; at < chunks.length; at += FIELDS) unread += chunks[at] ?? 0
  return unread
}

/** The newest row of the history below this block whose value is known. */
export function historyBelow(
  database: Database,
  { chunks }: ListChunks,
  block: number,
): CoinBalance | undefined {
  const read = chunkReader(database)
  for (const [at, { id }] of chunks.entries()) {
    // All of it is above.
    const below = chunks[at + 1]
    if (below?.top != null && below.top >= block) continue
    for (const { height, item } of read(id) ?? []) {
      const row = item as CoinBalance | undefined
      if (row && height !== null && height < block && toAmount(row.value) !== undefined) return row
    }
  }
  return undefined
}
