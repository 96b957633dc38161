/** Results of polls in the store: one row for each watched address on each source. */
import * as z from 'zod/mini'
import type { ActivityCheck, ActivityItem } from '#shared/rpc/contract/activity.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { CheckedRow } from '#shared/rpc/contract/check.ts'
import {
  onlyDiffering,
  readStoredCheck,
  toActivityCheck,
  withRound,
  type CheckRound,
  type StoredCheck,
} from './check-results.ts'
import { pollMark, type PollMark, type PollResult } from './poll-address.ts'

interface PollRow {
  readonly watched_id: number
  readonly source: string
  readonly mark: string
  readonly transactions: number
  readonly transfers: number
  readonly internal: number
  readonly more: number
  /** Ms since 1970. */
  readonly polled_at: number
  readonly checked: string
}

type UnseenRow = Omit<PollRow, 'mark' | 'checked'> & { readonly is_checked: number }

/** Selects what was seen: one entry, one source, or both; everything if neither is given. */
export interface SeenFilter {
  readonly id?: number | undefined
  readonly source?: string | undefined
  /** Also transactions that differ from a node. */
  readonly differences?: boolean | undefined
}

export interface PollResults {
  /** Ms since 1970; undefined before the first poll. */
  polledAt(id: number, source: string): number | undefined
  /** Empty before the first poll, and if the stored mark can't be read. */
  readMark(id: number, source: string): PollMark
  /** Adds a poll's result to the unseen activity. */
  add(id: number, source: string, result: PollResult, now: number): void
  /** Adds what came of a check of new transactions. */
  addCheck(id: number, source: string, round: CheckRound): void
  /** Transactions that differ from a node. */
  listDiffering(id: number, source: string): readonly CheckedRow[]
  /** Returns whether anything was unseen before. */
  markSeen(filter: SeenFilter): boolean
  /** The most recent poll comes first. */
  listUnseen(): ActivityItem[]
}

const UPSERT = `
  INSERT INTO polls (watched_id, source, mark, transactions, transfers, internal, more, polled_at)
  SELECT id, ?, ?, ?, ?, ?, ?, ? FROM watched WHERE id = ?
  ON CONFLICT (watched_id, source) DO UPDATE SET
    mark = excluded.mark,
    transactions = polls.transactions + excluded.transactions,
    transfers = polls.transfers + excluded.transfers,
    internal = polls.internal + excluded.internal,
    more = max(polls.more, excluded.more),
    polled_at = excluded.polled_at`

const WHERE_SEEN = '(?1 IS NULL OR watched_id = ?1) AND (?2 IS NULL OR source = ?2)'

const MARK_SEEN = `
  UPDATE polls SET transactions = 0, transfers = 0, internal = 0, more = 0
  WHERE ${WHERE_SEEN}
    AND transactions + transfers + internal > 0`

export function createPollResults(store: Database): PollResults {
  const checks = createStoredChecks(store)
  // Kept in memory, because the schedule needs it for every target at each poll.
  const polledAt = new Map<string, number>()
  for (const row of store.all<Pick<PollRow, 'watched_id' | 'source' | 'polled_at'>>(
    'SELECT watched_id, source, polled_at FROM polls',
  )) {
    polledAt.set(keyOf(row.watched_id, row.source), row.polled_at)
  }
  return {
    polledAt: (id, source) => polledAt.get(keyOf(id, source)),
    readMark(id, source) {
      const row = store.get<Pick<PollRow, 'mark'>>(
        'SELECT mark FROM polls WHERE watched_id = ? AND source = ?',
        id,
        source,
      )
      const read = z.safeParse(pollMark, row === undefined ? {} : (JSON.parse(row.mark) as unknown))
      return read.success ? read.data : {}
    },
    add(id, source, { mark, transactions, transfers, internal, more }, now) {
      store.run(
        UPSERT,
        source,
        JSON.stringify(mark),
        transactions,
        transfers,
        internal,
        Number(more),
        now,
        id,
      )
      polledAt.set(keyOf(id, source), now)
    },
    addCheck: checks.add,
    listDiffering: checks.listDiffering,
    markSeen(filter) {
      const { id = null, source = null } = filter
      const isChanged = store.run(MARK_SEEN, id, source) > 0
      return checks.markSeen(filter) || isChanged
    },
    listUnseen: () =>
      store
        .all<UnseenRow>(
          `SELECT watched_id, source, transactions, transfers, internal, more, polled_at, checked <> '' AS is_checked
           FROM polls WHERE transactions + transfers + internal > 0 OR checked <> '' ORDER BY polled_at DESC`,
        )
        .map((row) => toItem(row, row.is_checked === 1 ? checks.countsOf(row.watched_id, row.source) : null))
        .filter(
          ({ transactions, transfers, internal, checked }) =>
            transactions + transfers + internal > 0 || (checked?.differing.length ?? 0) > 0,
        ),
  }
}

/** What was checked, in the rows of the polls. */
function createStoredChecks(store: Database) {
  // Kept in memory: a stored check is long, and all are listed at each change.
  const counts = new Map<string, ActivityCheck | null>()
  const countsOf = (id: number, source: string): ActivityCheck | null => {
    const key = keyOf(id, source)
    const known = counts.get(key)
    if (known !== undefined) return known
    const check = readCheck(id, source)
    const read = check ? toActivityCheck(check) : null
    counts.set(key, read)
    return read
  }
  const readCheck = (id: number, source: string) => {
    const row = store.get<Pick<PollRow, 'checked'>>(
      'SELECT checked FROM polls WHERE watched_id = ? AND source = ?',
      id,
      source,
    )
    return readStoredCheck(row?.checked ?? '')
  }
  const writeCheck = (id: number, source: string, text: string) => {
    store.run('UPDATE polls SET checked = ? WHERE watched_id = ? AND source = ?', text, id, source)
    counts.delete(keyOf(id, source))
  }
  /** Returns whether anything has changed: what differs stays, and is no news again. */
  function markSeen({ id, source, differences = false }: SeenFilter): boolean {
    const rows = store.all<PollRow>(
      `SELECT * FROM polls WHERE ${WHERE_SEEN} AND checked <> ''`,
      id ?? null,
      source ?? null,
    )
    let isChanged = false
    for (const { watched_id, source: of, checked } of rows) {
      const check = differences ? undefined : readStoredCheck(checked)
      const left = textOf(check && onlyDiffering(check))
      if (left === checked) continue
      writeCheck(watched_id, of, left)
      isChanged = true
    }
    return isChanged
  }
  return {
    markSeen,
    countsOf,
    add(this: void, id: number, source: string, round: CheckRound) {
      writeCheck(id, source, textOf(withRound(readCheck(id, source), round)))
    },
    listDiffering: (id: number, source: string) => readCheck(id, source)?.rows ?? [],
  }
}

const textOf = (check: StoredCheck | undefined) => (check ? JSON.stringify(check) : '')

const keyOf = (id: number, source: string) => `${String(id)} ${source}`

function toItem(row: UnseenRow, checked: ActivityCheck | null): ActivityItem {
  return {
    id: row.watched_id,
    source: row.source,
    transactions: row.transactions,
    transfers: row.transfers,
    internal: row.internal,
    more: row.more === 1,
    polledAt: new Date(row.polled_at).toISOString(),
    checked,
  }
}
