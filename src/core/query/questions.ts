/** What is asked of the thread, and what it answers. */
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import type { Source } from '#shared/source.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'

export type FindInput = CallInput<'held.find'>
export type FindAnswer = CallOutput<'held.find'>
export type TotalsInput = CallInput<'held.totals'>
export type TotalsAnswer = CallOutput<'held.totals'>
export type ActivityInput = CallInput<'held.activity'>
export type ActivityAnswer = CallOutput<'held.activity'>

/** What has to be known of a source to read its rows. */
export interface SourceFacts {
  readonly coin: Source['coin']
  readonly chainId: string | undefined
  readonly name: string
}

export type Label = Pick<WatchedAddress, 'address' | 'label' | 'chainId'>

export type AskedQuestion =
  | { readonly call: 'find'; readonly input: FindInput }
  | { readonly call: 'totals'; readonly input: TotalsInput }
  | { readonly call: 'activity'; readonly input: ActivityInput }
/** `facts` by source: of those that are asked, and of all whose chain can be named. */
export type Question = AskedQuestion & { readonly facts: Readonly<Record<string, SourceFacts>> }
export type Answer = FindAnswer | TotalsAnswer | ActivityAnswer
