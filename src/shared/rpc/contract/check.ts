/** Compares a source's data with a node of its chain, or with another source of it. */
import * as z from 'zod/mini'
import { cursor, type Cursor, type PageGap, type PageNotice } from '#shared/lists/page.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { call } from './definition.ts'
import { address, transactionHash } from './fields.ts'
import { listFields, sourceId } from './lists.ts'
import { rpcUrl } from './nodes.ts'
import { foundRows } from './rows.ts'

/** Longer values are cut and end with `…`. */
export const MAX_VALUE_LENGTH = 2_000
/** In blocks so close to the head, nodes and sources may be on different branches of one chain for a while. */
export const CONFIRMATIONS = 64
/** The maximal number of rows that are checked in one list. */
export const MAX_CHECKED_ROWS = 5_000
/** The number of pages after which it stops, however few rows they have. */
export const MAX_LIST_PAGES = 100

/** The part that a field belongs to: the thing itself, or a row of one of its lists. */
export type CheckPart = 'transaction' | 'block' | 'address' | 'log' | 'token-transfer' | 'token-balance'

/**
 * Why a field can't be checked: `trace` needs the transaction to run again, `name` is somebody's name for something,
 * `price` is a market price, `of_now` changes with the chain's head, `own` is known only to the source, `unreadable`
 * could not be read, and `not_given` is not available from the node, or from the other source.
 */
export type UncheckedReason = 'trace' | 'name' | 'price' | 'of_now' | 'own' | 'unreadable' | 'not_given'

/** The position of a finding. `row`: the key of the row in its list. `field`: null for the row itself. */
interface FindingPlace {
  readonly part: CheckPart
  readonly row: string | null
  readonly field: string | null
}

/**
 * The result for one field, or for a row. `proven`: it follows from data that hashes to the block's hash. `agrees`:
 * the node, or the other source, says the same. `differs`: null means that there is no value, or no such row.
 */
export type Finding = FindingPlace &
  (
    | { readonly state: 'proven' | 'agrees'; readonly source: string | null }
    | { readonly state: 'differs'; readonly source: string | null; readonly other: string | null }
    | { readonly state: 'unchecked'; readonly source: string | null; readonly reason: UncheckedReason }
  )
export type FindingState = Finding['state']

/** The block that everything is compared with. `isProven`: its fields hash to its hash. */
export interface CheckedBlock {
  readonly height: number
  readonly hash: string
  readonly isProven: boolean
}

/** Why nothing was compared, or why the node is not trusted. */
export type CheckProblem =
  | { readonly kind: 'other_chain'; readonly node: string; readonly source: string }
  /** The source names no chain, and a block of its chain, recent or early, has another hash at the node. */
  | {
      readonly kind: 'other_blocks'
      readonly height: number
      readonly node: string
      readonly source: string
    }
  /** The node's data does not hash to its hash, so none of its data counts. */
  | {
      readonly kind: 'lies'
      readonly what: 'header' | 'transactions' | 'receipts' | 'withdrawals' | 'state'
    }
  /** The node no longer has the block. */
  | { readonly kind: 'pruned'; readonly height: number }
  /** The node does not have the block yet. */
  | { readonly kind: 'behind'; readonly head: number; readonly height: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }
  /** Too many requests. `retryAfterMs`, and the node's words: null if it does not say how long to wait, or why. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number | null; readonly serverMessage: string | null }
  /** The server is no Ethereum node, or its answer is too large. */
  | { readonly kind: 'garbage' }
  /** In the node's words. */
  | { readonly kind: 'refused'; readonly serverMessage: string }
  /** The transaction is in no block, neither at the source nor at the node. */
  | { readonly kind: 'pending' }
  /** The node has no block of this hash. */
  | { readonly kind: 'unknown' }
  /** The node does not know the transaction. */
  | { readonly kind: 'no_transaction' }
  /** The node has no `prestateTracer` that says what a transaction changed. */
  | { readonly kind: 'no_tracer' }

export interface CheckedNode {
  /** The host of the node's URL, without its secret parts. */
  readonly host: string
  readonly chainId: string | null
  /** Set if the source names no chain, and no recent block could be compared, which forks differ in: the node may be of another chain. */
  readonly isChainUnknown?: true
}

/** `cut`: parts of which only some rows were compared. */
export type CheckReport =
  | {
      readonly outcome: 'checked'
      readonly node: CheckedNode
      readonly block: CheckedBlock
      readonly findings: readonly Finding[]
      readonly cut: readonly CheckPart[]
    }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

/**
 * A row of a list by its key in the page, the height of its block as its source says it, the block that it was
 * compared with (null if there was none), and what came of it.
 */
export interface CheckedRow {
  readonly key: string
  readonly height: number | null
  readonly block: CheckedBlock | null
  readonly findings: readonly Finding[]
  /** Whether it differs in a block so young that node and source may be on different branches, and neither lies. */
  readonly isYoung?: boolean
}

/**
 * `next`: the cursor of the next page. `unread`: rows of the page that could not be read. `notice`, `gap`: of the page.
 */
export type RowsReport =
  | {
      readonly outcome: 'checked'
      readonly node: CheckedNode
      readonly rows: readonly CheckedRow[]
      readonly unread: number
      readonly next: Cursor | null
      readonly notice?: PageNotice | undefined
      readonly gap?: PageGap | undefined
    }
  | Extract<CheckReport, { readonly outcome: 'refused' }>

export type LoadedRowsReport =
  | {
      readonly outcome: 'checked'
      readonly node: CheckedNode
      readonly rows: readonly CheckedRow[]
      /** Rows that could not be read. */
      readonly unread: number
    }
  | Extract<CheckReport, { readonly outcome: 'refused' }>

/**
 * The comparison of two sources. `heads` is the newest block of each, given for an address, and for rows that only one
 * source has in a block so far: such rows may differ by what happened between the heads.
 */
export interface SourcesReport {
  readonly findings: readonly Finding[]
  readonly cut: readonly CheckPart[]
  readonly heads?: readonly [number | null, number | null] | undefined
}

/**
 * `rows`: those that both have, or that only one has where the other should. `notCompared`: rows of the first source
 * that the other may have, or that are pending at one of both. `isWhole`: both lists were read to their end. `hasGap`:
 * a source could not be asked for rows in between. `notices`: what each said of its list.
 */
export interface ComparedRows {
  readonly rows: readonly CheckedRow[]
  readonly notCompared: number
  readonly unread: number
  readonly isWhole: boolean
  readonly hasGap: boolean
  readonly notices: readonly [readonly PageNotice[], readonly PageNotice[]]
}

/** The hash of a block at two nodes; null if a node does not have it. */
export interface BlockAtNodes {
  readonly height: number
  readonly first: string | null
  readonly second: string | null
}

/**
 * The comparison of two nodes. `heads`: the newest height of each. `blocks`: those that were checked, and the newest
 * block that both have come to.
 */
export type SecondNodeReport =
  | {
      readonly outcome: 'compared'
      readonly nodes: readonly [CheckedNode, CheckedNode]
      readonly heads: readonly [number, number]
      readonly blocks: readonly BlockAtNodes[]
    }
  | Extract<CheckReport, { readonly outcome: 'refused' }>

const thing = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transaction'),
    hash: transactionHash,
  }),
  z.object({
    kind: z.literal('block'),
    block: z.string().check(z.regex(PARAM_FORMATS.block.pattern, 'block')),
  }),
  z.object({ kind: z.literal('address'), address }),
])
export type CheckedThing = z.infer<typeof thing>

/** `height` is null where the node has no such block: of a chain that finalizes none, or that is younger. */
export type TaggedBlock =
  | { readonly outcome: 'found'; readonly node: CheckedNode; readonly height: number | null }
  | { readonly outcome: 'refused'; readonly node: CheckedNode; readonly problem: CheckProblem }

export const checkCalls = {
  /**
   * The newest block that a node calls safe or finalized, which no source says. `invalid_input` if there is no node.
   */
  'check.taggedBlock': call<TaggedBlock>().with(
    z.object({ source: sourceId, tag: z.enum(['safe', 'finalized']), rpcUrl: z.optional(rpcUrl) }),
  ),
  /**
   * Reads the thing again from the source, and compares each field with the node at `rpcUrl`, or with a followed node
   * of the same chain: `invalid_input` if there is none. Rejects if the source can't be asked. Any problem with the
   * node is in the report.
   */
  'check.thing': call<CheckReport>().with(z.object({ source: sourceId, thing, rpcUrl: z.optional(rpcUrl) })),
  /**
   * Compares the head and blocks that were checked with a second node. `rpcUrl` is the first one, by default a followed
   * node. Any problem with one of them is in the report, which names the node.
   */
  'check.secondNode': call<SecondNodeReport>().with(
    z.object({
      source: sourceId,
      rpcUrl: z.optional(rpcUrl),
      second: rpcUrl,
      blocks: z
        .array(z.object({ height: z.int().check(z.minimum(0)), hash: z.string().check(z.maxLength(100)) }))
        .check(z.maxLength(MAX_CHECKED_ROWS)),
    }),
  ),
  /**
   * Reads a page of a list of transactions, transfers, logs or blocks from the source, and compares each row with the
   * node; `invalid_input` for another list. A block is requested once if its rows follow each other, also where they go
   * on in the next page within half a minute. With `keys` only those rows are compared, and young ones
   * are marked.
   */
  'check.rows': call<RowsReport>().with(
    z.object({
      ...listFields,
      cursor: z.nullable(cursor),
      rpcUrl: z.optional(rpcUrl),
      keys: z.optional(z.array(z.string()).check(z.maxLength(MAX_CHECKED_ROWS))),
    }),
  ),
  /**
   * Compares loaded rows of one list, as `rows.find` gives them, with the node. The source is not requested: what a
   * person sees is compared.
   */
  'check.loaded': call<LoadedRowsReport>().with(
    z.object({ found: z.omit(foundRows, { ifNoneMatch: true }), rpcUrl: z.optional(rpcUrl) }),
  ),
  /**
   * Reads the thing from two sources of one chain, and compares each field: `invalid_input` for sources of different
   * chains. Rejects with `not_found` if neither has it. The findings say at most that they agree.
   */
  'check.sources': call<SourcesReport>().with(z.object({ source: sourceId, other: sourceId, thing })),
  /**
   * Compares the newest 1,000 rows of a list of transactions, transfers, logs or blocks with those of the same blocks
   * at another source of the chain.
   */
  'check.sourceRows': call<ComparedRows>().with(z.object({ ...listFields, other: sourceId })),
} as const
