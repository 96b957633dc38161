/**
 * A window on a result of any length: only the pages around the viewport are in memory. When the result changes, the
 * former pages stay visible until they are read again.
 */
import { MAX_ANSWER_ROWS } from '#shared/rpc/contract/row-limits.ts'
import type { RowGap } from '#shared/rpc/contract/rows.ts'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

/** A page of a result. */
export interface ResultPart {
  /** Rows of the whole result. */
  readonly count: number
  /** Undefined where the page is unchanged since the answer with the sent entity tag. */
  readonly rows: readonly GridRow[] | undefined
  readonly etag?: string | undefined
  /** Gaps between rows. The window has a row of its own for each. */
  readonly gaps?: readonly RowGap[]
}
export type AskRows<Part extends ResultPart> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
  etag?: string,
) => Promise<Result<Part>>

/** The page size of most sources. A page then never grows, so it need not be sent again when the next one is read. */
const ROWS_PER_PAGE = 50
const MAX_PAGES = 40
/** One for the rows in view, and one for the next page. */
const MAX_REQUESTS = 2
/** Shortest time between two refreshes of rows that change all the time. */
const REFRESH_PAUSE_MS = 1_000

interface RowPage {
  readonly rows: readonly GridRow[]
  readonly etag: string | undefined
  /** Number of the request that brought the page. */
  readonly request: number
}

/** The row at an index of the window: one of the rows on top, a gap, or a row of the result. */
type Place =
  { readonly of: 'above' | 'result'; readonly at: number } | { readonly of: 'gap'; readonly gap: RowGap }

export class RowWindow<Part extends ResultPart> {
  readonly #ask: AskRows<Part>
  readonly #onChange: () => void
  /** In order of use: the last entry was used last. */
  readonly #pages = new Map<number, RowPage>()
  readonly #requests = new Map<number, AbortController>()
  #requestCount = 0
  /** Answers to requests before this number may be out of date. */
  #freshFrom = Infinity
  #refreshTimer: ReturnType<typeof setTimeout> | undefined
  #refreshedAt = -Infinity
  /** Range in view, by view. */
  readonly #seen = new Map<unknown, { readonly first: number; readonly last: number }>()
  #above: readonly GridRow[] = []
  /** The last answer, and the number of its request. */
  #part: Part | undefined
  #partRequest = 0
  #error: ChainglassError | undefined

  /** Asks for nothing before `refresh`. Calls `onChange` whenever rows, counts or errors change. */
  constructor(ask: AskRows<Part>, onChange: () => void) {
    this.#ask = ask
    this.#onChange = onChange
  }

  /** The last answer; undefined before the first. */
  get part(): Part | undefined {
    return this.#part
  }

  /** Why rows in view could not be read. */
  get error(): ChainglassError | undefined {
    return this.#error
  }

  /** Rows of the window: those on top, gaps and the result. */
  get count(): number {
    return this.#above.length + this.#resultCount
  }

  /** Rows in view are being read. */
  get isReading(): boolean {
    return [...this.#requests.keys()].some((page) => !this.#pages.has(page))
  }

  /** A request that may change the result is running or scheduled. */
  get isRefreshing(): boolean {
    return this.#refreshTimer !== undefined || (this.#isStale && this.#requests.size > 0)
  }

  /** Puts rows above the result. Does not call `onChange`: the caller knows of the change. */
  putAbove(rows: readonly GridRow[]): void {
    this.#above = rows
  }

  at(index: number): GridRow | undefined {
    const place = this.#placeOf(index)
    switch (place?.of) {
      case undefined:
        return undefined
      case 'above':
        return this.#above[place.at]
      case 'gap':
        return toGapRow(place.gap)
      case 'result':
        return this.#pages.get(Math.floor(place.at / ROWS_PER_PAGE))?.rows[place.at % ROWS_PER_PAGE]
    }
  }

  /** Index of the loaded row with this key; undefined where it is not in the window. */
  indexOf(key: string): number | undefined {
    const above = this.#above.findIndex((row) => row.key === key)
    if (above >= 0) return above
    const gap = this.#gaps.findIndex((one) => keyOfGap(one) === key)
    if (gap >= 0) return this.#above.length + (this.#gaps[gap]?.before ?? 0) + gap
    for (const [page, { rows }] of this.#pages) {
      const at = rows.findIndex((row) => row.key === key)
      const place = page * ROWS_PER_PAGE + at
      if (at >= 0 && place < (this.#part?.count ?? 0)) return this.indexAt(place)
    }
    return undefined
  }

  /** Index in the window of the row at this position of the result. */
  indexAt(place: number): number {
    return this.#above.length + place + this.#gaps.filter(({ before }) => before <= place).length
  }

  /** Loaded rows, page by page. */
  *here(): Generator<GridRow> {
    yield* this.#above
    for (const [, { rows }] of [...this.#pages].sort(([one], [other]) => one - other)) yield* rows
  }

  /**
   * Rows from `first` up to, but not including, `last` are in view: reads them, then the pages beside them. `viewer`
   * tells several views apart.
   */
  see(first: number, last: number, viewer?: unknown): void {
    this.#seen.set(viewer, { first, last })
    for (const page of this.#wantedPages()) {
      const known = this.#pages.get(page)
      if (!known) continue
      this.#pages.delete(page)
      this.#pages.set(page, known)
    }
    this.#readWanted()
  }

  /** Removes a view. */
  leave(viewer: unknown): void {
    this.#seen.delete(viewer)
  }

  /** Reads the result again, since it may have changed. With `now`, without the pause between refreshes. */
  refresh({ now = false } = {}): void {
    const pause = now ? 0 : this.#refreshedAt + REFRESH_PAUSE_MS - performance.now()
    if (pause > 0) {
      this.#refreshTimer ??= setTimeout(() => {
        this.refresh({ now: true })
      }, pause)
      return
    }
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
    this.#refreshedAt = performance.now()
    this.#freshFrom = this.#requestCount + 1
    this.#error = undefined
    this.#readWanted()
  }

  retry(): void {
    this.refresh({ now: true })
  }

  /**
   * Rows from `first` up to, but not including, `last`, read from the core where they are not in the window. Ends early
   * on an error.
   */
  async *read(first: number, last: number): AsyncGenerator<GridRow> {
    const abort = new AbortController()
    const end = Math.min(last, this.count)
    let read: { readonly from: number; readonly rows: readonly GridRow[] } | undefined
    try {
      for (let index = Math.max(0, first); index < end; index += 1) {
        const place = this.#placeOf(index)
        if (place?.of !== 'result') {
          const row = this.at(index)
          if (row) yield row
          continue
        }
        if (!read || place.at >= read.from + read.rows.length) {
          const answer = await this.#ask(place.at, Math.min(MAX_ANSWER_ROWS, end - index), abort.signal)
          if (!answer.ok) return
          read = { from: place.at, rows: answer.data.rows ?? [] }
        }
        const row = read.rows[place.at - read.from]
        if (!row) return
        yield row
      }
    } finally {
      abort.abort()
    }
  }

  /** Aborts all requests. Rows stay, and `refresh` works again. */
  close(): void {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
    for (const request of this.#requests.values()) request.abort()
    this.#requests.clear()
  }

  get #isStale(): boolean {
    return this.#partRequest < this.#freshFrom
  }

  get #gaps(): readonly RowGap[] {
    return this.#part?.gaps ?? []
  }

  get #resultCount(): number {
    return (this.#part?.count ?? 0) + this.#gaps.length
  }

  #placeOf(index: number): Place | undefined {
    if (index < 0 || index >= this.count) return undefined
    if (index < this.#above.length) return { of: 'above', at: index }
    const inResult = index - this.#above.length
    let gapsAbove = 0
    for (const gap of this.#gaps) {
      const at = gap.before + gapsAbove
      if (at === inResult) return { of: 'gap', gap }
      if (at > inResult) break
      gapsAbove += 1
    }
    return { of: 'result', at: inResult - gapsAbove }
  }

  /** Pages in view, then the page after and the page before them. */
  #wantedPages(): readonly number[] {
    const count = this.#part?.count ?? 0
    // The result may have grown by a page.
    const end = this.#isStale ? Math.floor(count / ROWS_PER_PAGE) + 1 : Math.ceil(count / ROWS_PER_PAGE)
    const seen: number[] = []
    const beside: number[] = []
    for (const range of this.#seen.size > 0 ? this.#seen.values() : [{ first: 0, last: 0 }]) {
      const [first, last] = [this.#rowAt(range.first), this.#rowAt(Math.max(0, range.last - 1))]
      const [from, to] = [Math.floor(first / ROWS_PER_PAGE), Math.floor(last / ROWS_PER_PAGE)]
      for (let page = from; page <= to; page += 1) seen.push(page)
      beside.push(to + 1, from - 1)
    }
    return [...new Set([...seen, ...beside])].filter((page) => page >= 0 && page < end)
  }

  /** Position in the result of the row at an index of the window, or of the next row below. */
  #rowAt(index: number): number {
    const place = this.#placeOf(Math.min(index, this.count - 1))
    if (place?.of === 'gap') return place.gap.before
    return place?.of === 'result' ? place.at : 0
  }

  #readWanted(): void {
    if (this.#freshFrom === Infinity || this.#error) return
    const wanted = this.#wantedPages()
    for (const [page, request] of this.#requests)
      if (!wanted.includes(page)) {
        this.#requests.delete(page)
        request.abort()
      }
    for (const page of wanted) {
      if (this.#requests.size >= MAX_REQUESTS) return
      const isHere = (this.#pages.get(page)?.request ?? 0) >= this.#freshFrom
      // A running request is not repeated: else a result that changes faster than it is answered would never be
      // answered.
      if (!isHere && !this.#requests.has(page)) void this.#readPage(page)
    }
  }

  async #readPage(page: number): Promise<void> {
    const abort = new AbortController()
    this.#requests.set(page, abort)
    const request = (this.#requestCount += 1)
    const before = this.#pages.get(page)
    if (!before && this.#part) this.#onChange()
    // The last page of the window may have left out rows at its end, so its tag is not sent.
    const etag = before?.rows.length === ROWS_PER_PAGE ? before.etag : undefined
    const answer = await this.#ask(page * ROWS_PER_PAGE, ROWS_PER_PAGE, abort.signal, etag)
    if (this.#requests.get(page) !== abort) return
    this.#requests.delete(page)
    if (!answer.ok) this.#error = answer.error
    else {
      const { data } = answer
      // An answer that arrives after that of a later request may be older.
      if (request > this.#partRequest) {
        this.#part = data
        this.#partRequest = request
      }
      this.#put(page, { rows: data.rows ?? before?.rows ?? [], etag: data.etag, request })
    }
    this.#onChange()
    this.#readWanted()
  }

  #put(page: number, read: RowPage): void {
    this.#pages.delete(page)
    this.#pages.set(page, read)
    const wanted = new Set(this.#wantedPages())
    for (const known of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES) return
      if (!wanted.has(known)) this.#pages.delete(known)
    }
  }
}

/** Key of the row that stands for a gap. */
export const keyOfGap = ({ before, from, to }: RowGap) => `gap:${[before, from, to].map(String).join(':')}`

const toGapRow = (gap: RowGap): GridRow => ({
  kind: 'gap',
  key: keyOfGap(gap),
  gap: { from: gap.from, to: gap.to },
})
