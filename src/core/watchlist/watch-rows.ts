/** Watched addresses in the store. */
import type { WatchColour, WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import type { Database } from '#platform/sqlite/database.ts'

export interface WatchRow {
  readonly id: number
  /** In lower case, for look-ups. */
  readonly address: string
  /** In the checksummed case, for display. */
  readonly shown: string
  /** Empty for every chain. */
  readonly chain_id: string
  readonly label: string
  readonly note: string
  readonly colour: WatchColour | null
  /** A JSON array of names. */
  readonly groups: string
  readonly watched: number
  readonly position: number
  /** Increases over all rows: it tells whether a row was changed since. */
  readonly revision: number
}
export type WatchFields = Omit<WatchRow, 'id' | 'revision'>

/** All entries without their notes, which are read one by one. */
export const watchEntries = (store: Database): WatchedAddress[] =>
  store
    .all<Omit<WatchRow, 'address' | 'revision'>>(
      `SELECT id, shown, chain_id, label, substr(note, 1, 1) AS note, colour, groups, watched, position FROM watched`,
    )
    .map(asEntry)

export const watchRow = (store: Database, id: number) =>
  store.get<WatchRow>('SELECT * FROM watched WHERE id = ?', id)

export const watchRowAt = (store: Database, address: string, chainId: string | null) =>
  store.get<WatchRow>(
    'SELECT * FROM watched WHERE address = ? AND chain_id = ?',
    address.toLowerCase(),
    chainId ?? '',
  )

/** Returns the row as written. If `id` is null, it is a new one. */
export function writeRow(
  store: Database,
  id: number | null,
  fields: WatchFields,
  revision: number,
): WatchRow {
  const row = store.get<WatchRow>(
    `INSERT INTO watched
       (id, address, shown, chain_id, label, note, colour, groups, watched, position, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET
       address = excluded.address, shown = excluded.shown, chain_id = excluded.chain_id, label = excluded.label,
       note = excluded.note, colour = excluded.colour, groups = excluded.groups, watched = excluded.watched,
       position = excluded.position, revision = excluded.revision
     RETURNING *`,
    id,
    fields.address,
    fields.shown,
    fields.chain_id,
    fields.label,
    fields.note,
    fields.colour,
    fields.groups,
    fields.watched,
    fields.position,
    revision,
  )
  if (!row) throw new Error('A written row was not given back.')
  return row
}

export function removeRow(store: Database, id: number) {
  store.run('DELETE FROM watched WHERE id = ?', id)
}

export const lastRevision = (store: Database) =>
  store.get<{ last: number | null }>(
    'SELECT max(coalesce((SELECT max(revision) FROM watched), 0), coalesce((SELECT max(revision) FROM watch_history), 0)) AS last',
  )?.last ?? 0

export const lastPosition = (store: Database) =>
  store.get<{ last: number | null }>('SELECT max(position) AS last FROM watched')?.last ?? 0

export const asEntry = (row: Omit<WatchRow, 'address' | 'revision'>): WatchedAddress => ({
  id: row.id,
  address: row.shown,
  chainId: row.chain_id === '' ? null : row.chain_id,
  label: row.label,
  colour: row.colour,
  groups: row.groups === '[]' ? NO_GROUPS : (JSON.parse(row.groups) as string[]),
  watched: row.watched === 1,
  hasNote: row.note !== '',
  position: row.position,
})
const NO_GROUPS: readonly string[] = []
