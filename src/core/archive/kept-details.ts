/** Stores single things and images: the last answer of each, with its time. */
import { detailEndpoint, type DetailId } from '#shared/lists/detail-table.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { compressJson, decompressJson } from '../rows/compress.ts'
import { formatParams } from './list-name.ts'

export interface DetailRequest {
  readonly source: string
  readonly detail: DetailId | 'image'
  readonly params: Readonly<Record<string, string>>
}

export interface KeptDetail {
  readonly item: unknown
  readonly readAt: number
}

/** The number of the next use. It increases over lists and details, since a clock may be set back. */
export const NEXT_USE = `(SELECT max(
    coalesce((SELECT max(used) FROM lists), 0), coalesce((SELECT max(used) FROM details), 0)) + 1)`

export function createKeptDetails(database: Database) {
  return {
    read({ source, detail, params }: DetailRequest): KeptDetail | undefined {
      const row = database.get<{ body: Uint8Array; readAt: number }>(
        'SELECT body, read_at AS readAt FROM details WHERE source = ? AND detail = ? AND params = ?',
        source,
        detail,
        formatParams(params),
      )
      return row && { item: decompressJson(row.body), readAt: row.readAt }
    },
    write(request: DetailRequest, item: unknown, readAt: number) {
      if (!isHeld(request.detail)) return
      database.run(
        `INSERT OR REPLACE INTO details (source, detail, params, read_at, used, body)
          VALUES (?, ?, ?, ?, ${NEXT_USE}, ?)`,
        request.source,
        request.detail,
        formatParams(request.params),
        readAt,
        compressJson(item),
      )
    },
  }
}

/** Searches are never stored, because they contain a person's words. */
const isHeld = (detail: DetailRequest['detail']) =>
  detail === 'image' || !Object.values(detailEndpoint(detail).params).includes('searchText')
