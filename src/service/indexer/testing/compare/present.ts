/** The value, or a failure that names what is missing. */
export function present<T>(value: T | null | undefined, what = 'a value'): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
