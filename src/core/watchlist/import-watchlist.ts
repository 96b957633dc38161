/** Imports in two steps: a preview that changes nothing, then the import in one transaction that can be undone. */
import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  MAX_IMPORT_ROWS_SHOWN,
  type ImportCounts,
  type ImportedChange,
  type ImportFormat,
  type ImportIssue,
  type ImportPreview,
  type ImportReport,
} from '#shared/rpc/contract/watchlist.ts'
import { notFound } from '#shared/errors/failure.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { cleanGroups } from './label-text.ts'
import { readEntry, type ReadEntry } from './import-entry.ts'
import { readImport } from './read-import.ts'
import { watchRowAt, type WatchFields, type WatchRow } from './watch-rows.ts'
import type { Watchlist } from './watchlist.ts'

interface ImportDefaults {
  /** For rows that do not say it themselves. */
  readonly chainId?: string | null | undefined
  readonly watched?: boolean | undefined
  readonly group?: string | undefined
}

export interface WatchImports {
  /** Throws invalid_input if the whole file can't be read. */
  preview(text: string, defaults: ImportDefaults, signal: AbortSignal): Promise<ImportPreview>
  /** Throws not_found if the preview is gone, `storage` if nothing was written. */
  apply(token: string, conflicts: 'theirs' | 'mine'): ImportReport
}

interface Prepared {
  readonly token: string
  readonly format: ImportFormat
  readonly rows: number
  readonly entries: readonly Wanted[]
  readonly issues: readonly ImportIssue[]
}
interface Wanted extends Omit<ReadEntry, 'chainId' | 'watched'> {
  readonly chainId: string | null
  readonly watched: boolean | undefined
}

/** The number of rows between two turns of the event loop: about 10 ms. */
const ROWS_AT_ONCE = 500

export function createImports(store: Database, watchlist: Watchlist): WatchImports {
  let prepared: Prepared | undefined

  return {
    async preview(text, defaults, signal) {
      prepared = undefined
      const ready = await prepare(text, defaults, signal)
      prepared = ready
      const changes: ImportedChange[] = []
      const counts = countsOf(ready, (entry) => {
        const row = watchRowAt(store, entry.address, entry.chainId)
        const fields = merged(entry, row)
        const done = row === undefined ? 'added' : isSame(row, fields) ? 'same' : 'changed'
        if (done !== 'same' && changes.length < MAX_IMPORT_ROWS_SHOWN)
          changes.push(asChange(entry, row, fields))
        return done
      })
      return { token: ready.token, format: ready.format, counts, changes, ...issuesOf(ready) }
    },
    apply(token, conflicts) {
      if (prepared?.token !== token) {
        throw notFound('preview_gone')
      }
      const ready = prepared
      const { result: counts, undo } = watchlist.change(({ put }) =>
        countsOf(ready, (entry) => {
          const row = watchRowAt(store, entry.address, entry.chainId)
          const fields = merged(entry, row)
          if (row && isSame(row, fields)) return 'same'
          if (row && conflicts === 'mine') return 'kept'
          put(row?.id ?? null, fields)
          return row ? 'changed' : 'added'
        }),
      )
      prepared = undefined
      return { counts, undo, ...issuesOf(ready) }
    },
  }
}

async function prepare(text: string, defaults: ImportDefaults, signal: AbortSignal): Promise<Prepared> {
  const file = readImport(text)
  const issues: ImportIssue[] = []
  const entries = new Map<string, Wanted>()
  for (const [n, raw] of file.rows.entries()) {
    if (n % ROWS_AT_ONCE === 0) {
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    const { entry, issue } = readEntry(raw)
    if (issue) issues.push(issue)
    if (!entry) continue
    const wanted = withDefaults(entry, defaults)
    const key = `${wanted.address} ${wanted.chainId ?? ''}`
    const earlier = entries.get(key)
    if (earlier) issues.push(repeated(wanted, earlier))
    else entries.set(key, wanted)
  }
  return {
    token: randomUUID(),
    format: file.format,
    rows: file.rows.length,
    entries: [...entries.values()],
    issues,
  }
}

function withDefaults(entry: ReadEntry, defaults: ImportDefaults): Wanted {
  return {
    ...entry,
    chainId: entry.chainId === undefined ? (defaults.chainId ?? null) : entry.chainId,
    watched: entry.watched ?? defaults.watched,
    groups: defaults.group === undefined ? entry.groups : cleanGroups([...entry.groups, defaults.group]),
  }
}

function repeated(entry: Wanted, earlier: Wanted): ImportIssue {
  const same = entry.label === earlier.label && entry.note === earlier.note
  return {
    line: entry.line,
    kind: same ? 'same_again' : 'differs_from_earlier',
    text: entry.label === '' ? entry.address : entry.label.slice(0, 120).toWellFormed(),
    earlierLine: earlier.line,
  }
}

function countsOf(
  ready: Prepared,
  settle: (entry: Wanted) => 'added' | 'changed' | 'same' | 'kept',
): ImportCounts {
  const counts = { added: 0, changed: 0, same: 0, kept: 0 }
  for (const entry of ready.entries) counts[settle(entry)] += 1
  const count = (...kinds: ImportIssue['kind'][]) =>
    ready.issues.filter(({ kind }) => kinds.includes(kind)).length
  return {
    rows: ready.rows,
    ...counts,
    repeated: count('same_again', 'differs_from_earlier'),
    refused: count('no_address', 'wrong_address', 'wrong_checksum', 'unknown_chain'),
  }
}

const issuesOf = ({ issues }: Prepared) => ({
  // Refused rows come first, because a person has to look at them.
  issues: [...issues]
    .sort((a, b) => Number(a.kind === 'adjusted') - Number(b.kind === 'adjusted'))
    .slice(0, MAX_IMPORT_ROWS_SHOWN),
  adjusted: issues.filter(({ kind }) => kind === 'adjusted').length,
})

/**
 * Puts the file's values over existing ones; fields that the file does not mention stay. A label alone does not make
 * an address watched.
 */
function merged(entry: Wanted, row: WatchRow | undefined): Omit<WatchFields, 'position'> {
  return {
    address: entry.address.toLowerCase(),
    shown: entry.address,
    chain_id: entry.chainId ?? '',
    label: entry.label === '' ? (row?.label ?? '') : entry.label,
    note: entry.note === '' ? (row?.note ?? '') : entry.note,
    colour: entry.colour ?? row?.colour ?? null,
    groups: JSON.stringify(
      cleanGroups([...(row ? (JSON.parse(row.groups) as string[]) : []), ...entry.groups]),
    ),
    watched: entry.watched === undefined ? (row?.watched ?? 0) : Number(entry.watched),
  }
}

const isSame = (row: WatchRow, fields: Omit<WatchFields, 'position'>) =>
  (Object.keys(fields) as (keyof typeof fields)[]).every((name) => row[name] === fields[name])

const asChange = (
  entry: Wanted,
  row: WatchRow | undefined,
  fields: Omit<WatchFields, 'position'>,
): ImportedChange => ({
  address: entry.address,
  chainId: entry.chainId,
  before: row ? { label: row.label, note: row.note } : null,
  after: { label: fields.label, note: fields.note },
})
