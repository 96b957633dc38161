/**
 * Pages of several addresses' lists as one list in the order of the chain, each row once. Of each list no more is read
 * than the page needs, and its place goes into the cursor. A list that can't be read stops no other: the page ends where
 * the next row is not certain any more; the next page says first whose rows are missing, and goes on without them.
 */
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import {
  type Cursor,
  type MissingRows,
  type Page,
  type PageGap,
  saidBySource,
  type SourceNotice,
  type UnreadItem,
} from '#shared/lists/page.ts'
import { withOwners } from '#shared/lists/several.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { formatMergedCursor, readMergedCursor } from './merged-cursor.ts'
import { isDry, openMember, placeNow, readNext, type MemberList, type ReadPage } from './member-list.ts'
import { comparePlaces, mergeLists, type ChainOrder, type Place } from '../../rows/row-order.ts'

const PAGE_ROWS = 50
/** Beside one for each address: a block in which an address has more rows than these is given in parts. */
const MAX_FURTHER_READS = 60

export interface MergeRequest {
  readonly list: ListId
  /** In lower case, each once. */
  readonly members: readonly string[]
  readonly cursor: Cursor | null
  /** How many rows a page has at least, where there are so many. */
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
  /** Of the last row that was given before this page, and by now. */
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

  /** So much was read for this page that it ends, whatever is in it. */
  get isSpent(): boolean {
    return this.#reads <= 0 && this.#members.some(isDry)
  }

  /** Reads on where the next row is not known. False where some list can't be read, or has a hole there. */
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
        this.#notice ??= saidBySource(page?.notice)
      }),
    )
  }

  #isBroken = () => this.#members.some(({ error, gap }) => error ?? gap)

  /** Only before the first row of a page, where it is said. Throws where no list is left. */
  leaveOutFailed() {
    const failed = this.#members.filter(({ error }) => error)
    const isOver = this.#members.every((one) => failed.includes(one) || placeNow(one).state !== 'open')
    // An address that its source has never heard of has no rows; a list that it has for nobody is another matter.
    const told = failed.filter(({ error }) => error?.code !== 'not_found')
    const error = (told[0] ?? (this.#place ? undefined : failed[0]))?.error
    if (error && isOver) throw new ChainglassFailure(error)
    for (const member of failed) {
      if (told.includes(member)) this.#missing.push({ address: member.address, error: member.error })
      member.place = { ...member.place, state: told.includes(member) ? 'failed' : 'ended' }
      member.error = undefined
    }
    for (const member of this.#members.filter(({ gap }) => gap)) {
      this.#missing.push({ address: member.address })
      this.#gap = member.gap
      member.gap = undefined
    }
  }

  /** Items that could not be read, below all other rows of their page. */
  takeLooseUnread() {
    for (const member of this.#members) if (member.rows.length === 0) this.#addUnread(member.unread.splice(0))
  }

  topPlace(): Place | undefined {
    let top: Place | undefined
    for (const { rows } of this.#members)
      if (rows[0] && (!top || comparePlaces(rows[0].place, top) < 0)) top = rows[0].place
    return top
  }

  /** Gives all rows of a place. False where they are not all there, and other rows were given: the page ends before them. */
  async takePlace(top: Place): Promise<boolean> {
    const countOf = ({ rows }: MemberList) => {
      const end = rows.findIndex(({ place }) => comparePlaces(place, top) !== 0)
      return end < 0 ? rows.length : end
    }
    // In most lists a place has one row. Where it can have more, they may go on in the next page.
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

  /** One that several lists have is the same item. */
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
