/**
 * A list as the core has it open: how far it is, what is asked to be read of it, and its rows around what is seen. It outlives
 * the views that show it, so that coming back finds the same rows at the same position; it is open while one shows it.
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

/** Where the reader was when the list was left. */
export interface ReadingPosition {
  /** Scrolled so far, px: in the rows, and in the grid of pictures. */
  rows: number
  pictures: number
  /** Key of the row the keyboard was on. */
  activeRow?: string | undefined
}

/** Which rows were first for a reader: those that came since wait above them. */
type FirstRows = Pick<EventInput<'lists.open'>, 'from' | 'pending'>
/** A list as it was left. */
export interface LeftList {
  readonly position: Pick<ReadingPosition, 'rows' | 'pictures'>
  readonly first: FirstRows
}

type Verb = `lists.${'more' | 'loadAll' | 'stop' | 'showNewer' | 'retry' | 'refresh'}`

/** Errors that a key ends. */
const WANTS_KEY: ReadonlySet<ErrorCode> = new Set(['unauthorized', 'out_of_credits'])
/** Questions that no view asks any more: one that is taken back is answered at once. */
const MAX_QUESTIONS = 3

export class OpenList {
  readonly query: ListQuery
  /** Tells one list from another. */
  readonly key: string
  readonly position: ReadingPosition
  readonly #core: RpcClient
  /** Until the core has told how far it is. */
  readonly #leftFirst: FirstRows
  /** What the core told last; undefined before. */
  readonly #state = shallowRef<OpenListState>()
  readonly #snapshot = shallowRef(NOTHING_LOADED)
  /** By question; the one asked last is last. */
  readonly #rows = new Map<string, ListRows>()
  /** How many views show it. */
  #views = 0
  /** How many of those that read it want its rows to stay where they are. */
  readonly #holds = shallowRef(0)
  #close: (() => void) | undefined
  /** As the core names it; undefined while it is not open. */
  #id: string | undefined
  /** The next page was wanted before it was open. */
  #isMoreWanted = false
  /** All of it is wanted: by a person, and for what is asked of a list that costs nothing. */
  #isLoadingAll = false
  readonly #isWantedWhole = shallowRef(false)

  /** `left`: as it was before the page was loaded again. */
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

  /** A view shows it. */
  get isShown(): boolean {
    return this.#views > 0
  }

  /** Why something of it could not be read. */
  get failure(): ChainglassError | undefined {
    return this.#state.value?.error?.error
  }

  /** Newer rows wait until somebody asks for them. */
  get isHeld(): boolean {
    return this.#holds.value > 0
  }

  /** Somebody reads it. Returns how to let it go. */
  hold(): () => void {
    this.#holds.value += 1
    return () => {
      this.#holds.value -= 1
    }
  }

  /** Something that costs nothing is asked of it: it is read to its end by itself. */
  get isWantedWhole(): boolean {
    return this.#isWantedWhole.value
  }

  /** Its rows that answer a question: the same object while it is remembered. */
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

  /** Those of all questions that are here, each once. */
  *rowsHere(): Generator<GridRow> {
    const told = new Set<string>()
    for (const rows of this.#rows.values())
      for (const row of rows.here()) {
        if (told.has(row.key)) continue
        told.add(row.key)
        yield row
      }
  }

  /** A view shows it. Returns how to leave it; with the last view it is closed. */
  enter(): () => void {
    this.#views += 1
    this.#close ??= this.#open()
    // Opened again, it may have a key now.
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

  /** Reads the page that follows; nothing while something is on its way, or failed. */
  loadMore(): void {
    this.#isMoreWanted = this.#close !== undefined && this.#id === undefined
    this.#send('lists.more')
  }

  /** Reads all of it while a view shows it, until it is stopped. */
  loadAll(): void {
    this.#isLoadingAll = this.#close !== undefined
    this.#send('lists.loadAll')
  }

  stopLoadAll(): void {
    this.#isLoadingAll = false
    if (!this.isWantedWhole) this.#send('lists.stop')
  }

  /** All of it is read for what is asked of it, where that costs nothing. */
  wantWhole(isWanted: boolean): void {
    if (isWanted === this.isWantedWhole) return
    this.#isWantedWhole.value = isWanted
    if (isWanted) this.#send('lists.loadAll')
    else if (!this.#isLoadingAll) this.#send('lists.stop')
  }

  /** What came since stands above the rest from now on. */
  showNewer(): void {
    this.#send('lists.showNewer')
  }

  /** Reads what is missing between two rows. */
  fillGap(cursor: Cursor): void {
    if (this.#id !== undefined) void this.#core.call('lists.fillGap', { id: this.#id, cursor })
  }

  retry(): void {
    this.#send('lists.retry')
  }

  /** Asks its source how it begins now, whatever is kept. */
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
        // A core that was started anew does not know yet what was first.
        if (isNew && this.#id !== undefined && this.#isScrolled) {
          this.#id = undefined
          this.#close?.()
          this.#close = this.#open()
          return
        }
        this.#id = state.id
        this.#take(state)
        // Of a core that was started anew, too.
        if (!isNew) return
        isHidden = false
        tellHidden()
        if (this.#isLoadingAll || this.isWantedWhole) this.#send('lists.loadAll')
        else if (this.#isMoreWanted) this.loadMore()
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

  /** What is read would move if newer rows were put on top. */
  get #isScrolled(): boolean {
    return this.position.rows > 0 || this.position.pictures > 0
  }

  /** As it is now, to be opened so again. */
  get left(): LeftList {
    const { rows, pictures } = this.position
    return { position: { rows, pictures }, first: this.#firstRows }
  }

  /** Of a reader who has scrolled. */
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

  /** It could not be opened. */
  #fail(error: ChainglassError): void {
    this.#snapshot.value = { ...this.#snapshot.value, state: { kind: 'error', error, retryAt: null } }
  }
}
