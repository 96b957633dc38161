/** Index of ABI items by selector (functions, errors) or first topic (events). */
import { selectorOf, type AbiItem, type AbiItemKind } from './abi-item.ts'

export class AbiIndex {
  readonly #items: Readonly<Record<AbiItemKind, Map<string, AbiItem>>> = {
    function: new Map(),
    event: new Map(),
    error: new Map(),
  }
  readonly #constructors: AbiItem[] = []

  constructor(items: Iterable<AbiItem> = []) {
    for (const item of items) this.add(item)
  }

  /** Adds an item. Of two items with the same selector, the first stays. */
  add(item: AbiItem, selector?: string) {
    if (item.kind === 'constructor') this.#constructors.push(item)
    else this.#addSelected(this.#items[item.kind], item, selector ?? selectorOf(item))
  }

  #addSelected(items: Map<string, AbiItem>, item: AbiItem, selector: string) {
    if (!items.has(selector)) items.set(selector, item)
  }

  /** Finds an item. `selector` in lower case. */
  find(kind: AbiItemKind, selector: string): AbiItem | undefined {
    return this.#items[kind].get(selector)
  }

  /** Items of a kind with their selectors, in the order they were added. */
  all(kind: AbiItemKind): Iterable<readonly [selector: string, item: AbiItem]> {
    return this.#items[kind]
  }

  /** The constructor; undefined if there is none, or several, which would be of several contracts. */
  get onlyConstructor(): AbiItem | undefined {
    return this.#constructors.length === 1 ? this.#constructors[0] : undefined
  }

  /** Adds the items of another index whose selectors this one does not have. */
  merge(other: AbiIndex) {
    for (const kind of ['function', 'event', 'error'] as const)
      for (const [selector, item] of other.#items[kind]) this.add(item, selector)
  }

  get size(): number {
    const { function: functions, event: events, error: errors } = this.#items
    return functions.size + events.size + errors.size + this.#constructors.length
  }
}
