/**
 * The rows of a result of any length, of which only the pages around what is seen are here. Where the result changes
 * meanwhile, pages of before are shown until they are read again.
 */
import { MAX_ANSWER_ROWS } from '#shared/rpc/contract/row-limits.ts'
import type { RowGap } from '#shared/rpc/contract/rows.ts'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

/** A part of a result. */
export interface ResultPart {
  /** Of the whole result. */
  readonly count: number
  /** Undefined where they are those that were told with the entity tag that was asked with. */
  readonly rows: readonly GridRow[] | undefined
  readonly etag?: string | undefined
  /** Where rows are missing between others: a row of the window stands for each. */
  readonly gaps?: readonly RowGap[]
}
export type AskRows<Part extends ResultPart> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
  etag?: string,
) => Promise<Result<Part>>

/** As many as most sources give at once: a page that was told is whole, and is not told again when the next one is read. */
const ROWS_PER_PAGE = 50
const MAX_PAGES = 40
/** One for what is seen, and one for what comes next. */
const MAX_REQUESTS = 2
/** Rows that change all the time are asked again so often. */
const REFRESH_PAUSE_MS = 1_000

interface RowPage {
  readonly rows: readonly GridRow[]
  readonly etag: string | undefined
  /** The number of the request that it came with. */
  readonly request: number
}

/** Where an index of the window leads: to one of the rows above, to a gap, or to a row of the result. */
type Place =
  { readonly of: 'above' | 'result'; readonly at: number } | { readonly of: 'gap'; readonly gap: RowGap }

export class RowWindow<Part extends ResultPart> {
  readonly #ask: AskRows<Part>
  readonly #onChange: () => void
  /** The one used last is last. */
  readonly #pages = new Map<number, RowPage>()
  readonly #requests = new Map<number, AbortController>()
  #requestCount = 0
  /** What was told before this request may have changed since. */
  #freshFrom = Infinity
  #refreshTimer: ReturnType<typeof setTimeout> | undefined
  #refreshedAt = -Infinity
  /** By who sees them. */
  readonly #seen = new Map<unknown, { readonly first: number; readonly last: number }>()
  #above: readonly GridRow[] = []
  /** What was told last, and by which request. */
  #part: Part | undefined
  #partRequest = 0
  #error: ChainglassError | undefined

  /** Nothing is asked before `refresh`. `onChange` is called whenever rows are others, or what is told of them. */
  constructor(ask: AskRows<Part>, onChange: () => void) {
    this.#ask = ask
    this.#onChange = onChange
  }

  /** What was told last; undefined until the first answer. */
  get part(): Part | undefined {
    return this.#part
  }

  /** Why rows that are seen don't come. */
  get error(): ChainglassError | undefined {
    return this.#error
  }

  /** With those above it. */
  get count(): number {
    return this.#above.length + this.#resultCount
  }

  /** Rows that are seen are on their way. */
  get isReading(): boolean {
    return [...this.#requests.keys()].some((page) => !this.#pages.has(page))
  }

  /** Whether the result is another one is being asked, or about to be. */
  get isRefreshing(): boolean {
    return this.#refreshTimer !== undefined || (this.#isStale && this.#requests.size > 0)
  }

  /** These rows stand above the result. Whoever puts them there knows of the change. */
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

  /** Of a row that is here. */
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

  /** Of the row at this place of the result. */
  indexAt(place: number): number {
    return this.#above.length + place + this.#gaps.filter(({ before }) => before <= place).length
  }

  /** The rows of the result that are here, in any order of their pages. */
  *here(): Generator<GridRow> {
    yield* this.#above
    for (const [, { rows }] of [...this.#pages].sort(([one], [other]) => one - other)) yield* rows
  }

  /** These rows are seen, up to before `last`: they are read, and then those beside them. `viewer`: of several, who sees them. */
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

  /** It sees nothing any more. */
  leave(viewer: unknown): void {
    this.#seen.delete(viewer)
  }

  /** The result may be another one now; with `now` somebody waits for it. */
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

  /** Rows from `first` up to before `last`, whatever is here; fewer where it fails. */
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

  /** Ends all requests. What is here stays, and `refresh` goes on. */
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

  /** Those that are seen by anybody, then the ones after and the ones before. */
  #wantedPages(): readonly number[] {
    const count = this.#part?.count ?? 0
    // It may have become longer.
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

  /** The row of the result at an index of the window, or the one below it. */
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
      // One that is on its way is waited for: a result that changes faster than it is answered is answered all the same.
      if (!isHere && !this.#requests.has(page)) void this.#readPage(page)
    }
  }

  async #readPage(page: number): Promise<void> {
    const abort = new AbortController()
    this.#requests.set(page, abort)
    const request = (this.#requestCount += 1)
    const before = this.#pages.get(page)
    if (!before && this.#part) this.#onChange()
    // Rows at the end of what is here may have been left out.
    const etag = before?.rows.length === ROWS_PER_PAGE ? before.etag : undefined
    const answer = await this.#ask(page * ROWS_PER_PAGE, ROWS_PER_PAGE, abort.signal, etag)
    if (this.#requests.get(page) !== abort) return
    this.#requests.delete(page)
    if (!answer.ok) this.#error = answer.error
    else {
      const { data } = answer
      // One that a later one overtook may be older.
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

/** Of the row that stands for it. */
export const keyOfGap = ({ before, from, to }: RowGap) => `gap:${[before, from, to].map(String).join(':')}`

const toGapRow = (gap: RowGap): GridRow => ({
  kind: 'gap',
  key: keyOfGap(gap),
  gap: { from: gap.from, to: gap.to },
})
