/**
 * Tests that any valid item of a dialect is read, any amount keeps its digits, and unknown keys are kept. Items are
 * generated in the common form, then written in a dialect; reading must return the item.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DIALECTS, type Dialect } from '../lists/dialects.ts'
import { listItem } from '../lists/list-items.ts'
import { LIST_IDS, listEndpoint } from '../lists/list-table.ts'
import { itemReader, UNREAD } from './item-reader.ts'
import { anyItem } from './testing/any-item.ts'

/** Any value in place of any part of an item. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(null, -1, 1.5, 2 ** 60, '0x', '-', '1.5', [], {}, [null]),
)

/** Old key names by object; `has` identifies the object. */
const LEGACY: readonly { has: string; names: Readonly<Record<string, string>> }[] = [
  { has: 'log_index', names: { transaction_hash: 'tx_hash', block_number: 'block' } },
  { has: 'validator_index', names: { block_number: 'block' } },
  { has: 'height', names: { transactions_count: 'tx_count', transaction_fees: 'tx_fees' } },
  {
    has: 'gas_price',
    names: {
      block_number: 'block',
      transaction_types: 'tx_types',
      transaction_burnt_fee: 'tx_burnt_fee',
      transaction_tag: 'tx_tag',
      has_error_in_internal_transactions: 'has_error_in_internal_txs',
    },
  },
  { has: 'symbol', names: { address_hash: 'address', holders_count: 'holders' } },
]
const asNumber = (digits: unknown) =>
  typeof digits === 'string' && Number.isSafeInteger(Number(digits)) && String(Number(digits)) === digits
    ? Number(digits)
    : digits

/** Writes an item in a dialect; unknown keys are unchanged. */
function written(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((one) => written(one, dialect))
  if (typeof value !== 'object' || value === null) return value
  const names = dialect === 'legacy' ? (LEGACY.find(({ has }) => has in value)?.names ?? {}) : {}
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name.startsWith('new_') || ['metadata', 'meta', 'thumbnails', 'revert_reason'].includes(name))
        return [name, name === 'metadata' ? oneTag(inner, dialect) : inner]
      if (name === 'total' && Array.isArray(inner))
        return [name, written(inner.length === 1 ? inner[0] : inner, dialect)]
      if (name === 'uncles_hashes' && dialect !== 'spec')
        return [name, Array.isArray(inner) ? inner.map((uncle) => ({ hash: uncle as string })) : inner]
      const numeric =
        dialect === 'spec'
          ? ['gas_limit', 'reward', 'index']
          : dialect === 'legacy'
            ? ['holders_count', 'decimals', 'id']
            : []
      return [
        Object.hasOwn(names, name) ? names[name] : name,
        numeric.includes(name) ? asNumber(inner) : written(inner, dialect),
      ]
    }),
  )
}

/** The per-instance form of the specification writes a single tag without its list. */
function oneTag(metadata: unknown, dialect: Dialect): unknown {
  if (dialect !== 'spec' || typeof metadata !== 'object' || metadata === null || !('tags' in metadata))
    return metadata
  if (Object.keys(metadata).length > 1) return metadata
  const { tags } = metadata
  const [tag] = Array.isArray(tags) ? (tags as unknown[]) : []
  return Array.isArray(tags) &&
    tags.length === 1 &&
    typeof tag === 'object' &&
    tag !== null &&
    !('tags' in tag) &&
    Object.keys(tag).length > 0
    ? tag
    : metadata
}

describe.each(LIST_IDS)('%s', (list) => {
  const { identity, resource } = listEndpoint(list)
  const item = listItem(list)
  const writtenRow = (made: object, dialect: Dialect) => {
    const row = written(made, dialect) as Record<string, unknown>
    // The specification gives the address of a state change this name, although it is an object.
    if (resource !== 'state-change' || dialect !== 'spec') return row
    const { address, ...rest } = row
    return { ...rest, address_hash: address }
  }
  const items = anyItem(item)

  it.each(DIALECTS)('whatever it holds, as %s writes it, is read as it is', (dialect) => {
    fc.assert(
      fc.property(items, (made) => {
        const wire: unknown = JSON.parse(JSON.stringify(writtenRow(made, dialect)))
        const result = z.safeParse(item, wire)
        expect(result.error?.issues).toBeUndefined()
        expect(result.data).toEqual(JSON.parse(JSON.stringify(made)))
        expect(identity(result.data)).not.toBe('')
        const before = structuredClone(wire)
        expect(itemReader(item)(wire)).toEqual(result.data)
        expect(wire).toEqual(before)
      }),
      { numRuns: 50 },
    )
  })

  it('with anything in the place of anything, the quick reader and zod say the same', () => {
    const spoiled = fc
      .tuple(items, fc.constantFrom(...DIALECTS), fc.nat(), anything)
      .map(([made, dialect, place, wrong]) =>
        spoil(JSON.parse(JSON.stringify(writtenRow(made, dialect))), place, wrong),
      )
    fc.assert(
      fc.property(spoiled, (wire) => {
        const result = z.safeParse(item, wire)
        const read = itemReader(item)(wire)
        if (result.success) expect(read).toEqual(result.data)
        else expect(read).toBe(UNREAD)
      }),
      { numRuns: 100 },
    )
  })
})

/** Puts `wrong` into one part of an item, to which `place` counts. */
function spoil(value: unknown, place: number, wrong: unknown): unknown {
  const places: (() => void)[] = []
  const root = { value }
  const visit = (holder: Record<string, unknown>) => {
    for (const name of Object.keys(holder)) {
      places.push(() => {
        holder[name] = wrong
      })
      const inner = holder[name]
      if (typeof inner === 'object' && inner !== null) visit(inner as Record<string, unknown>)
    }
  }
  visit(root)
  places[place % places.length]?.()
  return root.value
}
