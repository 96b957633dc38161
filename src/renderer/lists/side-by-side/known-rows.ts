/**
 * What is known of a list by its loaded rows: which keys it has, and for which places it is certain that it has no other
 * rows. Kept up as the list is read, so that a page costs no more than its own rows.
 */
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { ListSnapshot } from '../session/list-snapshot.ts'
import { comparePlaces, type PlaceOf, type RowPlace } from './row-place.ts'

/** Between these two places rows may be missing, both included. */
interface Hole {
  readonly from: RowPlace | undefined
  readonly to: RowPlace | undefined
}

interface KnownRow {
  readonly seq: number
  readonly key: string
  /** Absent where the row has none (yet). */
  readonly place: RowPlace | undefined
}

/** More rows are never pending at once in a list. */
const MAX_UNPLACED = 200

/** What of a list's snapshot says how much of it is known. */
export type Reading = Pick<ListSnapshot, 'state' | 'newer' | 'notice' | 'kept'>

export class KnownRows {
  /** The items of the list, in its order. */
  readonly items: KnownRow[] = []
  readonly #rows: RowStore
  readonly #placeOf: PlaceOf | null
  #first = 0
  #end = 0
  #revision = -1
  #firstPlace: RowPlace | undefined
  #lastPlace: RowPlace | undefined
  #holes: Hole[] = []
  /** The hole that the last rows are: where it ends is told by the next item. */
  #openHole: { readonly from: RowPlace | undefined } | undefined
  /** From here on rows of some addresses are missing. */
  #cut: { readonly from: RowPlace | undefined } | undefined
  /** The newest items without a place, by their number: a pending one has one later. */
  #unplaced: number[] = []
  #reading: Reading

  constructor(rows: RowStore, placeOf: PlaceOf | null, reading: Reading) {
    this.#rows = rows
    this.#placeOf = placeOf
    this.#reading = reading
    this.update(reading)
  }

  /** To be called whenever the list has a new snapshot. Returns whether it may know more or less than before. */
  update(reading: Reading): boolean {
    const before = this.#reading
    this.#reading = reading
    const { first, end, revision } = this.#rows
    const isSame = revision === this.#revision
    if (!isSame) {
      if (first !== this.#first || end < this.#end || this.#isOther()) this.#clear()
      else this.#placeLater()
      this.#add(this.#end, end)
      this.#revision = revision
    }
    return !isSame || isComplete(before) !== isComplete(reading) || isHeadOpen(before) !== isHeadOpen(reading)
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  /** All of the list is loaded: it has no other rows. */
  get isComplete(): boolean {
    return isComplete(this.#reading) && !isHeadOpen(this.#reading) && !this.#hasHoles && !this.#cut
  }

  /** Whether a row of this place would be among the loaded ones if the list had it. */
  covers(place: RowPlace | undefined): boolean {
    if (this.isComplete) return true
    if (!place || !this.#placeOf) return false
    if (isHeadOpen(this.#reading) && !isBehind(place, this.#firstPlace)) return false
    if (this.#cut && !isBefore(place, this.#cut.from)) return false
    if (!isComplete(this.#reading) && !isBefore(place, this.#lastPlace)) return false
    return !this.#holes.some(({ from, to }) => isWithin(place, from, to)) && !this.#isInOpenHole(place)
  }

  get #hasHoles(): boolean {
    return this.#holes.length > 0 || this.#openHole !== undefined
  }

  #isInOpenHole(place: RowPlace): boolean {
    return this.#openHole !== undefined && isWithin(place, this.#openHole.from, undefined)
  }

  /** It was read from its beginning again: its rows are others. */
  #isOther(): boolean {
    const last = this.items.at(-1)
    return last !== undefined && this.#rows.seqOf(last.key) !== last.seq
  }

  /** Only the first ones can have been pending. */
  #placeLater(): void {
    this.#unplaced = this.#unplaced.filter((at) => {
      const item = this.items[at]
      const row = item && this.#rows.at(item.seq)
      const place = row && this.#placeOf?.(row)
      if (!item || !place) return true
      this.items[at] = { ...item, place }
      if (!this.#firstPlace || comparePlaces(place, this.#firstPlace) < 0) this.#firstPlace = place
      return false
    })
  }

  #clear(): void {
    this.items.length = 0
    this.#first = this.#rows.first
    this.#end = this.#rows.first
    this.#firstPlace = undefined
    this.#lastPlace = undefined
    this.#holes = []
    this.#openHole = undefined
    this.#cut = undefined
    this.#unplaced = []
  }

  #add(from: number, to: number): void {
    this.#rows.scan(from, to, (row, seq) => {
      this.#take(row, seq)
      return undefined
    })
    this.#end = to
  }

  #take(row: GridRow, seq: number): void {
    if (row.kind === 'gap' && row.gap.of) this.#cut ??= { from: this.#lastPlace }
    // What could not be read may be any row between its neighbours.
    else if (row.kind !== 'item') this.#openHole ??= { from: this.#lastPlace }
    else {
      const place = this.#placeOf?.(row)
      this.items.push({ seq, key: row.key, place })
      if (!place) {
        if (this.#placeOf && this.#unplaced.length < MAX_UNPLACED) this.#unplaced.push(this.items.length - 1)
        return
      }
      if (this.#openHole) this.#holes.push({ from: this.#openHole.from, to: place })
      this.#openHole = undefined
      this.#firstPlace ??= place
      this.#lastPlace = place
    }
  }
}

/** What its source says of a list may be that it has not all rows of it. */
const isComplete = ({ state, notice }: Reading) =>
  state.kind === 'end' && (notice === null || notice.kind === 'message')

/** Newer rows wait, or the source has not said yet how the list begins now. */
const isHeadOpen = ({ newer, kept }: Reading) => newer.count > 0 || newer.gap || kept !== null

const isBefore = (place: RowPlace, end: RowPlace | undefined) =>
  end !== undefined && comparePlaces(place, end) < 0
const isBehind = (place: RowPlace, start: RowPlace | undefined) =>
  start !== undefined && comparePlaces(place, start) > 0
const isWithin = (place: RowPlace, from: RowPlace | undefined, to: RowPlace | undefined) =>
  (from === undefined || comparePlaces(place, from) >= 0) &&
  (to === undefined || comparePlaces(place, to) <= 0)
