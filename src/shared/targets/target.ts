import type { ListId } from '../lists/list-table.ts'
import type { Checksum } from './parse-address.ts'

/**
 * What a link or a text that somebody typed points to on a chain.
 * `chainId` and `host` where the text says them: decimal chain id; the explorer's host as it was written.
 */
export type Target = {
  readonly chainId?: string | undefined
  readonly host?: string | undefined
  /** The list that was open there. */
  readonly list?: ListId | undefined
} & (
  | { readonly kind: 'address' | 'token'; readonly address: string; readonly checksum: Checksum }
  | { readonly kind: 'nft'; readonly address: string; readonly tokenId: string; readonly checksum: Checksum }
  | { readonly kind: 'transaction'; readonly hash: string }
  /** A decimal number, or a hash. */
  | { readonly kind: 'block'; readonly block: string }
)
