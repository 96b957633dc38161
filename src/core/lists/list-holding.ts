/**
 * The place where the rows of an open list are stored. All rows that the source gives are shown: rows that can't be
 * archived are in a temporary file or in memory, until the list is closed.
 */
import { sourceNoticeOf, type Cursor, type Page } from '#shared/lists/page.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { formatCursor } from '../api-client/request/cursor.ts'
import { NOT_LOADED, type Archive, type ArchivedList } from '../archive/create-archive.ts'
import { nameList, type ListRequest } from '../archive/list-name.ts'
import type { StoredApart } from '../archive/local-archive.ts'
import { listOfMember, membersIn } from '../archive/named-lists.ts'
import type { RowArchives } from '../archive/row-archives.ts'
import { PagingFailure } from '../read/page-through-list.ts'
import type { Sources } from '../sources/sources.ts'
import type { SourcePage } from '../read/page-reader.ts'

export type OneList = ListRequest & { readonly filters: Filters; readonly params: Record<string, string> }

export interface ListHoldingDeps {
  readonly sources: Pick<Sources, 'all'>
  readonly archives: RowArchives
}

/** Maximum number of rows that are copied when the list moves to another place; the others are read again. */
const MAX_MOVED_ROWS = 10_000

export class ListHolding {
  readonly #deps: ListHoldingDeps
  readonly #request: OneList
  #apart: StoredApart | undefined
  #endApart: (() => void) | undefined

  constructor(deps: ListHoldingDeps, request: OneList) {
    this.#deps = deps
    this.#request = request
  }

  /** The archive with the rows; undefined if the source was removed. */
  archive(): Archive | undefined {
    return this.#deps.archives.of(this.#request.source, this.#request)
  }

  list(): ArchivedList | undefined {
    return this.archive()?.list(this.#request)
  }

  /** Coverage of the stored rows; an empty one if there are none. */
  coverage(): ReturnType<ArchivedList['coverage']> {
    return this.list()?.coverage() ?? NOT_LOADED
  }

  /** How the rows are stored, if not in the usual place. */
  get apart(): StoredApart | undefined {
    return this.#apart
  }

  /** True if the list is stored in chain order. */
  get isHistory(): boolean {
    return nameList(this.#request).kind === 'history' && !this.#apart?.isAsItCame
  }

  /** True if the list, or the lists it is combined from, are kept by a job. */
  get isKept(): boolean {
    const { archives } = this.#deps
    const [member] = membersIn(this.#request) ?? []
    const list = member === undefined ? this.#request : listOfMember(this.#request, member)
    return archives.of(list.source, list) === archives.archive
  }

  /**
   * True if the rows are deleted when the list is closed. Before it is opened again, the chain of a node may be reset, or
   * be indexed further down.
   */
  get isOver(): boolean {
    const kind = this.#kind()
    return kind === 'node' || ((kind === 'instance' || kind === 'pro') && !this.isKept)
  }

  /** Stores pages of the source. `before`: the archive they were already written to. */
  take(asked: readonly SourcePage[], before: Archive | undefined): void {
    this.archive()?.flush()
    const pages = asked.map(withoutLoop)
    const isMoved = this.archive() !== before
    this.#write(pages.filter((one, at) => isMoved || one !== asked[at]))
    this.takeUnwritten(pages)
  }

  /** Stores those pages elsewhere that could not be written. */
  takeUnwritten(pages: readonly SourcePage[]): void {
    const lost = pages.filter(({ unwritten }) => unwritten !== undefined)
    const how = this.#howToHold(lost)
    if (!how) return
    // Rows kept in chain order are not mixed with a list that begins in another order.
    this.#move(how, how.isAsItCame === true && lost[0]?.cursor === null)
    this.#write(lost)
    this.takeUnwritten(lost)
  }

  /** Moves the list with its loaded rows. */
  move(how: Pick<StoredApart, 'isInMemory'>): void {
    this.#move(how)
  }

  /** Throws `not_kept` if the list is in memory already. */
  moveIntoMemory(): void {
    if (this.#kind() === 'case' || this.#apart?.isInMemory) throw new PagingFailure({ kind: 'not_kept' })
    this.#move({ isInMemory: true })
  }

  /** Throws `no_room` if the list has its maximum number of rows. */
  requireRoom(): void {
    if (this.archive()?.isFull(this.#request)) throw new PagingFailure({ kind: 'no_room' })
  }

  /** Deletes the rows that do not stay. */
  throwAway(): void {
    if (this.#apart || this.isOver) this.archive()?.forgetList(this.#request)
    this.#endApart?.()
  }

  #write(pages: readonly SourcePage[]) {
    const archived = this.list()
    for (const one of pages) {
      const written = archived?.writeNow(one.cursor, one.page) ?? 'unusable'
      one.unwritten = written === 'written' ? undefined : written
    }
  }

  /** How to store the list from now on; undefined if that does not change. */
  #howToHold(lost: readonly SourcePage[]): Partial<StoredApart> | undefined {
    const [first] = lost
    if (!first || this.#kind() === 'case') return undefined
    const { cursor, page } = first
    if (lost.some(({ unwritten }) => unwritten === 'unusable'))
      return this.#apart?.isInMemory ? undefined : { isInMemory: true }
    if (sourceNoticeOf(page.notice) && this.isKept) return {}
    if (!this.isHistory || page.notice) return undefined
    if (cursor === null) return { isAsItCame: true }
    const { intervals, list } = this.coverage()
    const last = intervals.at(-1)
    const isStuck = list !== null && (!last || nameOf(last.cursor) === nameOf(cursor))
    return isStuck ? { isAsItCame: true } : undefined
  }

  /** Moves the list to another place. `isAnew`: without its loaded rows. */
  #move(how: Partial<StoredApart>, isAnew = false) {
    const stored = this.list()
    const pages = stored && !isAnew ? pagesIn(stored) : []
    this.throwAway()
    this.#apart = { isInMemory: false, isAsItCame: false, ...this.#apart, ...how }
    this.#endApart = this.#deps.archives.throwAway(this.#request, this.#apart)
    for (const { cursor, page, readAt } of pages) this.list()?.writeNow(cursor, page, readAt)
  }

  #kind() {
    return this.#deps.sources.all().find(({ id }) => id === this.#request.source)?.kind
  }
}

/**
 * Replaces a repeated cursor by the page's own one, and removes the notice: the next page is unknown, so reading continues
 * from this page.
 */
function withoutLoop(asked: SourcePage): SourcePage {
  const { cursor, page } = asked
  if (cursor === null || page.notice?.kind !== 'cursor_repeats') return asked
  const { notice: _, ...rows } = page
  return { cursor, page: { ...rows, next: cursor } }
}

/** The loaded pages, from the head down to the first gap. */
function pagesIn(held: ArchivedList) {
  const pages: {
    readonly cursor: Cursor | null
    readonly page: Page
    readonly readAt: number | undefined
  }[] = []
  let rows = 0
  let cursor: Cursor | null = null
  for (let page = held.first(); page && rows < MAX_MOVED_ROWS;) {
    const { kept, ...rest } = page
    pages.push({ cursor, page: rest, readAt: kept?.readAt })
    rows += page.items.length + page.unread.length
    cursor = page.next
    page = cursor ? held.after(cursor) : undefined
  }
  return pages
}

export const nameOf = (cursor: Cursor | null | undefined) => (cursor ? formatCursor(cursor) : '')
