/** A transaction that waits at the node: hashes, addresses and data are lower-case hex, amounts are hex quantities. */
export interface PendingTransaction {
  readonly hash: string
  readonly from: string
  /** `null` on a creation. */
  readonly to: string | null
  readonly value: string
  readonly nonce: number | bigint
  readonly type: number | null
  readonly gasLimit: string
  /** The most that is paid for each unit of gas. */
  readonly gasPrice: string
  readonly maxFee: string | null
  readonly maxTip: string | null
  readonly input: string
}
