/** Compares the fields of a source's item with a node's data, by a table of rules. */
import { invalidFieldsOf } from '#shared/chain/invalid-fields.ts'
import {
  MAX_VALUE_LENGTH,
  type CheckPart,
  type Finding,
  type UncheckedReason,
} from '#shared/rpc/contract/check.ts'
import type { Basis } from './block-evidence.ts'

/** The fields of a schema; items may have others. */
export type FieldsOf<Item> = keyof {
  [Field in keyof Item as string extends Field ? never : Field]: true
} &
  string

/** `undefined`: the node does not provide it. `null`: there is no value. */
export type NodeValue = string | null | undefined

/** How a field is compared with the node's data. */
export type Rule<Evidence> =
  | { readonly cannot: UncheckedReason }
  /** The field's rows are compared separately, or the field identifies the item. */
  | { readonly apart: true }
  | {
      /** Returns the node's value. It gets the source's value, for fields with several correct values. */
      readonly says: (evidence: Evidence, source: string | null) => NodeValue
      /** The basis of the value's proof, which may depend on the source's value. Empty: only the node says so. */
      readonly by: readonly Basis[] | ((evidence: Evidence, source: string | null) => readonly Basis[])
      /** Whether null at the source is a statement. Otherwise it means that the source does not say. */
      readonly nullCounts?: true
      readonly as?: 'time'
    }

export interface Compared<Evidence> {
  readonly part: CheckPart
  readonly row: string | null
  readonly item: Readonly<Record<string, unknown>>
  readonly evidence: Evidence
  readonly proven: ReadonlySet<Basis>
}

/** Returns a finding for each field with a value. */
export function compareFields<Evidence>(
  rules: Readonly<Record<string, Rule<Evidence>>>,
  compared: Compared<Evidence>,
): Finding[] {
  const { part, row, item } = compared
  const invalid = new Set(invalidFieldsOf(item).map(({ path }) => path[0]))
  return Object.entries(rules).flatMap(([field, rule]): Finding[] => {
    if ('apart' in rule) return []
    const value = item[field]
    const place = { part, row, field }
    if (invalid.has(field)) return [{ ...place, state: 'unchecked', source: null, reason: 'unreadable' }]
    return [...compareField(place, rule, value, compared), ...namesOf(place, value)]
  })
}

type Place = Pick<Finding, 'part' | 'row'> & { readonly field: string }

function compareField<Evidence>(
  place: Place,
  rule: Exclude<Rule<Evidence>, { readonly apart: true }>,
  value: unknown,
  { evidence, proven }: Compared<Evidence>,
): Finding[] {
  const text = textOf(value)
  const source = cut(text)
  if ('cannot' in rule)
    return isEmpty(value) ? [] : [{ ...place, state: 'unchecked', source, reason: rule.cannot }]
  if (text === null && !rule.nullCounts) return []
  const node = rule.says(evidence, text)
  if (node === undefined)
    return text === null ? [] : [{ ...place, state: 'unchecked', source, reason: 'not_given' }]
  if (!isSame(text, node, rule.as)) return [{ ...place, state: 'differs', source, other: cut(node) }]
  // Neither has a value.
  if (text === null) return []
  const by = typeof rule.by === 'function' ? rule.by(evidence, text) : rule.by
  const state = by.length > 0 && by.every((basis) => proven.has(basis)) ? 'proven' : 'agrees'
  return [{ ...place, state, source }]
}

/** Findings for the names that the source gives an address. */
function namesOf(place: Place, value: unknown): Finding[] {
  if (typeof value !== 'object' || value === null || !('hash' in value)) return []
  const { name, ens_domain_name: ens } = value as Readonly<Record<string, unknown>>
  const named = [name, ens].find((text) => typeof text === 'string')
  return named === undefined
    ? []
    : [
        {
          ...place,
          field: `${place.field}.name`,
          state: 'unchecked',
          source: cut(named),
          reason: 'name',
        },
      ]
}

const isEmpty = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)

/** An address as its hash; a structured value as JSON. */
export function textOf(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'object' && 'hash' in value && typeof value.hash === 'string') return value.hash
  return JSON.stringify(value)
}

/** Shortens a value to the maximal length in a finding. */
export const cut = (text: string | null) =>
  text === null || text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`

function isSame(source: string | null, node: string | null, as?: 'time'): boolean {
  if (source === null || node === null) return source === node
  if (source === node) return true
  if (as === 'time') return Math.floor(Date.parse(source) / 1000) === Math.floor(Date.parse(node) / 1000)
  return source.toLowerCase() === node.toLowerCase()
}

/** A node's hex number in a source's format; undefined if it is invalid. */
export const decimalOf = (value: unknown): string | undefined => bigOf(value)?.toString()

export function bigOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (value === '0x') return 0n
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

/** Bytes, an address or a hash in lower case; undefined if it is invalid. */
export const hexOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? value.toLowerCase() : undefined

/** Seconds since 1970 in a source's time format. */
export function timeOf(value: unknown): string | undefined {
  const seconds = Number(bigOf(value))
  return seconds >= 0 && seconds <= 8_640_000_000_000 ? new Date(seconds * 1000).toISOString() : undefined
}
