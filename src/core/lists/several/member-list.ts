/** The list of one address while it is merged with others: what was read of it and not given yet. */
import type { Cursor, Page, UnreadItem } from '#shared/lists/page.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import type { MemberPlace } from './merged-cursor.ts'
import { comparePlaces, placeOf, type ChainOrder, type Place, type Placed } from '../../rows/row-order.ts'

/** A row that was read. Items that could not be read go along with the next one that could. */
interface MemberRow extends Placed {
  readonly place: Place
  readonly unread: readonly UnreadItem[]
  /** The place of its list once it is given. */
  readonly next: MemberPlace
}

export interface MemberList {
  readonly address: string
  /** Where it stands once all rows in `rows` are given, and where it stands now. */
  place: MemberPlace
  given: MemberPlace
  readonly rows: MemberRow[]
  /** Items that could not be read and have no row below them in their page. */
  readonly unread: UnreadItem[]
  error?: ChainglassError | undefined
  /** Its page says that rows are missing before it. */
  gap?: Page['gap']
}

/** Where its next reading begins. */
export const placeNow = ({ rows, place, given }: MemberList): MemberPlace => (rows.length > 0 ? given : place)

export const openMember = (address: string, place: MemberPlace): MemberList => ({
  address,
  place,
  given: place,
  rows: [],
  unread: [],
})

/** Needs to be read before it can be said which row comes next. */
export const isDry = ({ place, rows }: MemberList) => place.state === 'open' && rows.length === 0

export type ReadPage = (address: string, cursor: Cursor | null, isGoneOn: boolean) => Promise<Page>

/**
 * Reads its next page. `above`: the place of the last row that was given: where the list has grown since, what stands
 * above it is left to the newer rows. Never throws but what ends the call as a whole.
 */
export async function readNext(
  member: MemberList,
  read: ReadPage,
  order: ChainOrder,
  above: Place | null,
): Promise<Page | undefined> {
  const { cursor, after } = member.place
  let page: Page
  try {
    page = await read(member.address, cursor, above !== null)
    failAtLoop(page)
  } catch (error) {
    if (!(error instanceof ChainglassFailure) || error.error.code === 'cancelled') throw error
    member.error = error.error
    return undefined
  }
  const rows = rowsOf(page, cursor, order)
  const taken = after === undefined ? -1 : rows.findIndex(({ key }) => key === after)
  const fresh =
    taken >= 0
      ? rows.slice(taken + 1)
      : above !== null && (cursor === null || after !== undefined)
        ? rows.filter(({ place }) => comparePlaces(place, above) > 0)
        : rows
  // It was said with the first rows of this page.
  if (taken < 0) member.gap = page.gap
  member.rows.push(...fresh)
  member.unread.push(...unreadAfterLast(page))
  member.place = endOf(page)
  return page
}

const endOf = ({ next }: Page): MemberPlace => ({ cursor: next, state: next === null ? 'ended' : 'open' })

function rowsOf(page: Page, cursor: Cursor | null, order: ChainOrder): MemberRow[] {
  const unreadAt = new Map(page.unread.map((unread) => [unread.position, unread]))
  let position = 0
  return page.items.map((item, at): MemberRow => {
    const unread: UnreadItem[] = []
    for (let before = unreadAt.get(position); before; before = unreadAt.get(position)) {
      unread.push(before)
      position += 1
    }
    position += 1
    const key = page.keys[at] ?? `${String(at)} of ${JSON.stringify(cursor)}`
    return {
      key,
      item: item as object,
      place: placeOf(item as object, order),
      unread,
      next: at + 1 < page.items.length ? { cursor, after: key, state: 'open' } : endOf(page),
    }
  })
}

function unreadAfterLast({ items, unread }: Page): readonly UnreadItem[] {
  let end = items.length + unread.length
  const positions = new Map(unread.map((one) => [one.position, one]))
  const last: UnreadItem[] = []
  for (let one = positions.get(end - 1); one; one = positions.get(end - 1)) {
    last.unshift(one)
    end -= 1
  }
  return last
}
