/** Schemas of search results. */
import * as z from 'zod/mini'
import { decimal, flag, hash, maybe, rate, record, renamed, text } from './fields.ts'

export const ensInfo = record({
  address_hash: maybe(text),
  name: maybe(text),
  names_count: maybe(z.unknown()),
  expiry_date: maybe(text),
})

/** A tag in a search result; its text is in a member of its own. */
export const foundTag = record({
  slug: maybe(text),
  name: maybe(text),
  tagType: maybe(text),
  meta: maybe(z.unknown()),
})

/**
 * One search result. `type` is token, address, contract, ens_domain, label, metadata_tag, block, transaction,
 * user_operation or blob; each has its own fields.
 */
export const searchItem = renamed(
  { address: 'address_hash', tx_hash: 'transaction_hash' },
  record({
    type: text,
    name: maybe(text),
    address_hash: maybe(hash),
    symbol: maybe(text),
    token_type: maybe(text),
    icon_url: maybe(text),
    exchange_rate: maybe(rate),
    total_supply: maybe(decimal),
    is_smart_contract_verified: maybe(flag),
    is_verified_via_admin_panel: maybe(flag),
    certified: maybe(flag),
    reputation: maybe(text),
    ens_info: maybe(ensInfo),
    metadata: maybe(foundTag),
    block_number: maybe(decimal),
    block_hash: maybe(hash),
    transaction_hash: maybe(hash),
    user_operation_hash: maybe(hash),
    blob_hash: maybe(hash),
    timestamp: maybe(text),
  }),
)
export type SearchItem = z.infer<typeof searchItem>

/** A quick search gives at most this many results; further ones are not read. */
const MAX_RESULTS = 100

/** `/search/quick`: every result that can be read. A result of an unknown type does not keep the others back. */
export const searchResults = z.pipe(
  z.transform((input: unknown, context) => {
    if (!Array.isArray(input)) {
      context.issues.push({ code: 'custom', message: 'a list', input })
      return z.NEVER
    }
    const results: readonly unknown[] = input
    return results.slice(0, MAX_RESULTS).filter((one) => z.safeParse(searchItem, one).success)
  }),
  z.array(searchItem),
)

/** `/search/check-redirect`: the one thing that a text names exactly. */
export const searchRedirect = record({
  parameter: maybe(text),
  redirect: maybe(flag),
  type: maybe(text),
})
