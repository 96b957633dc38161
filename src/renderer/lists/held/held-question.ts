/** What is asked of the rows that are kept, and what is told of them: types only, so that nothing of it is loaded before. */
import type { Group, Grouping, Totals } from '#shared/query/totals.ts'
import type { HeldFold, RowActivity } from '#shared/rpc/contract/held-rows.ts'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import type { Noun } from '#shared/text/gettext.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { ResultPart } from './row-pages.ts'

/** About one list; neither text nor order: all its rows. */
export interface HeldQuestion {
  /** In the filter language. */
  readonly text: string
  readonly sort: GridSort | null
  /** Scam rows and imitations are left out. */
  readonly folds: boolean
  readonly zone: 'local' | 'utc'
  /** The chain is on this machine: the list is read to its end while it is asked about. */
  readonly isLocal: boolean
  /** All rows are wanted, whatever is asked: they are added up. */
  readonly wantsAll: boolean
}

/** How far such a list is. */
export interface ReadingState {
  readonly loaded: number
  readonly isReading: boolean
  readonly error: ChainglassError | undefined
}

/** Totals of all kept rows that match, and when they happened. */
export interface HeldTotals {
  /** Another text whenever they may be others. */
  readonly key: string
  readonly isComplete: boolean
  /** They are read, not kept. */
  readonly isLocal: boolean
  /** `text`: another one than is asked of the list. */
  readonly read: (
    grouping: Grouping | undefined,
    signal: AbortSignal,
    text?: string,
  ) => Promise<
    Result<{ readonly totals: Totals; readonly groups: readonly Group[]; readonly groupCount: number }>
  >
  /** When they happened. */
  readonly readActivity: (signal: AbortSignal) => Promise<Result<RowActivity>>
}

export interface HeldPart extends ResultPart {
  /** Rows of the list that are kept. */
  readonly held: number
  /** All of the list is kept, without a gap. */
  readonly isComplete: boolean
  /** Kept rows that match and are left out, if any are. */
  readonly folded: HeldFold | undefined
  readonly isHeld: boolean
}

/** What a view says of the result beside its rows. */
export interface HeldState {
  readonly held: number
  readonly isComplete: boolean
  /** They are read, not kept. */
  readonly isLocal: boolean
  /** Nothing is asked: all rows of the list. */
  readonly isWhole: boolean
  /** Where imitations are told by whom the account deals with in its newest rows only: how many rows these are. */
  readonly learntRows: number | undefined
  readonly isReading: boolean
  /** The text after the last row. */
  readonly tail: (noun: Noun) => string | undefined
  readonly error: ChainglassError | undefined
  readonly retry: () => void
  /** These rows are drawn, up to before `last`. */
  readonly see: (first: number, last: number) => void
}
