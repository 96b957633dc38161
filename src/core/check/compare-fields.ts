/** Holds the fields of an item of a source against what a node says, by a table of rules. */
import { oddFieldsOf } from '#shared/chain/odd-fields.ts'
import {
  MAX_VALUE_LENGTH,
  type CheckPart,
  type Finding,
  type UncheckedReason,
} from '#shared/rpc/contract/check.ts'
import type { Basis } from './block-evidence.ts'

/** The fields that a schema names; items have others besides. */
export type FieldsOf<Item> = keyof {
  [Field in keyof Item as string extends Field ? never : Field]: true
} &
  string

/** `undefined`: the node does not give it. `null`: there is none. */
export type Said = string | null | undefined

/** How a field of an item is held against the node's answers. */
export type Rule<Evidence> =
  | { readonly cannot: UncheckedReason }
  /** Its rows are held against the node by themselves, or it says how the item is found. */
  | { readonly apart: true }
  | {
      /** What the node says; gets what the source says, where several values are right. */
      readonly says: (evidence: Evidence, source: string | null) => Said
      /** What that follows from, which may depend on what the source says. Nothing: the node's word. */
      readonly by: readonly Basis[] | ((evidence: Evidence, source: string | null) => readonly Basis[])
      /** That the source has none is a statement: else it only does not say. */
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

/** A finding for each field that says something. */
export function compareFields<Evidence>(
  rules: Readonly<Record<string, Rule<Evidence>>>,
  compared: Compared<Evidence>,
): Finding[] {
  const { part, row, item } = compared
  const odd = new Set(oddFieldsOf(item).map(({ path }) => path[0]))
  return Object.entries(rules).flatMap(([field, rule]): Finding[] => {
    if ('apart' in rule) return []
    const value = item[field]
    const place = { part, row, field }
    if (odd.has(field)) return [{ ...place, state: 'unchecked', source: null, reason: 'unreadable' }]
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
  if (!isSame(text, node, rule.as)) return [{ ...place, state: 'differs', source, node: cut(node) }]
  // Neither has it: there is nothing to say.
  if (text === null) return []
  const by = typeof rule.by === 'function' ? rule.by(evidence, text) : rule.by
  const state = by.length > 0 && by.every((basis) => proven.has(basis)) ? 'proven' : 'agrees'
  return [{ ...place, state, source }]
}

/** Of an address: what the source calls it. */
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

/** An address by its hash; JSON for what is no single value. */
function textOf(value: unknown): string | null {
  if (value == null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'object' && 'hash' in value && typeof value.hash === 'string') return value.hash
  return JSON.stringify(value)
}

/** As long as a finding may be. */
export const cut = (text: string | null) =>
  text === null || text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`

function isSame(source: string | null, node: string | null, as?: 'time'): boolean {
  if (source === null || node === null) return source === node
  if (as === 'time') return Math.floor(Date.parse(source) / 1000) === Math.floor(Date.parse(node) / 1000)
  return source.toLowerCase() === node.toLowerCase()
}

/** A number of the node, in hex, as a source writes it. Undefined for what is none. */
export const decimalOf = (value: unknown): string | undefined => bigOf(value)?.toString()

export function bigOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (value === '0x') return 0n
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

/** Bytes, an address or a hash. Undefined for what is none. */
export const hexOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? value.toLowerCase() : undefined

/** Seconds since 1970 as a source writes them. */
export function timeOf(value: unknown): string | undefined {
  const seconds = Number(bigOf(value))
  return seconds >= 0 && seconds <= 8_640_000_000_000 ? new Date(seconds * 1000).toISOString() : undefined
}
