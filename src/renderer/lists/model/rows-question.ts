/** A question about the rows of a list, and the types of its answers. */
import type { Group, Grouping, Totals } from '#shared/query/totals.ts'
import type { FoldedCounts, MarkCounts, RowActivity } from '#shared/rpc/contract/rows.ts'
import type { Result } from '#shared/errors/errors.ts'
import type { ListQuery } from './list-query.ts'
import type { ResultPart } from './row-window.ts'

/** Filter and order of rows. Empty text and null `sort` ask for all rows in the order of the list. */
export interface RowsQuestion {
  /** In the filter language. */
  readonly text: string
  /** `by`: a field of the filter language, or a member of the item. */
  readonly sort: { readonly by: string; readonly descending: boolean } | null
  /** Leaves out scam rows and imitations. */
  readonly folds: boolean
  readonly zone: 'local' | 'utc'
  /** Compares the rows with this list of the same kind. `show`: asks for the rows of one mark only. */
  readonly beside?: ComparedWith | undefined
}

export interface ComparedWith {
  readonly query: ListQuery
  readonly show: 'all' | 'here' | 'both'
}

export interface ListPart extends ResultPart {
  /** Changes whenever the rows change. */
  readonly revision: string
  /** Loaded rows of the list, whether they match or not. */
  readonly loaded: number
  /** All rows of the list are loaded, without a gap. */
  readonly isWhole: boolean
  /** Matching rows that are folded away; undefined where there are none. */
  readonly folded: FoldedCounts | undefined
  /** Counts of all matching rows by mark, while lists are compared. */
  readonly marks: MarkCounts | undefined
}

export interface CountedTotals {
  readonly totals: Totals
  /** The grouping of `groups`. */
  readonly grouping: Grouping | undefined
  readonly groups: readonly Group[]
  /** Number of all groups; `groups` has the first of them. */
  readonly groupCount: number
}

/** Totals and activity of the loaded rows that match. */
export interface ListTotals {
  /** Changes whenever the result may have changed. */
  readonly key: string
  /** `text`: another filter than that of the list. */
  readonly read: (
    grouping: Grouping | undefined,
    signal: AbortSignal,
    text?: string,
  ) => Promise<Result<CountedTotals>>
  readonly readActivity: (signal: AbortSignal) => Promise<Result<RowActivity>>
}
