/**
 * The name of the function that a row calls, and the origin of that name. The core finds it once, when it reads the
 * row, and stores it in the row under a key of its own. `method` keeps the source's own name.
 */
import type { NameOrigin } from '../abi/decoded.ts'

const CALLED = 'chainglass:called'

export interface CallName {
  readonly name: string
  /** `transfer(address to, uint256 amount)` */
  readonly signature: string
  readonly origin: NameOrigin
  readonly from: string
  /** False if the name may belong to another function with the same four-byte selector. */
  readonly isCertain: boolean
}

/** Replaces the item's call name. Returns the same object if the name does not change. */
export function withCallName<Item extends object>(item: Item, called: CallName | undefined): Item {
  const before = (item as Record<string, unknown>)[CALLED]
  if (called === undefined) return before === undefined ? item : withoutCallName(item)
  const { name, signature, origin, from, isCertain } = called
  const next: CallName = { name, signature, origin, from, isCertain }
  return JSON.stringify(before) === JSON.stringify(next) ? item : { ...item, [CALLED]: next }
}

/** The item without its call name, as the source gave it. */
export function withoutCallName<Item extends object>(item: Item): Item {
  if (!Object.hasOwn(item, CALLED)) return item
  const { [CALLED]: _called, ...rest } = item as Record<string, unknown>
  return rest as Item
}

/** The call name that the core found; undefined if it found none. */
export const callNameOf = (item: object): CallName | undefined =>
  (item as Readonly<Record<string, unknown>>)[CALLED] as CallName | undefined

/** The name of the called function: the core's, or else the source's. */
export const calledMethod = (item: { readonly method?: string | null | undefined }) =>
  callNameOf(item)?.name ?? item.method
