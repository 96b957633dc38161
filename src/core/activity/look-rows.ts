/** Looks as the store keeps them: one row for each watched address on each source. */
import * as z from 'zod/mini'
import type { NewsItem } from '#shared/rpc/contract/news.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { lookMark, type Looked, type LookMark } from './look.ts'

interface LookRow {
  readonly watched_id: number
  readonly source: string
  readonly mark: string
  readonly transactions: number
  readonly transfers: number
  readonly internal: number
  readonly more: number
  /** Ms since 1970. */
  readonly looked_at: number
}

export interface LookRows {
  lookedAt(id: number, source: string): number | undefined
  mark(id: number, source: string): LookMark
  /** Adds what was found to what was not seen yet. */
  add(id: number, source: string, looked: Looked, now: number): void
  /** Where something was not seen. True where that changed something. */
  seen(which: { readonly id?: number | undefined; readonly source?: string | undefined }): boolean
  unseen(): NewsItem[]
}

export function lookRows(store: Database): LookRows {
  // Asked for every target each time a turn is given, so it is held here.
  const lookedAt = new Map<string, number>()
  for (const row of store.all<Pick<LookRow, 'watched_id' | 'source' | 'looked_at'>>(
    'SELECT watched_id, source, looked_at FROM looks',
  )) {
    lookedAt.set(`${String(row.watched_id)} ${row.source}`, row.looked_at)
  }
  return {
    lookedAt: (id, source) => lookedAt.get(`${String(id)} ${source}`),
    mark(id, source) {
      const row = store.get<Pick<LookRow, 'mark'>>(
        'SELECT mark FROM looks WHERE watched_id = ? AND source = ?',
        id,
        source,
      )
      const read = z.safeParse(lookMark, row === undefined ? {} : (JSON.parse(row.mark) as unknown))
      return read.success ? read.data : {}
    },
    add(id, source, looked, now) {
      store.run(
        `INSERT INTO looks (watched_id, source, mark, transactions, transfers, internal, more, looked_at)
       SELECT id, ?, ?, ?, ?, ?, ?, ? FROM watched WHERE id = ?
       ON CONFLICT (watched_id, source) DO UPDATE SET
         mark = excluded.mark,
         transactions = looks.transactions + excluded.transactions,
         transfers = looks.transfers + excluded.transfers,
         internal = looks.internal + excluded.internal,
         more = max(looks.more, excluded.more),
         looked_at = excluded.looked_at`,
        source,
        JSON.stringify(looked.mark),
        looked.transactions,
        looked.transfers,
        looked.internal,
        Number(looked.more),
        now,
        id,
      )
      lookedAt.set(`${String(id)} ${source}`, now)
    },
    seen: ({ id, source }) =>
      store.run(
        `UPDATE looks SET transactions = 0, transfers = 0, internal = 0, more = 0
       WHERE (?1 IS NULL OR watched_id = ?1) AND (?2 IS NULL OR source = ?2)
         AND transactions + transfers + internal > 0`,
        id ?? null,
        source ?? null,
      ) > 0,
    unseen: () =>
      store
        .all<LookRow>(
          'SELECT * FROM looks WHERE transactions + transfers + internal > 0 ORDER BY looked_at DESC',
        )
        .map((row) => ({
          id: row.watched_id,
          source: row.source,
          transactions: row.transactions,
          transfers: row.transfers,
          internal: row.internal,
          more: row.more === 1,
          at: new Date(row.looked_at).toISOString(),
        })),
  }
}
