/** How a resource of one dialect is made from a reader's item: a rule for each key, compiled once, one pass per item. */

export type Convert = (value: unknown) => unknown

export interface Shape {
  /** Exactly these keys of the reader's item, by the name it gives them; without it, all of them. */
  readonly only?: readonly string[]
  readonly drop?: readonly string[]
  /** The reader's key -> the dialect's. */
  readonly rename?: Readonly<Record<string, string>>
  /** How a value is written, by the reader's key. */
  readonly fields?: Readonly<Record<string, Convert>>
}

/** Reshapes an object; what is no object (null, a text) stays as it is. */
export function shape({ only, drop = [], rename = {}, fields = {} }: Shape): Convert {
  const rules = new Map<string, { readonly key: string | null; readonly convert: Convert | undefined }>()
  for (const key of new Set([...(only ?? []), ...Object.keys(rename), ...Object.keys(fields)])) {
    rules.set(key, { key: rename[key] ?? key, convert: fields[key] })
  }
  for (const key of drop) rules.set(key, { key: null, convert: undefined })
  return (value) => {
    if (!isRecord(value)) return value
    const out: Record<string, unknown> = {}
    for (const from of Object.keys(value)) {
      const rule = rules.get(from)
      if (rule === undefined) {
        if (only === undefined) out[from] = value[from]
      } else if (rule.key !== null) {
        out[rule.key] = rule.convert === undefined ? value[from] : rule.convert(value[from])
      }
    }
    return out
  }
}

export const listOf =
  (convert: Convert): Convert =>
  (value) =>
    Array.isArray(value) ? value.map(convert) : value

export const always =
  (value: unknown): Convert =>
  () =>
    value

/** Whole numbers are written as texts, as this API does with every amount. */
export const asText: Convert = (value) =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : value

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
