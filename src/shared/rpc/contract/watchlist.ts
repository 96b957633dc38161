/** Watched and labelled addresses: stored for all sources, shown in every list. */
import * as z from 'zod/mini'
import { call, event } from './definition.ts'
import { address, chainId as ofOneChain } from './fields.ts'

export const WATCH_COLOURS = [
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const
export type WatchColour = (typeof WATCH_COLOURS)[number]

/** The fields of an entry that lists and the sidebar need. The note is read when the entry is opened. */
export interface WatchedAddress {
  readonly id: number
  /** In its checksummed case. */
  readonly address: string
  /** Decimal; null for all chains. An entry of one chain takes precedence over one for all. */
  readonly chainId: string | null
  /** Empty if the address is watched without a name. */
  readonly label: string
  readonly colour: WatchColour | null
  readonly groups: readonly string[]
  /** Whether it is in the sidebar and polled in the background; otherwise only its label is shown. */
  readonly watched: boolean
  readonly hasNote: boolean
  /** Larger positions are further down. */
  readonly position: number
}

/**
 * First the whole list in order. A long list comes in parts of the same revision, while there are `more`. Then each
 * change: `revision` increases by one; after a missing revision, subscribe again.
 */
export type WatchChange = { readonly revision: number } & (
  | { readonly all: readonly WatchedAddress[]; readonly more: boolean }
  | { readonly others: readonly WatchedAddress[]; readonly more: boolean }
  | { readonly changed: readonly WatchedAddress[]; readonly removed: readonly number[] }
)

/** The id for undoing an action. It stays valid after a restart, while the action is among the last 50. */
export interface Undoable {
  readonly undo: number
}

/** A window checks a file's size before it reads it. With the overhead of JSON, a file fits a message of 16 MiB. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024
export const MAX_IMPORT_ROWS = 100_000
/** A longer list is counted completely and shown in part. */
export const MAX_IMPORT_ROWS_SHOWN = 500

/** A line of the file that is not imported unchanged. */
export interface ImportIssue {
  /** Counted from 1, as in an editor; in JSON, the number of the entry. */
  readonly line: number
  readonly kind:
    | 'no_address'
    | 'wrong_address'
    | 'wrong_checksum'
    | 'unknown_chain'
    | 'same_again'
    | 'differs_from_earlier'
    /** Imported, but shortened, or without invisible characters. */
    | 'adjusted'
  /** The part of the line in question, cleaned and shortened. */
  readonly text: string
  /** For `same_again` and `differs_from_earlier`: the earlier line with the same address and chain. */
  readonly earlierLine?: number
  /** For `wrong_address`: a guess of what it is, in the words of the search field. */
  readonly hint?: string
}

export interface ImportCounts {
  /** Rows or entries in the file, without empty lines and the heading: the sum of the six below. */
  readonly rows: number
  readonly added: number
  readonly changed: number
  /** Existing entries that are identical. */
  readonly same: number
  /** Existing entries that differ and stay, because the person chose so. */
  readonly kept: number
  /** Rows that repeat an earlier address and chain of the file. */
  readonly repeated: number
  /** Rows that could not be read. */
  readonly refused: number
}

export interface ImportedChange {
  readonly address: string
  readonly chainId: string | null
  readonly before: { readonly label: string; readonly note: string } | null
  readonly after: { readonly label: string; readonly note: string }
}

/** The detected format, with the headings or keys that are read, as written; null for a CSV without a heading. */
export interface ImportFormat {
  readonly kind: 'csv' | 'json'
  readonly columns: readonly string[] | null
}

export interface ImportPreview {
  /** For `watchlist.import`; valid until the next preview. */
  readonly token: string
  readonly format: ImportFormat
  /** The result if the file's entries win all conflicts. */
  readonly counts: ImportCounts
  readonly changes: readonly ImportedChange[]
  readonly issues: readonly ImportIssue[]
  readonly adjusted: number
}

export interface ImportReport extends Undoable {
  readonly counts: ImportCounts
  readonly issues: readonly ImportIssue[]
  readonly adjusted: number
}

export interface UndoReport {
  readonly restored: number
  /** Entries that stay because they were changed again since. */
  readonly left: number
}

export const MAX_LABEL_LENGTH = 200
export const MAX_NOTE_LENGTH = 4_000
const id = z.number().check(z.int(), z.positive())
const ids = z.array(id).check(z.minLength(1), z.maxLength(MAX_IMPORT_ROWS))
/** Null for all chains. */
const chainId = z.nullable(ofOneChain)
const label = z.string().check(z.maxLength(2_000))
const note = z.string().check(z.maxLength(20_000))
const colour = z.nullable(z.enum(WATCH_COLOURS))
const group = z.string().check(z.minLength(1), z.maxLength(200))
const groups = z.array(group).check(z.maxLength(50))

export const watchlistCalls = {
  /** An entry with its note. */
  'watchlist.read': call<WatchedAddress & { readonly note: string }>().with(z.object({ id })),
  /** Adds the address, or changes the given fields of its entry. */
  'watchlist.save': call<WatchedAddress & Undoable>().with(
    z.object({
      address,
      chainId,
      label: z.optional(label),
      note: z.optional(note),
      colour: z.optional(colour),
      groups: z.optional(groups),
      watched: z.optional(z.boolean()),
    }),
  ),
  /** Makes the same change to many entries. */
  'watchlist.edit': call<Undoable>().with(
    z.object({
      ids,
      colour: z.optional(colour),
      watched: z.optional(z.boolean()),
      addGroup: z.optional(group),
      removeGroup: z.optional(group),
    }),
  ),
  /** Moves an entry to another chain, or to all; invalid_input if there is one already. */
  'watchlist.moveToChain': call<WatchedAddress & Undoable>().with(z.object({ id, chainId })),
  /** Removes entries. `watchlist.undo` brings them back. */
  'watchlist.remove': call<Undoable>().with(z.object({ ids })),
  /** `to: null` removes the group from all entries. */
  'watchlist.renameGroup': call<Undoable>().with(z.object({ from: group, to: z.nullable(group) })),
  /** Moves these entries, in this order, before another; to the end if `before` is null. */
  'watchlist.order': call<null>().with(z.object({ ids, before: z.nullable(id) })),
  /** Takes the last change back, as far as nothing else changed meanwhile. */
  'watchlist.undo': call<UndoReport>().with(z.object({ undo: z.number().check(z.int(), z.positive()) })),
  /** Reads a file's text and returns the effect of importing it. Changes nothing. */
  'watchlist.preview': call<ImportPreview>().with(
    z.object({
      text: z.string().check(z.maxLength(MAX_IMPORT_BYTES)),
      /** For rows that do not say it themselves. */
      chainId: z.optional(chainId),
      watched: z.optional(z.boolean()),
      group: z.optional(group),
    }),
  ),
  /** Imports all rows, or none. `theirs`: the file's entries replace existing ones; `mine`: existing entries stay. */
  'watchlist.import': call<ImportReport>().with(
    z.object({ token: z.string().check(z.maxLength(100)), conflicts: z.enum(['theirs', 'mine']) }),
  ),
  /**
   * Exports all entries, or these. CSV is safe to open in a spreadsheet; both formats can be imported again without
   * loss.
   */
  'watchlist.export': call<{ readonly name: string; readonly text: string }>().with(
    z.object({ format: z.enum(['json', 'csv']), ids: z.optional(ids) }),
  ),
} as const

export const watchlistEvents = {
  /** The entries of the watchlist, and what changed. */
  'watchlist.changed': event<WatchChange>().with(z.object({})),
} as const
