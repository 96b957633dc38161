/**
 * One list as it is read while it is open: how it begins, the pages that somebody wants to see, all of it where somebody wants
 * that. One thing at a time. Whoever has it open shares it; what was read is in the archive.
 */
import { ChainglassFailure, type ChainglassError } from '#shared/errors/errors.ts'
import { saidBySource, type Cursor, type Page, type SourceNotice } from '#shared/lists/page.ts'
import { createRetryDelay } from '#shared/lists/retry-delay.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { Filters, LoadAllProgress, PendingRow } from '#shared/rpc/contract/lists.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import { throttle } from '#platform/throttle.ts'
import { formatCursor } from '../api-client/read/cursor.ts'
import type { ArchivedList } from '../archive/create-archive.ts'
import { nameHeldList, type ListRequest } from '../archive/held-list.ts'
import { membersIn } from '../archive/named-lists.ts'
import type { LocalArchive } from '../archive/local-archive.ts'
import { isLocal, type RowArchives } from '../archive/row-archives.ts'
import type { ListWalker } from '../keep/list-walker.ts'
import { WalkFailure } from '../keep/walk-list.ts'
import type { RowMark } from '../rows/row-mark.ts'
import type { Sources } from '../sources/sources.ts'
import type { PageReader } from './page-reader.ts'
import {
  errorIn,
  errorOf,
  pendingRowsOf,
  type FailedReading,
  type LeftList,
  type ReaderState,
} from './reader-state.ts'
import { CombinedReading } from './several/combined-reading.ts'

type Priority = NonNullable<CallInput<'lists.page'>['priority']>

export type OneList = ListRequest & { readonly filters: Filters; readonly params: Record<string, string> }

export interface ListReaderDeps {
  readonly sources: Sources
  readonly archives: RowArchives
  readonly localArchive: Pick<LocalArchive, 'pin' | 'isPinned'>
  readonly walker: Pick<ListWalker, 'walk'>
  readonly readPage: PageReader
  /** As a window is told of it; a fault of ours goes to the log. */
  readonly toError: (name: string, error: unknown) => ChainglassError
}

type Work =
  | { readonly kind: 'head'; readonly isAnew: boolean }
  /** Of those whose rows are missing. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'more' }
  | { readonly kind: 'gap'; readonly cursor: Cursor }
  | { readonly kind: 'all' }

type Failure = FailedReading & { readonly work: Work }

/** Called when something of it has changed. */
export type Subscriber = () => void

/** Of how far it is, while page after page is read. */
const TELL_EVERY_MS = 250
/** A list that was closed a moment ago is not asked for again: how it begins is followed from here on. */
const IS_CURRENT_MS = 20_000

export class ListReader {
  readonly request: OneList
  readonly #deps: ListReaderDeps
  readonly #onEnded: (left: LeftList | undefined) => void
  readonly #isLocal: boolean
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
  /** Ends that its rows are thrown away, because its source says something of it. */
  #keep: (() => void) | undefined

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
    this.#combined = membersIn(request) && new CombinedReading(deps, request)
    this.#release = deps.localArchive.pin(request)
    this.#tellSoon = throttle(() => {
      this.#tell()
    }, TELL_EVERY_MS)
    const isHere = this.#held()?.coverage().list != null
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
    const { intervals, rows, isComplete, readAt, list } = this.#held()?.coverage() ?? NOTHING
    const [first] = intervals
    const last = intervals.at(-1)
    const isEnd =
      this.#combined !== undefined
        ? last !== undefined
        : last?.cursor === null || nameOf(last?.cursor) === this.#stuckAt
    const failure = this.#failure
    return {
      ...{ list, readAt, loaded: rows, isEnd },
      isWhole: isComplete && this.#notice === undefined,
      isReading: this.#running !== undefined,
      isCurrent: this.#isCurrent,
      gaps: intervals.slice(1).flatMap(({ top }, at) => {
        const above = intervals[at]
        return above?.cursor ? [{ from: above.bottom, to: top, cursor: above.cursor }] : []
      }),
      bottom: last?.bottom ?? null,
      rowsAtHead: first?.rows ?? 0,
      pending: this.#pending,
      loadAll: this.#progress && {
        requests: this.#progress.requests,
        rows: this.#progress.rows,
        ms: this.#progress.ms,
      },
      ...(this.#notice && { notice: this.#notice }),
      ...(this.#combined && { missing: this.#combined.missing }),
      ...(failure && { error: errorIn(failure) }),
    }
  }

  /** The row that stands first; rows of a list in an order of its own are not told apart by when they came. */
  top(): RowMark | undefined {
    return this.#isHistory ? this.#held()?.top() : undefined
  }
  rowsAbove(mark: RowMark): number {
    return this.#held()?.rowsAbove(mark) ?? 0
  }

  more(): void {
    if (!this.#running && !this.#failure && !this.state().isEnd) void this.#run({ kind: 'more' })
  }

  loadAll(subscriber: Subscriber): void {
    this.#wantAll.add(subscriber)
    if (this.#failure?.retryAt === null) this.#forgetFailure()
    this.#goOn()
  }

  stop(subscriber: Subscriber): void {
    if (!this.#wantAll.delete(subscriber) || this.#wantAll.size > 0) return
    if (this.#running?.work.kind === 'all') this.#cancel()
    if (this.#failure?.work.kind === 'all') this.#forgetFailure()
    this.#progress = undefined
    this.#tell()
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
    this.#isCurrent = true
    this.#pending = this.#isHistory ? pending : []
    this.#isHeadOld = true
    const isOfHead = this.#failure?.work.kind === 'head' || this.#isLocal
    if (isOfHead) this.#forgetFailure()
    if (this.#isLocal && this.#wantAll.size > 0) this.#goOn()
    else {
      // What is kept has been written.
      this.#isHeadWanted = !this.#isKept
      this.#goOn()
      this.#tell()
    }
  }

  get #isHistory() {
    return nameHeldList(this.request).kind === 'history'
  }

  /** It, or what it is made of. */
  get #isKept() {
    const { archives } = this.#deps
    const list = this.#combined?.lists[0] ?? this.request
    return archives.of(list.source, list) === archives.archive
  }

  #held(): ArchivedList | undefined {
    return this.#deps.archives.of(this.request.source, this.request)?.list(this.request)
  }

  #tell() {
    this.#tellSoon.cancel()
    for (const subscriber of this.#subscribers) subscriber()
  }

  async #run(work: Work): Promise<void> {
    this.#forgetFailure()
    const running = { work, ended: new AbortController() }
    this.#running = running
    this.#tell()
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
    this.#tell()
  }

  /** What is wanted still. */
  #goOn() {
    if (this.#running || this.#failure) return
    if (this.#isHeadWanted) {
      this.#isHeadWanted = false
      void this.#run({ kind: 'head', isAnew: true })
    } else if (this.#wantAll.size > 0) {
      if (this.#isLocal ? this.#isHeadOld : !this.state().isWhole) {
        const before = this.#held()?.rowCount() ?? 0
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
    if (!this.#held()) throw new WalkFailure({ kind: 'not_kept' })
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
    const { rows, list } = this.#held()?.coverage() ?? NOTHING
    let page = await this.#read(null, isAnew || list !== null, signal)
    this.#takeHead(page)
    // What is here of it is of one moment.
    for (let read = page.items.length; isAnew && !this.#isHistory && page.next && read < rows;) {
      page = await this.#read(page.next, true, signal)
      this.#take(page)
      read += page.items.length + page.unread.length
    }
  }

  async #readCombined(combined: CombinedReading, work: Work, signal: AbortSignal) {
    const isAnew = work.kind === 'head' && work.isAnew
    const onHeld = (notice: SourceNotice | undefined) => {
      this.#notice = notice
      this.#tell()
    }
    this.#notice = await combined.read({ isAnew, isOfMissing: work.kind === 'missing', onHeld }, signal)
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
    const last = this.#held()?.coverage().intervals.at(-1)
    const cursor = last ? last.cursor : this.#next
    if (last && cursor === null) return
    const page = await this.#read(cursor, false, signal, priority)
    if (cursor === null) this.#takeHead(page)
    else {
      this.#take(page)
      this.#see(cursor, page)
    }
  }

  /** Where it goes on; a page that could not be written leads nowhere. */
  #see(cursor: Cursor | null, { next }: Page) {
    const last = this.#held()?.coverage().intervals.at(-1)
    this.#next = last ? null : next
    const isStuck = last ? cursor !== null && nameOf(last.cursor) === nameOf(cursor) : next === null
    this.#stuckAt = isStuck ? nameOf(last && cursor) : undefined
  }

  async #readGap(cursor: Cursor, signal: AbortSignal) {
    this.#take(await this.#read(cursor, false, signal))
    if (this.#hasGap(cursor)) throw new WalkFailure({ kind: 'unsteady' })
  }

  #hasGap(cursor: Cursor): boolean {
    return this.state().gaps.some((gap) => nameOf(gap.cursor) === nameOf(cursor))
  }

  async #readAll(signal: AbortSignal) {
    const { archives, walker } = this.#deps
    const beforeRequest = () => {
      const archive = archives.of(this.request.source, this.request)
      // It may have been turned off meanwhile.
      if (!archive?.list(this.request)) throw new WalkFailure({ kind: 'not_kept' })
      if (!archive.hasRoom()) throw new WalkFailure({ kind: 'no_room' })
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
      await walker.walk({
        ...{ list: this.request, signal, beforeRequest, onPage },
        purpose: 'looking',
        refreshesHead: this.#isLocal,
        onHead: (page) => {
          this.#takeHead(page)
        },
      })
    } catch (error) {
      if (!(error instanceof WalkFailure) || error.problem.kind !== 'notice') throw error
      // What is read of it is no proof of what there is, and all there is to see.
      while (!this.state().isEnd) {
        beforeRequest()
        await this.#readMore(signal, 'background')
        onPage({ rows: this.#held()?.rowCount() ?? 0 })
      }
    }
  }

  #read(
    cursor: Cursor | null,
    refresh: boolean,
    signal: AbortSignal,
    priority: Priority = 'visible',
  ): Promise<Page> {
    return this.#deps.readPage({ ...this.request, cursor, refresh, priority }, signal)
  }

  #take(page: Page) {
    this.#notice = saidBySource(page.notice) ?? this.#notice
    failAtLoop(page)
  }

  #takeHead(page: Page) {
    this.#notice = undefined
    this.#isCurrent = page.kept === undefined
    this.#pending = this.#isHistory ? pendingRowsOf(page) : []
    this.#take(page)
    if (saidBySource(page.notice) && this.#isKept && this.#held()?.coverage().list === null) {
      this.#keep = this.#deps.archives.throwAway(this.request)
      this.#held()?.write(null, page)
    }
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
    const { sources, archives } = this.#deps
    this.#cancel()
    this.#forgetFailure()
    this.#tellSoon.cancel()
    this.#release()
    const kind = sources.all().find(({ id }) => id === this.request.source)?.kind
    const isThrownAway = (kind === 'instance' || kind === 'pro') && !this.#isKept
    // When it is opened again, the chain of a node may have been set back, or be indexed further down.
    if (kind === 'node' || isThrownAway) {
      archives.of(this.request.source, this.request)?.forgetList(this.request)
      this.#combined?.forget()
    }
    this.#keep?.()
    const isLeft = this.#isCurrent && !this.#isLocal
    this.#onEnded(isLeft ? { pending: this.#pending, at: performance.now() } : undefined)
  }
}

const nameOf = (cursor: Cursor | null | undefined) => (cursor ? formatCursor(cursor) : '')

const NOTHING = { intervals: [], rows: 0, isComplete: false, readAt: null, list: null } as const
