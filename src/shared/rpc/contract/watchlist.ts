/** Addresses a person watches or has given a name: kept for all sources, seen in every list. */
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

/** What lists and the sidebar need of one; its note is read when it is opened. */
export interface WatchedAddress {
  readonly id: number
  /** In its checksummed case. */
  readonly address: string
  /** Decimal; null: on every chain. An entry of a chain goes before one for all. */
  readonly chainId: string | null
  /** Empty where the address is watched without a name. */
  readonly label: string
  readonly colour: WatchColour | null
  readonly groups: readonly string[]
  /** In the sidebar and polled in the background; else only its label is shown. */
  readonly watched: boolean
  readonly hasNote: boolean
  /** Larger is lower. */
  readonly position: number
}

/**
 * All of them at first, in order; of a long list the first only, and the others, in parts of the same revision, after
 * it while there are `more`. Then only what changed: `revision` counts by one; after a gap, subscribe again.
 */
export type WatchChange = { readonly revision: number } & (
  | { readonly all: readonly WatchedAddress[]; readonly more: boolean }
  | { readonly others: readonly WatchedAddress[]; readonly more: boolean }
  | { readonly changed: readonly WatchedAddress[]; readonly removed: readonly number[] }
)

/** What was done can be taken back by this, also after a restart, as long as it is among the last 50. */
export interface Undoable {
  readonly undo: number
}

/** A window looks at a file's size before it reads it; with what JSON adds, it fits a message of 16 MiB. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024
export const MAX_IMPORT_ROWS = 100_000
/** Longer lists are counted whole and shown in part. */
export const MAX_IMPORT_ROWS_SHOWN = 500

/** A line of the file that is not taken as it stands. */
export interface ImportIssue {
  /** From 1, as an editor counts; in JSON the entry's number. */
  readonly line: number
  readonly kind:
    | 'no_address'
    | 'wrong_address'
    | 'wrong_checksum'
    | 'unknown_chain'
    | 'same_again'
    | 'differs_from_earlier'
    /** Taken, but shortened or freed of characters that can't be seen. */
    | 'adjusted'
  /** The part of the line it is about, cleaned and shortened. */
  readonly text: string
  /** The line that has the same address and chain, of `same_again` and `differs_from_earlier`. */
  readonly earlierLine?: number
  /** What a `wrong_address` could be instead, as the search field says it. */
  readonly hint?: string
}

export interface ImportCounts {
  /** Rows or entries in the file, empty lines and the heading not counted: the sum of the six below. */
  readonly rows: number
  readonly added: number
  readonly changed: number
  /** Already there, just so. */
  readonly same: number
  /** Already there and different, left as they are because the person chose so. */
  readonly kept: number
  /** The same address and chain again in the file. */
  readonly repeated: number
  /** Could not be read. */
  readonly refused: number
}

export interface ImportedChange {
  readonly address: string
  readonly chainId: string | null
  readonly before: { readonly label: string; readonly note: string } | null
  readonly after: { readonly label: string; readonly note: string }
}

/** What the file was taken for. Its headings or keys that are read, as written; null for a CSV without a heading. */
export interface ImportFormat {
  readonly kind: 'csv' | 'json'
  readonly columns: readonly string[] | null
}

export interface ImportPreview {
  /** For `watchlist.import`; good until the next preview. */
  readonly token: string
  readonly format: ImportFormat
  /** As it would be with conflicts settled for the file. */
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
  /** Changed again since, so left as they are. */
  readonly left: number
}

export const MAX_LABEL_LENGTH = 200
export const MAX_NOTE_LENGTH = 4_000
const id = z.number().check(z.int(), z.positive())
const ids = z.array(id).check(z.minLength(1), z.maxLength(MAX_IMPORT_ROWS))
/** Null: on every chain. */
const chainId = z.nullable(ofOneChain)
const label = z.string().check(z.maxLength(2_000))
const note = z.string().check(z.maxLength(20_000))
const colour = z.nullable(z.enum(WATCH_COLOURS))
const group = z.string().check(z.minLength(1), z.maxLength(200))
const groups = z.array(group).check(z.maxLength(50))

export const watchlistCalls = {
  'watchlist.read': call<WatchedAddress & { readonly note: string }>().with(z.object({ id })),
  /** Adds the address, or changes what is given of it. */
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
  /** The same change to many. */
  'watchlist.edit': call<Undoable>().with(
    z.object({
      ids,
      colour: z.optional(colour),
      watched: z.optional(z.boolean()),
      addGroup: z.optional(group),
      removeGroup: z.optional(group),
    }),
  ),
  /** Takes an entry to another chain, or to all; invalid_input where there is one already. */
  'watchlist.moveToChain': call<WatchedAddress & Undoable>().with(z.object({ id, chainId })),
  'watchlist.remove': call<Undoable>().with(z.object({ ids })),
  /** `to: null` takes the group from all that are in it. */
  'watchlist.renameGroup': call<Undoable>().with(z.object({ from: group, to: z.nullable(group) })),
  /** Puts these, in this order, before another; to the end where `before` is null. */
  'watchlist.order': call<null>().with(z.object({ ids, before: z.nullable(id) })),
  'watchlist.undo': call<UndoReport>().with(z.object({ undo: z.number().check(z.int(), z.positive()) })),
  /** Reads a file's text and tells what importing it would do; changes nothing. */
  'watchlist.preview': call<ImportPreview>().with(
    z.object({
      text: z.string().check(z.maxLength(MAX_IMPORT_BYTES)),
      /** For rows that say nothing of it themselves. */
      chainId: z.optional(chainId),
      watched: z.optional(z.boolean()),
      group: z.optional(group),
    }),
  ),
  /** Does it, all or nothing. `theirs`: the file's entries replace one's own; `mine`: what is there stays. */
  'watchlist.import': call<ImportReport>().with(
    z.object({ token: z.string().check(z.maxLength(100)), conflicts: z.enum(['theirs', 'mine']) }),
  ),
  /** All, or these. CSV is safe to open in a spreadsheet; both read back exactly. */
  'watchlist.export': call<{ readonly name: string; readonly text: string }>().with(
    z.object({ format: z.enum(['json', 'csv']), ids: z.optional(ids) }),
  ),
} as const

export const watchlistEvents = {
  'watchlist.changed': event<WatchChange>().with(z.object({})),
} as const
