import type { Cursor, MissingRows, PageGap } from '#shared/lists/page.ts'
import type { RowStore } from '../rows/row-store.ts'

interface Gap {
  /** Leads to what is missing. */
  readonly cursor: Cursor | null
  readonly of: PageGap['of']
}

/** Where rows of a list are missing: rows stand for them, and the cursors that lead there are kept. */
export class ListGaps {
  readonly #rows: RowStore
  readonly #gaps = new Map<string, Gap>()
  #count = 0

  constructor(rows: RowStore) {
    this.#rows = rows
  }

  /** Of the rows that stand for what is missing: with `told`, of those for some addresses, which is told by the list. */
  keys(told: boolean): readonly string[] {
    return [...this.#gaps].filter(([, { of }]) => told === !!of).map(([key]) => key)
  }

  /** Of several addresses as one, each that rows are missing of. */
  get missing(): readonly MissingRows[] {
    const all = [...this.#gaps.values()].flatMap(({ of = [] }) => of)
    return [...new Map(all.map((one) => [one.address, one])).values()]
  }

  add(gap: PageGap, cursor: Cursor | null): void {
    const key = `gap:${String((this.#count += 1))}`
    this.#gaps.set(key, { cursor, of: gap.of })
    this.#rows.append([{ kind: 'gap', key, gap }])
  }

  /** Takes away the row and all below it. Returns with which cursor to read on; undefined where it is not there. */
  dropFrom(key: string): Cursor | null | undefined {
    const gap = this.#gaps.get(key)
    const seq = this.#rows.seqOf(key)
    if (!gap || seq === undefined) return undefined
    this.#rows.dropFrom(seq)
    for (const one of this.#gaps.keys()) if (!this.#rows.has(one)) this.#gaps.delete(one)
    return gap.cursor
  }

  clear(): void {
    this.#gaps.clear()
  }
}
