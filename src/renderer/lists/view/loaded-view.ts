/**
 * Which of the loaded rows are shown, and in which order: scam folded away, found, sorted. Of what is loaded, and never
 * anything else: the source is not asked. As long as nothing of it is wanted, there is no list of rows at all.
 */
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { SortValue } from '#renderer/ui/grid/grid-column.ts'
import type { RowStore } from '../session/row-store.ts'

export interface ViewWishes {
  /** Rows for which this is true are left out and counted; null: none are. */
  readonly fold: ((row: GridRow) => boolean) | null
  /** Only rows for which this is true; null: all. */
  readonly find: ((row: GridRow) => boolean) | null
  readonly sort: { readonly value: (row: GridRow) => SortValue; readonly descending: boolean } | null
}

/** So many rows are looked through at once before others get their turn: about 10 ms. */
const ROWS_A_TURN = 1_500

export class LoadedView {
  /** How many rows were folded away. */
  folded = 0
  /** Rows are still being looked through. */
  busy = false
  readonly #rows: RowStore
  readonly #changed: () => void
  #wishes: ViewWishes = { fold: null, find: null, sort: null }
  /** Sequence numbers of the shown rows; null while all are shown as they came. */
  #shown: number[] | null = null
  #seenFirst = 0
  #seenEnd = 0
  #turn = 0

  constructor(rows: RowStore, changed: () => void) {
    this.#rows = rows
    this.#changed = changed
  }

  /** Rows stand in another order than the list's own. */
  get sorted(): boolean {
    return this.#wishes.sort !== null
  }

  get count(): number {
    return this.#shown ? this.#shown.length : this.#rows.count
  }

  /** The row shown at this place. */
  at(index: number): GridRow | undefined {
    const seq = this.#shown ? this.#shown[index] : this.#rows.first + index
    return seq === undefined ? undefined : this.#rows.at(seq)
  }

  /** Where the row with this key is shown, if it is. */
  indexOf(key: string): number | undefined {
    const seq = this.#rows.seqOf(key)
    if (seq === undefined) return undefined
    if (!this.#shown) return seq - this.#rows.first
    const index = this.#shown.indexOf(seq)
    return index < 0 ? undefined : index
  }

  wish(wishes: ViewWishes): void {
    this.#wishes = wishes
    this.#rebuild()
  }

  /** Rows were added, at the end, before the first, or all anew. */
  follow(): void {
    const { first, end } = this.#rows
    if (first !== this.#seenFirst || end < this.#seenEnd) this.#rebuild()
    else if (end > this.#seenEnd && !this.busy) {
      if (this.#wishes.sort) this.#rebuild()
      else this.#add(this.#seenEnd, end)
    }
  }

  #rebuild(): void {
    const { find, fold, sort } = this.#wishes
    this.folded = 0
    this.#turn += 1
    this.busy = false
    this.#seenFirst = this.#rows.first
    this.#seenEnd = this.#rows.first
    this.#shown = find || sort ? [] : null
    if (find || sort || fold) this.#lookThrough(this.#turn, new Map())
    else {
      this.#seenEnd = this.#rows.end
      this.#changed()
    }
  }

  /** In turns, so that the window stays quick; what is found shows as it is found, an order only when it is whole. */
  #lookThrough(turn: number, values: Map<number, SortValue>): void {
    if (turn !== this.#turn) return
    const to = Math.min(this.#rows.end, this.#seenEnd + ROWS_A_TURN)
    const { sort } = this.#wishes
    this.#add(this.#seenEnd, to, sort ? (row, seq) => values.set(seq, sort.value(row)) : undefined)
    this.busy = to < this.#rows.end
    if (this.busy)
      setTimeout(() => {
        this.#lookThrough(turn, values)
      }, 0)
    else if (sort && this.#shown) sortBy(this.#shown, values, sort.descending)
    this.#changed()
  }

  #add(from: number, to: number, also?: (row: GridRow, seq: number) => void): void {
    const { fold, find } = this.#wishes
    this.#seenEnd = to
    if (!fold && !this.#shown) return
    this.#rows.scan(from, to, (row, seq) => {
      if (fold?.(row)) {
        // The first row to be left out: until here all were shown, from now on they are counted one by one.
        this.#shown ??= Array.from({ length: seq - this.#rows.first }, (_, at) => this.#rows.first + at)
        this.folded += 1
        return undefined
      }
      if (find && !find(row)) return undefined
      this.#shown?.push(seq)
      also?.(row, seq)
      return undefined
    })
  }
}

/** Equal ones stay in the list's own order; unknown ones are last, whichever way. */
function sortBy(seqs: number[], values: ReadonlyMap<number, SortValue>, descending: boolean): void {
  const way = descending ? -1 : 1
  seqs.sort((one, other) => {
    const a = values.get(one)
    const b = values.get(other)
    if (a === undefined || b === undefined) return a === b ? one - other : a === undefined ? 1 : -1
    return a === b ? one - other : a < b ? -way : way
  })
}
