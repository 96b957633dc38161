/** The list of one address while it is merged with others: the rows that were read and not yet returned. */
import type { Cursor, Page, UnreadItem } from '#shared/lists/page.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import type { MemberPlace } from './merged-cursor.ts'
import { comparePlaces, placeOf, type ChainOrder, type Place, type Positioned } from '../../rows/row-order.ts'

/** A row that was read. Unreadable items are returned with the next readable one. */
interface MemberRow extends Positioned {
  readonly place: Place
  readonly unread: readonly UnreadItem[]
  /** The position of the list after this row is returned. */
  readonly next: MemberPlace
}

export interface MemberList {
  readonly address: string
  /** `place`: the position after all of `rows`; `given`: the position after the returned rows. */
  place: MemberPlace
  given: MemberPlace
  readonly rows: MemberRow[]
  /** Unreadable items without a readable row below them in their page. */
  readonly unread: UnreadItem[]
  error?: ChainglassError | undefined
  /** Set if its page says that rows are missing above it. */
  gap?: Page['gap']
}

/** The position where the next reading begins. */
export const placeNow = ({ rows, place, given }: MemberList): MemberPlace => (rows.length > 0 ? given : place)

export const openMember = (address: string, place: MemberPlace): MemberList => ({
  address,
  place,
  given: place,
  rows: [],
  unread: [],
})

/** True if the list has to be read before the next row is known. */
export const isDry = ({ place, rows }: MemberList) => place.state === 'open' && rows.length === 0

export type ReadPage = (address: string, cursor: Cursor | null, isGoneOn: boolean) => Promise<Page>

/**
 * Reads the next page of the list. `above`: position of the last returned row; rows above it, which arrived since, are
 * skipped. Stores errors of the list, and throws only those that end the whole call.
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
  // The gap was returned with the first rows of this page already.
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
