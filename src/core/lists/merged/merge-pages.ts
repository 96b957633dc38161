/**
 * Merges pages of several addresses' lists in chain order, each row once. Reads no more of a list than the page needs; the
 * position in each list goes into the cursor. The failure of a list does not stop the others: the page ends where the next
 * row is uncertain; the next page names the failed list and continues without it.
 */
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import {
  type Cursor,
  type MissingRows,
  type Page,
  type PageGap,
  sourceNoticeOf,
  type SourceNotice,
  type UnreadItem,
} from '#shared/lists/page.ts'
import { withOwners } from '#shared/lists/merged-lists.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { formatMergedCursor, readMergedCursor } from './merged-cursor.ts'
import { isDry, openMember, placeNow, readNext, type MemberList, type ReadPage } from './member-list.ts'
import { comparePlaces, mergeLists, type ChainOrder, type Place } from '../../rows/row-order.ts'

const PAGE_ROWS = 50
/** Maximum number of reads besides one for each address. A block in which an address has more rows is returned in parts. */
const MAX_FURTHER_READS = 60

export interface MergeRequest {
  readonly list: ListId
  /** In lower case, without duplicates. */
  readonly members: readonly string[]
  readonly cursor: Cursor | null
  /** Minimum number of rows in a page, if there are enough. */
  readonly size?: number | undefined
}

export async function mergePages(request: MergeRequest, read: ReadPage): Promise<Page> {
  const merge = new Merge(request, read)
  const { size = PAGE_ROWS } = request
  while (merge.count < size) {
    if (!(await merge.readDry())) {
      if (merge.count > 0 || merge.isSpent) break
      merge.leaveOutFailed()
      continue
    }
    merge.takeLooseUnread()
    const top = merge.topPlace()
    if (!top || !(await merge.takePlace(top))) break
  }
  return merge.toPage()
}

class Merge {
  readonly #members: readonly MemberList[]
  readonly #order: ChainOrder
  readonly #isBatched: boolean
  readonly #read: ReadPage
  /** Positions of the last row returned before this page, and by now. */
  readonly #above: Place | null
  #place: Place | null
  #reads: number
  readonly #items: object[] = []
  readonly #keys: string[] = []
  readonly #unread: UnreadItem[] = []
  readonly #missing: MissingRows[] = []
  #gap: PageGap | undefined
  #notice: SourceNotice | undefined
  #readAt: number | undefined
  #failure: ChainglassError | undefined

  constructor({ list, members, cursor }: MergeRequest, read: ReadPage) {
    const { order, batch } = listEndpoint(list)
    if (!order) throw new Error(`${list} has no order on the chain.`)
    const from = readMergedCursor(cursor, members.length)
    this.#order = order
    this.#isBatched = batch !== undefined
    this.#read = read
    this.#above = this.#place = from.place
    this.#reads = members.length + MAX_FURTHER_READS
    this.#members = members.map((address, at) =>
      openMember(address, from.members[at] ?? { cursor: null, state: 'open' }),
    )
  }

  get count(): number {
    return this.#items.length + this.#unread.length
  }

  /** True if the limit of reads for this page is reached. */
  get isSpent(): boolean {
    return this.#reads <= 0 && this.#members.some(isDry)
  }

  /** Reads all lists whose next row is unknown. Returns false if one can't be read, or has a gap there. */
  async readDry(): Promise<boolean> {
    for (;;) {
      const dry = this.#members.filter((member) => isDry(member) && !member.error)
      if (dry.length === 0 || this.#reads <= 0) break
      await this.#readNext(dry)
    }
    return !this.#isBroken() && !this.#members.some(isDry)
  }

  async #readNext(members: readonly MemberList[]) {
    this.#reads -= members.length
    await Promise.all(
      members.map(async (member) => {
        const page = await readNext(member, this.#read, this.#order, this.#above)
        if (page?.kept) {
          this.#readAt = Math.min(page.kept.readAt, this.#readAt ?? Infinity)
          this.#failure ??= page.kept.failure
        }
        this.#notice ??= sourceNoticeOf(page?.notice)
      }),
    )
  }

  #isBroken = () => this.#members.some(({ error, gap }) => error ?? gap)

  /** Leaves out failed lists and reports them; only before the first row of a page. Throws if no list is left. */
  leaveOutFailed() {
    const failed = this.#members.filter(({ error }) => error)
    const isOver = this.#members.every((one) => failed.includes(one) || placeNow(one).state !== 'open')
    // `not_found` for one address means that it has no rows; for all addresses it is an error.
    const reported = failed.filter(({ error }) => error?.code !== 'not_found')
    const error = (reported[0] ?? (this.#place ? undefined : failed[0]))?.error
    if (error && isOver) throw new ChainglassFailure(error)
    for (const member of failed) {
      if (reported.includes(member)) this.#missing.push({ address: member.address, error: member.error })
      member.place = { ...member.place, state: reported.includes(member) ? 'failed' : 'ended' }
      member.error = undefined
    }
    for (const member of this.#members.filter(({ gap }) => gap)) {
      this.#missing.push({ address: member.address })
      this.#gap = member.gap
      member.gap = undefined
    }
  }

  /** Adds unreadable items that are below all other rows of their page. */
  takeLooseUnread() {
    for (const member of this.#members) if (member.rows.length === 0) this.#addUnread(member.unread.splice(0))
  }

  topPlace(): Place | undefined {
    let top: Place | undefined
    for (const { rows } of this.#members)
      if (rows[0] && (!top || comparePlaces(rows[0].place, top) < 0)) top = rows[0].place
    return top
  }

  /**
   * Returns all rows at a position. Returns false, and ends the page above them, if they are not all loaded and the page
   * has other rows.
   */
  async takePlace(top: Place): Promise<boolean> {
    const countOf = ({ rows }: MemberList) => {
      const end = rows.findIndex(({ place }) => comparePlaces(place, top) !== 0)
      return end < 0 ? rows.length : end
    }
    // In most lists a position has one row. If it can have more, they may continue on the next page.
    const isOneRow = !this.#isBatched && top[0] !== null && top[1] !== null
    for (;;) {
      const unsure = this.#members.filter(
        (one) => one.place.state === 'open' && one.rows.length > 0 && countOf(one) === one.rows.length,
      )
      if (isOneRow || unsure.length === 0 || this.#reads <= 0) break
      await this.#readNext(unsure)
      if (!this.#isBroken()) continue
      if (this.count > 0) return false
      this.leaveOutFailed()
    }
    const taken = this.#members.map((member) => member.rows.splice(0, countOf(member)))
    for (const { row, lists } of mergeLists(taken)) {
      this.#addUnread(row.unread)
      this.#items.push(withOwners(row.item, { of: lists.map((at) => this.#members[at]?.address ?? '') }))
      this.#keys.push(row.key)
    }
    for (const [at, member] of this.#members.entries()) member.given = taken[at]?.at(-1)?.next ?? member.given
    this.#place = top
    return true
  }

  /** Adds unreadable items; the same item in several lists counts once. */
  #addUnread(unread: readonly UnreadItem[]) {
    for (const one of unread)
      if (!this.#unread.some(({ raw }) => raw === one.raw))
        this.#unread.push({ ...one, position: this.count })
  }

  toPage(): Page {
    this.takeLooseUnread()
    const members = this.#members.map(placeNow)
    const isOver = members.every(({ state }) => state !== 'open')
    return {
      items: this.#items,
      keys: this.#keys,
      unread: this.#unread,
      next: isOver ? null : formatMergedCursor({ place: this.#place, members }),
      ...(this.#notice && { notice: this.#notice }),
      ...(this.#readAt !== undefined && {
        kept: { readAt: this.#readAt, ...(this.#failure && { failure: this.#failure }) },
      }),
      ...(this.#missing.length > 0 && {
        gap: { from: this.#gap?.from ?? null, to: this.#gap?.to ?? null, of: this.#missing },
      }),
    }
  }
}
