/** Reads the lists of an address from the archive, and finds what has changed in them since a ledger was made. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { readBody } from '../../rows/body.ts'
import { nameList } from '../../archive/list-name.ts'
import { findList } from '../../archive/list-rows.ts'
import type { LedgerListId } from '../collect-rows.ts'
import { toAmount } from '../movement.ts'
import type { ListRow } from './list-rows.ts'
import { LedgerChanged } from '../movements.ts'
import type { LedgerName } from './movement-store.ts'

interface BodyPlace {
  readonly id: number
  readonly file: number
  readonly rows: number
  readonly top: number | null
  readonly bottom: number | null
}

/** The bodies of one list. */
export interface ListBodies {
  readonly list: LedgerListId
  /** Newest first. */
  readonly bodies: readonly BodyPlace[]
}

/** A body never changes, but bodies of different files may have the same id. */
const BODIES = `SELECT id, (SELECT number FROM file_number) AS file, rows, top_height AS top, bottom_height AS bottom
  FROM bodies WHERE list_id = ? ORDER BY top_height DESC, top_rank DESC`

export function bodiesOf(
  database: Database,
  { source, address }: LedgerName,
  list: LedgerListId,
): ListBodies {
  const name = nameList({ source, list, params: { address_hash: address }, filters: {} })
  const found = findList(database, name)
  const bodies = found ? database.all<BodyPlace>(BODIES, found.id) : []
  return { list, bodies }
}

/** Yields the rows of one body at a time, some hundred. `onRead`: index of the body, and its number of unreadable rows. */
export function* rowsOf(
  database: Database,
  { bodies }: ListBodies,
  onRead: (body: number, unread: number) => void,
): Generator<readonly ListRow[]> {
  for (const [at, { id }] of bodies.entries()) {
    const loaded = readBody(database, id)
    if (!loaded) throw new LedgerChanged()
    const rows = loaded.flatMap(({ key, height, item, unread }): ListRow[] =>
      unread || height === null ? [] : [{ height, key, item }],
    )
    onRead(at, loaded.filter(({ unread }) => unread !== undefined).length)
    yield rows
  }
}

/** The lowest block from which the list may have changed; Infinity if it has not. */
export function changedFrom({ bodies }: ListBodies, known: Float64Array): number {
  const before = known.length / FIELDS
  if (before === 0) return bodies.length === 0 ? Infinity : (bodies.at(-1)?.bottom ?? 0)
  let same = 0
  while (same < bodies.length && same < before) {
    const body = bodies[bodies.length - 1 - same]
    const at = (before - 1 - same) * FIELDS
    if (body?.id !== known[at] || body?.file !== known[at + 1]) break
    same += 1
  }
  if (same === bodies.length && same === before) return Infinity
  // Rows of the topmost block of a body may continue in the body above.
  return bodies[bodies.length - same]?.top ?? 0
}

/** Numbers stored for a body: id, number of its file, number of unreadable rows. */
const FIELDS = 3

/** The bodies of a list with their unreadable rows. Counts of bodies that were not read again are taken from `known`. */
export function bodiesRead(
  { bodies }: ListBodies,
  unread: ReadonlyMap<number, number>,
  known: Float64Array,
): Float64Array {
  const before = new Map<number, number>()
  for (let at = 0; at < known.length; at += FIELDS) before.set(known[at] ?? 0, known[at + 2] ?? 0)
  return Float64Array.from(
    bodies.flatMap(({ id, file }, at) => [id, file, unread.get(at) ?? before.get(id) ?? 0]),
  )
}

export function countUnread(bodies: Float64Array): number {
  let unread = 0
  for (let at = 2; at < bodies.length; at += FIELDS) unread += bodies[at] ?? 0
  return unread
}

/** The newest row of the balance history below this block that has a value. */
export function historyBelow(
  database: Database,
  { bodies }: ListBodies,
  block: number,
): CoinBalance | undefined {
  for (const [at, { id }] of bodies.entries()) {
    // All rows of this body are at or above the block.
    const below = bodies[at + 1]
    if (below?.top != null && below.top >= block) continue
    for (const { height, item } of readBody(database, id) ?? []) {
      const row = item as CoinBalance | undefined
      if (row && height !== null && height < block && toAmount(row.value) !== undefined) return row
    }
  }
  return undefined
}
