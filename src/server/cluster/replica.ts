/** How far a replica of the database is behind, and how a reader waits for it. */
import { type ListRequest, Unavailable } from '#service/chain-reader.ts'
import type { IndexStore } from '#service/indexer/store/index-store.ts'
import { delay } from '#platform/delay.ts'

/** A page waits this long for what its replica has received already. */
const MAX_WAIT_MS = 1_000
const CHECK_MS = 10

/** How many seconds it is behind its primary; null where the database is no replica. */
export function secondsBehindPrimary({ database }: IndexStore): number | null {
  const row = database.get<{ replica: number; seconds: number | null }>(
    `SELECT pg_is_in_recovery() AS replica,
       CASE WHEN pg_is_in_recovery() AND pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
         THEN round(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()))::bigint END AS seconds`,
  )
  return row?.replica === 1 ? Math.max(0, row.seconds ?? 0) : null
}

/**
 * A cursor may be of another reader that had more of the chain: rows between what is here and the cursor would be left out
 * in silence. So a page that goes on with one waits until the replica has replayed what it had received, and the block of
 * the cursor. Rejects with Unavailable: another reader may have it.
 */
export async function waitForCursor(store: IndexStore, { after }: ListRequest): Promise<void> {
  if (after === null) return
  const { database } = store
  const height = Number(after.block_number ?? 0)
  const received = await database.snapshot(
    () =>
      database.get<{ position: string | null }>('SELECT pg_last_wal_receive_lsn()::text AS position')
        ?.position ?? null,
  )
  const until = performance.now() + MAX_WAIT_MS
  for (;;) {
    const { isReplayed, head } = await database.snapshot(() => ({
      isReplayed: database.get<{ done: number }>(
        'SELECT coalesce(pg_last_wal_replay_lsn() >= ?::text::pg_lsn, true) AS done',
        received,
      )?.done,
      head: database.get<{ head: number | null }>('SELECT max(number) AS head FROM block')?.head ?? 0,
    }))
    if (isReplayed === 1 && head >= height) return
    if (performance.now() > until)
      throw new Unavailable(
        'This reader is behind the one that gave the cursor: ask again, or ask another one.',
      )
    await delay(CHECK_MS)
  }
}
