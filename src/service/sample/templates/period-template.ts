/**
 * A template: everything that happens in one period of the chain, with roles in place of addresses. A period is one of
 * the templates with its own users, new addresses and NFT numbers; amounts, gas and outcomes are those of the template.
 */
import type { Role } from '../config/addresses.ts'
import type { Asset, Collection, TokenKey } from '../config/tokens.ts'

/** The NFT with this index among those of a collection that were minted `lag` periods ago (in the bootstrap: among all). */
export interface NftRef {
  readonly collection: Collection
  readonly lag: number
  readonly index: number
}

/** The addresses and NFT ids of a template's roles and references in one period. */
export interface PeriodContext {
  readonly address: (role: Role) => string
  readonly nft: (ref: NftRef) => bigint
}

export interface TemplateCall {
  /** In Solidity, with parameter names: `transfer(address to, uint256 value)`. */
  readonly signature: string
  readonly args: (period: PeriodContext) => readonly unknown[]
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
      readonly args: (period: PeriodContext) => readonly unknown[]
    }

export interface TemplateTransaction {
  readonly from: Role
  /** `null` if the transaction creates a contract. */
  readonly to: Role | null
  readonly created: Role | null
  readonly value: bigint
  readonly type: number
  readonly call: TemplateCall | null
  /** Input that is no call: a text or a contract's code, in hex without 0x. */
  readonly data: string
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  /** Wei per unit of gas, like `tip`. */
  readonly baseFee: bigint
  readonly tip: bigint
  readonly fee: bigint
  /** `null` if it succeeded. */
  readonly failure: { readonly result: string; readonly reason: RevertReason } | null
  readonly block: number
}

export interface TemplateTransfer {
  readonly transaction: number
  /** The index in the block. Each entry of a batch counts, so that every transfer has its own number. */
  readonly logIndex: number
  readonly inBatch: number
  readonly token: TokenKey
  readonly asset: Asset
  readonly from: Role
  readonly to: Role
  readonly amount: bigint
  readonly nft: NftRef | null
}

/** An argument of an event: an address by its role, the id of an NFT, or a plain value. */
export type LogArgument =
  { readonly role: Role } | { readonly nft: NftRef } | bigint | boolean | string | readonly bigint[]

export interface TemplateLog {
  readonly transaction: number
  /** The number of internal calls before it, as in a transfer. */
  readonly callsBefore: number
  /** The index in the block. */
  readonly logIndex: number
  readonly emitter: Role
  /** In Solidity, with parameter names: `Transfer(address indexed from, ...)`; null for a log without topics. */
  readonly event: string | null
  /** The event's arguments; for a log without topics its data, in hex. */
  readonly args: readonly LogArgument[]
}

export interface TemplateInternalCall {
  readonly transaction: number
  /** The index in the transaction. */
  readonly index: number
  readonly type: string
  readonly from: Role
  readonly to: Role | null
  readonly created: Role | null
  readonly value: bigint
  readonly gasLimit: bigint
  readonly error: string | null
  /** 1 for calls made by the transaction's own call. */
  readonly depth: number
  /** The role whose code runs or, in a delegated call, whose storage is used. */
  readonly context: Role
  /** `null` if it has no input, or passes on the input of the surrounding delegated call. */
  readonly call: Pick<TemplateCall, 'signature' | 'args'> | null
  readonly returned: TemplateReturn | null
}

/** The return data or the revert data of a call. */
export type TemplateReturn =
  | { readonly types: string; readonly values: (period: PeriodContext) => readonly unknown[] }
  | Extract<RevertReason, { readonly form: 'decoded' }>

export interface TemplateBlock {
  /** Height above the first block of the period or of the bootstrap. */
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

/** The change of one balance in one step. Transaction i is step 2i; a block's end is step 2·(next transaction)-1. */
export interface LedgerEntry {
  readonly step: number
  readonly role: Role
  readonly asset: Asset
  readonly change: bigint
}

export interface PeriodTemplate {
  readonly transactions: readonly TemplateTransaction[]
  readonly transfers: readonly TemplateTransfer[]
  readonly logs: readonly TemplateLog[]
  readonly internals: readonly TemplateInternalCall[]
  readonly blocks: readonly TemplateBlock[]
  readonly withdrawals: readonly TemplateWithdrawal[]
  readonly ledger: readonly LedgerEntry[]
  /** Number of NFTs minted, by collection. */
  readonly minted: Readonly<Record<Collection, number>>
}

/** The step of a transaction's own entries. */
export const stepOf = (transaction: number) => 2 * transaction
