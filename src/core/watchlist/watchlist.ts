/** The watched addresses. Every change is one transaction, can be undone, and is emitted as a difference. */
import type {
  Undoable,
  UndoReport,
  WatchChange,
  WatchColour,
  WatchedAddress,
} from '#shared/rpc/contract/watchlist.ts'
import { ChainglassFailure, invalidInput, notFound } from '#shared/errors/failure.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { createWatchIndex, type WatchIndex } from '#shared/watch/watch-index.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createEmitter } from '#shared/emitter.ts'
import { cleanGroups, cleanLabel, cleanNote } from './label-text.ts'
import {
  asEntry,
  lastPosition,
  lastRevision,
  removeRow,
  watchEntries,
  watchRow,
  watchRowAt,
  writeRow,
  type WatchFields,
  type WatchRow,
} from './watch-rows.ts'

interface WatchSave {
  readonly address: string
  readonly chainId: string | null
  readonly label?: string | undefined
  readonly note?: string | undefined
  readonly colour?: WatchColour | null | undefined
  readonly groups?: readonly string[] | undefined
  readonly watched?: boolean | undefined
}

/** Writes within one change. A new row without a position is put last. */
interface WatchWriter {
  readonly put: (
    id: number | null,
    fields: Omit<WatchFields, 'position'> & { readonly position?: number },
  ) => WatchRow
  readonly remove: (id: number) => void
}

export interface Watchlist {
  readonly index: Pick<WatchIndex, 'find' | 'at' | 'byId' | 'all' | 'search' | 'size'>
  read(id: number): WatchedAddress & { readonly note: string }
  save(entry: WatchSave): WatchedAddress & Undoable
  edit(ids: readonly number[], change: (row: WatchRow) => Partial<WatchFields>): Undoable
  moveToChain(id: number, chainId: string | null): WatchedAddress & Undoable
  remove(ids: readonly number[]): Undoable
  order(ids: readonly number[], before: number | null): void
  undo(id: number): UndoReport
  /** Runs all of `work` or nothing, as one change to undo. */
  change<T>(work: (writer: WatchWriter) => T): { readonly result: T } & Undoable
  all(): { readonly revision: number; readonly all: readonly WatchedAddress[] }
  onChange(listener: (change: WatchChange) => void): () => void
  /** Call it after everything was erased. */
  reload(): void
}

const MAX_WATCHED = 200_000

export function createWatchlist(store: Database): Watchlist {
  const changes = createEmitter<WatchChange>()
  const index = createWatchIndex()
  let revision = 0
  let loaded = false

  /** Read at first use: the start of the program does not wait for it. */
  function live() {
    if (!loaded) index.apply({ revision, all: watchEntries(store), more: false })
    loaded = true
    return index
  }

  function tell(changed: readonly WatchRow[], removed: readonly number[]) {
    revision += 1
    const change: WatchChange = { revision, changed: changed.map(asEntry), removed }
    if (loaded) index.apply(change)
    changes.emit(change)
  }

  function write<T>(work: (writer: WatchWriter) => T, keepHistory: boolean): { result: T; undo: number } {
    // Loaded before the transaction: rows that are rolled back must not be in memory.
    const { size } = live()
    const { result, undo, written, removed } = writeRows(store, work, keepHistory, size)
    if (written.length + removed.length > 0) tell(written, removed)
    return { result, undo }
  }

  const change = <T>(work: (writer: WatchWriter) => T) => write(work, true)

  const existing = (id: number) => existingRow(store, id)

  return {
    get index() {
      return live()
    },
    read(id) {
      const row = existing(id)
      return { ...asEntry(row), note: row.note }
    },
    save(entry) {
      const read = parseAddress(entry.address)
      if (!read) throw invalidInput('address', 'not_an_address')
      const { result, undo } = change(({ put }) => {
        const before = watchRowAt(store, read.address, entry.chainId)
        return put(before?.id ?? null, mergeFields(read.address, entry, before))
      })
      return { ...asEntry(result), undo }
    },
    edit(ids, changeRow) {
      const { undo } = change(({ put }) => {
        for (const id of new Set(ids)) {
          const row = existing(id)
          put(id, { ...row, ...changeRow(row) })
        }
      })
      return { undo }
    },
    moveToChain(id, chainId) {
      const { result, undo } = change((writer) => moveRow(store, id, chainId, writer))
      return { ...asEntry(result), undo }
    },
    remove(ids) {
      const { undo } = change(({ remove }) => {
        for (const id of new Set(ids)) remove(id)
      })
      return { undo }
    },
    order(ids, before) {
      const moved = reorder(store, live().all(), ids, before)
      tell(moved, [])
    },
    undo: (id) => write((writer) => takeBackAll(store, id, writer), false).result,
    change,
    all: () => ({ revision, all: live().all() }),
    onChange: (listener) => changes.on(listener),
    reload() {
      revision += 1
      loaded = false
      changes.emit({ revision, all: live().all(), more: false })
    },
  }
}

/** Runs all of `work` in one transaction. `size`: the number of watched addresses, for checking the limit. */
function writeRows<T>(store: Database, work: (writer: WatchWriter) => T, keepHistory: boolean, size: number) {
  const touched = new Map<number, Touched>()
  const written = new Map<number, WatchRow>()
  const touch = (id: number, before: WatchRow | null, now: Touched['now']) => {
    touched.set(id, { id, before: touched.get(id)?.before ?? before, now })
  }
  const done = store.transaction(() => {
    const revision = lastRevision(store) + 1
    let position = lastPosition(store)
    const result = work({
      put(id, fields) {
        const before = id === null ? null : (watchRow(store, id) ?? null)
        const at = fields.position ?? before?.position ?? (position += 1)
        const row = writeRow(store, id, { ...fields, position: at }, revision)
        touch(row.id, before, 'written')
        written.set(row.id, row)
        return row
      },
      remove(id) {
        const before = existingRow(store, id)
        removeRow(store, id)
        touch(id, before, 'removed')
        written.delete(id)
      },
    })
    if (size + written.size > MAX_WATCHED) throw tooMany()
    return { result, undo: keepHistory ? writeHistory(store, revision, [...touched.values()]) : 0 }
  })
  const removed = [...touched.values()].filter((one) => one.now === 'removed').map((one) => one.id)
  return { ...done, written: [...written.values()], removed }
}

/** Throws not_found. */
function existingRow(store: Database, id: number): WatchRow {
  const row = watchRow(store, id)
  if (!row) throw gone()
  return row
}

/** Applies the given fields to the existing ones. */
function mergeFields(address: string, entry: WatchSave, before: WatchRow | undefined) {
  return {
    address: address.toLowerCase(),
    shown: address,
    chain_id: entry.chainId ?? '',
    label: entry.label === undefined ? (before?.label ?? '') : cleanLabel(entry.label),
    note: entry.note === undefined ? (before?.note ?? '') : cleanNote(entry.note),
    colour: entry.colour === undefined ? (before?.colour ?? null) : entry.colour,
    groups: entry.groups === undefined ? (before?.groups ?? '[]') : JSON.stringify(cleanGroups(entry.groups)),
    watched: entry.watched === undefined ? (before?.watched ?? 1) : Number(entry.watched),
  }
}

/** Moves `ids` before an entry, or to the end. Returns the rows whose position changed. Throws not_found. */
function reorder(
  store: Database,
  entries: readonly WatchedAddress[],
  ids: readonly number[],
  before: number | null,
): WatchRow[] {
  const moved = new Set(ids)
  const rest = entries.filter((entry) => !moved.has(entry.id))
  const at = before === null ? rest.length : rest.findIndex((entry) => entry.id === before)
  if (at < 0) throw gone()
  const rows = [...moved].map((id) => existingRow(store, id))
  const rowsOf = (some: readonly WatchedAddress[]) => some.map(({ id }) => existingRow(store, id))
  const between = positionsBetween(rest[at - 1]?.position, rest[at]?.position, rows.length)
  const renumbered = between
    ? rows.map((row, index) => ({ ...row, position: between[index] ?? 0 }))
    : [...rowsOf(rest.slice(0, at)), ...rows, ...rowsOf(rest.slice(at))].map((row, index) => ({
        ...row,
        position: index + 1,
      }))
  store.transaction(() => {
    for (const { id, position } of renumbered)
      store.run('UPDATE watched SET position = ? WHERE id = ?', position, id)
  })
  return renumbered
}

/** Throws invalid_input if the address already has an entry on that chain. */
function moveRow(store: Database, id: number, chainId: string | null, { put }: WatchWriter): WatchRow {
  const row = existingRow(store, id)
  const there = watchRowAt(store, row.address, chainId)
  if (there && there.id !== id) throw invalidInput('chainId', 'entry_exists')
  return put(id, { ...row, chain_id: chainId ?? '' })
}

/** Undoes a change of the history. Throws not_found. */
function takeBackAll(store: Database, id: number, writer: WatchWriter): UndoReport {
  const { revision, touched } = takeHistory(store, id)
  let restored = 0
  for (const one of touched) if (takeBack(store, one, revision, writer)) restored += 1
  return { restored, left: touched.length - restored }
}

/** Returns false if the row was changed again since: then it stays unchanged. */
function takeBack(
  store: Database,
  { id, before, now }: Touched,
  revision: number,
  { put, remove }: WatchWriter,
): boolean {
  const current = watchRow(store, id)
  if (now === 'written' && current?.revision !== revision) return false
  if (now === 'removed' && current) return false
  if (!before) {
    if (now === 'written') remove(id)
    return true
  }
  const occupant = watchRowAt(store, before.address, before.chain_id === '' ? null : before.chain_id)
  if (occupant && occupant.id !== id) return false
  put(id, before)
  return true
}

/** `count` ordered positions strictly between two; undefined if the numbers are too close. */
function positionsBetween(
  low: number | undefined,
  high: number | undefined,
  count: number,
): number[] | undefined {
  const from = low ?? (high ?? count + 1) - count - 1
  const to = high ?? from + count + 1
  const step = (to - from) / (count + 1)
  if (step < 1e-6) return undefined
  return Array.from({ length: count }, (_, n) => from + step * (n + 1))
}

const gone = () => notFound('entry_gone')
const tooMany = () =>
  new ChainglassFailure({
    code: 'invalid_input',
    reason: { kind: 'too_many_watched', max: MAX_WATCHED },
  })

/** A row before a change; null if it did not exist. */
interface Touched {
  readonly id: number
  readonly before: WatchRow | null
  readonly now: 'written' | 'removed'
}

const MAX_KEPT = 50

/**
 * The history of changes to watched addresses, for undoing them, also after a restart. Returns the number for undoing
 * it.
 */
function writeHistory(store: Database, revision: number, touched: readonly Touched[]): number {
  const row = store.get<{ id: number }>(
    'INSERT INTO watch_history (revision, before) VALUES (?, ?) RETURNING id',
    revision,
    JSON.stringify(touched),
  )
  store.run('DELETE FROM watch_history WHERE id <= ?', (row?.id ?? 0) - MAX_KEPT)
  return row?.id ?? 0
}

/** Removes a change from the history, because it can be undone once. Throws not_found. */
function takeHistory(store: Database, id: number): { revision: number; touched: readonly Touched[] } {
  const row = store.get<{ revision: number; before: string }>(
    'SELECT revision, before FROM watch_history WHERE id = ?',
    id,
  )
  if (!row) throw notFound('undo_gone')
  store.run('DELETE FROM watch_history WHERE id = ?', id)
  return { revision: row.revision, touched: JSON.parse(row.before) as Touched[] }
}
