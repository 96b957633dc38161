import type { Approval } from '#shared/rpc/contract/approvals.ts'

/** Identifies an approval among those of its address. */
export const keyOfApproval = ({ kind, token, spender, via, id }: Approval): string =>
  [kind, token.address, spender.address, via, id].join(' ')
