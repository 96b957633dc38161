/** The items of an ABI by what a call, a log or an error begins with. */
import { selectorOf, type AbiItem, type AbiItemKind } from './abi-item.ts'

export class AbiIndex {
  readonly #items: Readonly<Record<AbiItemKind, Map<string, AbiItem>>> = {
    function: new Map(),
    event: new Map(),
    error: new Map(),
  }

  constructor(items: Iterable<AbiItem> = []) {
    for (const item of items) this.add(item)
  }

  /** Where two items share a selector, the first one is kept. */
  add(item: AbiItem, selector = selectorOf(item)) {
    const items = this.#items[item.kind]
    if (!items.has(selector)) items.set(selector, item)
  }

  /** `selector` in lower case. */
  find(kind: AbiItemKind, selector: string): AbiItem | undefined {
    return this.#items[kind].get(selector)
  }

  /** Takes what it has none of yet. */
  merge(other: AbiIndex) {
    for (const kind of ['function', 'event', 'error'] as const)
      for (const [selector, item] of other.#items[kind]) this.add(item, selector)
  }

  get size(): number {
    return this.#items.function.size + this.#items.event.size + this.#items.error.size
  }
}
