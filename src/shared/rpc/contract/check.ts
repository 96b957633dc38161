/** What a source says, held against a node of its chain. */
import * as z from 'zod/mini'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { call } from './definition.ts'
import { address } from './fields.ts'
import { sourceId } from './lists.ts'
import { rpcUrl } from './nodes.ts'

/** Values longer than this are cut, and end with `…`. */
export const MAX_VALUE_LENGTH = 2_000
/** Rows of one list of a thing that are held against the node. */
export const MAX_CHECKED_ROWS = 5_000

/** What a field belongs to: the thing itself, or a row of one of its lists. */
export type CheckPart = 'transaction' | 'block' | 'address' | 'log' | 'token-transfer' | 'token-balance'

/**
 * Why something can't be checked: `trace` needs the transaction to be run again, `name` is what somebody calls it, `price`
 * is of a market, `of_now` moves with the chain's head, `own` is the source's own word, `unreadable` could not be read, and
 * `not_given` is what the node does not give.
 */
export type UncheckedReason = 'trace' | 'name' | 'price' | 'of_now' | 'own' | 'unreadable' | 'not_given'

/** Where it stands. `row`: what the row is known by in its list. `field`: null for the row itself. */
interface FindingPlace {
  readonly part: CheckPart
  readonly row: string | null
  readonly field: string | null
}

/**
 * What one field, or a row, turned out to be. `proven`: it follows from what hashes to the block's hash. `agrees`: the node
 * says the same. `differs`: null stands for nothing, of a row for one that is not there.
 */
export type Finding = FindingPlace &
  (
    | { readonly state: 'proven' | 'agrees'; readonly source: string | null }
    | { readonly state: 'differs'; readonly source: string | null; readonly node: string | null }
    | { readonly state: 'unchecked'; readonly source: string | null; readonly reason: UncheckedReason }
  )
export type FindingState = Finding['state']

/** The block that all is held against. `isProven`: its fields hash to its hash. */
interface CheckedBlock {
  readonly height: number
  readonly hash: string
  readonly isProven: boolean
}

/** Why nothing was held against the node, or why it is not believed. */
export type CheckProblem =
  | { readonly kind: 'other_chain'; readonly node: string; readonly source: string }
  /** What it gave does not hash to what it says: nothing it says counts. */
  | {
      readonly kind: 'lies'
      readonly what: 'header' | 'transactions' | 'receipts' | 'withdrawals' | 'state'
    }
  /** It no longer has the block. */
  | { readonly kind: 'pruned'; readonly height: number }
  /** It has not come so far yet. */
  | { readonly kind: 'behind'; readonly head: number; readonly height: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }
  /** What answers is no Ethereum node, or its answer is too large. */
  | { readonly kind: 'garbage' }
  /** In the node's own words. */
  | { readonly kind: 'refused'; readonly serverMessage: string }
  /** Neither the source nor the node has it in a block. */
  | { readonly kind: 'pending' }
  /** It has no block of this hash. */
  | { readonly kind: 'unknown' }

export interface CheckedNode {
  /** Of its URL: without what may be secret. */
  readonly host: string
  readonly chainId: string | null
}

/** `cut`: parts of which not all rows were held against the node. */
export type CheckReport =
  | {
      readonly outcome: 'checked'
      readonly node: CheckedNode
      readonly block: CheckedBlock
      readonly findings: readonly Finding[]
      readonly cut: readonly CheckPart[]
    }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

const thing = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transaction'),
    hash: z.string().check(z.regex(PARAM_FORMATS.transaction.pattern, 'transaction')),
  }),
  z.object({
    kind: z.literal('block'),
    block: z.string().check(z.regex(PARAM_FORMATS.block.pattern, 'block')),
  }),
  z.object({ kind: z.literal('address'), address }),
])
export type CheckedThing = z.infer<typeof thing>

export const checkCalls = {
  /**
   * Reads it anew from the source, and holds each field against the node at `rpcUrl`, or against a followed node of the same
   * chain: `invalid_input` where there is none. Rejects where the source can't be asked; whatever is wrong with the node is in the report.
   */
  'check.thing': call<CheckReport>().with(z.object({ source: sourceId, thing, rpcUrl: z.optional(rpcUrl) })),
} as const
