/**
 * A template: what happens in one period of the chain, in roles rather than addresses. A period of class c is template c with
 * its own users, fresh accounts and NFT numbers put in; amounts, gas and outcomes are the template's. So few templates, all
 * made once, tell the whole history.
 */
import type { Role } from '../config/addresses.ts'
import type { Asset, Collection, TokenKey } from '../config/tokens.ts'

/** The `index` NFT of a collection minted in the period `lag` periods ago (in the bootstrap: the index of all). */
export interface NftRef {
  readonly collection: Collection
  readonly lag: number
  readonly index: number
}

/** Puts the period's own names in where a template speaks of roles. */
export interface PeriodContext {
  address(role: Role): string
  nft(ref: NftRef): bigint
}

export interface TemplateCall {
  /** Solidity words with parameter names: `transfer(address to, uint256 value)`. */
  readonly signature: string
  readonly args: (names: PeriodContext) => readonly unknown[]
  /** Whether the contract is verified, so that an explorer can decode the call. */
  readonly decoded: boolean
}

export type RevertReason =
  | { readonly form: 'none' }
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'raw'; readonly raw: string }
  | {
      readonly form: 'decoded'
      readonly signature: string
      readonly args: (names: PeriodContext) => readonly unknown[]
    }

export interface TemplateTransaction {
  readonly from: Role
  /** `null` where the transaction creates a contract. */
  readonly to: Role | null
  readonly created: Role | null
  readonly value: bigint
  readonly type: number
  readonly call: TemplateCall | null
  /** Input that is no call: a text left on the chain, or a contract's code. Hexadecimal without 0x. */
  readonly data: string
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  /** Wei a unit of gas. */
  readonly baseFee: bigint
  readonly tip: bigint
  readonly fee: bigint
  /** `null` where it succeeded. */
  readonly failure: { readonly result: string; readonly reason: RevertReason } | null
  readonly block: number
}

export interface TemplateTransfer {
  readonly transaction: number
  /** In the block; a batch takes as many as it has entries, so that each entry has a number of its own. */
  readonly logIndex: number
  readonly inBatch: number
  readonly batchSize: number
  readonly token: TokenKey
  readonly asset: Asset
  readonly from: Role
  readonly to: Role
  readonly amount: bigint
  readonly nft: NftRef | null
}

export interface TemplateInternalCall {
  readonly transaction: number
  /** In the transaction. */
  readonly index: number
  readonly type: string
  readonly from: Role
  readonly to: Role | null
  readonly created: Role | null
  readonly value: bigint
  readonly gasLimit: bigint
  readonly error: string | null
}

export interface TemplateBlock {
  /** Above the period's (the bootstrap's) first block. */
  readonly offset: number
  readonly miner: Role
  readonly baseFee: bigint
  readonly firstTransaction: number
  readonly firstWithdrawal: number
}

export interface TemplateWithdrawal {
  readonly block: number
  readonly receiver: Role
  readonly validator: bigint
  readonly amount: bigint
}

/** What one balance gained or lost in one step. Steps: transaction i is 2i; a block's end is 2·(next transaction)-1. */
export interface LedgerEntry {
  readonly step: number
  readonly role: Role
  readonly asset: Asset
  readonly change: bigint
}

export interface PeriodTemplate {
  readonly transactions: readonly TemplateTransaction[]
  readonly transfers: readonly TemplateTransfer[]
  readonly internals: readonly TemplateInternalCall[]
  readonly blocks: readonly TemplateBlock[]
  readonly withdrawals: readonly TemplateWithdrawal[]
  readonly ledger: readonly LedgerEntry[]
  /** Number of NFTs minted, by collection. */
  readonly minted: Readonly<Record<Collection, number>>
}

/** The step before anything of a transaction has happened; its own entries are at this step. */
export const stepOf = (transaction: number) => 2 * transaction
