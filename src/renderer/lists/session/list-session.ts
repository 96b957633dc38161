/**
 * A list being read: pages asked for one after another and appended, newer rows kept waiting, errors kept beside what is
 * loaded. It outlives the view that shows it, so that coming back finds the same rows at the same place.
 */
import { shallowRef, type ShallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { ChainglassError } from '#shared/rpc/errors.ts'
import type { Cursor, Page, PageNotice } from '#shared/lists/page.ts'
import { followHead, type PageVisibility } from './follow-head.ts'
import { readingHead, type NewerRows } from './newer-rows.ts'
import { pageRows } from './page-rows.ts'
import { RowStore } from './row-store.ts'

export interface ListQuery {
  readonly source: string
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
  readonly filters: Filters
}

/** `ready`: there is more to ask for. `retryAt`: when it goes on by itself, in ms since 1970. */
export type ListState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'more' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly error: ChainglassError; readonly retryAt: number | null }

/** How far "load all" has come: requests answered and rows read since it began. */
export interface LoadingAll {
  readonly requests: number
  readonly rows: number
}

/** Where the reader was: kept here, since the session outlives the view. */
export interface ReadingPlace {
  /** Among rows and among pictures, px. */
  scrollTop: number
  picturesTop: number
  /** Key of the row the keyboard was on. */
  activeRow?: string | undefined
}

export interface ListSession {
  /** Tells one session from another. */
  readonly id: number
  readonly query: ListQuery
  readonly rows: RowStore
  /** Goes up whenever anything below changed; rows are plain arrays that Vue never looks into. */
  readonly version: Readonly<ShallowRef<number>>
  readonly state: ListState
  readonly notice: PageNotice | null
  readonly loadingAll: LoadingAll | null
  readonly newer: NewerRows
  readonly place: ReadingPlace
  /** Asks for the next page, unless one is being asked for, the list ended, an error waits for a retry, or nobody looks. */
  more(): void
  retry(): void
  loadAll(): void
  stopLoadingAll(): void
  /** Puts the waiting rows on top; where too many came to be sure of the order, the list starts anew from them. */
  showNewer(): void
  /** Reads the list from its beginning again. */
  restart(): void
  /** The view shows this session: its head is watched. Gives how to leave, which cancels what is being asked. */
  enter(watchHead: boolean): () => void
}

/** What a session needs of the window; tests bring their own. */
export interface SessionEnvironment {
  readonly page: PageVisibility
  now(): number
  /** Runs later; returns how to cancel it. */
  later(run: () => void, ms: number): () => void
  /** Calls back when the machine is online again; returns how to stop. */
  onOnline(listener: () => void): () => void
}

const browserEnvironment = (): SessionEnvironment => ({
  page: document,
  now: () => Date.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => {
      clearTimeout(timer)
    }
  },
  onOnline(listener) {
    window.addEventListener('online', listener)
    return () => {
      window.removeEventListener('online', listener)
    }
  },
})

/** While offline: tried again after so many ms, then half as often, at most every 30 s. */
const OFFLINE_RETRY_MS = 3_000
const MAX_OFFLINE_RETRY_MS = 30_000

let lastId = 0

export function createListSession(
  core: RpcClient,
  query: ListQuery,
  environment: SessionEnvironment = browserEnvironment(),
): ListSession {
  const version = shallowRef(0)
  const rows = new RowStore()
  const newer = readingHead(rows)
  let state: ListState = { kind: 'idle' }
  let notice: PageNotice | null = null
  let loadingAll: LoadingAll | null = null
  let cursor: Cursor | null = null
  let pages = 0
  let offlineInARow = 0
  let asking: AbortController | null = null
  let callOffRetry: (() => void) | null = null
  let shown = 0

  const changed = () => (version.value += 1)

  async function ask(): Promise<void> {
    callOffRetry?.()
    callOffRetry = null
    const asked = new AbortController()
    asking = asked
    state = { kind: rows.count === 0 ? 'loading' : 'more' }
    changed()
    const result = await core.call(
      'lists.page',
      { ...query, cursor, priority: loadingAll ? 'background' : 'visible' },
      { signal: asked.signal },
    )
    if (asking !== asked) return
    asking = null
    if (result.ok) take(result.data)
    else failed(result.error)
    changed()
    if (result.ok && loadingAll && state.kind === 'ready') void ask()
  }

  function take(page: Page): void {
    offlineInARow = 0
    const added = rows.append(pageRows(page, pages))
    pages += 1
    cursor = page.next
    notice = page.notice ?? notice
    state = { kind: page.next ? 'ready' : 'end' }
    if (loadingAll) {
      loadingAll = page.next ? { requests: loadingAll.requests + 1, rows: loadingAll.rows + added } : null
    }
    packWhenIdle(rows)
  }

  function failed(error: ChainglassError): void {
    if (error.code === 'cancelled') {
      state = restState()
      loadingAll = null
      return
    }
    const after = retryAfter(error)
    state = { kind: 'error', error, retryAt: after === null ? null : environment.now() + after }
    if (after === null) loadingAll = null
    else if (shown > 0) callOffRetry = environment.later(() => void ask(), after)
  }

  function retryAfter(error: ChainglassError): number | null {
    if (error.code === 'rate_limited') return Math.max(1_000, error.retryAfterMs)
    if (error.code !== 'offline') return null
    offlineInARow += 1
    return Math.min(MAX_OFFLINE_RETRY_MS, OFFLINE_RETRY_MS * 2 ** (offlineInARow - 1))
  }

  function stopAsking(): void {
    if (!asking) return
    asking.abort()
    asking = null
    state = restState()
  }

  const restState = (): ListState =>
    pages === 0 ? { kind: 'idle' } : cursor === null ? { kind: 'end' } : { kind: 'ready' }

  function startFrom(page: Page | null): void {
    stopAsking()
    callOffRetry?.()
    callOffRetry = null
    loadingAll = null
    rows.clear()
    newer.clear()
    notice = null
    cursor = null
    pages = 0
    session.place.scrollTop = 0
    session.place.picturesTop = 0
    session.place.activeRow = undefined
    if (page) take(page)
    else void ask()
    changed()
  }

  lastId += 1
  const session: ListSession = {
    id: lastId,
    query,
    rows,
    version,
    newer,
    place: { scrollTop: 0, picturesTop: 0 },
    get state() {
      return state
    },
    get notice() {
      return notice
    },
    get loadingAll() {
      return loadingAll
    },
    more() {
      if (shown > 0 && (state.kind === 'idle' || state.kind === 'ready')) void ask()
    },
    retry() {
      if (state.kind === 'error') void ask()
    },
    loadAll() {
      if (loadingAll || state.kind === 'end') return
      loadingAll = { requests: 0, rows: 0 }
      if (state.kind === 'loading' || state.kind === 'more') changed()
      else void ask()
    },
    stopLoadingAll() {
      loadingAll = null
      stopAsking()
      changed()
    },
    showNewer() {
      const { gap } = newer
      if (gap) startFrom(gap)
      else newer.putOnTop()
      changed()
    },
    restart() {
      startFrom(null)
    },
    enter(watchHead) {
      shown += 1
      const unwatch = watchHead ? watch() : undefined
      const stopListening = environment.onOnline(() => {
        if (state.kind === 'error' && state.error.code === 'offline') void ask()
      })
      if (state.kind === 'error' && state.retryAt !== null) {
        callOffRetry = environment.later(() => void ask(), Math.max(0, state.retryAt - environment.now()))
      }
      session.more()
      return () => {
        shown -= 1
        unwatch?.()
        stopListening()
        if (shown > 0) return
        callOffRetry?.()
        callOffRetry = null
        loadingAll = null
        stopAsking()
        changed()
      }
    },
  }

  function watch(): () => void {
    return followHead(core, query, environment.page, (page) => {
      if (pages === 0 || !newer.take(page, pageRows(page, -1))) return
      // Nothing is being read that could move.
      if (rows.count === 0) newer.putOnTop()
      changed()
    })
  }

  return session
}

/** Packing waits for idle moments; where the browser has none to tell of, for the next turn. */
function packWhenIdle(rows: RowStore): void {
  if (typeof requestIdleCallback === 'undefined') {
    setTimeout(() => rows.packSome(() => true), 0)
    return
  }
  requestIdleCallback((deadline) => {
    if (!rows.packSome(() => deadline.timeRemaining() > 2)) packWhenIdle(rows)
  })
}
