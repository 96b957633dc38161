/** How risky an approval is. */
import type { Approval } from '../rpc/contract/approvals.ts'

/**
 * The riskiest first. `scam`: the source says so of the spender. `account`: the spender has no code. `unverified`: its
 * code is not verified. `own`: it is in the watchlist, which is no risk, and no trust: a thief is watched, too.
 */
export const RISKS = [
  'scam',
  'account',
  'unverified',
  'collection',
  'unlimited',
  'unknown',
  'limited',
  'own',
] as const
export type ApprovalRisk = (typeof RISKS)[number]

export function riskOf({ kind, state, spender, unlimited }: Approval): Exclude<ApprovalRisk, 'own'> {
  if (spender.isScam) return 'scam'
  if (spender.hasCode === false) return 'account'
  if (spender.isVerified === false) return 'unverified'
  if (state === 'unknown') return 'unknown'
  if (kind === 'collection') return 'collection'
  return unlimited === null ? 'limited' : 'unlimited'
}

/** Whether somebody should look at it now. */
export const isRisky = (approval: Approval): boolean => ['scam', 'account'].includes(riskOf(approval))

/** Within one risk what nothing could be taken of comes last, then the newest first. */
export const riskiestFirst = (one: Approval, other: Approval): number =>
  rankOf(one) - rankOf(other) || other.set.block - one.set.block

const rankOf = (approval: Approval) => 2 * RISKS.indexOf(riskOf(approval)) + (approval.stake === '0' ? 1 : 0)

const HAS_RISK: Readonly<Record<ApprovalRisk, (approval: Approval) => boolean>> = {
  scam: ({ spender }) => spender.isScam,
  account: ({ spender }) => spender.hasCode === false,
  unverified: ({ spender }) => spender.hasCode !== false && spender.isVerified === false,
  collection: ({ kind }) => kind === 'collection',
  unlimited: ({ unlimited }) => unlimited !== null,
  unknown: ({ state }) => state === 'unknown',
  limited: (approval) => riskOf(approval) === 'limited',
  own: ({ spender }) => spender.isWatched,
}

/** Also a risk that a weightier one hides. */
export const hasRisk = (approval: Approval, risk: ApprovalRisk): boolean => HAS_RISK[risk](approval)
