/**
 * The name of the function that a row calls, and the origin of that name; and why it failed. The core finds them once,
 * when it reads the row, and stores them in the row under keys of their own. `method` keeps the source's own name.
 */
import type { NameOrigin } from '../abi/decoded.ts'

const CALLED = 'chainglass:called'
const FAILED = 'chainglass:failed'

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
  if (called === undefined) return without(item, CALLED)
  const { name, signature, origin, from, isCertain } = called
  const next: CallName = { name, signature, origin, from, isCertain }
  return JSON.stringify(before) === JSON.stringify(next) ? item : { ...item, [CALLED]: next }
}

/** The item without its call name and its failure, as the source gave it. */
export const withoutNames = <Item extends object>(item: Item): Item => without(without(item, CALLED), FAILED)

function without<Item extends object>(item: Item, key: string): Item {
  if (!Object.hasOwn(item, key)) return item
  const { [key]: _gone, ...rest } = item as Record<string, unknown>
  return rest as Item
}

/** Replaces why the item failed. Returns the same object if that does not change. */
export function withFailure<Item extends object>(item: Item, text: string | undefined): Item {
  if (text === undefined) return without(item, FAILED)
  return (item as Record<string, unknown>)[FAILED] === text ? item : { ...item, [FAILED]: text }
}

/** Why the item failed, as the core found it: an error with its arguments, or a text. */
export const failureOf = (item: object): string | undefined =>
  (item as Readonly<Record<string, unknown>>)[FAILED] as string | undefined

/** The call name that the core found; undefined if it found none. */
export const callNameOf = (item: object): CallName | undefined =>
  (item as Readonly<Record<string, unknown>>)[CALLED] as CallName | undefined

/** The name of the called function: the core's, or else the source's. */
export const calledMethod = (item: { readonly method?: string | null | undefined }) =>
  callNameOf(item)?.name ?? item.method
