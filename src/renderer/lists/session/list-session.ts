/**
 * A list being read: pages are requested one after another and appended, newer rows wait, an error stands beside what is
 * loaded. A session outlives the view that shows it, so that coming back finds the same rows at the same position.
 */
import { shallowRef, type ShallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { ChainglassError, ErrorCode } from '#shared/errors/errors.ts'
import { growsAtHead } from '#shared/lists/list-table.ts'
import { type Cursor, type Page, saidBySource, type SourceNotice } from '#shared/lists/page.ts'
import { createFirstPageFollower, type FirstPageFollower } from './follow-first-page.ts'
import { asInput, queryKey, type ListQuery } from './list-query.ts'
import { ListGaps } from './list-gaps.ts'
import type { KeptRows, ListSnapshot, ListState, LoadAllProgress } from './list-snapshot.ts'
import { createNewerRows } from './newer-rows.ts'
import { pageRows } from '../rows/page-rows.ts'
import { createRetryDelay } from '#shared/lists/retry-delay.ts'
import { packWhenIdle } from '../rows/pack-when-idle.ts'
import { RowStore } from '../rows/row-store.ts'
import { browserEnvironment, type SessionEnvironment } from './session-environment.ts'

type Priority = NonNullable<CallInput<'lists.page'>['priority']>

/** Within this time of a list's opening its rows may still move: nobody reads or points at them yet. */
const OPENING_MS = 500

/** Errors that a key ends. */
const WANTS_KEY: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'out_of_credits'])

/** Where the reader was when the list was left. */
export interface ReadingPosition {
  /** Scrolled so far, px: in the rows, and in the grid of pictures. */
  rows: number
  pictures: number
  /** Key of the row the keyboard was on. */
  activeRow?: string | undefined
}

export class ListSession {
  readonly query: ListQuery
  /** Tells one list from another. */
  readonly key: string
  readonly rows = new RowStore()
  readonly position: ReadingPosition = { rows: 0, pictures: 0 }
  readonly #core: RpcClient
  readonly #environment: SessionEnvironment
  readonly #newer = createNewerRows(this.rows)
  readonly #retryDelay = createRetryDelay()
  readonly #snapshot: ShallowRef<ListSnapshot>
  /** Its rows are facts that stay, and new ones come first. */
  readonly #isHistory: boolean
  readonly #headRetryDelay = createRetryDelay()
  /** Asks the source how the list begins now. */
  #headRequest: AbortController | null = null
  readonly #follower: FirstPageFollower
  #kept: KeptRows | null = null
  /** When the kept rows were shown, ms. */
  #keptSince = 0
  /** The person wants the source to be asked, whatever is kept. */
  #refreshes = false
  readonly #gaps = new ListGaps(this.rows)
  /** All of the list is wanted, also where it is read again. */
  #wantsAll: Priority | null = null
  #state: ListState = { kind: 'idle' }
  #notice: SourceNotice | null = null
  #loadAll: LoadAllProgress | null = null
  #loadAllSince = 0
  #priority: Priority = 'visible'
  #cursor: Cursor | null = null
  #pages = 0
  #request: AbortController | null = null
  #cancelRetry: (() => void) | null = null
  #cancelHeadRetry: (() => void) | null = null
  /** How many views show it. */
  #views = 0

  constructor(core: RpcClient, query: ListQuery, environment: SessionEnvironment = browserEnvironment()) {
    this.#core = core
    this.query = query
    this.key = queryKey(query)
    this.#environment = environment
    this.#isHistory = growsAtHead(query.list) && !('sort' in query.filters)
    this.#snapshot = shallowRef(this.#takeSnapshot())
    this.#follower = createFirstPageFollower(core, query, environment, (page) => {
      this.#takeFirstPage(page)
    })
  }

  get snapshot(): Readonly<ShallowRef<ListSnapshot>> {
    return this.#snapshot
  }

  /** A view shows it. */
  get isShown(): boolean {
    return this.#views > 0
  }

  /** Requests the next page, unless one is on its way, the list ended, an error waits for a retry, or no view is there. */
  loadMore(): void {
    if (this.#views > 0 && (this.#state.kind === 'idle' || this.#state.kind === 'ready'))
      void this.#fetchPage()
  }

  /** Requests the first page before a view is there. Resolves once it is here, or can't be had. */
  async preload(): Promise<void> {
    if (this.#state.kind === 'idle' && this.#pages === 0) await this.#fetchPage()
  }

  retry(): void {
    if (this.#kept?.failure) void this.#askHead()
    if (this.#state.kind === 'error') void this.#fetchPage()
    const [told] = this.#gaps.keys(true)
    if (told !== undefined) this.fillGap(told)
  }

  /** The last request failed, for the page that follows or for the head of kept rows. */
  get failure(): ChainglassError | undefined {
    return this.#state.kind === 'error' ? this.#state.error : this.#kept?.failure?.error
  }

  /** The keys of the rows that stand for what is missing, and is read once it is seen. */
  get gaps(): readonly string[] {
    return this.#gaps.keys(false)
  }

  /** Reads on where rows are missing. Those below are read again, from the archive for the most part. */
  fillGap(key: string): void {
    if (this.#state.kind === 'more') return
    const cursor = this.#gaps.dropFrom(key)
    if (cursor === undefined) return
    this.#cancelRequest()
    this.#clearRetry()
    this.#cursor = cursor
    void this.#fetchPage()
  }

  /** Requests page after page up to the last. It stops at an error that does not go away by itself, and when left. */
  loadAll(priority: Priority = 'background'): void {
    if (this.#loadAll || this.#state.kind === 'end') return
    this.#loadAll = { requests: 0, rows: 0, ms: 0 }
    this.#loadAllSince = this.#environment.now()
    this.#priority = priority
    this.#wantsAll = priority
    if (this.#request || this.#cancelRetry) this.#publish()
    else void this.#fetchPage()
  }

  stopLoadAll(): void {
    this.#wantsAll = null
    this.#endLoadAll()
    this.#cancelRequest()
    this.#publish()
  }

  /** Puts the waiting rows on top. Where rows may be missing below them, the list starts anew from them. */
  showNewer(): void {
    const { gap } = this.#newer
    // What lies further down is not in the first pages of several lists.
    if (gap) this.#startFrom(this.query.others ? null : gap)
    else this.#newer.putOnTop()
    this.#publish()
  }

  /** Reads the list from its beginning again, at the source. */
  restart(): void {
    this.#refreshes = true
    this.#startFrom(null)
  }

  /** A view shows this session; with `follow` it learns of newer rows. Returns how to leave, which ends the requests. */
  enter({ follow }: { readonly follow: boolean }): () => void {
    this.#views += 1
    const unfollow = follow ? this.#follower.add() : undefined
    const stopListening = this.#environment.onOnline(() => {
      if (this.failure?.code === 'offline') this.retry()
    })
    if (this.#kept && !this.#headRequest) void this.#askHead()
    if (this.#state.kind === 'error' && this.#state.retryAt !== null)
      this.#retryIn(Math.max(0, this.#state.retryAt - this.#environment.now()))
    // Opened again, it may have a key now.
    else if (this.#state.kind === 'error' && WANTS_KEY.has(this.#state.error.code)) this.retry()
    // Only the first page: whoever comes back to loaded rows requests more when they are near the end of them.
    if (this.#state.kind === 'idle') this.loadMore()
    return () => {
      this.#views -= 1
      unfollow?.()
      stopListening()
      if (this.#views === 0) this.#suspend()
    }
  }

  #suspend(): void {
    this.#clearRetry()
    this.#wantsAll = null
    this.#endLoadAll()
    this.#cancelRequest()
    this.#cancelHead()
    this.#publish()
  }

  async #fetchPage(): Promise<void> {
    this.#clearRetry()
    const request = new AbortController()
    this.#request = request
    this.#state = { kind: this.rows.count === 0 ? 'loading' : 'more' }
    this.#publish()
    const result = await this.#core.call(
      'lists.page',
      {
        ...asInput(this.query),
        cursor: this.#cursor,
        priority: this.#priority,
        ...(this.#refreshes && this.#isFromSource() ? { refresh: true } : {}),
      },
      { signal: request.signal },
    )
    if (this.#request !== request) return
    this.#request = null
    if (result.ok) this.#append(result.data)
    else this.#fail(result.error)
    if (result.ok && this.#loadAll) void this.#fetchPage()
    else this.#publish()
  }

  /** Below the first page of a history, what is kept still holds where the source’s pages meet it. */
  #isFromSource(): boolean {
    return this.#cursor === null || !this.#isHistory
  }

  /** Of rows that were kept: asks the source how the list begins now. */
  async #askHead(): Promise<void> {
    this.#cancelHead()
    const request = new AbortController()
    this.#headRequest = request
    const result = await this.#core.call(
      'lists.page',
      { ...asInput(this.query), cursor: null, refresh: true, priority: 'visible' },
      { signal: request.signal },
    )
    if (this.#headRequest !== request) return
    this.#headRequest = null
    if (result.ok) this.#follower.know(result.data)
    if (result.ok) await this.#takeHead(result.data)
    else if (this.#kept && result.error.code !== 'cancelled') {
      const { error } = result
      const delay = this.#headRetryDelay.after(error)
      const retryAt = delay === null ? null : this.#environment.now() + delay
      this.#kept = { ...this.#kept, failure: { kind: 'error', error, retryAt } }
      if (delay !== null && this.#views > 0)
        this.#cancelHeadRetry = this.#environment.later(() => void this.#askHead(), delay)
    }
    this.#publish()
  }

  #cancelHead(): void {
    this.#cancelHeadRetry?.()
    this.#cancelHeadRetry = null
    this.#headRequest?.abort()
    this.#headRequest = null
  }

  /**
   * How the list begins now. Newer rows wait, unless it was opened this moment: then they are what it was opened for,
   * and nobody reads yet what would move. Where it tells of other rows than were kept, it is read from there.
   */
  async #takeHead(page: Page): Promise<void> {
    const { beginsWith, fitsOnTop, renew } = await import('../rows/kept-rows.ts')
    if (!this.#kept) return
    const isOpening =
      this.#environment.now() - this.#keptSince < OPENING_MS &&
      this.position.rows === 0 &&
      this.position.pictures === 0
    this.#headRetryDelay.reset()
    this.#kept = null
    const head = pageRows(page, -1)
    if (!(this.#isHistory ? fitsOnTop : beginsWith)(this.rows, head)) this.#startFrom(page, this.#wantsAll)
    else {
      renew(this.rows, head)
      if (this.#isHistory) this.#newer.take(page, head)
      if (isOpening) this.showNewer()
      else if (this.rows.count === 0) this.#newer.putOnTop()
    }
    this.#publish()
  }

  #append(page: Page): void {
    this.#retryDelay.reset()
    const { kept, gap } = page
    if (kept && (this.#pages === 0 || this.#kept || !this.#isHistory))
      this.#kept = {
        readAt: Math.min(kept.readAt, this.#kept?.readAt ?? Infinity),
        failure: this.#kept?.failure ?? null,
      }
    if (this.#pages === 0 && !kept) this.#follower.know(page)
    if (kept && this.#pages === 0) {
      this.#keptSince = this.#environment.now()
      void this.#askHead()
    }
    if (gap && (this.#cursor || gap.of)) this.#gaps.add(gap, this.#cursor)
    const added = this.rows.append(pageRows(page, this.#pages))
    this.#pages += 1
    packWhenIdle(this.rows)
    if (page.notice?.kind === 'cursor_repeats') {
      // It stays where it is: the next attempt may get further.
      this.#fail({ code: 'bad_response', kind: 'cursor_repeats' })
      return
    }
    this.#cursor = page.next
    this.#notice = saidBySource(page.notice) ?? this.#notice
    this.#state = { kind: page.next ? 'ready' : 'end' }
    if (!page.next) this.#endLoadAll()
    else if (this.#loadAll)
      this.#loadAll = {
        requests: this.#loadAll.requests + 1,
        rows: this.#loadAll.rows + added,
        ms: this.#environment.now() - this.#loadAllSince,
      }
  }

  #fail(error: ChainglassError): void {
    if (error.code === 'cancelled') {
      this.#state = this.#restingState()
      this.#endLoadAll()
      return
    }
    const delay = this.#retryDelay.after(error)
    this.#state = { kind: 'error', error, retryAt: delay === null ? null : this.#environment.now() + delay }
    if (delay === null) this.#endLoadAll()
    else if (this.#views > 0) this.#retryIn(delay)
  }

  #retryIn(ms: number): void {
    this.#cancelRetry = this.#environment.later(() => void this.#fetchPage(), ms)
  }

  #clearRetry(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  #endLoadAll(): void {
    this.#loadAll = null
    this.#priority = 'visible'
  }

  #cancelRequest(): void {
    if (!this.#request) return
    this.#request.abort()
    this.#request = null
    this.#state = this.#restingState()
  }

  #restingState(): ListState {
    if (this.#pages === 0) return { kind: 'idle' }
    return { kind: this.#cursor === null ? 'end' : 'ready' }
  }

  #startFrom(page: Page | null, loadAll: Priority | null = null): void {
    this.#cancelRequest()
    this.#cancelHead()
    this.#clearRetry()
    this.#endLoadAll()
    this.rows.clear()
    this.#gaps.clear()
    this.#kept = null
    this.#newer.clear()
    this.#notice = null
    this.#cursor = null
    this.#pages = 0
    Object.assign(this.position, { rows: 0, pictures: 0, activeRow: undefined })
    if (page) this.#append(page)
    else void this.#fetchPage()
    if (loadAll) this.loadAll(loadAll)
  }

  #takeFirstPage(page: Page): void {
    if (this.#pages === 0) return
    if (this.#kept?.failure) void this.#takeHead(page)
    else if (this.#newer.take(page, pageRows(page, -1))) {
      // In an empty list nobody is reading that the new rows could move.
      if (this.rows.count === 0) this.#newer.putOnTop()
      this.#publish()
    }
  }

  #publish(): void {
    this.#snapshot.value = this.#takeSnapshot()
  }

  #takeSnapshot(): ListSnapshot {
    return {
      state: this.#state,
      count: this.rows.count,
      newer: { count: this.#newer.count, gap: this.#newer.gap !== null },
      notice: this.#notice,
      missing: this.#gaps.missing,
      kept: this.#kept,
      loadAll: this.#loadAll,
    }
  }
}
