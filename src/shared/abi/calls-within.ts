import type { Decoded, DecodedValue, NestedCall } from './decoded.ts'

/** The calls in the arguments of a call, without those nested in them. */
export const callsWithin = (decoded: Decoded | null): readonly NestedCall[] =>
  (decoded?.arguments ?? []).flatMap(({ value }) => callsIn(value))

function callsIn(value: DecodedValue): readonly NestedCall[] {
  if (typeof value === 'string') return []
  if ('list' in value) return value.list.flatMap(callsIn)
  return 'fields' in value ? value.fields.flatMap((field) => callsIn(field.value)) : value.calls
}
