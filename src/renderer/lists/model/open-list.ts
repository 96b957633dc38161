/**
 * A list that the core has open: its state, the commands to read it, and its rows around the viewport. It outlives its
 * views, so a person who comes back finds the same rows at the same position. It is open while a view shows it.
 */
import { shallowRef, type ShallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { EventInput } from '#shared/rpc/contract.ts'
import { MAX_PENDING_ROWS } from '#shared/rpc/contract/row-limits.ts'
import type { OpenList as OpenListState } from '#shared/rpc/contract/lists.ts'
import type { ChainglassError, ErrorCode } from '#shared/errors/errors.ts'
import type { Cursor } from '#shared/lists/page.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { asInput, queryKey, type ListQuery } from './list-query.ts'
import { NOTHING_LOADED, snapshotOf, type ListSnapshot } from './list-snapshot.ts'
import { ListRows } from './list-rows.ts'
import type { RowsQuestion } from './rows-question.ts'

/** Scroll position and active row of a list when a person left it. */
export interface ReadingPosition {
  /** Scroll position in px, of the rows and of the grid of pictures. */
  rows: number
  pictures: number
  /** Key of the row that had the keyboard. */
  activeRow?: string | undefined
}

/** The first rows that a person saw. Rows that are newer wait above them. */
type FirstRows = Pick<EventInput<'lists.open'>, 'from' | 'pending'>
/** State of a list that a person left. */
export interface LeftList {
  readonly position: Pick<ReadingPosition, 'rows' | 'pictures'>
  readonly first: FirstRows
}

type Verb = `lists.${'loadAll' | 'stop' | 'showNewer' | 'retry' | 'refresh'}`

/** Errors that end once the source has a key. */
const WANTS_KEY: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'out_of_credits'])
/** Rows of questions that no view shows any more. When a person removes a filter, the former rows are shown at once. */
const MAX_QUESTIONS = 3

export class OpenList {
  readonly query: ListQuery
  readonly key: string
  readonly position: ReadingPosition
  readonly #core: RpcClient
  /** The first rows when the list was left; used until the core sends a state. */
  readonly #leftFirst: FirstRows
  /** The last state from the core; undefined before the first. */
  readonly #state = shallowRef<OpenListState>()
  readonly #snapshot = shallowRef(NOTHING_LOADED)
  /** Rows by question, in order of use: the last entry was used last. */
  readonly #rows = new Map<string, ListRows>()
  /** Number of views that show the list. */
  #views = 0
  /** Number of views whose rows must stay where they are. */
  readonly #holds = shallowRef(0)
  #close: (() => void) | undefined
  /** The core's id of the open list; undefined while it is closed. */
  #id: string | undefined
  /** `loadMore` was called, and no core that has the list open has heard it: it may just have been started again. */
  #isMoreWanted = false
  /** The whole list is wanted: by a person, and below for a filter of a list that costs nothing. */
  #isLoadingAll = false
  readonly #isWantedWhole = shallowRef(false)

  /** `left`: the state of the list before the page was reloaded. */
  constructor(core: RpcClient, query: ListQuery, left?: LeftList) {
    this.#core = core
    this.query = query
    this.key = queryKey(query)
    this.position = { rows: 0, pictures: 0, ...left?.position }
    this.#leftFirst = left?.first ?? {}
  }

  get state(): Readonly<ShallowRef<OpenListState | undefined>> {
    return this.#state
  }

  get snapshot(): Readonly<ShallowRef<ListSnapshot>> {
    return this.#snapshot
  }

  /** At least one view shows the list. */
  get isShown(): boolean {
    return this.#views > 0
  }

  /** The error of the last read. */
  get failure(): ChainglassError | undefined {
    return this.#state.value?.error?.error
  }

  /** Newer rows wait on top until a person asks for them. */
  get isHeld(): boolean {
    return this.#holds.value > 0
  }

  /** Makes newer rows wait on top. Returns a function that ends this. */
  hold(): () => void {
    this.#holds.value += 1
    return () => {
      this.#holds.value -= 1
    }
  }

  /** The list is read to its end for a filter, since that costs nothing. */
  get isWantedWhole(): boolean {
    return this.#isWantedWhole.value
  }

  /** The rows that answer a question. Returns the same object while it is remembered. */
  rowsOf(question: RowsQuestion): ListRows {
    const key = JSON.stringify(question)
    const rows = this.#rows.get(key) ?? new ListRows(this.#core, this.query, question)
    this.#rows.delete(key)
    this.#rows.set(key, rows)
    const unused = [...this.#rows].filter(([, one]) => one !== rows && !one.isShown)
    for (const [oldest] of unused.slice(0, Math.max(0, unused.length - MAX_QUESTIONS)))
      this.#rows.delete(oldest)
    if (this.#state.value) rows.follow(this.#state.value)
    return rows
  }

  /** Loaded rows of all questions, each row once. */
  *rowsHere(): Generator<GridRow> {
    const told = new Set<string>()
    for (const rows of this.#rows.values())
      for (const row of rows.here()) {
        if (told.has(row.key)) continue
        told.add(row.key)
        yield row
      }
  }

  /** Adds a view. Returns a function that removes it; the last view that leaves closes the list. */
  enter(): () => void {
    this.#views += 1
    this.#close ??= this.#open()
    // The source may have a key by now.
    if (this.failure && WANTS_KEY.has(this.failure.code)) this.retry()
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      this.#views -= 1
      if (this.#views > 0) return
      this.#close?.()
      this.#close = undefined
      this.#id = undefined
      this.#isMoreWanted = false
      this.#isLoadingAll = false
      this.#isWantedWhole.value = false
    }
  }

  /** Reads the next page. Does nothing while a page is being read, or after an error. */
  loadMore(): void {
    const id = this.#id
    this.#isMoreWanted = this.#close !== undefined
    if (id === undefined) return
    void this.#core.call('lists.more', { id }).then(({ ok }) => {
      if (ok && this.#id === id) this.#isMoreWanted = false
    })
  }

  /** Reads the list to its end while a view shows it, until `stopLoadAll`. */
  loadAll(): void {
    this.#isLoadingAll = this.#close !== undefined
    this.#send('lists.loadAll')
  }

  stopLoadAll(): void {
    this.#isLoadingAll = false
    if (!this.isWantedWhole) this.#send('lists.stop')
  }

  /** Reads the list to its end for a filter, where that costs nothing. */
  wantWhole(isWanted: boolean): void {
    if (isWanted === this.isWantedWhole) return
    this.#isWantedWhole.value = isWanted
    if (isWanted) this.#send('lists.loadAll')
    else if (!this.#isLoadingAll) this.#send('lists.stop')
  }

  /** Puts the newer rows that wait on top of the list. */
  showNewer(): void {
    this.#send('lists.showNewer')
  }

  /** Reads the missing rows of a gap. */
  fillGap(cursor: Cursor): void {
    if (this.#id !== undefined) void this.#core.call('lists.fillGap', { id: this.#id, cursor })
  }

  retry(): void {
    this.#send('lists.retry')
  }

  /** Reads the first page from the source again, also where it is kept. */
  refresh(): void {
    this.#send('lists.refresh')
  }

  #send(verb: Verb): void {
    if (this.#id !== undefined) void this.#core.call(verb, { id: this.#id })
  }

  #open(): () => void {
    let isHidden = false
    const tellHidden = () => {
      const now = document.visibilityState === 'hidden'
      if (this.#id === undefined || now === isHidden) return
      isHidden = now
      void this.#core.call('lists.hide', { id: this.#id, isHidden })
    }
    const retryOnline = () => {
      if (this.failure?.code === 'offline') this.retry()
    }
    const close = this.#core.subscribe(
      'lists.open',
      {
        ...asInput(this.query),
        ...this.#firstRows,
      },
      (state) => {
        const isNew = state.id !== this.#id
        // A restarted core does not know which rows were first: open the list with them again.
        if (isNew && this.#id !== undefined && this.#isScrolled) {
          this.#id = undefined
          this.#close?.()
          this.#close = this.#open()
          return
        }
        this.#id = state.id
        const isMoreWanted = this.#isMoreWanted
        if (isNew) this.#isMoreWanted = false
        this.#take(state)
        // Applies to a restarted core, too.
        if (!isNew) return
        isHidden = false
        tellHidden()
        if (this.#isLoadingAll || this.isWantedWhole) this.#send('lists.loadAll')
        // A view that heard of the state just now may have asked this core already.
        else if (isMoreWanted && !this.#isMoreWanted) this.loadMore()
      },
      (error) => {
        this.#fail(error)
      },
    )
    document.addEventListener('visibilitychange', tellHidden)
    window.addEventListener('online', retryOnline)
    return () => {
      document.removeEventListener('visibilitychange', tellHidden)
      window.removeEventListener('online', retryOnline)
      close()
    }
  }

  /** A person has scrolled, so that newer rows on top would move the rows in view. */
  get #isScrolled(): boolean {
    return this.position.rows > 0 || this.position.pictures > 0
  }

  /** The state to save for `LeftList`. */
  get left(): LeftList {
    const { rows, pictures } = this.position
    return { position: { rows, pictures }, first: this.#firstRows }
  }

  /** The first rows to ask for; empty unless a person has scrolled. */
  get #firstRows(): FirstRows {
    if (!this.#isScrolled) return {}
    const state = this.#state.value
    if (!state) return this.#leftFirst
    const { newer, pending } = state
    return { from: [...newer.from], pending: pending.map(({ key }) => key).slice(0, MAX_PENDING_ROWS) }
  }

  #take(state: OpenListState): void {
    this.#state.value = state
    if (!state.loadAll && state.isWhole) this.#isLoadingAll = false
    for (const rows of this.#rows.values()) rows.follow(state)
    this.#snapshot.value = snapshotOf(state, performance.now())
  }

  /** Shows the error of a list that could not be opened. */
  #fail(error: ChainglassError): void {
    this.#snapshot.value = { ...this.#snapshot.value, state: { kind: 'error', error, retryAt: null } }
  }
}
