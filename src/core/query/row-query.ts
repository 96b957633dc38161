/** A question and the lists it is about. */
import type { PoisoningDetector } from '#shared/poisoning/poisoning-detector.ts'
import type { Query } from '#shared/query/query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { Directory, LoadedList } from './lists-in-scope.ts'

export interface RowQuery {
  readonly query: Query | null
  /** Field to sort by, without the direction: results are valid for both. */
  readonly sortBy: string | null
  /** Rows may be in several of the lists; each is found once. */
  readonly hasRepeats: boolean
  /** The lists are merged into one, in chain order. */
  readonly isMerged: boolean
  /** The rows are compared with another list. */
  readonly isCompared: boolean
}

/** Counterparties learnt from the lists of an account, or from a list that belongs to none. */
export interface LearntPoisoning {
  /** Changes whenever rows may be judged differently. */
  readonly version: number
  readonly detector: PoisoningDetector
  /** True if only the newest rows of its lists were used. */
  readonly isOfNewest: boolean
}

/** A list that is asked, in its current state. */
export interface QueriedList {
  readonly list: LoadedList
  readonly directory: Directory
  readonly context: RowContext
  /** If set, scam rows and imitations are left out, judged by these. */
  readonly folds?: LearntPoisoning
}
