import { shallowRef, type ShallowRef } from 'vue'
import { dealingOf, type Dealing } from '#shared/poisoning/dealing-of.ts'
import { Dealings } from '#shared/poisoning/dealings.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { RowObserver } from '../rows/row-view.ts'

/** What the loaded rows tell of dealings, and what the core tells of them from the rows that are kept. */
export class RowDealings implements RowObserver {
  /** Addresses that imitate another, with the one they imitate; in lower case. A new map after each change. */
  readonly imitated: ShallowRef<ReadonlyMap<string, string>> = shallowRef(new Map<string, string>())
  readonly #dealings: Dealings
  #published = 0
  #isToPublish = false

  /** `own`: the account whose rows they are; without it every party of a row is one. */
  constructor(own: string | undefined) {
    this.#dealings = new Dealings(own)
  }

  get revision(): number {
    return this.#dealings.revision
  }

  see(row: GridRow): void {
    const dealing = dealingOfRow(row)
    if (dealing) this.#dealings.see(dealing)
    this.#publishSoon()
  }

  tell(imitated: Iterable<readonly [imitator: string, imitated: string]>): void {
    for (const [imitator, one] of imitated) this.#dealings.mark(imitator, one)
    this.#publishSoon()
  }

  /** Is it a transfer from or to an imitation, and nothing else? */
  isPoisoning(row: GridRow): boolean {
    if (this.#dealings.imitated.size === 0) return false
    const dealing = dealingOfRow(row)
    return dealing !== undefined && this.#dealings.isPoisoning(dealing)
  }

  /** Once for all rows that are seen in a go: whatever shows them is drawn again. */
  #publishSoon(): void {
    if (this.#published === this.revision || this.#isToPublish) return
    this.#isToPublish = true
    queueMicrotask(() => {
      this.#isToPublish = false
      this.#published = this.revision
      this.imitated.value = new Map(this.#dealings.imitated)
    })
  }
}

const dealingOfRow = (row: GridRow): Dealing | undefined =>
  row.kind === 'item' ? dealingOf(row.item as object) : undefined
