/** The questions to the thread, and its answers. */
import type { Heights } from './heights.ts'
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import type { Source } from '#shared/source.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'

export type FindInput = CallInput<'rows.find'>
export type FindAnswer = CallOutput<'rows.find'>
export type TotalsInput = CallInput<'rows.totals'>
export type TotalsAnswer = CallOutput<'rows.totals'>
export type ActivityInput = CallInput<'rows.activity'>
export type ActivityAnswer = CallOutput<'rows.activity'>

export type PlaceInput = CallInput<'rows.place'>
export type PlaceAnswer = CallOutput<'rows.place'>
/** The input that decides which rows are shown, and in which order. */
export type ShownInput = Pick<PlaceInput, 'scope' | 'text' | 'zone' | 'fold' | 'from' | 'beside'> &
  Partial<Pick<FindInput, 'kind' | 'sort'>>

/** Facts about a source that are needed to read its rows. */
export interface SourceFacts {
  readonly coin: Source['coin']
  readonly chainId: string | undefined
  readonly name: string
}

export type Label = Pick<WatchedAddress, 'address' | 'label' | 'chainId'>

export type QuestionCall =
  | { readonly call: 'find'; readonly input: FindInput }
  | { readonly call: 'place'; readonly input: PlaceInput }
  | { readonly call: 'totals'; readonly input: TotalsInput }
  | { readonly call: 'activity'; readonly input: ActivityInput }
/** A question. `facts`, by source: of the asked sources, and of all whose chains can be named. */
export type Question = QuestionCall & {
  readonly facts: Readonly<Record<string, SourceFacts>>
  /** Where the compared list is, if it is not in the asked file. */
  readonly otherFile?: OtherFile
}
/** A file, or what is known of a list that is in no file. */
export type OtherFile = { readonly path: string } | { readonly known: KnownList }

/** A list that rows are compared with. It is a plain object, because it is sent to the thread if the list is in no file. */
export interface KnownList {
  /** Changes whenever the list changes. */
  readonly revision: string
  /** Numbers of the keys of its rows, sorted. */
  readonly keys: Float64Array
  /**
   * Blocks that are completely known: a row in one of them that the list does not have is not in it, if its source still
   * begins the list the same way.
   */
  readonly covers: Heights
  /** The highest known block if the source has not confirmed the beginning of the list. */
  readonly oldTop: number
}

export type Answer = FindAnswer | PlaceAnswer | TotalsAnswer | ActivityAnswer
