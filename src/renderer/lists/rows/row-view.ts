/**
 * Which of the loaded rows are shown, and in which order: scam rows folded away, found by text, sorted. Only loaded rows
 * count: nothing is requested. While none of the options is set, no list of row numbers is kept at all.
 */
import { compareValues, type SortValue } from '#shared/query/sort-values.ts'
import type { GridRow, GridRows } from '#renderer/ui/grid/grid-row.ts'
import type { RowStore } from './row-store.ts'

/** Why a row is folded away: the source calls it a scam, or it imitates a dealing with somebody (address poisoning). */
export type FoldReason = 'scam' | 'poisoning'

/** Sees every loaded row before one of them is judged: what a row means may be known from others only. */
export interface RowObserver {
  /** May be called with a row again. */
  see(row: GridRow): void
  /** Learns of imitations that are known from other rows. */
  tell(imitated: Iterable<readonly [imitator: string, imitated: string]>): void
  /** Goes up when rows are judged otherwise than before. */
  readonly revision: number
}

export interface RowViewOptions {
  readonly observer?: RowObserver
  /** Rows with a reason are left out and counted; null: none are. */
  readonly fold: ((row: GridRow) => FoldReason | undefined) | null
  /** Only rows for which this is true are shown; null: all. */
  readonly find: ((row: GridRow) => boolean) | null
  readonly sort: {
    readonly value: (row: GridRow) => SortValue | undefined
    readonly descending: boolean
  } | null
}

/** The shown rows: a new object whenever they change. */
export interface ShownRows extends GridRows {
  /** How many loaded rows are folded away, and how many of them as address poisoning. */
  readonly folded: number
  readonly poisoned: number
  /** At which index the row with this key is shown, if it is. */
  indexOf(key: string): number | undefined
  /** Where rows are read as they are seen: all of them, one after another. */
  read?(): AsyncIterable<GridRow>
  /** Where rows are read as they are seen: these stay, and no others; and those that stay, in their order. */
  pin?(keys: ReadonlySet<string>): void
  pinned?(): readonly GridRow[]
}

/** The shown rows of a list, as its drawer and picked rows read them. */
export interface RowsOfList {
  /** Another value of another list. */
  readonly list: unknown
  readonly rows: ShownRows
  /** One that is not here yet comes once it is seen. */
  readonly isReadAsSeen: boolean
}

/** So many rows are scanned before other tasks get their turn: about 10 ms. */
const ROWS_PER_TASK = 1_500
/** So many rows are judged again with each page that shows them in another light; of more, when the options change. */
const MAX_JUDGED_AGAIN = 5_000

export class RowView {
  readonly #rows: RowStore
  readonly #onChange: () => void
  #options: RowViewOptions
  #shown: ShownRows
  #folded = 0
  #poisoned = 0
  /** The observer's, when rows were judged. */
  #judged: number | undefined
  #scanning = false
  /** Sequence numbers of the shown rows; null while all are shown in the order of the list. */
  #seqs: number[] | null = null
  #scannedFrom = 0
  #scannedTo = 0
  /** Of the rows when they were last looked at. */
  #revision: number
  /** Tells a scan that was replaced by a later one. */
  #scan = 0

  /** `onChange` is called whenever `shown` is another one, except by `update`. */
  constructor(rows: RowStore, options: RowViewOptions, onChange: () => void) {
    this.#rows = rows
    this.#options = options
    this.#onChange = onChange
    this.#revision = rows.revision
    this.#shown = this.#takeShown()
    this.#rebuild()
  }

  get shown(): ShownRows {
    return this.#shown
  }

  /** Not all rows are scanned yet. */
  get isScanning(): boolean {
    return this.#scanning
  }

  get isSorted(): boolean {
    return this.#options.sort !== null
  }

  setOptions(options: RowViewOptions): void {
    this.#options = options
    this.#rebuild()
    this.#onChange()
  }

  /** To be called when rows were added, at the end or before the first, replaced, or cleared. */
  update(): void {
    const { first, end, revision } = this.#rows
    if (revision === this.#revision) return
    this.#revision = revision
    if (first !== this.#scannedFrom || end < this.#scannedTo) this.#rebuild()
    else if (end > this.#scannedTo && !this.#scanning) {
      if (this.#options.sort) this.#rebuild()
      else this.#append(this.#scannedTo, end)
      if (this.#isJudgedOtherwise() && this.#rows.count <= MAX_JUDGED_AGAIN) this.#rebuild()
    }
    this.#shown = this.#takeShown()
  }

  #rebuild(): void {
    const { find, fold, sort, observer } = this.#options
    this.#folded = 0
    this.#poisoned = 0
    this.#judged = observer?.revision
    this.#scan += 1
    this.#scanning = false
    this.#scannedFrom = this.#rows.first
    this.#scannedTo = this.#rows.first
    this.#seqs = find || sort ? [] : null
    if (find || sort || fold || observer) this.#scanOn(this.#scan, new Map())
    else this.#scannedTo = this.#rows.end
    this.#shown = this.#takeShown()
  }

  /** In several tasks, so that the window stays quick. What is found shows as it is found, a sorted order at the end. */
  #scanOn(scan: number, values: Map<number, SortValue | undefined>): void {
    const to = Math.min(this.#rows.end, this.#scannedTo + ROWS_PER_TASK)
    const { sort } = this.#options
    this.#append(this.#scannedTo, to, sort ? (row, seq) => values.set(seq, sort.value(row)) : undefined)
    this.#scanning = to < this.#rows.end
    if (!this.#scanning && this.#isJudgedOtherwise()) {
      this.#rebuild()
      return
    }
    if (!this.#scanning) {
      // Equal ones stay in the order of the list.
      if (sort)
        this.#seqs?.sort((one, other) => compareValues(values.get(one), values.get(other), sort.descending))
      return
    }
    setTimeout(() => {
      if (scan !== this.#scan) return
      this.#scanOn(scan, values)
      this.#shown = this.#takeShown()
      this.#onChange()
    }, 0)
  }

  #append(from: number, to: number, visit?: (row: GridRow, seq: number) => void): void {
    const { fold, find, observer } = this.#options
    this.#scannedTo = to
    if (observer)
      this.#rows.scan(from, to, (row) => {
        observer.see(row)
        return undefined
      })
    if (!fold && !this.#seqs) return
    this.#rows.scan(from, to, (row, seq) => {
      const reason = fold?.(row)
      if (reason) {
        // The first row that is left out: until here all were shown, from now on they are listed one by one.
        this.#seqs ??= Array.from({ length: seq - this.#rows.first }, (_, index) => this.#rows.first + index)
        this.#folded += 1
        if (reason === 'poisoning') this.#poisoned += 1
        return undefined
      }
      if (find && !find(row)) return undefined
      this.#seqs?.push(seq)
      visit?.(row, seq)
      return undefined
    })
  }

  /** What was learnt meanwhile may fold rows that are shown, or show some that are folded. */
  #isJudgedOtherwise(): boolean {
    return this.#options.fold !== null && this.#options.observer?.revision !== this.#judged
  }

  #takeShown(): ShownRows {
    const rows = this.#rows
    const seqs = this.#seqs
    const { first } = rows
    return {
      count: seqs ? seqs.length : rows.count,
      folded: this.#folded,
      poisoned: this.#poisoned,
      at(index) {
        const seq = seqs ? seqs[index] : first + index
        return seq === undefined ? undefined : rows.at(seq)
      },
      indexOf(key) {
        const seq = rows.seqOf(key)
        if (seq === undefined) return undefined
        if (!seqs) return seq - first
        const index = seqs.indexOf(seq)
        return index < 0 ? undefined : index
      },
    }
  }
}
