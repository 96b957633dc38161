/**
 * Shortens all addresses of the window. No two addresses on screen, watched or recent have the same short form: where
 * two would, both get as many more digits at each end as tell them apart.
 */
import { shallowRef, type ShallowRef } from 'vue'

const HEAD = 6
const TAIL = 4
/** With so many more digits at each end, an address is shown in full. */
const WHOLE = 20
/** A larger group of look-alikes, made by the thousand, is shown in full and no longer tracked. */
const MAX_GROUP = 500
/** Limit of groups that are not pinned. A screen shows some hundred addresses. */
const MAX_GROUPS = 20_000

/** Addresses with the same short form. Nearly all groups have one member, so a group stores little. */
class Group {
  readonly #first: string
  /** Members by their current short form, in lower case; undefined for a single member. */
  #shown: Map<string, string> | undefined
  #changes: ShallowRef<number> | undefined
  more = 0
  pinned = false

  constructor(first: string) {
    this.#first = first
  }

  /** Adds a member. Returns whether the members got more digits. */
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

  /** Makes the current effect run again after `changed`. */
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
  /**
   * Groups by first and last digits, in order of use: a `Map` iterates by insertion, so the first entry was used
   * longest ago.
   */
  readonly #groups = new Map<string, Group>()
  readonly #changed = new Set<Group>()
  #pinned = 0

  /**
   * `0xd8dA6BF2…96045` becomes `0xd8dA…6045`, or longer. The calling effect runs again when it has to become longer.
   */
  shorten(address: string): string {
    const group = this.#know(address)
    group.depend()
    return cut(address, group.more)
  }

  /** Pins the groups of these addresses: no other address gets their short form from now on. */
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

  /** Reports the change after the current rendering, which may itself have to be repeated. */
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
