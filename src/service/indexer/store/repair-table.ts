import type { RepairKind } from '#shared/node-status.ts'
import type { IndexDatabase } from './index-database.ts'

/** Something the index lacks because the node refused it, or gave it in a form that can't be read. */
export interface Repair {
  /** A height for `blocks` (the first that lacks), `field` and `frames`, a row id for `balance`, else an address id. */
  readonly subject: number
  /** The token id of an NFT; for `field` which they are (see invalid-rows.ts); else empty. */
  readonly item: Uint8Array
}

/** Waits before what was refused is asked for again: the first, doubled after each attempt up to the longest. */
export interface RepairDelays {
  readonly firstMs: number
  readonly longestMs: number
}

const DELAYS: RepairDelays = { firstMs: 1_000, longestMs: 600_000 }
const NO_ITEM = Buffer.alloc(0)

/** Data that the node refused for now, with the time to ask again. Empty in a complete index. */
export class RepairTable {
  readonly #database: IndexDatabase
  #delays = DELAYS
  /** Rows by kind. */
  #counts: Map<RepairKind, number> | null = null

  constructor(database: IndexDatabase) {
    this.#database = database
  }

  setDelays(delays: RepairDelays) {
    this.#delays = delays
  }

  /** Records a refusal, the first or a further one. Only within a database transaction. */
  add(kind: RepairKind, subject: number, item: Uint8Array = NO_ITEM) {
    const now = Date.now()
    const tried =
      this.#database.get<{ tries: number }>(
        'SELECT tries FROM repair WHERE kind = ? AND subject = ? AND item = ?',
        kind,
        subject,
        item,
      )?.tries ?? 0
    const { firstMs, longestMs } = this.#delays
    const next = now + Math.min(longestMs, firstMs * 2 ** Math.min(tried, 30))
    if (tried === 0) {
      this.#database.run(
        'INSERT INTO repair (kind, subject, item, since, tries, next) VALUES (?, ?, ?, ?, 1, ?)',
        kind,
        subject,
        item,
        now,
        next,
      )
      this.#counts = null
    } else {
      this.#database.run(
        'UPDATE repair SET tries = tries + 1, next = ? WHERE kind = ? AND subject = ? AND item = ?',
        next,
        kind,
        subject,
        item,
      )
    }
  }

  /** The index has it now, or it is known that the node never will. */
  remove(kind: RepairKind, subject: number, item: Uint8Array = NO_ITEM) {
    if (!this.#countOf(kind)) return
    this.#changed(
      this.#database.run(
        'DELETE FROM repair WHERE kind = ? AND subject = ? AND item = ?',
        kind,
        subject,
        item,
      ),
    )
  }

  /** All of one subject, whatever their items. */
  removeSubject(kind: RepairKind, subject: number) {
    if (!this.#countOf(kind)) return
    this.#changed(this.#database.run('DELETE FROM repair WHERE kind = ? AND subject = ?', kind, subject))
  }

  removeAll(kind: RepairKind) {
    if (this.#countOf(kind)) this.#changed(this.#database.run('DELETE FROM repair WHERE kind = ?', kind))
  }

  /** After blocks were undone: what was missing of them is not missing any more. */
  removeUndone(height: number) {
    if (this.counts().size === 0) return
    this.#changed(
      this.#database.run(`DELETE FROM repair WHERE kind IN ('field', 'frames') AND subject > ?`, height) +
        this.#database.run(
          `DELETE FROM repair WHERE kind = 'token' AND subject NOT IN (SELECT address FROM token)`,
        ) +
        this.#database.run(
          `DELETE FROM repair WHERE kind = 'balance' AND subject NOT IN (SELECT id FROM balance)`,
        ) +
        this.#database.run(
          `DELETE FROM repair WHERE kind = 'nft' AND NOT EXISTS
             (SELECT 1 FROM instance WHERE token = subject AND token_id = item)`,
        ),
    )
  }

  /** The due repairs, also if the clock was set back since. */
  due(kind: RepairKind, limit: number): Repair[] {
    if (!this.#countOf(kind)) return []
    const now = Date.now()
    return this.#database.all<Repair>(
      'SELECT subject, item FROM repair WHERE kind = ? AND (next <= ? OR next > ?) ORDER BY next, subject, item LIMIT ?',
      kind,
      now,
      now + this.#delays.longestMs,
      limit,
    )
  }

  /** How long until the next of these kinds is due; null where there is none. */
  waitMs(kinds: readonly RepairKind[]): number | null {
    const next = kinds.flatMap((kind) => {
      if (!this.#countOf(kind)) return []
      const row = this.#database.get<{ next: number }>(
        'SELECT min(next) AS next FROM repair WHERE kind = ?',
        kind,
      )
      return row ? [row.next] : []
    })
    if (next.length === 0) return null
    return Math.min(this.#delays.longestMs, Math.max(0, Math.min(...next) - Date.now()))
  }

  /** Rows by kind; no entry for a kind without any. */
  counts(): ReadonlyMap<RepairKind, number> {
    this.#counts ??= new Map(
      this.#database
        .all<{ kind: RepairKind; count: number }>('SELECT kind, count(*) AS count FROM repair GROUP BY kind')
        .map(({ kind, count }) => [kind, count]),
    )
    return this.#counts
  }

  /** The lowest subject of a kind. */
  firstOf(kind: RepairKind): number {
    return (
      this.#database.get<{ first: number | null }>(
        'SELECT min(subject) AS first FROM repair WHERE kind = ?',
        kind,
      )?.first ?? 0
    )
  }

  /** All are asked for at once: after a restart. */
  makeDue() {
    this.#database.run('UPDATE repair SET next = 0')
  }

  /** SQL: leaves out rows for which a repair is under way. The names are columns of the query. */
  isNotIn(kind: RepairKind, subject: string, item?: string): string {
    const same = item === undefined ? '' : ` AND repair.item = ${item}`
    return `NOT EXISTS (SELECT 1 FROM repair WHERE kind = '${kind}' AND subject = ${subject}${same})`
  }

  /** After a rollback. */
  clear() {
    this.#counts = null
  }

  #countOf(kind: RepairKind): number {
    return this.counts().get(kind) ?? 0
  }

  #changed(rows: number) {
    if (rows > 0) this.#counts = null
  }
}
