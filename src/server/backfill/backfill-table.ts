/**
 * Ranges of blocks that other processes (workers) read ahead of the one that writes the index, and those processes: two
 * tables beside an index in PostgreSQL. All times are of the database's clock.
 */
import type { Database } from '#platform/sqlite/database.ts'
import type { BackfillCounts } from '#shared/node-status.ts'

type Connection = Pick<Database, 'all' | 'get' | 'run' | 'exec'>

export interface BlockRange {
  readonly first: number
  readonly last: number
}

export interface PlannedRange extends BlockRange {
  /** The worker that reads or has read the range. */
  readonly worker: string | null
  /** `free` also where the worker that took it has not said for a while that it is alive. */
  readonly state: 'free' | 'leased' | 'staged'
  /** The size of the node's answers; 0 where the range is not staged. */
  readonly bytes: number
}

export interface StagedRange {
  readonly packed: Uint8Array
  /** A block that is not what its hash says, picked by chance: on some chains none is. Null where all are. */
  readonly unproven: number | null
}

export interface Lease extends BlockRange {
  readonly id: number
}

/** A worker that has not said anything for so long is gone, and its ranges are free. */
const LEASE = `interval '6 s'`
/** Workers wait while as much as this is staged. */
const MAX_STAGED_BYTES = 128 * 1024 * 1024
const MAX_ROWS = 500

/**
 * Staged blocks are lost if the database crashes, and are read again: the tables are unlogged, so they go into no WAL
 * and to no replica. Their content is already compressed.
 */
const TABLES = `
CREATE UNLOGGED TABLE backfill_worker (
  id TEXT PRIMARY KEY,
  seen TIMESTAMPTZ NOT NULL,
  faults BIGINT NOT NULL DEFAULT 0,
  left_out_until TIMESTAMPTZ
);
CREATE UNLOGGED TABLE backfill_range (
  first BIGINT PRIMARY KEY,
  last BIGINT NOT NULL,
  worker TEXT,
  lease BIGINT,
  leased_until TIMESTAMPTZ,
  packed BYTEA,
  bytes BIGINT NOT NULL DEFAULT 0,
  unproven BIGINT
);
ALTER TABLE backfill_range ALTER COLUMN packed SET STORAGE EXTERNAL;
`

const isThere = ({ get }: Connection) =>
  get<{ found: string | null }>(`SELECT to_regclass('backfill_range')::text AS found`)?.found != null

/** For the process that writes the index. */
export class BackfillPlan {
  readonly #database: Connection

  constructor(database: Connection) {
    this.#database = database
    if (!isThere(database)) database.exec(TABLES)
  }

  counts(): BackfillCounts {
    return (
      this.#database.get<BackfillCounts>(
        `SELECT (SELECT count(*) FROM backfill_worker WHERE seen > now() - ${LEASE}
                   AND coalesce(left_out_until < now(), true)) AS workers,
                (SELECT count(*) FROM backfill_range WHERE packed IS NOT NULL) AS staged`,
      ) ?? { workers: 0, staged: 0 }
    )
  }

  /** In the order of the chain. */
  ranges(): readonly PlannedRange[] {
    return this.#database.all<PlannedRange>(
      `SELECT first, last, worker, bytes, CASE WHEN packed IS NOT NULL THEN 'staged'
         WHEN leased_until > now() THEN 'leased' ELSE 'free' END AS state
       FROM backfill_range ORDER BY first LIMIT ${String(MAX_ROWS)}`,
    )
  }

  /** `size`: blocks of each range. */
  add({ first, last }: BlockRange, size: number) {
    this.#database.run(
      `INSERT INTO backfill_range (first, last)
       SELECT at, least(at + ?1 - 1, ?2) FROM generate_series(?3::bigint, ?2::bigint, ?1::bigint) AS at
       ON CONFLICT DO NOTHING`,
      size,
      last,
      first,
    )
  }

  /** Null where it is not staged (any more). */
  read(first: number): StagedRange | null {
    return (
      this.#database.get<StagedRange>(
        'SELECT packed, unproven FROM backfill_range WHERE first = ? AND packed IS NOT NULL',
        first,
      ) ?? null
    )
  }

  /** Takes it from whoever reads it. False where it is staged by now. */
  withdraw(first: number): boolean {
    return this.#database.run('DELETE FROM backfill_range WHERE first = ? AND packed IS NULL', first) > 0
  }

  /** Removes all ranges that begin below this block, staged or not. */
  removeBelow(height: number) {
    this.#database.run('DELETE FROM backfill_range WHERE first < ?', height)
  }

  removeUnread() {
    this.#database.run('DELETE FROM backfill_range WHERE packed IS NULL')
  }

  /** The room that it took, too. */
  clear() {
    this.#database.exec('TRUNCATE backfill_range')
  }

  /** Nothing of what it has read or reads now is used. */
  discard(worker: string) {
    this.#database.run(
      `UPDATE backfill_range SET worker = NULL, lease = NULL, leased_until = NULL, packed = NULL, bytes = 0,
         unproven = NULL WHERE worker = ?`,
      worker,
    )
  }

  /** Gives this worker no range for a while, which gets longer each time. */
  leaveOut(worker: string) {
    this.#database.run(
      `UPDATE backfill_worker SET faults = faults + 1,
         left_out_until = now() + least(300, 10 * power(2, least(faults, 10))) * interval '1 s'
       WHERE id = ?`,
      worker,
    )
    this.discard(worker)
  }

  /** Removes workers that ended without saying so. */
  forgetGone() {
    this.#database.run(`DELETE FROM backfill_worker WHERE seen < now() - interval '10 min'`)
  }
}

/** For a worker, named by `id`. */
export class BackfillLeases {
  readonly #database: Connection
  readonly #worker: string
  #last = 0

  constructor(database: Connection, worker: string) {
    this.#database = database
    this.#worker = worker
  }

  /** A writer that knows of workers has begun the index. */
  get isPlanned(): boolean {
    return isThere(this.#database)
  }

  /** The lowest range that nobody reads; null where there is none, or as much is staged as may be. */
  take(): Lease | null {
    const id = ++this.#last
    const range = this.#database.get<BlockRange>(
      `UPDATE backfill_range SET worker = ?1, lease = ?2, leased_until = now() + ${LEASE}
       WHERE first = (SELECT first FROM backfill_range
           WHERE packed IS NULL AND coalesce(leased_until < now(), true)
           ORDER BY first LIMIT 1 FOR UPDATE SKIP LOCKED)
         AND (SELECT coalesce(sum(octet_length(packed)), 0) FROM backfill_range) < ${String(MAX_STAGED_BYTES)}
         AND NOT EXISTS (SELECT 1 FROM backfill_worker WHERE id = ?1 AND left_out_until > now())
       RETURNING first, last`,
      this.#worker,
      id,
    )
    return range ? { ...range, id } : null
  }

  /** Says that this worker is alive and reads these. Gives whether it is left out. */
  renew(leases: readonly Lease[]): boolean {
    if (leases.length > 0)
      this.#database.run(
        `UPDATE backfill_range SET leased_until = now() + ${LEASE}
         WHERE worker = ? AND packed IS NULL AND lease = ANY(?::bigint[])`,
        this.#worker,
        `{${leases.map(({ id }) => String(id)).join()}}`,
      )
    const row = this.#database.get<{ out: number | null }>(
      `INSERT INTO backfill_worker (id, seen) VALUES (?, now())
       ON CONFLICT (id) DO UPDATE SET seen = excluded.seen RETURNING left_out_until > now() AS out`,
      this.#worker,
    )
    return row?.out === 1
  }

  /** False where it is not leased to this worker any more: what was read is of no use. */
  stage(
    { first, id }: Lease,
    { packed, unproven, bytes }: StagedRange & { readonly bytes: number },
  ): boolean {
    return (
      this.#database.run(
        `UPDATE backfill_range SET packed = ?, bytes = ?, unproven = ?, leased_until = NULL
         WHERE first = ? AND worker = ? AND lease = ? AND packed IS NULL`,
        packed,
        bytes,
        unproven,
        first,
        this.#worker,
        id,
      ) > 0
    )
  }

  /** Others read what it has begun. What it has read is still of use. */
  end() {
    this.#database.run(
      'UPDATE backfill_range SET worker = NULL, leased_until = NULL WHERE worker = ? AND packed IS NULL',
      this.#worker,
    )
    this.#database.run('DELETE FROM backfill_worker WHERE id = ?', this.#worker)
  }
}
