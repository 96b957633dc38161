import { $msgid } from '#shared/text/gettext.ts'

/**
 * The format of each parameter; the patterns are the specification's. Descriptions are translated where they are
 * shown.
 */
export const PARAM_FORMATS = {
  address: {
    pattern: /^0x[0-9a-fA-F]{40}$/,
    description: $msgid('an address: 0x and 40 hexadecimal digits'),
  },
  transaction: {
    pattern: /^0x[0-9a-fA-F]{64}$/,
    description: $msgid('a transaction hash: 0x and 64 hexadecimal digits'),
  },
  block: {
    pattern: /^(?:\d{1,15}|0x[0-9a-fA-F]{64})$/,
    description: $msgid('a block: its number, or 0x and the 64 hexadecimal digits of its hash'),
  },
  topic: { pattern: /^0x[0-9a-fA-F]{64}$/, description: $msgid('a topic: 0x and 64 hexadecimal digits') },
  tokenId: { pattern: /^\d{1,78}$/, description: $msgid('a token id: a decimal number') },
  selector: { pattern: /^0x[0-9a-fA-F]{8}$/, description: $msgid('a selector: 0x and 8 hexadecimal digits') },
  /** A token's address, or `native` for the coin, which has no contract. */
  tokenOrCoin: {
    pattern: /^(?:native|0x[0-9a-fA-F]{40})$/,
    description: $msgid('the address of a token, or native for the coin'),
  },
  amount: { pattern: /^\d{1,78}(?:\.\d{1,78})?$/, description: $msgid('an amount: a decimal number') },
  time: {
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/,
    description: $msgid('a time: 2026-11-20T14:22:11Z'),
  },
  searchText: { pattern: /^[^]{1,200}$/, description: $msgid('a text of at most 200 characters') },
} as const
export type ParamFormat = keyof typeof PARAM_FORMATS

/** Parameters of lists and details about one address, one transaction or one block. */
export const OF_ADDRESS = { address_hash: 'address' } as const
export const OF_INSTANCE = { address_hash: 'address', token_id: 'tokenId' } as const
export const OF_TRANSACTION = { transaction_hash: 'transaction' } as const
export const OF_BLOCK = { block_hash_or_number: 'block' } as const
/** The parameter of searches: the text. */
export const OF_SEARCH = { q: 'searchText' } as const
