/** The parts of a transaction's sentence. Each part names the tab that proves it. */
import { $gettext } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Asset } from '../assets/asset.ts'

/** The tab that proves a part. */
export type Proof = 'changes' | 'transfers' | 'calls' | 'input'

export type SentencePart =
  | { readonly kind: 'text'; readonly text: string }
  /** The reason of a failure. */
  | { readonly kind: 'reason'; readonly text: string; readonly proof: Proof }
  | { readonly kind: 'method'; readonly name: string; readonly proof: Proof }
  /** Positive, in the asset's smallest unit. */
  | { readonly kind: 'amount'; readonly amount: bigint; readonly asset: Asset; readonly proof: Proof }
  | { readonly kind: 'unlimited'; readonly proof: Proof }
  | { readonly kind: 'address'; readonly address: AddressRef }
  | { readonly kind: 'token'; readonly token: Token }

export type Sentence = readonly SentencePart[]

export const text = (value: string): SentencePart => ({ kind: 'text', text: value })
export const address = (of: AddressRef): SentencePart => ({ kind: 'address', address: of })

/**
 * Splits a translated text into parts, in the order of its language; each `%{name}` is replaced by the part of that name.
 */
export const partsOf = (
  words: string,
  parts: Readonly<Record<string, SentencePart | readonly SentencePart[]>>,
): SentencePart[] =>
  words
    .split(/%\{(\w+)\}/)
    .flatMap((word, at) => (at % 2 === 1 ? (parts[word] ?? []) : word === '' ? [] : [text(word)]))

/** Joins amounts, for example `1.5 ETH and 20 USDC`; more than three are only counted. */
export function listAmounts(
  amounts: readonly { readonly asset: Asset; readonly amount: bigint }[],
  proof: Proof,
): SentencePart[] {
  const [first, second, third] = amounts.map(({ asset, amount }): SentencePart => ({
    kind: 'amount',
    amount,
    asset,
    proof,
  }))
  if (!first) return []
  if (!second) return [first]
  if (!third) return partsOf($gettext<string>('%{first} and %{second}'), { first, second })
  return amounts.length === 3
    ? partsOf($gettext<string>('%{first}, %{second} and %{third}'), { first, second, third })
    : partsOf($gettext<string>('%{first}, %{second} and %{rest}'), {
        first,
        second,
        rest: text($gettext('%{count} more', { count: amounts.length - 2 })),
      })
}
