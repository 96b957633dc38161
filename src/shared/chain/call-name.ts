/**
 * What the call of a row is called, and who says so: found once, by the core, when the row is read. The row carries it under a
 * key of its own, so it goes wherever the row goes; what the source itself says stays in `method`.
 */
import type { NameOrigin } from '../abi/decoded.ts'

const CALLED = 'chainglass:called'

export interface CallName {
  readonly name: string
  /** `transfer(address to, uint256 amount)` */
  readonly signature: string
  readonly origin: NameOrigin
  readonly from: string
  /** False where it may be another function of the same four bytes. */
  readonly isCertain: boolean
}

/** With the name as it is known now, and no other; the same object where it is named so already. */
export function withCallName<Item extends object>(item: Item, called: CallName | undefined): Item {
  const before = (item as Record<string, unknown>)[CALLED]
  if (called === undefined) return before === undefined ? item : withoutCallName(item)
  const { name, signature, origin, from, isCertain } = called
  const next: CallName = { name, signature, origin, from, isCertain }
  return JSON.stringify(before) === JSON.stringify(next) ? item : { ...item, [CALLED]: next }
}

/** As its source gave it. */
export function withoutCallName<Item extends object>(item: Item): Item {
  if (!Object.hasOwn(item, CALLED)) return item
  const { [CALLED]: _called, ...rest } = item as Record<string, unknown>
  return rest as Item
}

/** Undefined where nobody but the source knows it. */
export const callNameOf = (item: object): CallName | undefined =>
  (item as Readonly<Record<string, unknown>>)[CALLED] as CallName | undefined

/** The name of what was called; what the source says, where nobody else knows it. */
export const calledMethod = (item: { readonly method?: string | null | undefined }) =>
  callNameOf(item)?.name ?? item.method
