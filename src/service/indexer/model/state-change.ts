/** What one transaction did to balances, as it is kept with its block: hashes in lower case, amounts as decimal digits. */
export interface CoinChange {
  readonly kind: 'coin'
  readonly address: string
  /** `null` where this node no longer knows. */
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
  /** `null` on the side of minting and burning, and where nobody knows. */
  readonly before: string | null
  readonly after: string | null
  /** A signed amount, or which NFTs went which way. */
  readonly change: string | readonly { readonly direction: 'from' | 'to'; readonly tokenId: string }[]
}

export type StateChange = CoinChange | TokenChange

export interface StateChanges {
  readonly changes: readonly StateChange[]
  /** What this node can't tell, in words. */
  readonly lacking: string | null
}
