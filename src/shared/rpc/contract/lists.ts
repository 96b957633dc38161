/** Pages of lists and single things of a chain. */
import * as z from 'zod/mini'
import type { DetailItem } from '#shared/lists/detail-items.ts'
import { DETAIL_IDS, type DetailId } from '#shared/lists/detail-table.ts'
import { LIST_IDS, type ListId, type ListItem } from '#shared/lists/list-table.ts'
import { cursor, type Page } from '#shared/lists/page.ts'
import { MAX_MEMBERS } from '#shared/lists/several.ts'
import { PRIORITIES } from '#shared/priority.ts'
import type { ChainglassError } from '../../errors/errors.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import type { KeepProblem } from './keep-problem.ts'

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

export interface DetailRead<Id extends DetailId = DetailId> {
  readonly item: DetailItem<Id>
  /** It comes from the archive. `failure`: the source was asked, and can't give it now. */
  readonly kept?: { readonly readAt: number; readonly failure?: ChainglassError }
}

export const listCalls = {
  /**
   * The next page of a list; `cursor: null` for the first. It may come from the archive (`kept`), unless `refresh` asks
   * the source again.
   */
  'lists.page': call<Page<ListItem>>().with(
    z.object({
      ...listFields,
      others,
      cursor: z.nullable(cursor),
      refresh: z.optional(z.boolean()),
      /** A visible tab goes before background work. */
      priority: z.optional(z.enum(PRIORITIES)),
    }),
  ),
  /**
   * One thing in full where the source has it: not_found where it has not. It may come from the archive, unless `refresh`
   * asks the source again; where that can't give it now, what is kept is given still.
   */
  'details.read': call<DetailRead>().with(
    z.object({
      source: sourceId,
      detail: detailId,
      params,
      refresh: z.optional(z.boolean()),
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

/** How far a list has been read that a window asks about. */
export interface ListReading {
  /** Rows that are here, and can be asked (`held.find`, `held.totals`). */
  readonly loaded: number
  /** All there are, without a gap. */
  readonly isWhole: boolean
  /** The rest is on its way. */
  readonly isReading: boolean
  /** Why it is not. It is tried again when the list changes, or is opened again. */
  readonly problem?: KeepProblem
}

export const listEvents = {
  /**
   * A list that is asked about: told at once, and whenever its rows may be others. One of a chain on this machine is read to
   * its end meanwhile, and followed; of other sources it only says what is here. Reading ends with the last subscription.
   */
  'lists.open': event<ListReading>().with(z.object({ ...listFields, others })),
  /** The first page of a list, polled while its tab is open, whenever it has changed. */
  'lists.firstPage': event<Page<ListItem>>().with(
    z.object({
      ...listFields,
      others,
      /** The window is hidden: the list is polled less often. */
      isHidden: z.optional(z.boolean()),
      /** The page that is known already (`firstPageFingerprint`): it is not sent again while it is the same. */
      known: z.optional(text(100)),
    }),
  ),
} as const
