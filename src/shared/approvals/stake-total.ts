/** How much all approvals together put at stake. */
import type { Approval, ApprovalKind } from '../rpc/contract/approvals.ts'
import { multiplyByPrice } from '../units.ts'

export const isAmount = (kind: ApprovalKind): boolean => kind === 'amount' || kind === 'permit2'

export interface StakeTotal {
  /** In hundredths of the price's currency; null if nothing has a price. */
  readonly cents: bigint | null
  /** The number of tokens of which something is at stake, or may be, and that have no price or amount. */
  readonly unknown: number
}

/** Adds up, for each token, at most the balance: several spenders can't take it twice. */
export function stakeTotal(approvals: readonly Approval[]): StakeTotal {
  const tokens = Map.groupBy(approvals, ({ token }) => token.address)
  let [cents, unknown] = [null as bigint | null, 0]
  for (const all of tokens.values()) {
    if (all.every(({ stake }) => stake === '0')) continue
    const worth = worthOf(all)
    if (worth === undefined) unknown += 1
    else cents = (cents ?? 0n) + worth
  }
  return { cents, unknown }
}

function worthOf(all: readonly Approval[]): bigint | undefined {
  const [{ token }] = all as [Approval]
  if (token.held === null || !all.every(({ kind, stake }) => isAmount(kind) && stake !== null))
    return undefined
  const takers = Map.groupBy(all, ({ via, spender }) => via ?? spender.address)
  const sum = [...takers].reduce((before, [taker, through]) => before + takenBy(taker, through), 0n)
  const balance = BigInt(token.held)
  return multiplyByPrice(sum < balance ? sum : balance, token.decimals, token.price)
}

/** All that is taken through a contract is taken of what it was approved itself, where that is known. */
function takenBy(taker: string, through: readonly Approval[]): bigint {
  const itself = through.filter(({ kind, spender }) => kind === 'amount' && spender.address === taker)
  const counted = itself.length > 0 ? itself : through
  return counted.reduce((before, { stake }) => before + BigInt(stake ?? 0), 0n)
}
