/**
 * The one place that shortens addresses. No two addresses that are on screen, watched or recent are shortened alike: where
 * a second one would be, both are shown with as many more digits at either end as tell them apart.
 */
import { shallowRef, type ShallowRef } from 'vue'

const HEAD = 6
const TAIL = 4
/** So many more at either end show an address whole. */
const WHOLE = 20
/** Look-alikes that were made by the thousand are shown whole: nothing more has to be known of them. */
const MAX_GROUP = 500
/** Of addresses that are only on screen; some hundred are at a time. */
const MAX_GROUPS = 20_000

/** The addresses that would be shortened alike: nearly always one, so that little is kept of it. */
class Group {
  readonly #first: string
  /** What is written of each, in lower case; from the second on. */
  #shown: Map<string, string> | undefined
  #changes: ShallowRef<number> | undefined
  more = 0
  pinned = false

  constructor(first: string) {
    this.#first = first
  }

  /** Returns whether the members are shown with more digits than before. */
  add(address: string): boolean {
    if (address === this.#first || this.more === WHOLE) return false
    const shown = (this.#shown ??= new Map([[cut(this.#first, this.more), this.#first]]))
    const text = cut(address, this.more)
    const other = shown.get(text)
    if (other === undefined) shown.set(text, address)
    if (other === undefined || other === address) return false
    this.#tellApart([...shown.values(), address])
    return true
  }

  #tellApart(members: readonly string[]): void {
    const shown = new Map<string, string>()
    if (members.length > MAX_GROUP) this.more = WHOLE
    while (this.more < WHOLE && shown.size < members.length) {
      this.more += 1
      shown.clear()
      for (const member of members) shown.set(cut(member, this.more), member)
    }
    this.#shown = this.more === WHOLE ? undefined : shown
  }

  /** What is drawn now is drawn again after `changed`. */
  depend(): number {
    return (this.#changes ??= shallowRef(0)).value
  }

  changed(): void {
    if (this.#changes) this.#changes.value += 1
  }
}

const cut = (address: string, more: number) =>
  address.length > HEAD + TAIL + 2 * more + 1
    ? `${address.slice(0, HEAD + more)}…${address.slice(-TAIL - more)}`
    : address

export class AddressShortener {
  /** By the first and last digits. A `Map` iterates in the order of insertion: what was shown longest ago is first. */
  readonly #groups = new Map<string, Group>()
  readonly #changed = new Set<Group>()
  #pinned = 0

  /** `0xd8dA6BF2…96045` as `0xd8dA…6045`, or longer. What shows it is drawn again when it has to become longer. */
  shorten(address: string): string {
    const group = this.#know(address)
    group.depend()
    return cut(address, group.more)
  }

  /** From now on nothing else is shortened like one of these. */
  keepApart(addresses: Iterable<string>): void {
    for (const address of addresses) {
      const group = this.#know(address)
      if (!group.pinned) this.#pinned += 1
      group.pinned = true
    }
  }

  #know(address: string): Group {
    const lower = address.toLowerCase()
    const key = cut(lower, 0)
    let group = this.#groups.get(key)
    if (group) this.#groups.delete(key)
    else group = new Group(lower)
    this.#groups.set(key, group)
    if (group.add(lower)) this.#announce(group)
    if (this.#groups.size - this.#pinned > MAX_GROUPS) this.#forgetOldest()
    return group
  }

  #forgetOldest(): void {
    for (const [key, group] of this.#groups) {
      this.#groups.delete(key)
      if (!group.pinned) return
      this.#groups.set(key, group)
    }
  }

  /** After what is being drawn right now: it may be one of those that have to be drawn again. */
  #announce(group: Group): void {
    if (this.#changed.size === 0)
      queueMicrotask(() => {
        const changed = [...this.#changed]
        this.#changed.clear()
        for (const each of changed) each.changed()
      })
    this.#changed.add(group)
  }
}
