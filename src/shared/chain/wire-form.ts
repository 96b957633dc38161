/**
 * How a source wrote an item, where that differs from the item that was read: numbers that became texts, old names of
 * members, digits that no double holds. The core keeps it in the item under a key of its own, so that a file for
 * programs has each item as its source wrote it.
 */
const FORM = 'chainglass:form'

/** The JSON in place of a value; or what differs inside an object or a list. */
export type WireForm =
  | string
  | {
      /** The source's names of members, by ours. */
      readonly names?: Readonly<Record<string, string>>
      /** Members that the source did not send. */
      readonly added?: readonly string[]
      readonly parts?: Readonly<Record<string, WireForm>>
    }

/** Only the core calls it, and always: a server may send a key of the same name. */
export function withForm(item: object, form: WireForm | undefined): object {
  const given = withoutForm(item)
  return form === undefined ? given : { ...given, [FORM]: form }
}

export function withoutForm<Item extends object>(item: Item): Item {
  if (!Object.hasOwn(item, FORM)) return item
  const { [FORM]: _form, ...rest } = item as Record<string, unknown>
  return rest as Item
}

/** Undefined where the item is as its source wrote it, or was kept before forms were. */
export const formOf = (item: object): WireForm | undefined => (item as { readonly [FORM]?: WireForm })[FORM]
