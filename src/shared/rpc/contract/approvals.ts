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
/** The maximal number of open approvals in a report, and of ended ones: of each token the newest; the others are counted. */
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
  /** The source's price of one whole token, a decimal number; null if it gives none. */
  readonly price: string | null
  /** The amount that the address holds at the block, or the number of NFTs; null if the token does not say. */
  readonly held: string | null
}

export interface Spender {
  readonly address: string
  readonly name: string | null
  /** The label that the person gave to it. */
  readonly label: string | null
  /** Whether it is in the watchlist, with a label or without. */
  readonly isWatched: boolean
  /** Null if no node was asked. */
  readonly hasCode: boolean | null
  /** The source's word; null if it does not say, or was not asked. */
  readonly isVerified: boolean | null
  readonly isScam: boolean
}

/**
 * `open`: the token says so. `unknown`: the token does not answer. `told`: no token was asked; a transaction of the
 * address set it. `ended`: see `end`.
 */
type ApprovalState = 'open' | 'unknown' | 'told' | 'ended'

/** A call that a transaction made. `method`: its name, or its selector; null if it has no data. */
export interface ApprovalCall {
  readonly from: string
  readonly to: string | null
  readonly method: string | null
}

/**
 * `said`: an event or a transaction ended it. `expired`: its time is over. `silent`: the token says that nothing is left,
 * and no log says when: it was used up, or the NFT was moved.
 */
export interface ApprovalEnd {
  readonly how: 'said' | 'expired' | 'silent'
  /** Where the approval was ended; null if it is not known. */
  readonly place: ApprovalPlace | null
  /** The call of that transaction; null if it is not known. */
  readonly by: ApprovalCall | null
}

/**
 * The last transaction that moved the token away from the address and was sent by or to the spender, or in which the
 * spender is named by a log. `used`: that one; unless `isLast`, a later transfer may have been by the spender, too.
 * `never`: each transfer of the token since the approval is known to be another's. `unknown`: nothing tells.
 */
export type LastUse =
  | { readonly kind: 'used'; readonly place: ApprovalPlace; readonly isLast: boolean }
  | { readonly kind: 'never' }
  | { readonly kind: 'unknown' }

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
  /** The time at which an approval of Permit2 expires, in seconds since 1970. */
  readonly expires: number | null
  /** The amount that could be taken now: an amount of tokens, or a number of NFTs. Null if the token does not say. */
  readonly stake: string | null
  /**
   * Where the approval was first set after the last end that a log tells. Some ends have no log, such as an allowance
   * that is used up. Null for an approval that has ended, if nothing tells it.
   */
  readonly since: ApprovalPlace | null
  /** Where the approval was last set: the same as `since`, or later. */
  readonly set: ApprovalPlace
  readonly lastUse: LastUse
  /** Null if it is open. */
  readonly end: ApprovalEnd | null
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
      /**
       * The first block whose transfers were read, up to `to`, and their number: null if the node gave none. Null if there
       * was nothing to read them for.
       */
      readonly transfers: { readonly from: number | null; readonly logs: number } | null
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
      /** The number of approvals that have ended: used up, expired or revoked. */
      readonly ended: number
      /** The approvals that have ended, the last one first. If there are too many: the newest of each token. */
      readonly endedApprovals: readonly Approval[]
    }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

/**
 * `logs`: read from the newest block down to this one. `tokens`: they are asked. `transactions`: number of those that were
 * read, without a node. `pairs`: approvals that were found.
 */
export type ApprovalsProgress = { readonly pairs: number } & (
  | { readonly step: 'logs'; readonly block: number }
  | { readonly step: 'tokens' }
  | { readonly step: 'transactions'; readonly rows: number }
)

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
