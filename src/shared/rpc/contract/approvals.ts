/** Approvals of an address: who may take tokens of it. */
import * as z from 'zod/mini'
import type { CheckedNode, CheckProblem } from './check.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import type { FlowList } from './flow.ts'
import { sourceId } from './lists.ts'
import { rpcUrl } from './nodes.ts'

/** The maximal number of pairs of a token and a spender that are collected: the newest. */
export const MAX_APPROVAL_PAIRS = 100_000
/** The maximal number of approvals in a report: of each token the newest; the others are counted. */
export const MAX_APPROVALS = 2_000

/** The position of what set an approval. `time`: in seconds since 1970; null if nobody says. */
export interface ApprovalPlace {
  readonly block: number
  readonly transaction: string
  readonly time: number | null
}

/** `amount`: of a token. `nft`: one of a collection. `collection`: all of it. `permit2`: an amount, through Permit2. */
export type ApprovalKind = 'amount' | 'nft' | 'collection' | 'permit2'

export interface ApprovedToken {
  readonly address: string
  readonly symbol: string | null
  readonly decimals: number | null
}

export interface Spender {
  readonly address: string
  readonly name: string | null
  /** The label that the person gave to it. */
  readonly label: string | null
  /** Null if no node was asked. */
  readonly hasCode: boolean | null
  /** The source's word; null if it does not say, or was not asked. */
  readonly isVerified: boolean | null
  readonly isScam: boolean
}

/**
 * `open`: the token says so. `unknown`: the token does not answer. `told`: no token was asked; a transaction of the
 * address set it.
 */
type ApprovalState = 'open' | 'unknown' | 'told'

/** Amounts are decimal, in the token's smallest unit. */
export interface Approval {
  readonly kind: ApprovalKind
  readonly state: ApprovalState
  readonly token: ApprovedToken
  readonly spender: Spender
  /** The Permit2 contract that holds the allowance; else null. */
  readonly via: string | null
  /** The number of the NFT; else null. */
  readonly id: string | null
  /** The remaining amount; null if nothing says it, and for NFTs. */
  readonly amount: string | null
  /**
   * Why the amount is unlimited. `huge`: at or above 2^255 (of Permit2: the largest that it knows). `supply`: at or
   * above the token's supply.
   */
  readonly unlimited: 'huge' | 'supply' | null
  /** Of Permit2, in seconds since 1970. */
  readonly expires: number | null
  /** The amount that could be taken now: an amount of tokens, or a number of NFTs. Null if the token does not say. */
  readonly stake: string | null
  /** What set it first after the last end that a log tells. Some ends have no log, such as an allowance that is used up. */
  readonly since: ApprovalPlace
  /** What set it last: the same as `since`, or later. */
  readonly set: ApprovalPlace
  /** The call that ends it. */
  readonly ending: { readonly to: string; readonly data: string }
}

/**
 * Why no logs of earlier blocks were read. `full`: there are too many approvals. `refused`: the node does not give
 * them.
 */
export type ScanStop =
  { readonly kind: 'full' } | { readonly kind: 'refused'; readonly serverMessage: string }

/** The evidence that the approvals were collected from. */
export type ApprovalEvidence =
  | {
      readonly kind: 'logs'
      readonly node: CheckedNode
      /** The block at which the tokens were asked. */
      readonly block: { readonly height: number; readonly hash: string; readonly time: number }
      /** The blocks whose logs were read. */
      readonly from: number
      readonly to: number
      readonly logs: number
      readonly stopped: ScanStop | null
    }
  | ({ readonly kind: 'transactions' } & FlowList & {
        /** The blocks of the first and the last of the transactions; null if there are none. */
        readonly from: number | null
        readonly to: number | null
      })

export type ApprovalsReport =
  | {
      readonly outcome: 'read'
      readonly evidence: ApprovalEvidence
      /** The riskiest first. */
      readonly approvals: readonly Approval[]
      /** Approvals that are not in the report, because there are too many. */
      readonly left: number
      /** Approvals that have ended: used up, expired or revoked. */
      readonly ended: number
    }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

/** `block`: logs were read from the newest block down to this one; null once the tokens are asked. */
export interface ApprovalsProgress {
  readonly block: number | null
  readonly pairs: number
}

export const approvalCalls = {
  /**
   * Reads the logs that name the address as owner from the node at `rpcUrl`, or from a followed node of the same chain,
   * and asks each token what is open. Without a node, transactions of the address that the source gives or that are
   * kept say what was set. Any problem with the node is in the report.
   */
  'approvals.read': call<ApprovalsReport>().with(
    z.object({ source: sourceId, address, rpcUrl: z.optional(rpcUrl) }),
  ),
} as const

export const approvalEvents = {
  /** The progress while approvals of the address are read; null at other times. */
  'approvals.progress': event<ApprovalsProgress | null>().with(z.object({ source: sourceId, address })),
} as const
