import type { Page } from '#shared/lists/page.ts'
import type { PendingRow } from '#shared/rpc/contract/lists.ts'
import { isPending } from '../rows/held-rows.ts'

/**
 * The rows above an open list as its reader sees them: until what is new is shown, new ones wait, and one that is mined stays
 * where it is, as it is now.
 */
export class ShownPending {
  #shown: readonly PendingRow[] = []
  readonly #mined = new Map<string, PendingRow>()
  #takesAll = true
  #waiting = 0

  /** How many of them are mined, and so are among the rows of the list, too. */
  get mined(): number {
    return this.#mined.size
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** Its source has just said that the list begins so. */
  followHead({ items, keys }: Page): void {
    const shown = new Set(this.#shown.map(({ key }) => key))
    for (const [at, item] of items.entries()) {
      const key = keys[at]
      if (key === undefined || !shown.has(key)) continue
      if (isPending(item as Readonly<Record<string, unknown>>)) this.#mined.delete(key)
      else this.#mined.set(key, { key, item: item as PendingRow['item'], isMined: true })
    }
  }

  /** `pending`: those that are pending now. Returns what to show. */
  take(pending: readonly PendingRow[]): readonly PendingRow[] {
    const now = new Map(pending.map((row) => [row.key, row]))
    this.#shown = this.#takesAll
      ? pending
      : this.#shown.flatMap(({ key }) => now.get(key) ?? this.#mined.get(key) ?? [])
    this.#takesAll = false
    this.#waiting = pending.length - this.#shown.filter(({ isMined }) => !isMined).length
    return this.#shown
  }

  /** What is new is shown: those that are mined stand in the list. */
  showNewer(): void {
    this.#mined.clear()
    this.#takesAll = true
  }
}
