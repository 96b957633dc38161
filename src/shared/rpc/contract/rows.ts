/** Questions over all rows that the archive holds, not only over those a window has loaded. */
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
import { MAX_MEMBERS } from '#shared/lists/several.ts'
import { call } from './definition.ts'
import { address } from './fields.ts'
import { MAX_ANSWER_GROUPS, MAX_ANSWER_ROWS, MOVEMENTS, type MovingKind } from './row-limits.ts'
import { listFields, listMark, others, sourceId } from './lists.ts'

const MAX_SOURCES = 200

const sources = z.optional(z.array(sourceId).check(z.maxLength(MAX_SOURCES)))

const listScope = z.object({ of: z.literal('list'), ...listFields, others })

/**
 * Where it is asked: in one list (`others`: in that of several addresses as one), in all lists of one address, in
 * everything. Without `sources`: of all of them.
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
  /** Of several lists: rows of this kind. Without it only their numbers are told, by kind. */
  kind: z.optional(resource),
  /** In the filter language; empty for all rows. */
  text: z.string().check(z.maxLength(2 * MAX_QUERY_LENGTH)),
  /** In which dates are meant. */
  zone: z.enum(['local', 'utc']),
  /**
   * Of one list: rows marked as scam, and those that imitate a dealing (docs/poisoning.md), are left out. With `false` none
   * are, and who imitates whom is told all the same.
   */
  fold: z.optional(z.boolean()),
}
/**
 * Another list of the same kind, and of the same chain, that a list is compared with. `show`: only rows of one mark are
 * asked. `isOld`: its source has not said yet how it begins now, so whether it has rows newer than its first one is not known.
 */
const beside = z.optional(
  z.object({
    scope: listScope,
    show: z.enum(['all', 'here', 'both']),
    isOld: z.optional(z.boolean()),
  }),
)
/** Of one list: what is shown of what matches. */
const shown = {
  /**
   * In its own order: without the rows that stand above these (`newer` of `lists.open`). Rows, `count`, `offset` and `gaps`
   * speak of the others; all else of all that is loaded.
   */
  from: z.optional(z.array(listMark).check(z.maxLength(MAX_MEMBERS))),
  /** Each row says whether this list has it, too (`mark`), and `marks` how many of them all do. */
  beside,
}
/** A block, and a row's number in it where that is known; or a time in ms since 1970, in a list of another chain. */
const chainPlace = z.union([
  z.object({ block: z.int(), index: z.nullable(z.int()) }),
  z.object({ time: z.int() }),
])
export type ChainPlace = z.infer<typeof chainPlace>
const offset = z.int().check(z.minimum(0))

/** Rows that are not loaded between others that are. */
export interface RowGap {
  /** Rows of the answer that stand above it. */
  readonly before: number
  /** Of the blocks below `from` and above `to`, as far as these are known. */
  readonly from: number | null
  readonly to: number | null
  /** Leads to the rows that are missing (`lists.page`). */
  readonly cursor: Cursor | null
  /**
   * Of several addresses as one: whose rows are missing, in lower case. Also where its list is loaded less far back than those
   * of others: `to` is null then.
   */
  readonly of?: string | undefined
}

export interface ListRef {
  readonly source: string
  readonly list: ListId
  /** In lower case. */
  readonly params: Readonly<Record<string, string>>
  /** Names and values of what the source was asked to filter by. */
  readonly filters: readonly (readonly [string, string])[]
}

/**
 * Of a row, where its list is compared with another one: `both` have it; it is only `here`, for certain; `unknown` where the
 * other list is not loaded so far.
 */
export type RowMark = 'here' | 'both' | 'unknown'
export type MarkCounts = Readonly<Record<RowMark, number>>

/** One row: its item, or what stands for one that could not be read. */
export interface RowAnswer {
  readonly key: string
  readonly item?: ListItem
  readonly unread?: Omit<UnreadItem, 'position'>
  /** Which of `lists` it belongs to. */
  readonly list: number
  /** Where `beside` was asked. */
  readonly mark?: RowMark
}

/** How far back one of the lists of an address is loaded. */
export interface ListReach {
  readonly source: string
  readonly kind: MovingKind
  readonly rows: number
  /** To its end, without a gap. */
  readonly isComplete: boolean
  /** The time of the oldest row that follows the newest without a gap; null where it has none. */
  readonly since: string | null
}

export interface KindCount {
  readonly kind: Resource
  readonly count: number
  readonly loaded: number
}

export interface ScopeAnswer {
  /** What is wrong with the text; nothing is found then. */
  readonly errors: readonly QueryError[]
  /**
   * Rows in the scope. One that stands in several of its lists is counted for each of them, but of several addresses as
   * one, where `rows.find` counts each once.
   */
  readonly loaded: number
  /** Another text whenever what is loaded in the scope has changed, or in the list that it is compared with. */
  readonly revision: string
  /** Of several lists: by kind of row, those with most rows first. Kinds that have nothing for the question are left out. */
  readonly kinds: readonly KindCount[]
  /** Of one list, where `fold` was asked. */
  readonly folded?: FoldedCounts
}

/** Rows that match and are left out. */
export interface FoldedCounts {
  readonly scam: number
  /** Those that imitate a dealing, of those that are not marked as scam. */
  readonly imitations: number
  /** Only the newest rows taught whom the account deals with: `MAX_LEARNT_ROWS`. */
  readonly isOfNewest: boolean
}

export interface RowsAnswer extends ScopeAnswer {
  /** Rows that match; one that stands in several lists is one. */
  readonly count: number
  /** Of one list: it is loaded from its newest row to its end without a gap, for each of its addresses. */
  readonly isComplete: boolean
  /** Of one list: when its head was read last, in ms since 1970; null where it is not loaded for each of its addresses. */
  readonly readAt: number | null
  /** Of one list in its own order. */
  readonly gaps: readonly RowGap[]
  /** Of one list that is not loaded to its end: leads to what follows the last row that is loaded. */
  readonly next: Cursor | null
  readonly lists: readonly ListRef[]
  /** From `offset` on; none where they are not modified. */
  readonly rows: readonly RowAnswer[]
  /** Of one list: the same text while the rows from `offset` on are the same. */
  readonly etag?: string
  /** They have the entity tag that was asked with. */
  readonly isNotModified?: true
  /** Of all movements of an address, where its first rows are asked for: by list. */
  readonly reach?: readonly ListReach[]
  /** Of one list, where `fold` was asked: who of the rows imitates whom, in lower case. */
  readonly imitated?: readonly (readonly [imitator: string, imitated: string])[]
  /** Where `beside` was asked: of all rows that match, whichever are shown. */
  readonly marks?: MarkCounts
}

export interface NearestPlace {
  /** Of two rows that are as near, the one further down; 0 where there are none. */
  readonly index: number
  /** Rows of the answer. */
  readonly count: number
  readonly revision: string
}

/** Amounts are decimal text: `readTotals` makes bigints of them. */
export interface TotalsAnswer {
  readonly rows: number
  readonly failed: number
  readonly first: string | null
  readonly last: string | null
  readonly fees: string | null
  /** Those in most rows first. */
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
  /** What is asked to see its rows; null of those that have nothing in common. */
  readonly condition: string | null
  /** How many assets it has: `sums` holds the first of them. */
  readonly assets: number
}

export interface RowTotals extends ScopeAnswer {
  /** Null where there is an error. */
  readonly totals: TotalsAnswer | null
  /** Those of most rows first; from `offset` on. */
  readonly groups: readonly GroupAnswer[]
  readonly groupCount: number
}

/** When rows happened. */
export interface RowActivity {
  /** Null where none of them has a time. */
  readonly activity: Activity | null
  /** Rows that have none. */
  readonly undated: number
}

/** Where there is an error, of no rows. */
export interface ScopeActivity extends ScopeAnswer, RowActivity {}

export const rowCalls = {
  /**
   * The rows loaded that match, in the order of their list or newest first where they are of several, and some of them. With
   * an empty text, in one list, it is a look at any place of it.
   */
  'rows.find': call<RowsAnswer>().with(
    z.object({
      ...question,
      kind: z.optional(z.union([resource, z.literal(MOVEMENTS)])),
      sort: z.nullable(z.object({ by: sortField, descending: z.boolean() })),
      ...shown,
      offset,
      limit: z.int().check(z.minimum(0), z.maximum(MAX_ANSWER_ROWS)),
      /** `etag` of an answer to this question: who has its rows is not told the same ones again. */
      ifNoneMatch: z.optional(z.string().check(z.maxLength(100))),
    }),
  ),
  /**
   * Which row of that answer, in the order of the chain, is the nearest to a place on it: so that two lists are at the same
   * place. `invalid_input` of a list in another order.
   */
  'rows.place': call<NearestPlace>().with(z.object({ ...question, ...shown, at: chainPlace })),
  /** What they add up to. Of several lists, `kind` has to be named: rows of two kinds have no sum. */
  'rows.totals': call<RowTotals>().with(
    z.object({
      ...question,
      beside,
      grouping: z.nullable(z.enum(GROUPINGS)),
      offset,
      limit: z.int().check(z.minimum(0), z.maximum(MAX_ANSWER_GROUPS)),
    }),
  ),
  /** How many of them there are in each unit of time. Of several lists, `kind` has to be named. */
  'rows.activity': call<ScopeActivity>().with(z.object({ ...question, beside })),
} as const
