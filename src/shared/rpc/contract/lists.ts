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
import { MAX_MEMBERS } from '#shared/lists/several.ts'
import { PRIORITIES } from '#shared/priority.ts'
import type { ChainglassError } from '../../errors/errors.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import { MAX_PENDING_ROWS } from './row-limits.ts'

const text = (max: number) => z.string().check(z.maxLength(max))
export const listId = z.enum(LIST_IDS as [ListId, ...ListId[]])
export const detailId = z.enum(DETAIL_IDS as [DetailId, ...DetailId[]])
export const sourceId = text(200)
/** Of a path: the core checks them against the table. */
export const params = z.record(text(100), text(500))
/** Filters as a person set them: `many` as an array, `flag` as a boolean. The core checks them against the table. */
export const filters = z.record(
  text(100),
  z.union([text(2_000), z.number(), z.boolean(), z.array(text(500)).check(z.maxLength(100))]),
)
export type Filters = z.infer<typeof filters>

/** What names a list of a source. */
export const listFields = { source: sourceId, list: listId, params, filters }

/** Of a list of an address: the same lists of these are merged with it, each row once. */
export const others = z.optional(z.array(address).check(z.maxLength(MAX_MEMBERS - 1)))

/** The row of a list that stood first when what is new was shown last. `address`: of several as one, whose list it is. */
export const listMark = z.object({
  address: z.optional(address),
  height: z.int(),
  /** A number of its identity. */
  key: z.int(),
})
export type ListMark = z.infer<typeof listMark>

export interface DetailRead<Id extends DetailId = DetailId> {
  readonly item: DetailItem<Id>
  /** It comes from the archive. */
  readonly kept?: Kept
}

/** One that this connection has opened (`lists.open`): `not_found` where it has not, or has closed it. */
const opened = { id: text(100) }
const openedCall = () => call<null>().with(z.object(opened))

/** They return at once; what comes of them is told by the subscription. */
const openListCalls = {
  /** Reads the page that follows the last row. Nothing, while something is on its way or an error waits. */
  'lists.more': openedCall(),
  /**
   * Reads all that is missing, behind what people wait for, until it is here or `lists.stop`. It waits out rate limits. Of a
   * chain on this machine, what is new is read, too, from then on.
   */
  'lists.loadAll': openedCall(),
  'lists.stop': openedCall(),
  /** What came since is no newer than the rest any more. */
  'lists.showNewer': openedCall(),
  /** Reads on at a gap, by its cursor: `not_found` where it has none there. */
  'lists.fillGap': call<null>().with(z.object({ ...opened, cursor })),
  /** Tries again what failed. */
  'lists.retry': openedCall(),
  /** Asks the source how it begins now, whatever is kept; of a list that says how things stand, all that is here. */
  'lists.refresh': openedCall(),
  /** The window with it is hidden, or is seen again: how it begins is asked less often meanwhile. */
  'lists.hide': call<null>().with(z.object({ ...opened, isHidden: z.boolean() })),
} as const

export const listCalls = {
  ...openListCalls,
  /**
   * The next page of a list; `cursor: null` for the first. It may come from the archive (`kept`), unless `refresh` asks
   * the source again; where that can't give how it begins now, what is kept is given still. With `offline` no remote source
   * is asked: `not_found` where nothing is kept of it, and a gap where what is kept ends.
   */
  'lists.page': call<Page<ListItem>>().with(
    z.object({
      ...listFields,
      others,
      cursor: z.nullable(cursor),
      refresh: z.optional(z.boolean()),
      offline: z.optional(z.boolean()),
      /** A visible tab goes before background work. */
      priority: z.optional(z.enum(PRIORITIES)),
    }),
  ),
  /**
   * One thing in full where the source has it: not_found where it has not. It may come from the archive, unless `refresh`
   * asks the source again; where that can't give it now, what is kept is given still. With `offline` no remote source is
   * asked: `not_found` where it is not kept.
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
   * A remote image, fetched, size- and type-checked by the core. `source` tells whose request it is; `url` is what the
   * chain's item says (http, https, ipfs, ar or data). Never an SVG document. `base64` of a PNG, JPEG, GIF, WebP or AVIF;
   * `width` and `height` in pixels, as it says itself.
   */
  'media.image': call<{
    readonly type: string
    readonly base64: string
    readonly width: number
    readonly height: number
  }>().with(z.object({ source: sourceId, url: z.string().check(z.maxLength(2_000_000)) })),
} as const

/** Rows that are not here between others that are: those of the blocks below `from` and above `to`. */
export interface ListGap {
  readonly from: number | null
  readonly to: number | null
  /** Leads to them. */
  readonly cursor: Cursor
}

/** A row that no block has yet. */
export interface PendingRow {
  readonly key: string
  readonly item: ListItem
  /** A block has it since it was shown: it stays where it is, though it is among the newer rows, until these are shown. */
  readonly isMined?: true
}

/** How far reading to the end has come: requests answered, rows read and time gone since it began. */
export interface LoadAllProgress {
  readonly requests: number
  readonly rows: number
  readonly ms: number
}

/** A list that is open: what is here of it, and what is being done about the rest. */
export interface OpenList {
  /** Names it in the calls of the connection that opened it; another one with each opening. */
  readonly id: string
  /** Another text whenever what is here has changed, the same that `rows.find` tells. */
  readonly revision: string
  /**
   * Rows that are here, and can be asked (`rows.find`, `rows.totals`, `rows.activity`). Pending ones are not among them; one
   * that stands in the lists of several addresses is counted for each.
   */
  readonly loaded: number
  /** All there are, without a gap. */
  readonly isWhole: boolean
  /** Something of it is on its way. */
  readonly isReading: boolean
  /** Nothing more is to be had below the last row. */
  readonly isEnd: boolean
  /** When its source said last how it begins, in ms since 1970; null where it never did. */
  readonly readAt: number | null
  /** It has said so since the list was opened, or just before. */
  readonly isCurrent: boolean
  /**
   * Rows that came since it was opened, or since `lists.showNewer`: so many of those that are here stand above what was
   * first then, each once where it stands in the lists of several addresses. `gap`: below them some may be missing. `from`:
   * with it `rows.find` leaves them out; empty where no row stood first, or rows are not told apart by when they came.
   */
  readonly newer: {
    readonly count: number
    /** Those of them that no block has yet. */
    readonly pending: number
    readonly gap: boolean
    readonly from: readonly ListMark[]
  }
  /** The newest of them. */
  readonly gaps: readonly ListGap[]
  /** They stand above all others; those that came since wait with what is newer. */
  readonly pending: readonly PendingRow[]
  /** While somebody wants all of it. */
  readonly loadAll?: LoadAllProgress
  readonly notice?: SourceNotice
  /** Of several addresses as one: those whose rows could not be read, or are as they were when that was possible. */
  readonly missing?: readonly MissingRows[]
  /** Why the last reading failed. `retryInMs`: it is tried again by itself then; null: not by itself. */
  readonly error?: { readonly error: ChainglassError; readonly retryInMs: number | null }
}

export const listEvents = {
  /**
   * Opens a list: what is here of it is told at once, and whenever it has changed. How it begins is asked of its source, and
   * followed; further pages are read by the calls `lists.*` that take its `id`. Who opens the same list shares its reading,
   * which ends with the last subscription. It ends with `rate_limited` where a connection has too many open.
   */
  'lists.open': event<OpenList>().with(
    z.object({
      ...listFields,
      others,
      /** Somebody reads it from below these rows: what came since they were first is newer from the beginning. */
      from: z.optional(z.array(listMark).check(z.maxLength(MAX_MEMBERS))),
      /** Keys of the pending rows that stand above them: they stay there. */
      pending: z.optional(z.array(text(200)).check(z.maxLength(MAX_PENDING_ROWS))),
    }),
  ),
  /** The first page of a list, polled while its tab is open, whenever it has changed. */
  'lists.firstPage': event<Page<ListItem>>().with(
    z.object({
      ...listFields,
      others,
      /** The window is hidden: the list is polled less often. */
      isHidden: z.optional(z.boolean()),
    }),
  ),
} as const
