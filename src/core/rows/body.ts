/** Packs the rows of a page into one body: compressed JSON. */
import type { Database } from '#platform/sqlite/database.ts'
import { compressJson, decompressJson } from './compress.ts'
import type { LoadedRow } from './loaded-rows.ts'

type PackedRow = readonly [
  key: string,
  height: number | null,
  index: number | null,
  kind: 0 | 1,
  value: unknown,
]

export const packRows = (rows: readonly LoadedRow[]): Uint8Array =>
  compressJson(
    rows.map(({ key, height, index, item, unread }): PackedRow =>
      unread ? [key, height, index, 1, unread] : [key, height, index, 0, item],
    ),
  )

/** Unpacks a body. Throws `storage` (damaged) for bytes that `packRows` did not write. */
export const unpackRows = (body: Uint8Array): LoadedRow[] =>
  (decompressJson(body) as readonly PackedRow[]).map(([key, height, index, kind, value]) =>
    kind === 1
      ? { key, height, index, unread: value as NonNullable<LoadedRow['unread']> }
      : { key, height, index, item: value },
  )

/** The rows of a body; undefined if it is gone. Throws `storage`. */
export function readBody(database: Database, id: number): LoadedRow[] | undefined {
  const found = database.get<{ json: Uint8Array }>('SELECT json FROM bodies WHERE id = ?', id)
  return found && unpackRows(found.json)
}
