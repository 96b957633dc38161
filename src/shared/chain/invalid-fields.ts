/**
 * Keeps the invalid fields of an item that is otherwise readable. Such a field is null in the item, or missing from
 * its list; its original JSON is stored in the item under a key of its own.
 */
import { withoutNames } from './call-name.ts'

const INVALID_FIELDS = 'chainglass:odd'

/**
 * `path` leads to the value in the item. `field` is the member that did not fit, at that path or below it. `raw` is
 * the value's JSON.
 */
export interface InvalidField {
  readonly path: readonly string[]
  readonly field: string
  readonly found: string
  readonly expected: string
  readonly raw: string
}
/** An item with more invalid fields is not read at all. */
export const MAX_INVALID_FIELDS = 200

export const withInvalidFields = (item: object, invalid: readonly InvalidField[]): object => ({
  ...item,
  [INVALID_FIELDS]: invalid,
})

/** The invalid fields of an item; empty for most items. */
export function invalidFieldsOf(item: unknown): readonly InvalidField[] {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, INVALID_FIELDS)) return []
  // A server may send a key of the same name: its value is checked.
  return readInvalidFields((item as Record<string, unknown>)[INVALID_FIELDS])
}

/** Invalid fields from stored data; empty if the data does not fit. */
export function readInvalidFields(value: unknown): readonly InvalidField[] {
  const isReadable = Array.isArray(value) && value.length <= MAX_INVALID_FIELDS && value.every(isInvalidField)
  return isReadable ? value : []
}

const isText = (value: unknown): value is string => typeof value === 'string'
function isInvalidField(value: unknown): value is InvalidField {
  if (typeof value !== 'object' || value === null) return false
  const { path, field, found, expected, raw } = value as Partial<Record<keyof InvalidField, unknown>>
  return Array.isArray(path) && path.every(isText) && [field, found, expected, raw].every(isText)
}

/** The item as the source sent it: with its invalid fields, and without the keys that we add. */
export function rawItem(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  const invalid = invalidFieldsOf(item)
  const given = withoutNames(item)
  if (invalid.length === 0) return given
  const { [INVALID_FIELDS]: _odd, ...rest } = given as Record<string, unknown>
  return invalid.reduce<unknown>((whole, { path, raw }) => putBack(whole, path, parseRaw(raw)), rest)
}

/**
 * Puts a value back at a path. Values that were left out of a list go back in the order in which they were found, so
 * each gets its old position.
 */
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
  // `fromEntries` defines members, so that a key named `__proto__` stays a plain key.
  return Object.fromEntries(
    known
      ? entries.map(([name, one]) => [name, name === step ? put(one) : one])
      : [...entries, [step, put(undefined)]],
  )
}

/** Parses kept JSON. */
export function parseRaw(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}
