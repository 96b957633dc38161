import * as z from 'zod/mini'
import { isRecord } from '../is-record.ts'
import { flag, hash, integer, maybe, record, renamed, text } from './fields.ts'

/** A tag of an address. `meta` is free-form: icons as data: URLs, JSON inside strings, keys with trailing blanks. */
export const addressTag = record({
  slug: maybe(text),
  name: maybe(text),
  tagType: maybe(text),
  ordinal: maybe(z.unknown()),
  meta: maybe(z.unknown()),
})

export const implementation = renamed(
  { address: 'address_hash' },
  record({ address_hash: maybe(text), name: maybe(text) }),
)

/** `metadata` is null, `{tags: [...]}`, or (per-instance form) a single tag: always read as `{tags}`. */
const metadata = z.pipe(
  z.transform((input: unknown): unknown =>
    isRecord(input) && !('tags' in input) ? { tags: Object.keys(input).length === 0 ? [] : [input] } : input,
  ),
  record({ tags: maybe(z.array(addressTag)) }),
)

/** Older servers named one implementation by `implementation_name` and `implementation_address`. */
export function withImplementations(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  if (!('implementation_name' in input || 'implementation_address' in input)) return input
  const {
    implementation_name: name,
    implementation_address: address_hash,
    ...rest
  } = input as Readonly<Record<string, unknown>>
  if ('implementations' in rest) return input
  const known = { ...(address_hash == null ? {} : { address_hash }), ...(name == null ? {} : { name }) }
  return { ...rest, implementations: Object.keys(known).length === 0 ? [] : [known] }
}

const who = {
  hash,
  name: maybe(text),
  is_contract: maybe(flag),
  is_verified: maybe(flag),
  is_scam: maybe(flag),
  ens_domain_name: maybe(text),
  implementations: maybe(z.array(implementation)),
  proxy_type: maybe(text),
  reputation: maybe(text),
  metadata: maybe(metadata),
  private_tags: maybe(z.array(z.unknown())),
  public_tags: maybe(z.array(z.unknown())),
  watchlist_names: maybe(z.array(z.unknown())),
}

/** An address wherever the API gives one with its names. Only the hash is certain; `is_verified` has three values. */
export const addressRef = z.pipe(z.transform(withImplementations), record(who))
export type AddressRef = z.infer<typeof addressRef>

/** `/addresses/{hash}`: an address with its balance, creation and token. A neighbour of the specification. */
export const addressDetail = z.pipe(
  z.transform(withImplementations),
  renamed(
    { creation_tx_hash: 'creation_transaction_hash' },
    record({
      ...who,
      coin_balance: maybe(text),
      exchange_rate: maybe(text),
      creator_address_hash: maybe(text),
      creation_transaction_hash: maybe(text),
      token: maybe(z.unknown()),
    }),
  ),
)
export type AddressDetail = z.infer<typeof addressDetail>

/** `/addresses/{hash}/counters`: decimal strings; each may be absent. A neighbour of the specification. */
export const addressCounters = renamed(
  { transaction_count: 'transactions_count' },
  record({
    transactions_count: maybe(text),
    token_transfers_count: maybe(text),
    gas_usage_count: maybe(text),
    validations_count: maybe(text),
    /** The block from which the counters count, if that is not the chain's first. */
    counted_since_block: maybe(integer),
  }),
)
export type AddressCounters = z.infer<typeof addressCounters>

/** `/addresses/{hash}/tabs-counters`: rows of an address's lists, up to 51 each. A neighbour of the specification. */
export const addressTabCounters = record({
  transactions_count: maybe(integer),
  token_transfers_count: maybe(integer),
  internal_transactions_count: maybe(integer),
  token_balances_count: maybe(integer),
  logs_count: maybe(integer),
  validations_count: maybe(integer),
  withdrawals_count: maybe(integer),
  /** Only our own service counts them. */
  authorizations_count: maybe(integer),
})
