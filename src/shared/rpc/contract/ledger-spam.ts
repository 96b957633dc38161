/** Why movements of a ledger are left out of its sums, unless a person counts them. */
export const SPAM_RULES = ['scam-token', 'scam-sender', 'imitates-token', 'imitates-address'] as const
/**
 * `scam-token`: the source marks the token as a scam. `scam-sender`: a token that is not well known came from somebody
 * whom the source marks. `imitates-token`: its name is written to look like a well-known one. `imitates-address`: address
 * poisoning (docs/poisoning.md), by a token that is not well known. Coins are never left out.
 */
export type SpamRule = (typeof SPAM_RULES)[number]

export interface LeftOut {
  readonly rule: SpamRule
  readonly movements: number
}
