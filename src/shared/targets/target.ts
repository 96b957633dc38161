import type { ListId } from '../lists/list-table.ts'
import type { Checksum } from './parse-address.ts'

/**
 * The thing on a chain that a link or a typed text names. `chainId` (decimal) and `host` (the explorer's, as written)
 * are set if the text contains them.
 */
export type Target = {
  readonly chainId?: string | undefined
  readonly host?: string | undefined
  /** The list that the link opens. */
  readonly list?: ListId | undefined
} & (
  | { readonly kind: 'address' | 'token'; readonly address: string; readonly checksum: Checksum }
  | { readonly kind: 'nft'; readonly address: string; readonly tokenId: string; readonly checksum: Checksum }
  | { readonly kind: 'transaction'; readonly hash: string }
  /** A decimal number, or a hash. */
  | { readonly kind: 'block'; readonly block: string }
)
