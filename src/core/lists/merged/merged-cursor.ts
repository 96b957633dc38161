/** The cursor of a merged list: the position in each list. The window sends it back unread. */
import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import { MAX_MEMBERS } from '#shared/lists/merged-lists.ts'
import { cursor, type Cursor } from '#shared/lists/page.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import type { Place } from '../../rows/row-order.ts'

export interface MemberPlace {
  /** The cursor that the next page, or the partly returned page, is requested with. */
  readonly cursor: Cursor | null
  /** The key of the last row returned from that page. */
  readonly after?: string | undefined
  readonly state: 'open' | 'ended' | 'failed'
}

export interface MergedPlace {
  /** Position of the last returned row. */
  readonly place: Place | null
  readonly members: readonly MemberPlace[]
}

const MAX_LENGTH = 512 * 1024
const height = z.nullable(z.int())
const merged = z.object({
  place: z.nullable(z.tuple([height, height])),
  members: z
    .array(
      z.object({
        cursor: z.nullable(cursor),
        after: z.optional(z.string().check(z.maxLength(2_000))),
        state: z.enum(['open', 'ended', 'failed']),
      }),
    )
    .check(z.maxLength(MAX_MEMBERS)),
})

export const formatMergedCursor = (place: MergedPlace): Cursor => ({ several: JSON.stringify(place) })

/** Reads a cursor. Throws `invalid_input` for a cursor of another list, or of another number of addresses. */
export function readMergedCursor(given: Cursor | null, members: number): MergedPlace {
  if (given === null)
    return { place: null, members: Array.from({ length: members }, () => ({ cursor: null, state: 'open' })) }
  const read = merged.safeParse(parse(given.several))
  if (!read.success || read.data.members.length !== members) throw wrongCursor()
  return read.data
}

const parse = (text: Cursor[string] | undefined): unknown =>
  typeof text !== 'string' || text.length > MAX_LENGTH ? undefined : parseJson(text)

export const wrongCursor = () => invalidInput('cursor', 'unexpected_input')
