/** What is asked, and of which lists. */
import type { Dealings } from '#shared/poisoning/dealings.ts'
import type { Query } from '#shared/query/query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { Directory, LoadedList } from './lists-in-scope.ts'

export interface RowQuery {
  readonly query: Query | null
  /** In which direction is asked each time: what was found holds for both. */
  readonly sortBy: string | null
  /** Rows may stand in several of the lists: each is found once. */
  readonly hasRepeats: boolean
  /** The lists are one, in the order of the chain. */
  readonly isMerged: boolean
  /** Their rows are looked for in another list. */
  readonly isCompared: boolean
}

/** What is known of the dealings of an account, or of a list that is of none. */
export interface LearntDealings {
  /** Another number whenever rows may be judged otherwise. */
  readonly version: number
  readonly dealings: Dealings
  /** Not all rows of its lists taught it. */
  readonly isOfNewest: boolean
}

/** One list that is asked, as it is now. */
export interface QueriedList {
  readonly list: LoadedList
  readonly directory: Directory
  readonly context: RowContext
  /** Scam rows and imitations are left out, by what these tell. */
  readonly folds?: LearntDealings
}
