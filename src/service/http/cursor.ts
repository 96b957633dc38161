/**
 * Keyset cursors on the wire: a reader's position as `next_page_params` in the words of a dialect, and the same keys
 * back out of the next request's query.
 */
import type { Dialect } from '#shared/lists/dialects.ts'
import { type ListId, listEndpoint } from '#shared/lists/list-table.ts'
import { PARAM_FORMATS } from '#shared/lists/path-params.ts'
import type { Position } from '../chain-reader.ts'
import { MANNERS } from './dialects/dialect.ts'
import { InvalidParameter } from './invalid-parameter.ts'
import { jsonInteger } from './json.ts'

export interface CursorFormat {
  readonly keys: readonly string[]
  /** The position in the query, or null where there is none. Throws InvalidParameter for a malformed key. */
  read(query: ReadonlyMap<string, string>): Position | null
  /** `next_page_params` for the position after `count` more items. */
  write(next: Position, after: Position | null, count: number): Record<string, unknown>
}

/** Keys that are there only while a page ends inside a batch of transfers; any dialect needs them to go on from there. */
const BATCH_KEYS: readonly string[] = [
  'batch_log_index',
  'batch_block_hash',
  'batch_transaction_hash',
  'index_in_batch',
]

export function cursorFormat(id: ListId, dialect: Dialect): CursorFormat {
  const { cursor } = listEndpoint(id)
  const manners = MANNERS[dialect]
  const named = cursor[dialect] ?? cursor.spec
  const isTransfers = named.includes('block_number') && (cursor.v11 ?? []).includes('index_in_batch')
  const keys = isTransfers ? [...new Set([...named, ...BATCH_KEYS])] : named
  // State changes have no place of their own but the count of those given: there it is the position.
  const countIsPosition = id === 'transaction-state-changes'
  const place = named.filter((key) => !BATCH_KEYS.includes(key) && (key !== 'items_count' || countIsPosition))
  const asInteger = new Set([
    ...INTEGERS,
    ...(id === 'address-tokens' && manners.integerValue ? ['value'] : []),
  ])

  return {
    keys,
    read(query) {
      const position: Record<string, string | null> = {}
      for (const key of keys) {
        const text = query.get(key)
        if (text !== undefined) position[key] = readKey(id, key, text)
      }
      // As real servers do: where a key is missing (a client that drops nulls), it is no cursor, and page 1 is given.
      if (!place.every((key) => key in position)) return null
      const inBatch = BATCH_KEYS.filter((key) => position[key] != null)
      if (inBatch.length < BATCH_KEYS.length) for (const key of inBatch) delete position[key]
      return position
    },
    write(next, after, count) {
      const soFar = Number(after?.items_count ?? 0) + count
      const out: Record<string, unknown> = {}
      for (const key of keys) {
        if (key === 'items_count') {
          out[key] = manners.itemsCount === 'so far' || countIsPosition ? soFar : count
        } else if (!BATCH_KEYS.includes(key) || next[key] != null) {
          const value = next[key] ?? null
          out[key] = asInteger.has(key)
            ? jsonInteger(value)
            : typeof value === 'bigint'
              ? String(value)
              : value
        }
      }
      return out
    },
  }
}

/** Written as JSON integers, whatever their size; other numbers of a cursor are texts. */
const INTEGERS = [
  'block_number',
  'index',
  'transaction_index',
  'batch_log_index',
  'index_in_batch',
  'state_changes_count',
  'id',
  'unique_token',
]

interface KeyFormat {
  readonly pattern: RegExp
  readonly words: string
}
const COUNT: KeyFormat = { pattern: /^\d{1,15}$/, words: 'Invalid integer' }
const WHOLE: KeyFormat = { pattern: /^\d{1,78}$/, words: 'Invalid integer' }
const DECIMAL: KeyFormat = { pattern: /^-?\d{1,100}(\.\d{1,100})?$/, words: 'Invalid decimal' }
const HASH: KeyFormat = { pattern: PARAM_FORMATS.transaction.pattern, words: 'Invalid format of a hash' }
const TEXT: KeyFormat = { pattern: /^[^]{0,1000}$/, words: 'Too long' }
const NOTHING: KeyFormat = { pattern: /^$/, words: 'Only null is known here' }

const FORMATS: Readonly<Record<string, KeyFormat>> = {
  block_number: COUNT,
  index: WHOLE,
  items_count: COUNT,
  transaction_index: COUNT,
  batch_log_index: COUNT,
  index_in_batch: COUNT,
  state_changes_count: COUNT,
  state_changes: NOTHING,
  id: WHOLE,
  unique_token: WHOLE,
  token_id: WHOLE,
  value: WHOLE,
  fee: WHOLE,
  fiat_value: DECIMAL,
  hash: HASH,
  batch_block_hash: HASH,
  batch_transaction_hash: HASH,
  token_contract_address_hash: {
    pattern: PARAM_FORMATS.address.pattern,
    words: 'Invalid format of an address',
  },
  token_name: TEXT,
  token_type: { pattern: /^[A-Za-z0-9_-]{1,32}$/, words: 'Invalid token type' },
  inserted_at: { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/, words: 'Invalid time' },
}

/** Keys that a cursor may hold as null, which a query says as the text `null`. */
const NULLABLE = new Set([
  ...BATCH_KEYS,
  'state_changes',
  'token_name',
  'fiat_value',
  'value',
  'fee',
  'inserted_at',
])
/** A pending transaction has no place in a block yet. */
const NULLABLE_WHILE_PENDING = new Set(['block_number', 'index'])

function readKey(id: ListId, key: string, text: string): string | null {
  if (text === 'null' || (text === '' && key === 'state_changes')) {
    if (NULLABLE.has(key) || (id === 'address-transactions' && NULLABLE_WHILE_PENDING.has(key))) return null
  }
  const { pattern, words } = FORMATS[key] ?? TEXT
  if (!pattern.test(text)) throw new InvalidParameter(key, words)
  return text
}
