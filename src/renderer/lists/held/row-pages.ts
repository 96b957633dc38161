/**
 * The rows of a result of any length, of which only the pages around what is seen are here. Where the rows of the archive
 * change meanwhile, pages of before are shown until they are read again, and what is seen does not move.
 */
import { MAX_HELD_ROWS } from '#shared/rpc/contract/held-limits.ts'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

/** A part of a result. */
export interface ResultPart {
  /** Of the whole result. */
  readonly count: number
  /** Changes with the rows that are asked. */
  readonly revision: string
  readonly rows: readonly GridRow[]
}
export type AskRows<Part extends ResultPart> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<Result<Part>>

/** How a result begins in the window: rows that stand above it, and how many of its own wait to be shown. */
export interface ResultTop {
  readonly above: readonly GridRow[]
  readonly skipped: number
}

const ROWS_PER_PAGE = 100
/** About as many rows as are held of any list at first. */
const MAX_PAGES = 20
/** One for what is seen, and one for what comes next. */
const MAX_REQUESTS = 2
/** Where rows change all the time, their beginning is looked at so often. */
const TOP_PAUSE_MS = 1_000

interface RowPage {
  readonly rows: readonly GridRow[]
  readonly revision: string
}

export class RowPages<Part extends ResultPart> {
  readonly #ask: AskRows<Part>
  readonly #top: (first: readonly GridRow[]) => ResultTop
  readonly #onChange: () => void
  /** The one used last is last. */
  readonly #pages = new Map<number, RowPage>()
  readonly #requests = new Map<number, AbortController>()
  #topRequest: AbortController | null = null
  #topTimer: ReturnType<typeof setTimeout> | undefined
  #topAt = -Infinity
  #wanted = { first: 0, last: 0 }
  #above: readonly GridRow[] = []
  #skipped = 0
  /** Of the first row of the pages: where it is another one, all of them moved. */
  #firstKey: string | undefined
  /** What was told last. */
  #part: Part | undefined
  #error: ChainglassError | undefined

  /** `top` is asked whenever the beginning of the result was read. */
  constructor(ask: AskRows<Part>, top: (first: readonly GridRow[]) => ResultTop, onChange: () => void) {
    this.#ask = ask
    this.#top = top
    this.#onChange = onChange
    void this.#readTop()
  }

  /** What was told last; undefined until the first answer. */
  get part(): Part | undefined {
    return this.#part
  }

  /** Why rows that are seen don't come. */
  get error(): ChainglassError | undefined {
    return this.#error
  }

  get count(): number {
    return this.#above.length + Math.max(0, (this.#part?.count ?? 0) - this.#skipped)
  }

  get isReading(): boolean {
    return this.#requests.size > 0
  }

  at(index: number): GridRow | undefined {
    if (index < 0 || index >= this.count) return undefined
    const place = index - this.#above.length
    if (place < 0) return this.#above[index]
    return this.#pages.get(Math.floor(place / ROWS_PER_PAGE))?.rows[place % ROWS_PER_PAGE]
  }

  /** Of a row that is here. */
  indexOf(key: string): number | undefined {
    const above = this.#above.findIndex((row) => row.key === key)
    if (above >= 0) return above
    for (const [page, { rows }] of this.#pages) {
      const at = rows.findIndex((row) => row.key === key)
      const index = this.#above.length + page * ROWS_PER_PAGE + at
      if (at >= 0 && index < this.count) return index
    }
    return undefined
  }

  /** These rows are seen, up to before `last`: they are read, and then those beside them. */
  see(first: number, last: number): void {
    this.#wanted = { first, last }
    for (const page of this.#wantedPages()) {
      const known = this.#pages.get(page)
      if (!known) continue
      this.#pages.delete(page)
      this.#pages.set(page, known)
    }
    this.#readWanted()
  }

  /** The rows that are asked may be others now; with `now` somebody waits for that. */
  refresh({ now = false } = {}): void {
    if (this.#topTimer !== undefined && !now) return
    clearTimeout(this.#topTimer)
    const pause = now ? 0 : Math.max(0, this.#topAt + TOP_PAUSE_MS - performance.now())
    this.#topTimer = setTimeout(() => {
      this.#topTimer = undefined
      void this.#readTop()
    }, pause)
  }

  retry(): void {
    this.#error = undefined
    void this.#readTop()
    this.#readWanted()
  }

  /** Rows from `first` up to before `last`, whatever is here; fewer where it fails. */
  async *read(first: number, last: number): AsyncGenerator<GridRow> {
    const abort = new AbortController()
    const end = Math.min(last, this.count)
    let index = Math.max(0, first)
    try {
      for (; index < Math.min(end, this.#above.length); index += 1) {
        const row = this.#above[index]
        if (row) yield row
      }
      while (index < end) {
        const offset = index - this.#above.length + this.#skipped
        const answer = await this.#ask(offset, Math.min(MAX_HELD_ROWS, end - index), abort.signal)
        if (!answer.ok || answer.data.rows.length === 0) return
        yield* answer.data.rows
        index += answer.data.rows.length
      }
    } finally {
      abort.abort()
    }
  }

  close(): void {
    clearTimeout(this.#topTimer)
    this.#topTimer = undefined
    this.#topRequest?.abort()
    this.#cancelPages()
  }

  #cancelPages(): void {
    for (const request of this.#requests.values()) request.abort()
    this.#requests.clear()
  }

  /** Those that are seen, then the one after and the one before. */
  #wantedPages(): readonly number[] {
    const { first, last } = this.#wanted
    const above = this.#above.length
    const end = Math.ceil((this.count - above) / ROWS_PER_PAGE)
    const from = Math.floor(Math.max(0, first - above) / ROWS_PER_PAGE)
    const to = Math.floor(Math.max(0, last - 1 - above) / ROWS_PER_PAGE)
    const pages: number[] = []
    for (let page = from; page <= to; page += 1) pages.push(page)
    const half = ROWS_PER_PAGE / 2
    const next = Math.floor((last - above + half) / ROWS_PER_PAGE)
    const before = Math.floor((first - above - half) / ROWS_PER_PAGE)
    return [...pages, ...[next, before].filter((page) => !pages.includes(page))].filter(
      (page) => page >= 0 && page < end,
    )
  }

  #readWanted(): void {
    if (!this.#part || this.#error) return
    const wanted = this.#wantedPages()
    for (const [page, request] of this.#requests)
      if (!wanted.includes(page)) {
        this.#requests.delete(page)
        request.abort()
      }
    for (const page of wanted) {
      if (this.#requests.size >= MAX_REQUESTS) return
      const isHere = this.#pages.get(page)?.revision === this.#part.revision
      if (!isHere && !this.#requests.has(page)) void this.#readPage(page)
    }
  }

  async #readPage(page: number): Promise<void> {
    const request = new AbortController()
    this.#requests.set(page, request)
    if (this.#requests.size === 1) this.#onChange()
    const skipped = this.#skipped
    const answer = await this.#ask(page * ROWS_PER_PAGE + skipped, ROWS_PER_PAGE, request.signal)
    if (this.#requests.get(page) !== request) return
    this.#requests.delete(page)
    if (!answer.ok) this.#error = answer.error
    else if (skipped === this.#skipped) {
      if (answer.data.revision !== this.#part?.revision) this.refresh()
      this.#part = answer.data
      this.#put(page, answer.data)
    }
    this.#onChange()
    this.#readWanted()
  }

  async #readTop(): Promise<void> {
    this.#topRequest?.abort()
    const request = new AbortController()
    this.#topRequest = request
    this.#topAt = performance.now()
    const answer = await this.#ask(0, ROWS_PER_PAGE, request.signal)
    if (this.#topRequest !== request || request.signal.aborted) return
    this.#topRequest = null
    if (!answer.ok) this.#error = answer.error
    else {
      const { above, skipped } = this.#top(answer.data.rows)
      this.#above = above
      this.#part = answer.data
      const firstKey = answer.data.rows[skipped]?.key
      if (firstKey !== this.#firstKey) this.#pages.clear()
      // What is on its way was asked for from another beginning.
      if (firstKey !== this.#firstKey || skipped !== this.#skipped) this.#cancelPages()
      this.#firstKey = firstKey
      this.#skipped = skipped
      if (skipped === 0) this.#put(0, answer.data)
    }
    this.#onChange()
    this.#readWanted()
  }

  #put(page: number, { rows, revision }: Part): void {
    this.#pages.delete(page)
    this.#pages.set(page, { rows, revision })
    const wanted = new Set(this.#wantedPages())
    for (const known of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES) return
      if (!wanted.has(known)) this.#pages.delete(known)
    }
  }
}
