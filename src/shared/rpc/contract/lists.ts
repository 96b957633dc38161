/** Pages of lists and single things of a chain. */
import * as z from 'zod/mini'
import type { DetailItem } from '#shared/lists/detail-items.ts'
import { DETAIL_IDS, type DetailId } from '#shared/lists/detail-table.ts'
import { LIST_IDS, type ListId, type ListItem } from '#shared/lists/list-table.ts'
import {
  cursor,
  type Cursor,
  type Kept,
  type MissingRows,
  type Page,
  type SourceNotice,
} from '#shared/lists/page.ts'
import { MAX_MEMBERS } from '#shared/lists/merged-lists.ts'
import { PRIORITIES } from '#shared/priority.ts'
import type { ChainglassError } from '../../errors/errors.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import { MAX_PENDING_ROWS } from './row-limits.ts'

const text = (max: number) => z.string().check(z.maxLength(max))
export const listId = z.enum(LIST_IDS as [ListId, ...ListId[]])
export const detailId = z.enum(DETAIL_IDS as [DetailId, ...DetailId[]])
export const sourceId = text(200)
/** Path parameters. The core checks them against the table. */
export const params = z.record(text(100), text(500))
/** Filters: `many` as an array, `flag` as a boolean. The core checks them against the table. */
export const filters = z.record(
  text(100),
  z.union([text(2_000), z.number(), z.boolean(), z.array(text(500)).check(z.maxLength(100))]),
)
export type Filters = z.infer<typeof filters>

/** The fields that identify a list of a source. */
export const listFields = { source: sourceId, list: listId, params, filters }

/**
 * For a list of an address: further addresses. Their same lists are merged with it, and each row is in the result
 * once.
 */
export const others = z.optional(z.array(address).check(z.maxLength(MAX_MEMBERS - 1)))

/**
 * The row that was first in a list when new rows were last shown. `address`: the owner of the list, for merged lists.
 */
export const listMark = z.object({
  address: z.optional(address),
  height: z.int(),
  /** A hash of the row's identity. */
  key: z.int(),
})
export type ListMark = z.infer<typeof listMark>

export interface DetailRead<Id extends DetailId = DetailId> {
  readonly item: DetailItem<Id>
  /** Present if it comes from the archive. */
  readonly kept?: Kept
}

/** A list that this connection has opened (`lists.open`): `not_found` if it has not, or has closed it. */
const opened = { id: text(100) }
const openedList = z.object(opened)

/** The calls on an open list. They return at once; the subscription reports their result. */
const openListCalls = {
  /** Reads the page after the last row. Does nothing while a page is being read or an error is pending. */
  'lists.more': call<null>().with(openedList),
  /**
   * Reads all missing rows, at a lower priority than what people wait for, until the list is complete or
   * `lists.stop`. It waits for rate limits. For a chain on this machine, new rows are read from then on, too.
   */
  'lists.loadAll': call<null>().with(openedList),
  /** Stops reading a list that `lists.loadAll` reads to its end. */
  'lists.stop': call<null>().with(openedList),
  /** Treats the newer rows as seen: they are no longer set apart. */
  'lists.showNewer': call<null>().with(openedList),
  /** Continues reading at a gap, by its cursor: `not_found` if there is no such gap. */
  'lists.fillGap': call<null>().with(z.object({ ...opened, cursor })),
  /** Retries what failed. */
  'lists.retry': call<null>().with(openedList),
  /**
   * Asks the source for the current first page, whatever is stored; for a list of present state, all pages that are
   * here.
   */
  'lists.refresh': call<null>().with(openedList),
  /**
   * Reports that the list's window is hidden, or visible again: while it is hidden, the first page is polled less
   * often.
   */
  'lists.hide': call<null>().with(z.object({ ...opened, isHidden: z.boolean() })),
} as const

export const listCalls = {
  ...openListCalls,
  /**
   * The next page of a list; `cursor: null` for the first. It may come from the archive (`kept`), unless `refresh`
   * asks the source again; if that fails for the first page, stored rows are returned. With `offline` no remote
   * source is asked: `not_found` if nothing is stored, and a gap where the stored rows end. With `unkept` nothing is
   * stored, not even in memory: for who reads a long list once. With `texts` each item that the source is asked for
   * carries its JSON as the source wrote it (`lists/own-text.ts`).
   */
  'lists.page': call<Page<ListItem>>().with(
    z.object({
      ...listFields,
      others,
      cursor: z.nullable(cursor),
      refresh: z.optional(z.boolean()),
      offline: z.optional(z.boolean()),
      unkept: z.optional(z.boolean()),
      texts: z.optional(z.boolean()),
      /** A visible tab goes before background work. */
      priority: z.optional(z.enum(PRIORITIES)),
    }),
  ),
  /**
   * One thing in full: not_found if the source does not have it. It may come from the archive, unless `refresh` asks
   * the source again; if that fails, stored data is returned. With `offline` no remote source is asked: `not_found`
   * if nothing is stored.
   */
  'details.read': call<DetailRead>().with(
    z.object({
      source: sourceId,
      detail: detailId,
      params,
      refresh: z.optional(z.boolean()),
      offline: z.optional(z.boolean()),
    }),
  ),
  /**
   * A remote image, which the core fetches and checks by size and type. `source` is the source on whose behalf it is
   * requested; `url` is the item's (http, https, ipfs, ar or data). Never an SVG document. `base64` of a PNG, JPEG,
   * GIF, WebP or AVIF; `width` and `height` in pixels, as the file says.
   */
  'media.image': call<{
    readonly type: string
    readonly base64: string
    readonly width: number
    readonly height: number
  }>().with(z.object({ source: sourceId, url: z.string().check(z.maxLength(2_000_000)) })),
} as const

/** Missing rows between others: those of the blocks below `from` and above `to`. */
export interface ListGap {
  readonly from: number | null
  readonly to: number | null
  /** The cursor that leads to them. */
  readonly cursor: Cursor
}

/** A row that is in no block yet. */
export interface PendingRow {
  readonly key: string
  readonly item: ListItem
  /** Mined since it was shown. It keeps its position until the newer rows, of which it is one, are shown. */
  readonly isMined?: true
}

/** The progress of reading to the end: answered requests, rows, and the time since it began. */
export interface LoadAllProgress {
  readonly requests: number
  readonly rows: number
  readonly ms: number
}

/** The state of an open list: the rows that are here, and the reading of the others. */
export interface OpenList {
  /** Identifies the list in calls of the connection that opened it; every opening has a new one. */
  readonly id: string
  /** A new text whenever the rows here have changed; the same text as in `rows.find`. */
  readonly revision: string
  /**
   * The number of rows that are here and can be queried (`rows.find`, `rows.totals`, `rows.activity`), without
   * pending ones. A row in the lists of several addresses counts once for each.
   */
  readonly loaded: number
  /** Whether all rows are here, without a gap. */
  readonly isWhole: boolean
  /** Whether a page is being read. */
  readonly isReading: boolean
  /** Whether there is nothing to read after the last row. */
  readonly isEnd: boolean
  /** When the source last sent the first page, in ms since 1970; null if it never did. */
  readonly readAt: number | null
  /** Whether the source sent the first page since the list was opened, or just before. */
  readonly isCurrent: boolean
  /**
   * Rows that are new since the list was opened, or since `lists.showNewer`: this number of rows precede the row that
   * was first then. A row in the lists of several addresses counts once. `gap`: rows may be missing below them. `from`:
   * passed to `rows.find`, it leaves them out; empty if no row was first, or if the list is not in the order of
   * arrival.
   */
  readonly newer: {
    readonly count: number
    /** The number of them that are pending. */
    readonly pending: number
    readonly gap: boolean
    readonly from: readonly ListMark[]
  }
  /** The newest gaps. */
  readonly gaps: readonly ListGap[]
  /** Pending rows stand above all others. Those that arrived later wait with the newer rows. */
  readonly pending: readonly PendingRow[]
  /** Present while the list is read to its end. */
  readonly loadAll?: LoadAllProgress
  readonly notice?: SourceNotice
  /** For merged lists: addresses whose rows could not be read, or are out of date. */
  readonly missing?: readonly MissingRows[]
  /** Why the last read failed. `retryInMs`: when it is retried automatically; null: not automatically. */
  readonly error?: { readonly error: ChainglassError; readonly retryInMs: number | null }
}

export const listEvents = {
  /**
   * Opens a list: emits its state at once and at each change. The first page is requested from the source and polled;
   * further pages are read by the calls `lists.*` with its `id`. Subscribers to the same list share its reading,
   * which ends with the last subscription. The subscription ends with `rate_limited` if the connection has too many
   * lists open.
   */
  'lists.open': event<OpenList>().with(
    z.object({
      ...listFields,
      others,
      /** The first rows when a person last saw the list: rows that arrived since count as newer from the start. */
      from: z.optional(z.array(listMark).check(z.maxLength(MAX_MEMBERS))),
      /** Keys of the pending rows above those rows: they keep their position. */
      pending: z.optional(z.array(text(200)).check(z.maxLength(MAX_PENDING_ROWS))),
    }),
  ),
  /** The first page of a list, polled while its tab is open; emitted whenever it changes. */
  'lists.firstPage': event<Page<ListItem>>().with(
    z.object({
      ...listFields,
      others,
      texts: z.optional(z.boolean()),
      /** The window is hidden, so the list is polled less often. */
      isHidden: z.optional(z.boolean()),
    }),
  ),
} as const
