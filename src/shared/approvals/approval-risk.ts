/** How risky an approval is. */
import type { Approval } from '../rpc/contract/approvals.ts'

/**
 * The riskiest first. `scam`: the source says so of the spender. `account`: the spender has no code. `unverified`: its
 * code is not verified. `own`: the person has labelled it.
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

export function riskOf({ kind, state, spender, unlimited }: Approval): ApprovalRisk {
  if (spender.isScam) return 'scam'
  if (spender.label !== null) return 'own'
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

/** Also a risk that a weightier one hides. */
export function hasRisk(approval: Approval, risk: ApprovalRisk): boolean {
  const { hasCode, isVerified } = approval.spender
  if (risk === 'account') return hasCode === false
  if (risk === 'unverified') return hasCode !== false && isVerified === false
  if (risk === 'unlimited') return approval.unlimited !== null
  if (risk === 'collection') return approval.kind === 'collection'
  if (risk === 'unknown') return approval.state === 'unknown'
  return riskOf(approval) === risk
}
