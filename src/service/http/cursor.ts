/**
 * Keyset cursors in a dialect: writes a reader's position as `next_page_params`, and reads the same keys from the
 * next request's query.
 */
import * as z from 'zod/mini'
import { flag, integer, record, text } from '#shared/chain/fields.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import {
  type CursorKey,
  cursorKeys,
  groupCursorKeys,
  listEndpoint,
  type ListId,
} from '#shared/lists/list-table.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { Position } from '../chain-reader.ts'
import { BEHAVIOURS } from './dialects/dialect.ts'
import { InvalidParameter } from './invalid-parameter.ts'
import { jsonInteger } from './json.ts'

export interface CursorFormat {
  readonly keys: readonly string[]
  /** The schema of what `write` returns. */
  readonly form: z.core.$ZodType
  /**
   * The position in the query; null if there is none. Throws InvalidParameter for a malformed key, and for a missing
   * one: otherwise a client that drops the nulls of a cursor would read page 1 forever.
   */
  read(query: ReadonlyMap<string, string>): Position | null
  /** `next_page_params` for the position after `count` more items. */
  write(next: Position, after: Position | null, count: number): Record<string, unknown>
}

export function cursorFormat(id: ListId, dialect: Dialect): CursorFormat {
  const { resource } = listEndpoint(id)
  const behaviour = BEHAVIOURS[dialect]
  const named = cursorKeys(id, dialect)
  const groupKeys = groupCursorKeys(id)
  const keys = [...named, ...groupKeys]
  // If no other key tells the position, it is the number of rows given so far.
  const countIsPosition = named.every((key) => key === 'items_count' || KEYS[key].format === NOTHING)
  const needed = named.filter((key) => key !== 'items_count' || countIsPosition)
  const isInteger = (key: CursorKey) =>
    KEYS[key].isInteger === true || (key === 'value' && behaviour.integerValue)
  const isNullable = (key: CursorKey) =>
    KEYS[key].isNullable === true ||
    // A pending transaction is in no block.
    (resource === 'transaction' && (key === 'block_number' || key === 'index'))

  const formOf = (key: CursorKey) => {
    const { format } = KEYS[key]
    if (format === NOTHING) return z.null()
    return isInteger(key) || format === COUNT ? integer : format === FLAG ? flag : text
  }
  const nullableFormOf = (key: CursorKey) => (isNullable(key) ? z.nullable(formOf(key)) : formOf(key))

  return {
    keys,
    form: record({
      ...Object.fromEntries(named.map((key) => [key, nullableFormOf(key)])),
      ...Object.fromEntries(groupKeys.map((key) => [key, z.optional(formOf(key))])),
    }),
    read(query) {
      const position: Record<string, string | null> = {}
      for (const key of keys) {
        const text = query.get(key)
        if (text === undefined) continue
        const { format } = KEYS[key]
        if (isNullable(key) && (text === 'null' || (text === '' && format === NOTHING))) position[key] = null
        else if (format.pattern.test(text)) position[key] = text
        else throw new InvalidParameter(key, format.message)
      }
      if (Object.keys(position).length === 0) return null
      const isInGroup = groupKeys.some((key) => position[key] != null)
      const missing =
        needed.find((key) => !(key in position)) ??
        groupKeys.find((key) => isInGroup && position[key] == null)
      if (missing !== undefined) throw new InvalidParameter(missing, `Missing field: ${missing}`)
      return position
    },
    write(next, after, count) {
      const soFar = Number(after?.items_count ?? 0) + count
      const out: Record<string, unknown> = {}
      for (const key of keys) {
        if (key === 'items_count') {
          out[key] = behaviour.itemsCount === 'so far' || countIsPosition ? soFar : count
        } else if (!groupKeys.includes(key) || next[key] != null) {
          const value = next[key] ?? null
          out[key] = isInteger(key) ? jsonInteger(value) : typeof value === 'bigint' ? String(value) : value
        }
      }
      return out
    },
  }
}

interface KeyFormat {
  readonly pattern: RegExp
  readonly message: string
}
const COUNT: KeyFormat = { pattern: /^\d{1,15}$/, message: 'Invalid integer' }
/**
 * The index has room for 33 bits. A client that appends a position in the block to a larger number would exceed 64
 * bits.
 */
const HEIGHT: KeyFormat = { pattern: /^\d{1,10}$/, message: 'Invalid integer' }
const WHOLE: KeyFormat = { pattern: /^\d{1,78}$/, message: 'Invalid integer' }
const DECIMAL: KeyFormat = { pattern: /^-?\d{1,100}(\.\d{1,100})?$/, message: 'Invalid decimal' }
const HASH: KeyFormat = { pattern: PARAM_FORMATS.transaction.pattern, message: 'Invalid format of a hash' }
const ADDRESS: KeyFormat = { pattern: PARAM_FORMATS.address.pattern, message: 'Invalid format of an address' }
const TEXT: KeyFormat = { pattern: /^[^]{0,1000}$/, message: 'Too long' }
const TOKEN_TYPE: KeyFormat = { pattern: /^[A-Za-z0-9_-]{1,32}$/, message: 'Invalid token type' }
const TIME: KeyFormat = { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/, message: 'Invalid time' }
const FLAG: KeyFormat = { pattern: /^(true|false)$/, message: 'Invalid boolean' }
const NOTHING: KeyFormat = { pattern: /^$/, message: 'Only null is known here' }

/**
 * The format of each cursor key in a query. `isInteger`: written as a JSON integer, whatever its size; other numbers
 * of a cursor are texts. `isNullable`: may be null, which a query writes as the text `null`.
 */
const KEYS: Readonly<
  Record<
    CursorKey,
    { readonly format: KeyFormat; readonly isInteger?: boolean; readonly isNullable?: boolean }
  >
> = {
  block_number: { format: HEIGHT, isInteger: true },
  index: { format: WHOLE, isInteger: true },
  items_count: { format: COUNT },
  transaction_index: { format: COUNT, isInteger: true },
  internal_transaction_index: { format: COUNT, isInteger: true, isNullable: true },
  token_transfer_index: { format: COUNT, isInteger: true, isNullable: true },
  token_transfer_batch_index: { format: COUNT, isInteger: true, isNullable: true },
  batch_log_index: { format: COUNT, isInteger: true, isNullable: true },
  batch_block_hash: { format: HASH, isNullable: true },
  batch_transaction_hash: { format: HASH, isNullable: true },
  index_in_batch: { format: COUNT, isInteger: true, isNullable: true },
  state_changes_count: { format: COUNT, isInteger: true },
  results_count: { format: COUNT, isInteger: true },
  state_changes: { format: NOTHING, isNullable: true },
  id: { format: WHOLE, isInteger: true },
  unique_token: { format: WHOLE, isInteger: true },
  token_id: { format: WHOLE },
  value: { format: WHOLE, isNullable: true },
  fee: { format: WHOLE, isNullable: true },
  fiat_value: { format: DECIMAL, isNullable: true },
  hash: { format: HASH },
  address_hash: { format: ADDRESS },
  contract_address_hash: { format: ADDRESS },
  holders_count: { format: COUNT, isInteger: true },
  market_cap: { format: DECIMAL, isNullable: true },
  is_name_null: { format: FLAG },
  name: { format: TEXT, isNullable: true },
  token_contract_address_hash: { format: ADDRESS },
  token_name: { format: TEXT, isNullable: true },
  token_type: { format: TOKEN_TYPE },
  inserted_at: { format: TIME, isNullable: true },
}
