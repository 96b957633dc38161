/** Rules that leave movements out of a ledger's sums, unless a person includes them. */
export const SPAM_RULES = ['scam-token', 'scam-sender', 'imitates-token', 'imitates-address'] as const
/**
 * `scam-token`: the source marks the token as a scam. `scam-sender`: a token that is not well known came from an
 * address that the source marks. `imitates-token`: the token's name imitates a well-known one. `imitates-address`:
 * address poisoning (docs/poisoning.md), by a token that is not well known. Coins are never left out.
 */
export type SpamRule = (typeof SPAM_RULES)[number]

export interface LeftOut {
  readonly rule: SpamRule
  readonly movements: number
}
