/** The order of rows from several lists of one kind. */

/** The height of a row's block, and its index in it if the list has one; null for pending rows. */
export type Place = readonly [height: number | null, index: number | null]

/** The fields of an item with its height and index. */
export interface ChainOrder {
  readonly height: string
  readonly index?: string | undefined
}

/** Reads a number, which may be sent as text; null if it is invalid or negative. */
function numberOf(value: unknown): number | null {
  const number: unknown = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

export function placeOf(item: object, { height, index }: ChainOrder): Place {
  const fields = item as Readonly<Record<string, unknown>>
  return [numberOf(fields[height]), index === undefined ? null : numberOf(fields[index])]
}

/** Negative if `one` is above `other`: newest first, pending rows at the top. */
export function comparePlaces([height, index]: Place, [otherHeight, otherIndex]: Place): number {
  if (height !== otherHeight) return height === null ? -1 : otherHeight === null ? 1 : otherHeight - height
  if (index === otherIndex) return 0
  return index === null ? -1 : otherIndex === null ? 1 : otherIndex - index
}

/** A row of a list. */
export interface Positioned {
  readonly key: string
  readonly item: object
}

export interface PositionedRow extends Positioned {
  readonly place: Place
}

export interface Shared<Row extends Positioned> {
  readonly row: Row
  /** Indexes of the lists that contain it. */
  readonly lists: readonly number[]
}

/**
 * Merges rows of one position, each once. Each list has its rows in chain order, but not those of other lists, so a row is
 * next if no list has another one before it. Between rows that no list orders, those of one transaction stay together, by
 * their index in it.
 */
export function mergeLists<Row extends Positioned>(lists: readonly (readonly Row[])[]): Shared<Row>[] {
  const listsOf = new Map<string, number[]>()
  lists.forEach((rows, number) => {
    for (const { key } of rows) {
      const known = listsOf.get(key)
      if (!known) listsOf.set(key, [number])
      else if (!known.includes(number)) known.push(number)
    }
  })
  const heads = lists.map(() => 0)
  const done = new Set<string>()
  const merged: Shared<Row>[] = []
  for (;;) {
    const next: Row[] = []
    lists.forEach((rows, number) => {
      let at = heads[number] ?? 0
      while (done.has(rows[at]?.key ?? '')) at += 1
      heads[number] = at
      const row = rows[at]
      if (row) next.push(row)
    })
    if (next.length === 0) return merged
    const isFree = ({ key }: Row) =>
      (listsOf.get(key) ?? []).every((number) => lists[number]?.[heads[number] ?? 0]?.key === key)
    // If lists contradict each other, no row is free, so any is taken.
    const free = next.filter(isFree)
    const row = chooseNext(free.length > 0 ? free : next, merged.at(-1)?.row)
    merged.push({ row, lists: listsOf.get(row.key) ?? [] })
    done.add(row.key)
  }
}

/** Merges lists that are each in chain order. */
export function mergePositioned<Row extends PositionedRow>(
  lists: readonly (readonly Row[])[],
): Shared<Row>[] {
  const next = lists.map(() => 0)
  const merged: Shared<Row>[] = []
  for (;;) {
    let top: Place | undefined
    lists.forEach((rows, number) => {
      const row = rows[next[number] ?? 0]
      if (row && (!top || comparePlaces(row.place, top) < 0)) top = row.place
    })
    const place = top
    if (!place) return merged
    const taken = lists.map((rows, number) => {
      const from = next[number] ?? 0
      let to = from
      for (let row = rows[to]; row && comparePlaces(row.place, place) === 0; row = rows[to]) to += 1
      next[number] = to
      return rows.slice(from, to)
    })
    merged.push(...mergeLists(taken))
  }
}

interface InTransaction {
  readonly transaction_hash?: unknown
  readonly index?: unknown
}

function chooseNext<Row extends Positioned>(rows: readonly Row[], before: Row | undefined): Row {
  const transactionOf = (row: { readonly item: InTransaction } | undefined) => row?.item.transaction_hash
  const open = transactionOf(before)
  const wanted = rows.some((row) => transactionOf(row) === open) ? open : transactionOf(rows[0])
  const same = rows.filter((row) => transactionOf(row) === wanted)
  const indexOf = (row: Row) => numberOf((row.item as InTransaction).index) ?? -1
  return same.reduce((best, row) => (indexOf(row) > indexOf(best) ? row : best))
}
