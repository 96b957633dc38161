import type { Page } from '#shared/lists/page.ts'
import type { PendingRow } from '#shared/rpc/contract/lists.ts'
import { isPending } from '../rows/loaded-rows.ts'

/**
 * The pending rows above an open list as the window shows them. Until newer rows are shown, new pending rows wait, and a
 * mined one stays in its position, with its mined state.
 */
export class ShownPending {
  /** Keys of the shown rows, in order. */
  #keys: readonly string[]
  readonly #mined = new Map<string, PendingRow>()
  #takesAll: boolean
  #waiting = 0
  #isIncomplete = false

  /** `keys`: of pending rows that the window already shows. */
  constructor(keys?: readonly string[]) {
    this.#keys = keys ?? []
    this.#takesAll = keys === undefined
  }

  /** Number of shown rows that are mined, so that they are among the rows of the list as well. */
  get mined(): number {
    return this.#mined.size
  }

  /** Number of waiting rows. */
  get waiting(): number {
    return this.#waiting
  }

  /** True if some rows are no longer pending and not known to be mined. */
  get isIncomplete(): boolean {
    return this.#isIncomplete
  }

  /** Removes rows that are no longer pending and not mined: they were dropped. */
  forgetMissing(pending: readonly PendingRow[]): void {
    const now = new Set(pending.map(({ key }) => key))
    this.#keys = this.#keys.filter((key) => now.has(key) || this.#mined.has(key))
    this.#isIncomplete = false
  }

  /** Takes the beginning of the list, which may contain mined rows. */
  followHead({ items, keys }: Pick<Page, 'items' | 'keys'>): void {
    const shown = new Set(this.#keys)
    for (const [at, item] of items.entries()) {
      const key = keys[at]
      if (key === undefined || !shown.has(key)) continue
      if (isPending(item as Readonly<Record<string, unknown>>)) this.#mined.delete(key)
      else this.#mined.set(key, { key, item: item as PendingRow['item'], isMined: true })
    }
  }

  /** Takes the rows that are pending now, and returns the rows to show. */
  take(pending: readonly PendingRow[]): readonly PendingRow[] {
    if (this.#takesAll) this.#keys = pending.map(({ key }) => key)
    this.#takesAll = false
    const now = new Map(pending.map((row) => [row.key, row]))
    const shown = this.#keys.flatMap((key) => now.get(key) ?? this.#mined.get(key) ?? [])
    this.#isIncomplete = shown.length < this.#keys.length
    this.#waiting = pending.length - shown.filter(({ isMined }) => !isMined).length
    return shown
  }

  /** Shows newer rows: mined ones are then in the list only. */
  showNewer(): void {
    this.#mined.clear()
    this.#takesAll = true
  }
}
