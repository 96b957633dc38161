/** Queries on all rows in the archive, not only on those that a window has loaded. */
import * as z from 'zod/mini'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import { RESOURCES } from '#shared/lists/resources.ts'
import type { Cursor, UnreadItem } from '#shared/lists/page.ts'
import type { Activity } from '#shared/query/activity.ts'
import { MAX_QUERY_LENGTH, type QueryError } from '#shared/query/query.ts'
import type { TokenName } from '#shared/query/row-fields.ts'
import { SORT_FIELDS } from '#shared/query/sort.ts'
import { GROUPINGS } from '#shared/query/totals.ts'
import { MAX_MEMBERS } from '#shared/lists/merged-lists.ts'
import { call } from './definition.ts'
import { address } from './fields.ts'
import { MAX_ANSWER_GROUPS, MAX_ANSWER_ROWS, MOVEMENTS, type MovingKind } from './row-limits.ts'
import { listFields, listMark, others, sourceId } from './lists.ts'

const MAX_SOURCES = 200

const sources = z.optional(z.array(sourceId).check(z.maxLength(MAX_SOURCES)))

const listScope = z.object({ of: z.literal('list'), ...listFields, others })

/**
 * The scope of a query: one list (with `others`: a merged list), all lists of one address, or everything. Without
 * `sources`: all sources.
 */
export const rowScope = z.discriminatedUnion('of', [
  listScope,
  z.object({ of: z.literal('address'), address, sources }),
  z.object({ of: z.literal('everything'), sources }),
])
export type RowScope = z.infer<typeof rowScope>

/** A field of the language, or a member of the item: `item.gas_used`. */
const sortField = z.union([
  z.enum(SORT_FIELDS),
  z.string().check(z.maxLength(100), z.regex(/^item(?:\.[a-z0-9_]+){1,4}$/)),
])

const resource = z.enum(RESOURCES as [Resource, ...Resource[]])

const question = {
  scope: rowScope,
  /** For several lists: the kind of rows to return. Without it, only counts by kind are returned. */
  kind: z.optional(resource),
  /** In the filter language; empty for all rows. */
  text: z.string().check(z.maxLength(2 * MAX_QUERY_LENGTH)),
  /** The time zone of dates in `text`. */
  zone: z.enum(['local', 'utc']),
  /**
   * For one list: whether rows that are marked as scam, and rows that imitate a counterparty (docs/poisoning.md), are
   * left out. With `false` no row is left out, and `imitated` is returned all the same.
   */
  fold: z.optional(z.boolean()),
}
/**
 * A list to compare with, of the same kind and the same chain. `show`: only rows with this mark are returned.
 * `isOld`: its source has not sent the current first page yet, so it may have rows newer than its first.
 */
const comparedScope = z.optional(
  z.object({
    scope: listScope,
    show: z.enum(['all', 'here', 'both']),
    isOld: z.optional(z.boolean()),
  }),
)
/** For one list: the part of the matching rows to return. */
const shown = {
  /**
   * In the list's own order: leaves out the rows above these (`newer` of `lists.open`). Rows, `count`, `offset` and
   * `gaps` refer to the others; everything else refers to all loaded rows.
   */
  from: z.optional(z.array(listMark).check(z.maxLength(MAX_MEMBERS))),
  /** Each row says whether this list also has it (`mark`); `marks` counts all matching rows by mark. */
  beside: comparedScope,
}
/** A block and, if known, a row's number in it; or a time in ms since 1970, for a list of another chain. */
const chainPlace = z.union([
  z.object({ block: z.int(), index: z.nullable(z.int()) }),
  z.object({ time: z.int() }),
])
export type ChainPlace = z.infer<typeof chainPlace>
const offset = z.int().check(z.minimum(0))

/** Rows that are not loaded, between others that are. */
export interface RowGap {
  /** The number of rows in the reply that precede the gap. */
  readonly before: number
  /** The gap's rows are in the blocks below `from` and above `to`, if those are known. */
  readonly from: number | null
  readonly to: number | null
  /** Leads to the missing rows (`lists.page`). */
  readonly cursor: Cursor | null
  /**
   * For merged lists: the address whose rows are missing, in lower case. If its list is loaded less far back than the
   * others, `to` is null.
   */
  readonly of?: string | undefined
}

export interface ListRef {
  readonly source: string
  readonly list: ListId
  /** In lower case. */
  readonly params: Readonly<Record<string, string>>
  /** Names and values of the filters that the source applied. */
  readonly filters: readonly (readonly [string, string])[]
}

/**
 * The mark of a row in a comparison: in `both` lists; certainly only `here`; `unknown` if the other list is not
 * loaded this far.
 */
export type RowMark = 'here' | 'both' | 'unknown'
export type MarkCounts = Readonly<Record<RowMark, number>>

/** A row: its item, or the description of an unreadable item. */
export interface RowAnswer {
  readonly key: string
  readonly item?: ListItem
  readonly unread?: Omit<UnreadItem, 'position'>
  /** The index of its list in `lists`. */
  readonly list: number
  /** Present if `beside` was given. */
  readonly mark?: RowMark
}

/** The extent to which one list of an address is loaded. */
export interface ListReach {
  readonly source: string
  readonly kind: MovingKind
  readonly rows: number
  /** Whether the list is loaded to its end without a gap. */
  readonly isComplete: boolean
  /** The time of the oldest row that is connected to the newest without a gap; null if it has none. */
  readonly since: string | null
}

export interface KindCount {
  readonly kind: Resource
  readonly count: number
  readonly loaded: number
}

export interface ScopeAnswer {
  /** Errors in the text; then no row is returned. */
  readonly errors: readonly QueryError[]
  /**
   * The number of rows in the scope. A row in several lists counts once for each; in a merged list, `rows.find`
   * counts it once.
   */
  readonly loaded: number
  /** A new text whenever the loaded rows of the scope, or of the list that it is compared with, have changed. */
  readonly revision: string
  /** For several lists: counts by kind of row, the largest first, without kinds that do not support the query. */
  readonly kinds: readonly KindCount[]
  /** For one list with `fold`. */
  readonly folded?: FoldedCounts
}

/** Matching rows that are left out. */
export interface FoldedCounts {
  readonly scam: number
  /** Imitations among the rows that are not marked as scam. */
  readonly imitations: number
  /** Whether only the newest `MAX_LEARNT_ROWS` rows were used to learn the account's counterparties. */
  readonly isOfNewest: boolean
}

export interface RowsAnswer extends ScopeAnswer {
  /** The number of matching rows; a row in several lists counts once. */
  readonly count: number
  /** For one list: whether it is loaded from its newest row to its end without a gap, for each of its addresses. */
  readonly isComplete: boolean
  /**
   * For one list: when its head was last read, in ms since 1970; null if it is not loaded for each of its addresses.
   */
  readonly readAt: number | null
  /** For one list in its own order. */
  readonly gaps: readonly RowGap[]
  /** For one list that is not loaded to its end: leads to the row after the last loaded one. */
  readonly next: Cursor | null
  readonly lists: readonly ListRef[]
  /** The rows from `offset` on; empty if they are not modified. */
  readonly rows: readonly RowAnswer[]
  /** For one list: unchanged while the rows from `offset` on are. */
  readonly etag?: string
  /** Present if the rows have the given entity tag. */
  readonly isNotModified?: true
  /** For the first rows of all movements of an address: the extent of each list. */
  readonly reach?: readonly ListReach[]
  /** For one list with `fold`: imitations among the rows, in lower case. */
  readonly imitated?: readonly (readonly [imitator: string, imitated: string])[]
  /** With `beside`: the counts of all matching rows, whichever are returned. */
  readonly marks?: MarkCounts
}

export interface NearestPlace {
  /** The index of the nearest row: of two equally near ones the lower; 0 if there are no rows. */
  readonly index: number
  /** The number of rows in that result. */
  readonly count: number
  readonly revision: string
}

/** Amounts are decimal texts, which `readTotals` converts to bigints. */
export interface TotalsAnswer {
  readonly rows: number
  readonly failed: number
  readonly first: string | null
  readonly last: string | null
  readonly fees: string | null
  /** The assets in the most rows come first. */
  readonly sums: readonly {
    readonly token: TokenName | null
    readonly decimals: number
    readonly rows: number
    readonly sum: string
    readonly in: string
    readonly out: string
  }[]
}

export interface GroupAnswer extends TotalsAnswer {
  readonly of: { readonly party?: AddressRef; readonly token?: TokenName; readonly text?: string }
  /** The filter that shows the group's rows; null for rows that share nothing. */
  readonly condition: string | null
  /** The number of assets in the group; `sums` contains the first of them. */
  readonly assets: number
}

export interface RowTotals extends ScopeAnswer {
  /** Null if there is an error. */
  readonly totals: TotalsAnswer | null
  /** From `offset` on; the groups with the most rows come first. */
  readonly groups: readonly GroupAnswer[]
  readonly groupCount: number
}

/** The number of rows per unit of time. */
export interface RowActivity {
  /** Null if no row has a time. */
  readonly activity: Activity | null
  /** The number of rows without a time. */
  readonly undated: number
}

/** If there is an error, it counts no rows. */
export interface ScopeActivity extends ScopeAnswer, RowActivity {}

/** The input of `rows.find`. */
export const foundRows = z.object({
  ...question,
  kind: z.optional(z.union([resource, z.literal(MOVEMENTS)])),
  sort: z.nullable(z.object({ by: sortField, descending: z.boolean() })),
  ...shown,
  offset,
  limit: z.int().check(z.minimum(0), z.maximum(MAX_ANSWER_ROWS)),
  /** The `etag` of an earlier reply to the same query: unchanged rows are not sent again. */
  ifNoneMatch: z.optional(z.string().check(z.maxLength(100))),
})

export const rowCalls = {
  /**
   * Finds the loaded rows that match, and returns a part of them: in the order of their list, or newest first for
   * several lists. With an empty text, in one list, it reads rows at any position.
   */
  'rows.find': call<RowsAnswer>().with(foundRows),
  /**
   * Finds the row of that result that is nearest to a position on the chain, so that two lists can show the same
   * position. `invalid_input` for a list that is not in the chain's order.
   */
  'rows.place': call<NearestPlace>().with(z.object({ ...question, ...shown, at: chainPlace })),
  /** The totals of the matching rows. For several lists, `kind` is required: rows of two kinds have no common sum. */
  'rows.totals': call<RowTotals>().with(
    z.object({
      ...question,
      beside: comparedScope,
      grouping: z.nullable(z.enum(GROUPINGS)),
      offset,
      limit: z.int().check(z.minimum(0), z.maximum(MAX_ANSWER_GROUPS)),
    }),
  ),
  /** The number of matching rows per unit of time. For several lists, `kind` is required. */
  'rows.activity': call<ScopeActivity>().with(z.object({ ...question, beside: comparedScope })),
} as const
