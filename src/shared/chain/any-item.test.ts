/**
 * Any item that is valid in some dialect is read, any amount keeps its digits, and what nobody knows is kept. Things are
 * made in the one shape, then written as a dialect writes them; reading must give the thing back.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DIALECTS, type Dialect } from '../lists/dialects.ts'
import { LIST_IDS, listEndpoint, type ListId } from '../lists/list-table.ts'
import { itemReader, UNREAD } from './item-reader.ts'

/** Anything at all in the place of anything in a thing. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(null, -1, 1.5, 2 ** 60, '0x', '-', '1.5', [], {}, [null]),
)

type Thing = Record<string, unknown>
type Made = fc.Arbitrary<Thing>

const amount = fc.oneof(
  fc.bigInt(0n, 2n ** 256n - 1n).map(String),
  fc.constantFrom('0', '1', String(2n ** 53n), String(2n ** 256n - 1n)),
)
const signed = fc.oneof(
  amount,
  amount.map((digits) => (digits === '0' ? digits : `-${digits}`)),
)
const small = fc.nat()
const hexOf = (digits: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: digits, maxLength: digits })
    .map((hex) => `0x${hex}`)
const hash = hexOf(64)
/** Names on a chain are whatever someone wrote: every script, control characters, markup. */
const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('<img src=x onerror=alert(1)>', '\u202egnp.exe', '__proto__', ''),
)
/** `__proto__` as a key is the one thing a reading drops. */
const named = words.filter((name) => name !== '__proto__')
const money = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map(String),
  amount.map((digits) => `${digits}.${digits}`),
)

/** Fields that may be there, be null, or be missing; and keys nobody has heard of. */
const thing = (
  certain: Record<string, fc.Arbitrary<unknown>>,
  possible: Record<string, fc.Arbitrary<unknown>>,
): Made =>
  fc
    .tuple(
      fc.record(certain),
      fc.record(
        Object.fromEntries(
          Object.entries(possible).map(([name, made]) => [name, fc.option(made, { freq: 4 })]),
        ),
        { requiredKeys: [] },
      ),
      fc.dictionary(
        fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((name) => `new_${name}`),
        fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
        { maxKeys: 2 },
      ),
    )
    .map(([sure, maybe, unheard]) => ({ ...unheard, ...maybe, ...sure }))

const address = thing(
  { hash: hexOf(40) },
  {
    name: words,
    is_contract: fc.boolean(),
    is_verified: fc.boolean(),
    is_scam: fc.boolean(),
    proxy_type: words,
    reputation: words,
    implementations: fc.array(thing({}, { name: words, address_hash: hexOf(40) }), { maxLength: 2 }),
    metadata: fc.record({
      tags: fc.array(
        thing(
          {},
          {
            slug: words,
            name: words,
            tagType: words,
            ordinal: fc.integer(),
            meta: fc.dictionary(named, words),
          },
        ),
        { maxLength: 2 },
      ),
    }),
  },
)
const token = thing(
  { address_hash: hexOf(40) },
  {
    name: words,
    symbol: words,
    decimals: fc.nat({ max: 255 }).map(String),
    type: fc.constantFrom('ERC-20', 'ERC-721', 'ERC-1155', 'ERC-404', 'ERC-7984', 'ZRC-2'),
    total_supply: amount,
    exchange_rate: money,
    holders_count: amount,
    icon_url: words,
  },
)
const instance = thing(
  { id: amount },
  {
    is_unique: fc.boolean(),
    owner: address,
    token,
    metadata: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
    image_url: words,
    thumbnails: fc.dictionary(named, words),
    value: amount,
  },
)
const total = thing(
  {},
  { value: amount, decimals: fc.nat({ max: 255 }).map(String), token_id: amount, token_instance: instance },
)
const transfer = thing(
  { transaction_hash: hash, log_index: small, total: fc.array(total, { minLength: 1, maxLength: 1 }) },
  {
    block_number: small,
    block_hash: hash,
    from: address,
    to: address,
    token,
    type: words,
    method: words,
    timestamp: words,
  },
)

const MADE: Readonly<Record<ListId, Made>> = {
  'token-transfers': transfer,
  'token-transfers-of-token': transfer,
  'address-tokens': thing({ token }, { token_id: amount, token_instance: instance, value: amount }),
  'address-internal-transactions': thing(
    { transaction_hash: hash, index: small },
    {
      block_number: small,
      from: address,
      to: address,
      created_contract: address,
      gas_limit: amount,
      value: amount,
      success: fc.boolean(),
      error: words,
      type: words,
    },
  ),
  'transaction-state-changes': thing(
    { address },
    {
      type: fc.constantFrom('coin', 'token'),
      is_miner: fc.boolean(),
      token,
      token_id: amount,
      balance_before: amount,
      balance_after: amount,
      change: fc.oneof(
        signed,
        fc.array(thing({}, { direction: fc.constantFrom('from', 'to'), total }), { maxLength: 2 }),
      ),
    },
  ),
  'token-instances': instance,
  'address-blocks-validated': thing(
    { hash },
    {
      height: small,
      miner: address,
      gas_used: amount,
      base_fee_per_gas: amount,
      burnt_fees: amount,
      gas_target_percentage: fc.double({ noNaN: true, noDefaultInfinity: true }),
      size: small,
      transactions_count: small,
      transaction_fees: amount,
      uncles_hashes: fc.array(hash, { maxLength: 2 }),
      rewards: fc.array(thing({}, { reward: amount, type: words }), { maxLength: 2 }),
    },
  ),
  'address-transactions': thing(
    { hash },
    {
      block_number: small,
      nonce: small,
      position: small,
      type: small,
      value: amount,
      fee: thing({}, { type: words, value: amount }),
      gas_limit: amount,
      gas_price: amount,
      from: address,
      to: address,
      created_contract: address,
      transaction_types: fc.array(words, { maxLength: 3 }),
      transaction_burnt_fee: amount,
      transaction_tag: words,
      has_error_in_internal_transactions: fc.boolean(),
      exchange_rate: money,
      result: words,
      status: words,
      revert_reason: fc.oneof(words, fc.record({ raw: words })),
      token_transfers: fc.array(transfer, { maxLength: 1 }),
    },
  ),
  'address-nfts': fc.tuple(instance, token).map(([nft, its]) => ({ ...nft, token: its })),
  'address-withdrawals': thing(
    { index: amount },
    { validator_index: amount, amount, block_number: small, receiver: address, timestamp: words },
  ),
}

/** What older servers call it, by the object it is in: told by what that object has. */
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

/** A thing of the one shape as a dialect writes it; unknown keys stay as they are. */
function written(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((one) => written(one, dialect))
  if (typeof value !== 'object' || value === null) return value
  const names = dialect === 'legacy' ? (LEGACY.find(({ has }) => has in value)?.names ?? {}) : {}
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name.startsWith('new_') || ['metadata', 'meta', 'thumbnails', 'revert_reason'].includes(name))
        return [name, name === 'metadata' ? oneTag(inner, dialect) : inner]
      if (name === 'total' && Array.isArray(inner)) return [name, written(inner[0], dialect)]
      if (name === 'uncles_hashes' && dialect !== 'spec')
        return [name, Array.isArray(inner) ? inner.map((uncle) => ({ hash: uncle as string })) : inner]
      if (name === 'address' && dialect === 'spec') return ['address_hash', written(inner, dialect)]
      const numeric =
        dialect === 'spec'
          ? ['gas_limit', 'reward', 'index']
          : dialect === 'legacy'
            ? ['holders_count', 'decimals', 'id']
            : []
      return [names[name] ?? name, numeric.includes(name) ? asNumber(inner) : written(inner, dialect)]
    }),
  )
}

/** The per-instance form of the specification writes a single tag without its list. */
function oneTag(metadata: unknown, dialect: Dialect): unknown {
  if (dialect !== 'spec' || typeof metadata !== 'object' || metadata === null || !('tags' in metadata))
    return metadata
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
  const { item, identity } = listEndpoint(list)

  it.each(DIALECTS)('whatever it holds, as %s writes it, is read as it is', (dialect) => {
    fc.assert(
      fc.property(MADE[list], (made) => {
        const wire: unknown = JSON.parse(JSON.stringify(written(made, dialect)))
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
      .tuple(MADE[list], fc.constantFrom(...DIALECTS), fc.nat(), anything)
      .map(([made, dialect, place, wrong]) =>
        spoil(JSON.parse(JSON.stringify(written(made, dialect))), place, wrong),
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

/** Puts `wrong` in one of the places of a thing, whichever `place` counts to. */
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
