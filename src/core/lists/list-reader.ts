/**
 * One list as it is read while it is open: how it begins, the pages that somebody wants to see, all of it where somebody wants
 * that. One thing at a time. Whoever has it open shares it; what was read is in the archive.
 */
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { saidBySource, type Cursor, type Page, type SourceNotice } from '#shared/lists/page.ts'
import { createRetryDelay } from '#shared/lists/retry-delay.ts'
import type { LoadAllProgress, PendingRow } from '#shared/rpc/contract/lists.ts'
import { failAtLoop, isLoop } from '#shared/rpc/fail-at-loop.ts'
import { throttle } from '#platform/throttle.ts'
import { membersIn } from '../archive/named-lists.ts'
import type { StoredApart, LocalArchive } from '../archive/local-archive.ts'
import { isLocal } from '../archive/row-archives.ts'
import type { ListWalker } from '../read/list-walker.ts'
import { WalkFailure } from '../read/walk-list.ts'
import type { RowMark } from '../rows/row-mark.ts'
import type { Sources } from '../sources/sources.ts'
import { ListHolding, nameOf, type ListHoldingDeps, type OneList } from './list-holding.ts'
import type { AskedPage, PageReader, Priority } from '../read/page-reader.ts'
import {
  errorIn,
  errorOf,
  gapsBetween,
  joinPending,
  pendingRowsOf,
  progressOf,
  type Failure,
  type LeftList,
  type ReaderState,
  type Work,
} from './reader-state.ts'
import { CombinedReading } from './several/combined-reading.ts'

export interface ListReaderDeps extends ListHoldingDeps {
  readonly sources: Sources
  readonly localArchive: Pick<LocalArchive, 'pin' | 'isPinned'>
  readonly walker: Pick<ListWalker, 'walk'>
  readonly readPage: PageReader
  /** As a window is told of it; a fault of ours goes to the log. */
  readonly toError: (name: string, error: unknown) => ChainglassError
}

/** Called when something of it has changed. */
export type Subscriber = () => void

/** Of how far it is, while page after page is read. */
const TELL_EVERY_MS = 250
/** A list that was closed a moment ago is not asked for again: how it begins is followed from here on. */
const IS_CURRENT_MS = 20_000
/** So many pages without any new row, and its source goes round in a circle. */
const MAX_IDLE_PAGES = 20

export class ListReader {
  readonly request: OneList
  readonly #deps: ListReaderDeps
  readonly #onEnded: (left: LeftList | undefined) => void
  readonly #isLocal: boolean
  readonly holding: ListHolding
  /** Where it is made of those of several addresses. */
  readonly #combined: CombinedReading | undefined
  readonly #subscribers = new Set<Subscriber>()
  /** Who wants all of it. */
  readonly #wantAll = new Set<Subscriber>()
  readonly #release: () => void
  readonly #retryDelay = createRetryDelay()
  readonly #tellSoon: ReturnType<typeof throttle>
  #running: { readonly work: Work; readonly ended: AbortController } | undefined
  #failure: Failure | undefined
  #retry: NodeJS.Timeout | undefined
  #pending: readonly PendingRow[] = []
  #notice: SourceNotice | undefined
  #isCurrent = false
  /** Where it goes on while no row of it is here: all were pending. */
  #next: Cursor | null = null
  /** Name of the cursor that it does not get beyond. */
  #stuckAt: string | undefined
  #progress: (LoadAllProgress & { readonly since: number; readonly before: number }) | undefined
  /** How it begins may be another since all of it was read. */
  #isHeadOld = true
  /** How it begins is to be asked once nothing else is on its way. */
  #isHeadWanted = false

  /** `left`: what was known when it was closed the last time. */
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

  /** Returns how to leave it; with the last one all reading ends. */
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
      isReading: this.#running !== undefined,
      isCurrent: this.#isCurrent,
      gaps: gapsBetween(intervals),
      bottom: last?.bottom ?? null,
      rowsAtHead: first?.rows ?? 0,
      pending: this.#pending,
      loadAll: this.#progress && progressOf(this.#progress),
      ...(this.#notice && { notice: this.#notice }),
      ...(this.#combined && { missing: this.#combined.missing }),
      ...(this.#failure && { error: errorIn(this.#failure) }),
    }
  }

  /** The row that stands first; rows of a list in an order of its own are not told apart by when they came. */
  top(): RowMark | undefined {
    return this.holding.isHistory ? this.holding.list()?.top() : undefined
  }
  rowsAbove(mark: RowMark): number {
    return this.holding.list()?.rowsAbove(mark) ?? 0
  }

  /** It is loaded with others, where they are; what is here of it goes along. */
  holdApart(how: Pick<StoredApart, 'isInMemory'>): void {
    this.holding.move(how)
    if (this.#running?.work.kind === 'all') this.#cancel()
    this.#goOn()
    this.#tellSoon()
  }

  /** How it begins is not loaded as it was read behind it. */
  readHead(): void {
    // Else it is read anyhow, whenever it has changed.
    if (!this.holding.isKept) return
    this.#isHeadWanted = true
    this.#goOn()
  }

  more(): void {
    if (!this.#running && !this.#failure && !this.state().isEnd) void this.#run({ kind: 'more' })
  }

  loadAll(subscriber: Subscriber): void {
    this.#wantAll.add(subscriber)
    if (this.#failure?.retryAt === null) this.#forgetFailure()
    this.#goOn()
    // A job that keeps it may have read it meanwhile: then nothing runs, and how far it is has to be told all the same.
    this.#tellSoon()
  }

  stop(subscriber: Subscriber): void {
    if (!this.#wantAll.delete(subscriber) || this.#wantAll.size > 0) return
    if (this.#running?.work.kind === 'all') this.#cancel()
    if (this.#failure?.work.kind === 'all') this.#forgetFailure()
    this.#progress = undefined
    this.tell()
  }

  /** Returns false where there is no such gap. */
  fillGap(cursor: Cursor): boolean {
    if (!this.#hasGap(cursor)) return false
    if (!this.#running) void this.#run({ kind: 'gap', cursor })
    return true
  }

  retry(): void {
    this.#stuckAt = undefined
    if (this.#failure) void this.#run(this.#failure.work)
    else if (this.#combined?.missing.length && !this.#running) void this.#run({ kind: 'missing' })
  }

  refresh(): void {
    this.#stuckAt = undefined
    this.#cancel()
    void this.#run({ kind: 'head', isAnew: true })
  }

  /** How it begins was asked, and has changed. */
  followHead(pending: readonly PendingRow[]): void {
    this.#isHeadOld = true
    // To read again how it begins is to read all of it again that is here.
    const isAsItCame = !this.#isLocal && this.holding.apart?.isAsItCame === true
    this.#isCurrent = !isAsItCame
    const rows = this.#next ? joinPending(pending, this.#pending) : pending
    this.#pending = this.holding.isHistory ? rows : []
    const isOfHead = this.#failure?.work.kind === 'head' || this.#isLocal
    if (isOfHead) this.#forgetFailure()
    if (this.#isLocal && this.#wantAll.size > 0) this.#goOn()
    else {
      // What is kept has been written.
      this.#isHeadWanted = !this.holding.isKept && !isAsItCame
      this.#goOn()
      this.tell()
    }
  }

  /** Something of it is another. */
  tell(): void {
    this.#tellSoon.cancel()
    for (const subscriber of this.#subscribers) subscriber()
  }

  async #run(work: Work): Promise<void> {
    this.#forgetFailure()
    const running = { work, ended: new AbortController() }
    this.#running = running
    this.tell()
    let failure: unknown
    try {
      await this.#do(work, running.ended.signal)
    } catch (error) {
      failure = error
    }
    if (this.#running !== running) return
    this.#running = undefined
    if (failure === undefined) this.#retryMissing()
    else this.#fail(work, this.#toError(failure))
    if (work.kind === 'all' && this.#failure?.retryAt == null) this.#endAll()
    this.#goOn()
    this.tell()
  }

  /** What is wanted still. */
  #goOn() {
    if (this.#running || this.#failure) return
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

  /** A list of this machine is followed to its end. */
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
    // What is here of it is of one moment.
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

  /** Of those whose failure goes by. */
  #retryMissing() {
    for (const { error } of this.#combined?.missing ?? []) {
      const delay = error ? this.#retryDelay.after(error) : null
      if (delay === null) continue
      this.#retry = setTimeout(() => void this.#run({ kind: 'missing' }), delay).unref()
      return
    }
    this.#retryDelay.reset()
  }

  async #readMore(signal: AbortSignal, priority?: Priority) {
    const last = this.holding.coverage().intervals.at(-1)
    const cursor = last ? last.cursor : this.#next
    if (last && cursor === null) return
    this.holding.requireRoom()
    // Below the last row nothing is loaded: what a cursor that was given twice leads to is asked for, too.
    const page = await this.#read(cursor, last !== undefined, signal, priority)
    if (cursor === null) this.#takeHead(page)
    else if (this.holding.coverage().list === null) await this.#readHead(true, signal)
    else {
      this.#take(page)
      if (this.holding.isHistory) this.#pending = joinPending(this.#pending, pendingRowsOf(page))
      this.#see(cursor, page)
    }
  }

  /** Where it goes on. */
  #see(cursor: Cursor | null, { next }: Page) {
    const last = this.holding.coverage().intervals.at(-1)
    this.#next = last ? null : next
    const isStuck = last ? cursor !== null && nameOf(last.cursor) === nameOf(cursor) : next === null
    this.#stuckAt = isStuck ? nameOf(last && cursor) : undefined
  }

  async #readGap(cursor: Cursor, signal: AbortSignal) {
    this.holding.requireRoom()
    this.#take(await this.#read(cursor, false, signal))
    if (this.#hasGap(cursor)) throw new WalkFailure({ kind: 'unsteady' })
  }

  #hasGap(cursor: Cursor): boolean {
    return this.state().gaps.some((gap) => nameOf(gap.cursor) === nameOf(cursor))
  }

  async #readAll(signal: AbortSignal) {
    const beforeRequest = () => {
      const archive = this.holding.archive()
      // It may have been turned off meanwhile.
      if (!archive?.list(this.request)) throw new WalkFailure({ kind: 'not_kept' })
      if (!archive.hasRoom()) throw new WalkFailure({ kind: 'no_room' })
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
      await this.#deps.walker.walk({
        ...{ list: this.request, signal, beforeRequest, onPage },
        purpose: 'looking',
        refreshesHead: this.#isLocal,
        onHead: (page) => {
          if (saidBySource(page.notice))
            this.holding.takeUnwritten([{ cursor: null, page, unwritten: 'refused' }])
          this.#takeHead(page)
        },
      })
    } catch (error) {
      // Its rows are taken; then it fails, too.
      if (isLoop(error)) return this.#readMore(signal, 'background')
      if (!(error instanceof WalkFailure) || error.problem.kind === 'no_room') throw error
      const { kind } = error.problem
      if (kind === 'not_kept') this.holding.moveIntoMemory()
      // What is read of it is no proof of what there is, and all there is to see.
      await this.#readOn(signal, beforeRequest, onPage)
      if (kind === 'unsteady' && this.state().gaps.length > 0) throw error
    }
  }

  /** Page after page, whether or not they fit together. */
  async #readOn(
    signal: AbortSignal,
    beforeRequest: () => void,
    onPage: (progress: { readonly rows: number }) => void,
  ) {
    let rows = this.holding.coverage().rows
    for (let idle = 0; !this.state().isEnd; idle += 1) {
      beforeRequest()
      if (idle >= MAX_IDLE_PAGES) throw new WalkFailure({ kind: 'unsteady' })
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
    const asked: AskedPage[] = []
    const page = await this.#deps.readPage({ ...this.request, cursor, refresh, priority }, signal, asked)
    if (signal.aborted) return page
    this.holding.take(asked, before)
    return page
  }

  #take(page: Page) {
    this.#notice = saidBySource(page.notice) ?? this.#notice
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
    return error instanceof WalkFailure ? errorOf(error.problem) : this.#deps.toError('lists.open', error)
  }

  #fail(work: Work, error: ChainglassError) {
    const delay = this.#retryDelay.after(error)
    if (work.kind === 'all') this.#isHeadOld = true
    this.#failure = { work, error, retryAt: delay === null ? null : performance.now() + delay }
    if (delay !== null) this.#retry = setTimeout(() => void this.#run(work), delay).unref()
  }

  #forgetFailure() {
    clearTimeout(this.#retry)
    this.#failure = undefined
  }

  #cancel() {
    if (this.#running?.work.kind === 'all') this.#isHeadOld = true
    this.#running?.ended.abort()
    this.#running = undefined
  }

  #end() {
    this.#cancel()
    this.#forgetFailure()
    this.#tellSoon.cancel()
    this.#release()
    if (this.holding.isOver) this.#combined?.forget()
    this.holding.throwAway()
    const isLeft = this.#isCurrent && !this.#isLocal && !this.holding.apart
    this.#onEnded(isLeft ? { pending: this.#pending, at: performance.now() } : undefined)
  }
}
