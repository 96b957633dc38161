/** What is asked of the thread, and what it says. */
import type { CallInput, CallOutput } from '#shared/rpc/contract.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { Source } from '#shared/source.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'

export type FindInput = CallInput<'held.find'>
export type FindAnswer = CallOutput<'held.find'>
export type TotalsInput = CallInput<'held.totals'>
export type TotalsAnswer = CallOutput<'held.totals'>

/** What has to be known of a source to read its rows. */
export interface SourceFacts {
  readonly coin: Source['coin']
  readonly chainId: string | undefined
  readonly name: string
}

export type Label = Pick<WatchedAddress, 'address' | 'label' | 'chainId'>

/** `facts` by source: of those that are asked, and of all whose chain can be named. */
export type Question = { readonly facts: Readonly<Record<string, SourceFacts>> } & (
  | { readonly call: 'find'; readonly input: FindInput }
  | { readonly call: 'totals'; readonly input: TotalsInput }
)
export type Answer = FindAnswer | TotalsAnswer

export type ThreadInput =
  | { readonly verb: 'ask'; readonly id: number; readonly question: Question }
  | { readonly verb: 'cancel'; readonly id: number }
  | { readonly verb: 'labels'; readonly labels: readonly Label[] }

/** `error` is absent where nobody knows what went wrong. */
export type ThreadOutput =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: ChainglassError | undefined; readonly message: string }
