/**
 * The rows of an open list that answer one question (filter, order, folding). Holds the rows around the viewport and
 * follows changes of the list.
 */
import type { RpcClient } from '#shared/rpc/client.ts'
import { isScamItem } from '#shared/chain/reputation.ts'
import type { ChainPlace, RowsAnswer, MarkCounts } from '#shared/rpc/contract/rows.ts'
import type { CallOutput } from '#shared/rpc/contract.ts'
import type { OpenList as OpenListState } from '#shared/rpc/contract/lists.ts'
import { fail, ok, type ChainglassError, type Result } from '#shared/errors/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { rowsInput, toGridRow, totalsOf } from './ask-rows.ts'
import { asInput, type ListQuery } from './list-query.ts'
import { createPinnedRows, type PinnedRows } from './pinned-rows.ts'
import { RowWindow } from './row-window.ts'
import type { ListPart, ListTotals, RowsQuestion } from './rows-question.ts'
import type { ShownRows } from './shown-rows.ts'

/**
 * While a list is read on, a filter is asked again only when the list has grown by this factor: each answer scans all
 * loaded rows.
 */
const MIN_GROWTH = 1.5

export class ListRows {
  readonly question: RowsQuestion
  readonly #core: RpcClient
  readonly #query: ListQuery
  readonly #window: RowWindow<ListPart>
  readonly #pinned: PinnedRows
  readonly #views = new Set<() => void>()
  readonly #imitated = new Map<string, string>()
  #state: OpenListState | undefined
  /** State of the compared list. */
  #otherState: OpenListState | undefined
  /** State of the lists when the rows were last asked for. */
  #askedOf: string | undefined
  /** Loaded rows that are needed before the filter is asked again while the list is read on. */
  #nextAsked = 0
  #scamAbove = 0
  #pending = 0

  constructor(core: RpcClient, query: ListQuery, question: RowsQuestion) {
    this.#core = core
    this.#query = query
    this.question = question
    this.#window = new RowWindow<ListPart>(
      (offset, limit, signal, etag) => this.#ask(offset, limit, signal, etag),
      () => {
        for (const onChange of [...this.#views]) onChange()
      },
    )
    this.#pinned = createPinnedRows(this.#window)
  }

  /** The question has neither filter nor order, and shows rows of any mark. */
  get isOfAll(): boolean {
    const { text, sort, beside } = this.question
    return text === '' && sort === null && (beside?.show ?? 'all') === 'all'
  }

  get isShown(): boolean {
    return this.#views.size > 0
  }

  /** The last answer; undefined before the first. */
  get part(): ListPart | undefined {
    return this.#window.part
  }

  /** Rows in view are being read. */
  get isReading(): boolean {
    return this.#window.isReading
  }

  /** The list may have changed since the rows were asked for. */
  get isRefreshing(): boolean {
    return this.#window.isRefreshing
  }

  /** Why rows in view could not be read. */
  get error(): ChainglassError | undefined {
    return this.#window.error
  }

  /**
   * Number of rows by mark, with pending rows as `unknown`. Undefined where no lists are compared, and before the first
   * answer.
   */
  get marks(): MarkCounts | undefined {
    const marks = this.part?.marks
    return marks && { ...marks, unknown: marks.unknown + this.#pending }
  }

  /** Imitators among the rows read so far, with the address that each imitates, in lower case. */
  get imitated(): ReadonlyMap<string, string> {
    return this.#imitated
  }

  /** A snapshot of the rows for a view. */
  shown(): ShownRows {
    const { scam = 0, imitations = 0 } = this.part?.folded ?? {}
    const rows = this.#window
    return {
      count: rows.count,
      folded: scam + imitations + this.#scamAbove,
      poisoned: imitations,
      at: (index) => rows.at(index),
      indexOf: (key) => rows.indexOf(key),
      read: () => rows.read(0, rows.count),
      ...this.#pinned,
    }
  }

  /** Totals of the rows; undefined before the first answer. */
  totals(): ListTotals | undefined {
    if (!this.part) return undefined
    const { text, folds, zone, beside } = this.question
    const key = JSON.stringify([this.part.revision, text, folds, zone, beside?.query, beside?.show])
    return totalsOf(this.#core, (other = text) => this.#rowsInput(other), key)
  }

  /** Rows that are in the window. */
  here(): Iterable<GridRow> {
    return this.#window.here()
  }

  /**
   * The row nearest to a position on the chain, in a list in chain order. Of two rows at the same distance, the lower
   * one. Undefined where the core can't tell.
   */
  async nearest(
    at: ChainPlace,
    signal: AbortSignal,
  ): Promise<{ readonly index: number; readonly isLast: boolean } | undefined> {
    if (!this.#state) return undefined
    const found = await this.#core.call('rows.place', { ...this.#shown(this.#state), at }, { signal })
    if (!found.ok) return undefined
    const { index, count } = found.data
    return { index: this.#window.indexAt(index), isLast: index >= count - 1 }
  }

  /** Compares loaded rows with a node: `rpcUrl`, or a followed one. */
  async check(
    rpcUrl: string,
    offset: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<Result<CallOutput<'check.loaded'>>> {
    if (!this.#state) return fail({ code: 'cancelled' })
    const found = this.#part(this.#state, offset, limit)
    return this.#core.call('check.loaded', { found, ...(rpcUrl !== '' && { rpcUrl }) }, { signal })
  }

  /** Compares the newest rows of the list with another source of its chain; both are read again. */
  async compare(other: string, signal: AbortSignal): Promise<Result<CallOutput<'check.sourceRows'>>> {
    const { source, list, params, filters } = asInput(this.#query)
    return this.#core.call('check.sourceRows', { source, list, params, filters, other }, { signal })
  }

  /** Adds a view, which is told of changes. Returns a function that removes it. */
  enter(onChange: () => void): () => void {
    this.#views.add(onChange)
    if (this.#state) this.follow(this.#state)
    return () => {
      this.#views.delete(onChange)
      this.#window.leave(onChange)
      if (!this.isShown) this.#window.close()
    }
  }

  /** Rows from `first` up to, but not including, `last` are drawn by the view that entered with `onChange`. */
  see(first: number, last: number, onChange: () => void): void {
    this.#window.see(first, last, onChange)
  }

  retry(): void {
    if (this.#window.error) this.#window.retry()
  }

  /** Takes the current state of the list, and asks for rows again where it has changed. */
  follow(state: OpenListState): void {
    this.#state = state
    if (!this.isShown) return
    this.#putPending(state)
    const beside = this.#otherState
    const asksOf = JSON.stringify([
      ...[state.id, state.revision, this.#from(state)],
      ...[beside?.revision, beside?.isCurrent],
    ])
    if (asksOf === this.#askedOf || (state.loaded === 0 && !this.part)) return
    const isReadOn = (state.loadAll ?? beside?.loadAll) !== undefined && this.part !== undefined
    const loaded = state.loaded + (beside?.loaded ?? 0)
    // New rows would move the rows in view: a sorted list waits until all are read.
    if (isReadOn && this.question.sort !== null) return
    const looksAtAll = this.question.text !== '' || this.question.beside !== undefined
    if (isReadOn && looksAtAll && loaded < this.#nextAsked) return
    this.#askedOf = asksOf
    this.#nextAsked = loaded * MIN_GROWTH
    this.#window.refresh({ now: !isReadOn })
  }

  /** Takes the current state of the compared list; undefined while that is not open. */
  followOther(state: OpenListState | undefined): void {
    this.#otherState = state
    if (this.#state) this.follow(this.#state)
  }

  /** Puts pending rows on top. They take part in no filter and no order. */
  #putPending({ pending }: OpenListState): void {
    const rows = this.question.text === '' && this.question.sort === null ? pending : []
    const own = ownersOf(this.#query)
    const kept = this.question.folds ? rows.filter(({ item }) => !isScamItem(item, own)) : rows
    this.#pending = kept.length
    // Pending rows have no mark.
    const above = this.isOfAll ? kept : []
    this.#scamAbove = this.isOfAll ? rows.length - kept.length : 0
    this.#window.putAbove(above.map(({ key, item }) => ({ kind: 'item', key, item })))
  }

  /** Newer rows wait on top only in the order of the list. */
  #from({ newer }: OpenListState) {
    return this.question.sort === null ? [...newer.from] : []
  }

  #shown(state: OpenListState) {
    return { ...this.#rowsInput(), from: this.#from(state) }
  }

  #part(state: OpenListState, offset: number, limit: number) {
    return { ...this.#shown(state), sort: this.question.sort, offset, limit }
  }

  #rowsInput(text = this.question.text) {
    return rowsInput(this.#query, { ...this.question, text }, this.#otherState?.isCurrent !== true)
  }

  async #ask(
    offset: number,
    limit: number,
    signal: AbortSignal,
    ifNoneMatch?: string,
  ): Promise<Result<ListPart>> {
    if (!this.#state) return fail({ code: 'cancelled' })
    const found = await this.#core.call(
      'rows.find',
      { ...this.#part(this.#state, offset, limit), ifNoneMatch },
      { signal },
    )
    if (!found.ok) return found
    const { data } = found
    for (const [imitator, imitated] of data.imitated ?? []) this.#imitated.set(imitator, imitated)
    const count = this.isOfAll ? certainRows(data) : data.count
    return ok({
      count,
      revision: data.revision,
      etag: data.etag,
      rows: data.isNotModified ? undefined : data.rows.slice(0, Math.max(0, count - offset)).map(toGridRow),
      gaps: this.isOfAll ? data.gaps.filter(({ before }) => before < count) : [],
      loaded: data.loaded,
      isWhole: data.isComplete,
      folded: data.folded,
      marks: data.marks,
    })
  }
}

/**
 * Rows that keep their position. In a list of several addresses, an address that is not read far enough still adds rows
 * below its gap.
 */
function certainRows({ count, gaps }: RowsAnswer): number {
  const open = gaps.find(({ of, to }) => of !== undefined && to === null)
  return open ? Math.min(count, open.before) : count
}

/** The addresses of the list, in lower case: a scam mark on one of them does not fold the rows of its own list. */
const ownersOf = ({ params: { address_hash: own }, others }: ListQuery) =>
  others ? new Set([own, ...others].map((address) => address?.toLowerCase() ?? '')) : own?.toLowerCase()
