/** What of an open list came since its reader looked at its beginning last: it waits, so that nothing that is read moves. */
import type { Page } from '#shared/lists/page.ts'
import type { ListMark, OpenList, PendingRow } from '#shared/rpc/contract/lists.ts'
import type { RowArchives } from '../archive/row-archives.ts'
import type { RowMark } from '../rows/row-mark.ts'
import type { ListReader } from './list-reader.ts'
import type { ReaderState } from './reader-state.ts'
import { ShownPending } from './shown-pending.ts'

/** Within this time of its opening nobody reads yet what new rows would move. */
const OPENING_MS = 500

export interface NewerRowsOptions {
  /** One for each of several addresses. */
  readonly readers: readonly ListReader[]
  readonly archives: RowArchives
  /** It is of several addresses as one. */
  readonly isOfSeveral: boolean
  /** Which row of each list was first for who opens it, where somebody reads it already, and which were pending above it. */
  readonly from: readonly ListMark[] | undefined
  readonly pending: readonly string[] | undefined
}

export class NewerRows {
  readonly #options: NewerRowsOptions
  readonly #pending: ShownPending
  readonly #openedAt = performance.now()
  readonly #isReadAlready: boolean
  #isCurrent = false
  /** The row of each list that was first when what is new was shown last. */
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

  /** The source has just said that the list begins so. */
  followHead(page: Page): void {
    this.#pending.followHead(page)
  }

  /** `pending`: rows that no block has now. Returns what waits, and what stands above all others. */
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
      // Once the source has said how the list begins, there is nothing to wait for.
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

  /** What is pending no more may be among the rows that are loaded. */
  #followLoaded(reader: ListReader) {
    const page = reader.holding.list()?.first()
    if (page) this.#pending.followHead(page)
  }

  /** In an empty list nobody is reading what new rows would move. */
  #markFirst() {
    const before = this.#marks
    const marks = this.#options.readers.map((reader, at) => before[at] ?? reader.top())
    const isNew = marks.some((mark, at) => mark && !before[at])
    if (isNew || !marks.some(Boolean)) this.#pending.showNewer()
    this.#marks = marks
  }

  /** One that stands in several lists is one. */
  #count(above: readonly number[]): number {
    const sum = above.reduce((one, other) => one + other, 0)
    const { readers, archives, isOfSeveral } = this.#options
    const [first] = readers
    if (!isOfSeveral || !first || sum === 0) return sum
    const marked = readers.map(({ request }, at) => ({ request, mark: this.#marks[at] }))
    return archives.of(first.request.source, first.request)?.countNewer(marked) ?? 0
  }

  #nameOf({ request: { params } }: ListReader): Pick<ListMark, 'address'> {
    return this.#options.isOfSeveral ? { address: params.address_hash } : {}
  }

  #markFor(reader: ListReader): RowMark | undefined {
    const { address } = this.#nameOf(reader)
    const mark = this.#options.from?.find((one) => one.address?.toLowerCase() === address)
    return mark && { height: mark.height, key: mark.key }
  }
}
