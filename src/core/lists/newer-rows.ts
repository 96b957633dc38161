/**
 * The rows of an open list that arrived since the person last saw its beginning. They wait, so that rows being read do not
 * move.
 */
import type { Page } from '#shared/lists/page.ts'
import type { ListMark, OpenList, PendingRow } from '#shared/rpc/contract/lists.ts'
import type { RowArchives } from '../archive/row-archives.ts'
import type { RowMark } from '../rows/row-mark.ts'
import type { ListReader } from './list-reader.ts'
import type { ReaderState } from './reader-state.ts'
import { ShownPending } from './shown-pending.ts'

/** Within this time after opening, in ms, new rows are shown at once, because nobody reads the list yet. */
const OPENING_MS = 500

export interface NewerRowsOptions {
  /** One reader for each of several addresses. */
  readonly readers: readonly ListReader[]
  readonly archives: RowArchives
  /** True if the list is of several addresses. */
  readonly isMerged: boolean
  /**
   * For a list that is being read already: the first row of each list, and the pending rows above it, as the window shows
   * them.
   */
  readonly from: readonly ListMark[] | undefined
  readonly pending: readonly string[] | undefined
}

export class NewerRows {
  readonly #options: NewerRowsOptions
  readonly #pending: ShownPending
  readonly #openedAt = performance.now()
  readonly #isReadAlready: boolean
  #isCurrent = false
  /** The first row of each list when newer rows were last shown. */
  #marks: readonly (RowMark | undefined)[]

  constructor(options: NewerRowsOptions) {
    this.#options = options
    this.#pending = new ShownPending(options.pending)
    this.#marks = options.readers.map((reader) => this.#markFor(reader))
    this.#isReadAlready = this.#marks.some(Boolean)
  }

  show(): void {
    this.#marks = this.#options.readers.map((reader) => reader.top())
    this.#pending.showNewer()
  }

  /** Called when the source has just sent the beginning of the list. */
  followHead(page: Page): void {
    this.#pending.followHead(page)
  }

  /**
   * Takes new states. `pending`: the rows that are pending now. Returns the number of waiting rows, and the rows above all
   * others.
   */
  take(states: readonly ReaderState[], pending: readonly PendingRow[]): Pick<OpenList, 'newer' | 'pending'> {
    const wasCurrent = this.#isCurrent
    this.#isCurrent = states.every(({ isCurrent }) => isCurrent)
    const isOpening = !this.#isReadAlready && performance.now() - this.#openedAt < OPENING_MS
    if (!wasCurrent && this.#isCurrent && isOpening) this.show()
    this.#markFirst()
    let shown = this.#pending.take(pending)
    if (this.#pending.isIncomplete) {
      for (const reader of this.#options.readers) this.#followLoaded(reader)
      shown = this.#pending.take(pending)
      // Once the source has sent the beginning, rows that are gone are not waited for.
      if (this.#isCurrent) this.#pending.forgetMissing(pending)
    }
    const { mined, waiting } = this.#pending
    const above = this.#options.readers.map((reader, at) => {
      const mark = this.#marks[at]
      return mark ? reader.rowsAbove(mark) : 0
    })
    return {
      pending: shown,
      newer: {
        count: Math.max(0, this.#count(above) - mined) + waiting,
        pending: waiting,
        gap: states.some(({ rowsAtHead }, at) => (above[at] ?? 0) >= Math.max(1, rowsAtHead)),
        from: this.#options.readers.flatMap((reader, at): ListMark[] => {
          const mark = this.#marks[at]
          return mark ? [{ ...this.#nameOf(reader), ...mark }] : []
        }),
      },
    }
  }

  /** Rows that are no longer pending may be among the loaded rows. */
  #followLoaded(reader: ListReader) {
    const page = reader.holding.list()?.first()
    if (page) this.#pending.followHead(page)
  }

  /** Marks the first rows of lists that were empty, because nothing in an empty list can move. */
  #markFirst() {
    const before = this.#marks
    const marks = this.#options.readers.map((reader, at) => before[at] ?? reader.top())
    const isNew = marks.some((mark, at) => mark && !before[at])
    if (isNew || !marks.some(Boolean)) this.#pending.showNewer()
    this.#marks = marks
  }

  /** Number of newer rows; a row in several lists counts once. */
  #count(above: readonly number[]): number {
    const sum = above.reduce((one, other) => one + other, 0)
    const { readers, archives, isMerged } = this.#options
    const [first] = readers
    if (!isMerged || !first || sum === 0) return sum
    const marked = readers.map(({ request }, at) => ({ request, mark: this.#marks[at] }))
    return archives.of(first.request.source, first.request)?.countNewer(marked) ?? 0
  }

  #nameOf({ request: { params } }: ListReader): Pick<ListMark, 'address'> {
    return this.#options.isMerged ? { address: params.address_hash } : {}
  }

  #markFor(reader: ListReader): RowMark | undefined {
    const { address } = this.#nameOf(reader)
    const mark = this.#options.from?.find((one) => one.address?.toLowerCase() === address)
    return mark && { height: mark.height, key: mark.key }
  }
}
