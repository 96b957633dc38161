/**
 * The rows of one list as they were read: appended at the end, put before the first when newer ones are shown, never
 * copied as a whole. A row's sequence number stays the same whatever is added at either end.
 */
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { pack, unpack } from './row-packing.ts'

/** Rows of one page. Recently used ones are kept parsed; all others as bytes only. */
interface Block {
  readonly start: number
  readonly count: number
  rows: readonly GridRow[] | null
  packed: Uint8Array | null
}

/** 48 pages of 50 rows are about 8 MB, and more than anyone scrolls in a second. */
const MAX_PARSED_BLOCKS = 48

export class RowStore {
  /** Sequence number of the first row; negative once newer rows were put before it. */
  first = 0
  /** One past the last. */
  end = 0
  /** Goes up with every change of the rows. */
  revision = 0
  readonly #blocks: Block[] = []
  readonly #seqOfKey = new Map<string, number>()
  readonly #parsed = new Set<Block>()
  #lastBlock: Block | undefined

  get count(): number {
    return this.end - this.first
  }

  has(key: string): boolean {
    return this.#seqOfKey.has(key)
  }

  seqOf(key: string): number | undefined {
    return this.#seqOfKey.get(key)
  }

  /** Adds rows after the last; those whose key is known already are left out. Returns how many were added. */
  append(rows: readonly GridRow[]): number {
    const fresh = this.#fresh(rows)
    if (fresh.length === 0) return 0
    const start = this.end
    this.end += fresh.length
    this.#add({ start, count: fresh.length, rows: fresh, packed: null }, 'end')
    return fresh.length
  }

  /** Puts rows before the first. Returns how many were added. */
  prepend(rows: readonly GridRow[]): number {
    const fresh = this.#fresh(rows)
    if (fresh.length === 0) return 0
    this.first -= fresh.length
    this.#add({ start: this.first, count: fresh.length, rows: fresh, packed: null }, 'start')
    return fresh.length
  }

  /** The row now reads differently: a pending transaction was mined. Returns its sequence number, if it is known here. */
  replace(row: GridRow): number | undefined {
    const seq = this.#seqOfKey.get(row.key)
    const block = seq === undefined ? undefined : this.#blockAt(seq)
    if (seq === undefined || !block) return undefined
    const rows = [...this.#rowsOf(block)]
    rows[seq - block.start] = row
    this.revision += 1
    block.rows = rows
    block.packed = null
    return seq
  }

  /** Takes away this row and all after it. */
  dropFrom(seq: number): void {
    const block = this.#blockAt(seq)
    if (!block) return
    this.scan(seq, this.end, ({ key }) => {
      this.#seqOfKey.delete(key)
      return undefined
    })
    const left = this.#rowsOf(block).slice(0, seq - block.start)
    for (const dropped of this.#blocks.splice(this.#blocks.indexOf(block))) this.#parsed.delete(dropped)
    this.#lastBlock = undefined
    this.end = block.start
    this.revision += 1
    for (const { key } of left) this.#seqOfKey.delete(key)
    this.append(left)
  }

  /** The row with this sequence number. */
  at(seq: number): GridRow | undefined {
    const block = this.#blockAt(seq)
    return block && this.#rowsOf(block)[seq - block.start]
  }

  /** Visits the rows of a range; packed pages are unpacked for the visit only. `visit` returns false to stop. */
  scan(from: number, to: number, visit: (row: GridRow, seq: number) => boolean | undefined): void {
    let seq = from
    while (seq < to) {
      const block = this.#blockAt(seq)
      if (!block) return
      const rows = block.rows ?? unpack(block.packed ?? EMPTY)
      for (; seq < Math.min(to, block.start + block.count); seq++) {
        const row = rows[seq - block.start]
        if (row && visit(row, seq) === false) return
      }
    }
  }

  /**
   * Packs pages that are not packed yet, oldest first, until `hasTime` returns false. Returns whether all are packed.
   * Meant for idle time: dropping a parsed page later costs nothing then, however long the list is.
   */
  packSome(hasTime: () => boolean): boolean {
    for (const block of this.#parsed) {
      if (block.packed || !block.rows) continue
      if (!hasTime()) return false
      block.packed = pack(block.rows)
    }
    return true
  }

  clear(): void {
    this.revision += 1
    this.#blocks.length = 0
    this.#seqOfKey.clear()
    this.#parsed.clear()
    this.#lastBlock = undefined
    this.first = 0
    this.end = 0
  }

  #fresh(rows: readonly GridRow[]): GridRow[] {
    const keys = new Set<string>()
    return rows.filter(({ key }) => !this.#seqOfKey.has(key) && !keys.has(key) && keys.add(key))
  }

  #add(block: Block, side: 'start' | 'end'): void {
    this.revision += 1
    block.rows?.forEach((row, index) => this.#seqOfKey.set(row.key, block.start + index))
    if (side === 'end') this.#blocks.push(block)
    else this.#blocks.unshift(block)
    this.#touch(block)
  }

  #rowsOf(block: Block): readonly GridRow[] {
    block.rows ??= unpack(block.packed ?? EMPTY)
    this.#touch(block)
    return block.rows
  }

  /** Marks a block as used last, and drops the parsed rows of the one used longest ago (LRU). */
  #touch(block: Block): void {
    if (this.#lastBlock === block) return
    this.#lastBlock = block
    this.#parsed.delete(block)
    this.#parsed.add(block)
    if (this.#parsed.size <= MAX_PARSED_BLOCKS) return
    const [oldest] = this.#parsed
    if (!oldest?.rows) return
    oldest.packed ??= pack(oldest.rows)
    oldest.rows = null
    this.#parsed.delete(oldest)
  }

  #blockAt(seq: number): Block | undefined {
    if (seq < this.first || seq >= this.end) return undefined
    const last = this.#lastBlock
    if (last && seq >= last.start && seq < last.start + last.count) return last
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#blocks[middle]?.start ?? 0) <= seq) low = middle
      else high = middle - 1
    }
    return this.#blocks[low]
  }
}

const EMPTY = pack([])
