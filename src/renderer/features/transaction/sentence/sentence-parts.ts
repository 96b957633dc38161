/** What the sentence of a transaction is made of. Each part names what it stands on. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Asset } from '../assets/asset.ts'

/** The tab that proves a part. */
export type Proof = 'changes' | 'transfers' | 'calls' | 'input'

export type SentencePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `isBad`: a failure, and its reason. */
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

/** `1.5 ETH and 20 USDC`; more than three are counted. */
export function listAmounts(
  amounts: readonly { readonly asset: Asset; readonly amount: bigint }[],
  proof: Proof,
): SentencePart[] {
  const shown = amounts.slice(0, amounts.length > 3 ? 2 : 3)
  const parts = shown.flatMap(({ asset, amount }, at): SentencePart[] => [
    ...(at === 0 ? [] : [text(at === amounts.length - 1 ? ' and ' : ', ')]),
    { kind: 'amount', amount, asset, proof },
  ])
  const omitted = amounts.length - shown.length
  return omitted === 0 ? parts : [...parts, text(` and ${String(omitted)} more`)]
}
