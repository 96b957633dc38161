/**
 * Reads one open list: its beginning, the pages that are wanted, or all of it if someone asks for that. Does one of these
 * at a time. All windows with the list share the reader; rows are stored in the archive.
 */
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { sourceNoticeOf, type Cursor, type Page, type SourceNotice } from '#shared/lists/page.ts'
import { createRetryDelay } from '#shared/lists/retry-delay.ts'
import type { LoadAllProgress, PendingRow } from '#shared/rpc/contract/lists.ts'
import { failAtLoop, isLoop } from '#shared/rpc/fail-at-loop.ts'
import { throttle } from '#platform/throttle.ts'
import { membersIn } from '../archive/named-lists.ts'
import type { StoredApart, LocalArchive } from '../archive/local-archive.ts'
import { isLocal } from '../archive/row-archives.ts'
import type { ListPager } from '../read/list-pager.ts'
import { PagingFailure } from '../read/page-through-list.ts'
import type { RowMark } from '../rows/row-mark.ts'
import type { Sources } from '../sources/sources.ts'
import { ListHolding, nameOf, type ListHoldingDeps, type OneList } from './list-holding.ts'
import type { SourcePage, PageReader, Priority } from '../read/page-reader.ts'
import {
  errorIn,
  errorOf,
  gapsBetween,
  joinPending,
  pendingRowsOf,
  progressOf,
  type LeftList,
  type ReaderState,
} from './reader-state.ts'
import { IDLE, isFree, isOf, nextWorkState, type Work, type WorkEvent, type WorkState } from './work-state.ts'
import { CombinedReading } from './merged/combined-reading.ts'

export interface ListReaderDeps extends ListHoldingDeps {
  readonly sources: Sources
  readonly localArchive: Pick<LocalArchive, 'pin' | 'isPinned'>
  readonly pager: Pick<ListPager, 'readAll'>
  readonly readPage: PageReader
  /** The error to show in a window. Programming errors are logged. */
  readonly toError: (name: string, error: unknown) => ChainglassError
}

/** Called when the state of the list has changed. */
export type Subscriber = () => void

/** Time between two reports of progress, in ms. */
const TELL_EVERY_MS = 250
/** A list closed within this time, in ms, is not read again: its beginning is followed from here on. */
const IS_CURRENT_MS = 20_000
/** Number of pages without a new row after which the source is taken to repeat itself. */
const MAX_IDLE_PAGES = 20

export class ListReader {
  readonly request: OneList
  readonly #deps: ListReaderDeps
  readonly #onEnded: (left: LeftList | undefined) => void
  readonly #isLocal: boolean
  readonly holding: ListHolding
  /** Set if the list is combined from those of several addresses. */
  readonly #combined: CombinedReading | undefined
  readonly #subscribers = new Set<Subscriber>()
  /** Subscribers that asked for all rows. */
  readonly #wantAll = new Set<Subscriber>()
  readonly #release: () => void
  readonly #retryDelay = createRetryDelay()
  readonly #tellSoon: ReturnType<typeof throttle>
  #work: WorkState = IDLE
  #retry: NodeJS.Timeout | undefined
  #pending: readonly PendingRow[] = []
  #notice: SourceNotice | undefined
  #isCurrent = false
  /** Cursor to continue from while no row is stored, because all rows so far were pending. */
  #next: Cursor | null = null
  /** Name of the cursor that the source repeats. */
  #stuckAt: string | undefined
  #progress: (LoadAllProgress & { readonly since: number; readonly before: number }) | undefined
  /** The beginning of the list may have changed since all of it was read. */
  #isHeadOld = true
  /** The beginning is to be read as soon as nothing else runs. */
  #isHeadWanted = false

  /** `left`: the state of the list when it was last closed. */
  constructor(
    deps: ListReaderDeps,
    request: OneList,
    left: LeftList | undefined,
    onEnded: (left: LeftList | undefined) => void,
  ) {
    this.#deps = deps
    this.request = request
    this.#onEnded = onEnded
    this.#isLocal = isLocal(deps.sources.get(request.source))
    this.holding = new ListHolding(deps, request)
    this.#combined = membersIn(request) && new CombinedReading(deps, request, this.holding)
    this.#release = deps.localArchive.pin(request)
    this.#tellSoon = throttle(() => {
      this.tell()
    }, TELL_EVERY_MS)
    const isHere = this.holding.coverage().list != null
    if (left && isHere && performance.now() - left.at < IS_CURRENT_MS) {
      this.#isCurrent = true
      this.#pending = left.pending
    } else void this.#run({ kind: 'head', isAnew: false })
  }

  /** Adds a subscriber and returns a function that removes it. Reading ends with the last one. */
  add(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => {
      this.#subscribers.delete(subscriber)
      this.stop(subscriber)
      if (this.#subscribers.size === 0) this.#end()
    }
  }

  state(): ReaderState {
    const { intervals, rows, isComplete, readAt, list } = this.holding.coverage()
    const [first] = intervals
    const last = intervals.at(-1)
    const isEnd =
      this.#combined !== undefined
        ? last !== undefined
        : last?.cursor === null || nameOf(last?.cursor) === this.#stuckAt
    return {
      ...{ list, readAt, loaded: rows, isEnd },
      isWhole: isComplete && this.#notice === undefined,
      isReading: this.#work.is === 'reading',
      isCurrent: this.#isCurrent,
      gaps: gapsBetween(intervals),
      bottom: last?.bottom ?? null,
      rowsAtHead: first?.rows ?? 0,
      pending: this.#pending,
      loadAll: this.#progress && progressOf(this.#progress),
      ...(this.#notice && { notice: this.#notice }),
      ...(this.#combined && { missing: this.#combined.missing }),
      ...(this.#work.is === 'failed' && { error: errorIn(this.#work) }),
    }
  }

  /** The first row; undefined if the list is not in chain order, because the age of its rows is unknown. */
  top(): RowMark | undefined {
    return this.holding.isHistory ? this.holding.list()?.top() : undefined
  }
  rowsAbove(mark: RowMark): number {
    return this.holding.list()?.rowsAbove(mark) ?? 0
  }

  /** Moves the list with its rows, so that it is stored together with others. */
  holdApart(how: Pick<StoredApart, 'isInMemory'>): void {
    this.holding.move(how)
    if (isOf(this.#work, 'reading', 'all')) this.#change({ is: 'cancel' })
    this.#goOn()
    this.#tellSoon()
  }

  /** Reads the beginning of a kept list that is not loaded. */
  readHead(): void {
    // A list that is not kept is read whenever its beginning changes.
    if (!this.holding.isKept) return
    this.#isHeadWanted = true
    this.#goOn()
  }

  more(): void {
    if (isFree(this.#work) && !this.state().isEnd) void this.#run({ kind: 'more' })
  }

  loadAll(subscriber: Subscriber): void {
    this.#wantAll.add(subscriber)
    if (this.#work.is === 'failed' && this.#work.retryAt === null) this.#change({ is: 'forget' })
    this.#goOn()
    // A job may have read the list already, so that nothing runs here; the progress is reported anyway.
    this.#tellSoon()
  }

  stop(subscriber: Subscriber): void {
    if (!this.#wantAll.delete(subscriber) || this.#wantAll.size > 0) return
    if (isOf(this.#work, 'reading', 'all')) this.#change({ is: 'cancel' })
    if (isOf(this.#work, 'failed', 'all')) this.#change({ is: 'forget' })
    this.#progress = undefined
    this.tell()
  }

  /** Fills a gap; returns false if there is no such gap. */
  fillGap(cursor: Cursor): boolean {
    if (!this.#hasGap(cursor)) return false
    if (this.#work.is !== 'reading') void this.#run({ kind: 'gap', cursor })
    return true
  }

  retry(): void {
    this.#stuckAt = undefined
    if (this.#work.is === 'failed') void this.#run(this.#work.work)
    else if (this.#combined?.missing.length && isFree(this.#work)) void this.#run({ kind: 'missing' })
  }

  refresh(): void {
    this.#stuckAt = undefined
    this.#change({ is: 'cancel' })
    void this.#run({ kind: 'head', isAnew: true })
  }

  /** Called when the beginning of the list was polled and has changed. */
  followHead(pending: readonly PendingRow[]): void {
    this.#isHeadOld = true
    // For a list stored in its source's order, reading the beginning again means reading everything again.
    const isAsItCame = !this.#isLocal && this.holding.apart?.isAsItCame === true
    this.#isCurrent = !isAsItCame
    const rows = this.#next ? joinPending(pending, this.#pending) : pending
    this.#pending = this.holding.isHistory ? rows : []
    if (isOf(this.#work, 'failed', 'head') || this.#isLocal) this.#change({ is: 'forget' })
    if (this.#isLocal && this.#wantAll.size > 0) this.#goOn()
    else {
      // The new first page of a kept list was already written.
      this.#isHeadWanted = !this.holding.isKept && !isAsItCame
      this.#goOn()
      this.tell()
    }
  }

  /** Informs the subscribers of a change. */
  tell(): void {
    this.#tellSoon.cancel()
    for (const subscriber of this.#subscribers) subscriber()
  }

  async #run(work: Work): Promise<void> {
    const ended = new AbortController()
    this.#change({ is: 'start', work, ended })
    this.tell()
    let failure: unknown
    try {
      await this.#do(work, ended.signal)
    } catch (error) {
      failure = error
    }
    if (ended.signal.aborted) return
    if (failure === undefined) this.#change({ is: 'done', retryAt: this.#retryOfMissing() })
    else {
      const error = this.#toError(failure)
      this.#change({ is: 'failed', error, retryAt: timeAfter(this.#retryDelay.after(error)) })
    }
    if (work.kind === 'all' && !(this.#work.is === 'failed' && this.#work.retryAt !== null)) this.#endAll()
    this.#goOn()
    this.tell()
  }

  /** Starts the next work that is wanted. */
  #goOn() {
    if (!isFree(this.#work)) return
    if (this.#isHeadWanted) {
      this.#isHeadWanted = false
      void this.#run({ kind: 'head', isAnew: true })
    } else if (this.#wantAll.size > 0) {
      if (this.#isLocal ? this.#isHeadOld : !this.state().isWhole) {
        const before = this.holding.coverage().rows
        this.#progress ??= { requests: 0, rows: 0, ms: 0, since: performance.now(), before }
        void this.#run({ kind: 'all' })
      } else this.#endAll()
    }
  }

  /** Ends reading all rows. Subscribers of a local list stay, so that it is read to its end whenever it grows. */
  #endAll() {
    this.#progress = undefined
    if (!this.#isLocal) this.#wantAll.clear()
  }

  async #do(work: Work, signal: AbortSignal): Promise<void> {
    if (!this.holding.list()) this.holding.moveIntoMemory()
    if (this.#combined) return this.#readCombined(this.#combined, work, signal)
    switch (work.kind) {
      case 'head':
        return this.#readHead(work.isAnew, signal)
      case 'more':
        return this.#readMore(signal)
      case 'gap':
        return this.#readGap(work.cursor, signal)
      case 'all':
        return this.#readAll(signal)
      case 'missing':
        return
    }
  }

  async #readHead(isAnew: boolean, signal: AbortSignal) {
    const { rows, list } = this.holding.coverage()
    // A list without chain order is read again as a whole, because its rows belong to one moment.
    const readsAll = isAnew && !this.holding.isHistory
    let page = await this.#read(null, isAnew || list !== null, signal)
    this.#takeHead(page)
    for (let read = page.items.length; readsAll && page.next && read < rows;) {
      page = await this.#read(page.next, true, signal)
      this.#take(page)
      read += page.items.length + page.unread.length
    }
  }

  async #readCombined(combined: CombinedReading, work: Work, signal: AbortSignal) {
    const isAnew = work.kind === 'head' && work.isAnew
    const onLoaded = (notice: SourceNotice | undefined) => {
      this.#notice = notice
      this.tell()
    }
    this.#notice = await combined.read({ isAnew, isOfMissing: work.kind === 'missing', onLoaded }, signal)
    this.#isCurrent = combined.missing.length === 0
    this.#wantAll.clear()
  }

  /** When missing rows are read again: those of addresses whose errors are temporary; null if there are none. */
  #retryOfMissing(): number | null {
    for (const { error } of this.#combined?.missing ?? []) {
      const delay = error ? this.#retryDelay.after(error) : null
      if (delay !== null) return timeAfter(delay)
    }
    this.#retryDelay.reset()
    return null
  }

  async #readMore(signal: AbortSignal, priority?: Priority) {
    const last = this.holding.coverage().intervals.at(-1)
    const cursor = last ? last.cursor : this.#next
    if (last && cursor === null) return
    this.holding.requireRoom()
    // No row is loaded below the last one, so a repeated cursor is asked for as well.
    const page = await this.#read(cursor, last !== undefined, signal, priority)
    if (cursor === null) this.#takeHead(page)
    else if (this.holding.coverage().list === null) await this.#readHead(true, signal)
    else {
      this.#take(page)
      if (this.holding.isHistory) this.#pending = joinPending(this.#pending, pendingRowsOf(page))
      this.#see(cursor, page)
    }
  }

  /** Remembers where reading continues. */
  #see(cursor: Cursor | null, { next }: Page) {
    const last = this.holding.coverage().intervals.at(-1)
    this.#next = last ? null : next
    const isStuck = last ? cursor !== null && nameOf(last.cursor) === nameOf(cursor) : next === null
    this.#stuckAt = isStuck ? nameOf(last && cursor) : undefined
  }

  async #readGap(cursor: Cursor, signal: AbortSignal) {
    this.holding.requireRoom()
    this.#take(await this.#read(cursor, false, signal))
    if (this.#hasGap(cursor)) throw new PagingFailure({ kind: 'unsteady' })
  }

  #hasGap(cursor: Cursor): boolean {
    return this.state().gaps.some((gap) => nameOf(gap.cursor) === nameOf(cursor))
  }

  async #readAll(signal: AbortSignal) {
    const beforeRequest = () => {
      const archive = this.holding.archive()
      // Keeping may have been switched off meanwhile.
      if (!archive?.list(this.request)) throw new PagingFailure({ kind: 'not_kept' })
      if (!archive.hasRoom()) throw new PagingFailure({ kind: 'no_room' })
      this.holding.requireRoom()
    }
    const onPage = ({ rows }: { readonly rows: number }) => {
      if (signal.aborted || !this.#progress) return
      const { requests, since, before } = this.#progress
      this.#progress = {
        ...{ since, before, requests: requests + 1, rows: rows - before },
        ms: Math.round(performance.now() - since),
      }
      this.#tellSoon()
    }
    this.#isHeadOld = false
    try {
      await this.#deps.pager.readAll({
        ...{ list: this.request, signal, beforeRequest, onPage },
        purpose: 'looking',
        refreshesHead: this.#isLocal,
        onHead: (page) => {
          if (sourceNoticeOf(page.notice))
            this.holding.takeUnwritten([{ cursor: null, page, unwritten: 'refused' }])
          this.#takeHead(page)
        },
      })
    } catch (error) {
      // The rows are stored, and then this fails as well.
      if (isLoop(error)) return this.#readMore(signal, 'background')
      if (!(error instanceof PagingFailure) || error.problem.kind === 'no_room') throw error
      const { kind } = error.problem
      if (kind === 'not_kept') this.holding.moveIntoMemory()
      // The rows read from here on do not prove completeness, but they are shown.
      await this.#readOn(signal, beforeRequest, onPage)
      if (kind === 'unsteady' && this.state().gaps.length > 0) throw error
    }
  }

  /** Reads page after page, whether or not they fit together. */
  async #readOn(
    signal: AbortSignal,
    beforeRequest: () => void,
    onPage: (progress: { readonly rows: number }) => void,
  ) {
    let rows = this.holding.coverage().rows
    for (let idle = 0; !this.state().isEnd; idle += 1) {
      beforeRequest()
      if (idle >= MAX_IDLE_PAGES) throw new PagingFailure({ kind: 'unsteady' })
      await this.#readMore(signal, 'background')
      const count = this.holding.coverage().rows
      if (count > rows) idle = 0
      rows = count
      onPage({ rows })
    }
  }

  async #read(
    cursor: Cursor | null,
    refresh: boolean,
    signal: AbortSignal,
    priority: Priority = 'visible',
  ): Promise<Page> {
    const before = this.holding.archive()
    const pages: SourcePage[] = []
    const page = await this.#deps.readPage({ ...this.request, cursor, refresh, priority }, signal, pages)
    if (signal.aborted) return page
    this.holding.take(pages, before)
    return page
  }

  #take(page: Page) {
    this.#notice = sourceNoticeOf(page.notice) ?? this.#notice
    failAtLoop(page)
  }

  #takeHead(page: Page) {
    this.#notice = undefined
    this.#isCurrent = page.kept === undefined
    this.#pending = this.holding.isHistory ? pendingRowsOf(page) : []
    this.#take(page)
    this.#see(null, page)
  }

  #toError(error: unknown): ChainglassError {
    if (error instanceof ChainglassFailure) return error.error
    return error instanceof PagingFailure ? errorOf(error.problem) : this.#deps.toError('lists.open', error)
  }

  #change(event: WorkEvent) {
    const before = this.#work
    const now = nextWorkState(before, event)
    if (now === before) return
    this.#work = now
    clearTimeout(this.#retry)
    if (before.is === 'reading') {
      if (before.work.kind === 'all' && event.is !== 'done') this.#isHeadOld = true
      if (event.is === 'cancel') before.ended.abort()
    }
    if (!('retryAt' in now) || now.retryAt === null) return
    const work: Work = now.is === 'failed' ? now.work : { kind: 'missing' }
    this.#retry = setTimeout(() => void this.#run(work), now.retryAt - performance.now()).unref()
  }

  #end() {
    this.#change({ is: 'cancel' })
    this.#change({ is: 'forget' })
    this.#tellSoon.cancel()
    this.#release()
    if (this.holding.isOver) this.#combined?.forget()
    this.holding.throwAway()
    const isLeft = this.#isCurrent && !this.#isLocal && !this.holding.apart
    this.#onEnded(isLeft ? { pending: this.#pending, at: performance.now() } : undefined)
  }
}

/** On the monotonic clock, in ms; null without a delay. */
const timeAfter = (delay: number | null) => (delay === null ? null : performance.now() + delay)
