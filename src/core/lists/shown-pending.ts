import type { Page } from '#shared/lists/page.ts'
import type { PendingRow } from '#shared/rpc/contract/lists.ts'
import { isPending } from '../rows/loaded-rows.ts'

/**
 * The rows above an open list as its reader sees them: until what is new is shown, new ones wait, and one that is mined stays
 * where it is, as it is now.
 */
export class ShownPending {
  /** Their keys, in their order. */
  #keys: readonly string[]
  readonly #mined = new Map<string, PendingRow>()
  #takesAll: boolean
  #waiting = 0
  #isIncomplete = false

  /** `keys`: of those that somebody who reads the list has above it already. */
  constructor(keys?: readonly string[]) {
    this.#keys = keys ?? []
    this.#takesAll = keys === undefined
  }

  /** How many of them are mined, and so are among the rows of the list, too. */
  get mined(): number {
    return this.#mined.size
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** Some are pending no more, and not known to be mined. */
  get isIncomplete(): boolean {
    return this.#isIncomplete
  }

  /** They were dropped. */
  forgetMissing(pending: readonly PendingRow[]): void {
    const now = new Set(pending.map(({ key }) => key))
    this.#keys = this.#keys.filter((key) => now.has(key) || this.#mined.has(key))
    this.#isIncomplete = false
  }

  /** The list begins so. */
  followHead({ items, keys }: Pick<Page, 'items' | 'keys'>): void {
    const shown = new Set(this.#keys)
    for (const [at, item] of items.entries()) {
      const key = keys[at]
      if (key === undefined || !shown.has(key)) continue
      if (isPending(item as Readonly<Record<string, unknown>>)) this.#mined.delete(key)
      else this.#mined.set(key, { key, item: item as PendingRow['item'], isMined: true })
    }
  }

  /** `pending`: those that are pending now. Returns what to show. */
  take(pending: readonly PendingRow[]): readonly PendingRow[] {
    if (this.#takesAll) this.#keys = pending.map(({ key }) => key)
    this.#takesAll = false
    const now = new Map(pending.map((row) => [row.key, row]))
    const shown = this.#keys.flatMap((key) => now.get(key) ?? this.#mined.get(key) ?? [])
    this.#isIncomplete = shown.length < this.#keys.length
    this.#waiting = pending.length - shown.filter(({ isMined }) => !isMined).length
    return shown
  }

  /** What is new is shown: those that are mined stand in the list. */
  showNewer(): void {
    this.#mined.clear()
    this.#takesAll = true
  }
}
