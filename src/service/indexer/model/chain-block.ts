import type { InvalidField } from '#shared/chain/invalid-fields.ts'

/** A block as a node gave it, checked and complete: with its transactions, what became of them, and their logs. */

/**
 * Hashes, addresses and data are lower-case hex; amounts are hex quantities; times are unix seconds. A nonce and gas are
 * seldom beyond 2^53: bigints only there.
 */
export interface ChainBlock {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: number
  readonly miner: string
  readonly gasLimit: string
  readonly gasUsed: number | bigint
  readonly baseFee: string | null
  readonly difficulty: string | null
  readonly totalDifficulty: string | null
  readonly nonce: string | null
  readonly stateRoot: string | null
  readonly extraData: string | null
  readonly size: number | null
  readonly uncles: readonly string[]
  readonly transactions: readonly ChainTransaction[]
  readonly withdrawals: readonly ChainWithdrawal[]
  /** Fields that could not be read, without those of transactions: zero or nothing stands in their place. */
  readonly invalid?: readonly InvalidField[]
}

export interface ChainTransaction {
  readonly hash: string
  readonly from: string
  /** `null` on a creation. */
  readonly to: string | null
  readonly created: string | null
  readonly value: string
  readonly nonce: number | bigint
  readonly type: number | null
  readonly gasLimit: string
  readonly gasUsed: number | bigint
  /** Wei paid per unit of gas. */
  readonly gasPrice: string
  /** In wei, for all its blobs; burnt. Null where it has none. */
  readonly blobFee?: bigint | null
  /** In wei, for the layer below and whoever runs this one; in what the sender pays. Null where there is none. */
  readonly layerFee?: bigint | null
  /** The token that the fee is paid in, and that `gasPrice` counts in. Null for coins. */
  readonly feeToken?: string | null
  /** Wei that the layer below minted at the sender before execution; it stays if the transaction fails. */
  readonly minted?: string | null
  readonly maxFee: string | null
  readonly maxTip: string | null
  /** Null where the node does not say it: before Byzantium. Its trace may. */
  readonly succeeded: boolean | null
  readonly input: string
  readonly logs: readonly ChainLog[]
  /** What accounts signed to begin, change or end a delegation to a contract by it (EIP-7702), in its order. */
  readonly authorizations?: readonly ChainAuthorization[]
  /** As of a block. */
  readonly invalid?: readonly InvalidField[]
}

export interface ChainAuthorization {
  /** Who signed; null where that can't be told. */
  readonly authority: string | null
  readonly delegate: string
  /** Zero for any chain. */
  readonly chainId: string
  readonly nonce: string
}

/** Accounts that signed an authorization in a transaction. */
export const delegatorsOf = ({ authorizations = [] }: Pick<ChainTransaction, 'authorizations'>) =>
  new Set(authorizations.flatMap(({ authority }) => authority ?? []))

/** How many fields of the block, and of its transactions, could not be read. */
export const countInvalidFields = ({ invalid = [], transactions }: ChainBlock): number =>
  transactions.reduce((sum, transaction) => sum + (transaction.invalid?.length ?? 0), invalid.length)

export interface ChainLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

export interface ChainWithdrawal {
  readonly index: string
  readonly validator: string
  readonly address: string
  /** In gwei, as the beacon chain counts. */
  readonly amount: string
}

/** The heights a database key has room for; see store/keys.ts. */
export const HIGHEST_BLOCK = 2 ** 33 - 1
