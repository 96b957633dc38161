/**
 * What of an item could not be read though the item could: the field is null in it, or left out of its list, and stands
 * here as it came. The item carries it under a key of its own, so it goes wherever the item goes.
 */
import { withoutCallName } from './call-name.ts'

const ODD_FIELDS = 'chainglass:odd'

/** `path` leads to it in the item; `field` is the member to blame, at it or inside of it. `raw`: its JSON. */
export interface OddField {
  readonly path: readonly string[]
  readonly field: string
  readonly found: string
  readonly expected: string
  readonly raw: string
}
/** An item with more of them is not read at all. */
export const MAX_ODD_FIELDS = 200

export const withOddFields = (item: object, odd: readonly OddField[]): object => ({
  ...item,
  [ODD_FIELDS]: odd,
})

/** The fields of an item that could not be read; none of most. */
export function oddFieldsOf(item: unknown): readonly OddField[] {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, ODD_FIELDS)) return []
  // A server may send such a key, too.
  return readOddFields((item as Record<string, unknown>)[ODD_FIELDS])
}

/** As they were written down; none where they can't be read. */
export function readOddFields(value: unknown): readonly OddField[] {
  const isReadable = Array.isArray(value) && value.length <= MAX_ODD_FIELDS && value.every(isOddField)
  return isReadable ? value : []
}

const isText = (value: unknown): value is string => typeof value === 'string'
function isOddField(value: unknown): value is OddField {
  if (typeof value !== 'object' || value === null) return false
  const { path, field, found, expected, raw } = value as Partial<Record<keyof OddField, unknown>>
  return Array.isArray(path) && path.every(isText) && [field, found, expected, raw].every(isText)
}

/** The item with those fields as they came, and without what was added to it. */
export function asItCame(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  const odd = oddFieldsOf(item)
  const given = withoutCallName(item)
  if (odd.length === 0) return given
  const { [ODD_FIELDS]: _odd, ...rest } = given as Record<string, unknown>
  return odd.reduce<unknown>((whole, { path, raw }) => putBack(whole, path, parseRaw(raw)), rest)
}

/** In a list it was left out; in the order they were found, each goes back to where it stood. */
function putBack(holder: unknown, [step, ...path]: readonly string[], value: unknown): unknown {
  if (step === undefined || typeof holder !== 'object' || holder === null) return holder
  if (Array.isArray(holder)) {
    const list: readonly unknown[] = holder
    const at = Number(step)
    return path.length === 0
      ? list.toSpliced(at, 0, value)
      : list.map((one, index) => (index === at ? putBack(one, path, value) : one))
  }
  const entries = Object.entries(holder)
  const put = (one: unknown) => (path.length === 0 ? value : putBack(one, path, value))
  const known = entries.some(([name]) => name === step)
  // fromEntries defines members: a key named `__proto__` stays a plain key.
  return Object.fromEntries(
    known
      ? entries.map(([name, one]) => [name, name === step ? put(one) : one])
      : [...entries, [step, put(undefined)]],
  )
}

/** Kept JSON as the value it is of. */
export function parseRaw(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}
