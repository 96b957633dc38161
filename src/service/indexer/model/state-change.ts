/** Balance changes of one transaction, as stored with its block: hashes in lower case, amounts as decimal digits. */
export interface CoinChange {
  readonly kind: 'coin'
  readonly address: string
  /** `null` where the node no longer has that state. */
  readonly before: string | null
  readonly after: string | null
  /** Signed. */
  readonly change: string
}

export interface TokenChange {
  readonly kind: 'token'
  readonly address: string
  readonly token: string
  readonly tokenId: string | null
  /** `null` for the zero address, and where it is not known. */
  readonly before: string | null
  readonly after: string | null
  /** A signed amount, or the NFTs that were sent (`from`) and received (`to`). */
  readonly change: string | readonly { readonly direction: 'from' | 'to'; readonly tokenId: string }[]
}

export type StateChange = CoinChange | TokenChange

export interface StateChanges {
  readonly changes: readonly StateChange[]
  /** A sentence about what this node does not give; null where the changes are complete. */
  readonly incompleteReason: string | null
}
