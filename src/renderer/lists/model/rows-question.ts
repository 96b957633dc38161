/** What is asked of the rows of a list, and what is told of them. */
import type { Group, Grouping, Totals } from '#shared/query/totals.ts'
import type { FoldedCounts, MarkCounts, RowActivity } from '#shared/rpc/contract/rows.ts'
import type { Result } from '#shared/errors/errors.ts'
import type { ListQuery } from './list-query.ts'
import type { ResultPart } from './row-window.ts'

/** Neither text nor order: all rows, in the order of the list. */
export interface RowsQuestion {
  /** In the filter language. */
  readonly text: string
  /** `by`: a field of the language, or a member of the item. */
  readonly sort: { readonly by: string; readonly descending: boolean } | null
  /** Scam rows and imitations are left out. */
  readonly folds: boolean
  readonly zone: 'local' | 'utc'
  /** They are compared with the rows of this list of the same kind; `show`: only those of one mark are asked. */
  readonly beside?: ComparedWith | undefined
}

export interface ComparedWith {
  readonly query: ListQuery
  readonly show: 'all' | 'here' | 'both'
}

export interface ListPart extends ResultPart {
  /** Changes with the rows that are asked. */
  readonly revision: string
  /** Rows of the list that are loaded, whether they match or not. */
  readonly loaded: number
  /** All of the list is loaded, without a gap. */
  readonly isWhole: boolean
  /** Rows that match and are left out, if any are. */
  readonly folded: FoldedCounts | undefined
  /** Of all that match, where they are compared. */
  readonly marks: MarkCounts | undefined
}

export interface CountedTotals {
  readonly totals: Totals
  /** What the groups have in common. */
  readonly grouping: Grouping | undefined
  readonly groups: readonly Group[]
  /** Groups there are: `groups` are the first of them. */
  readonly groupCount: number
}

/** What all loaded rows that are shown add up to, and when they happened. */
export interface ListTotals {
  /** Another text whenever they may be others. */
  readonly key: string
  /** `text`: another one than is asked of the list. */
  readonly read: (
    grouping: Grouping | undefined,
    signal: AbortSignal,
    text?: string,
  ) => Promise<Result<CountedTotals>>
  readonly readActivity: (signal: AbortSignal) => Promise<Result<RowActivity>>
}
