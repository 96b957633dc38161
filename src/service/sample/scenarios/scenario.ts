/**
 * A story: what one customer of the exchange lives through in one block. Each of the sixteen happens once in every
 * period, at changing places. It must leave the customer with no less of anything than before, so that no balance ever
 * falls below zero however long the chain; and it has the same number of transactions in each plan.
 */
import { ROLE, type Role } from '../config/addresses.ts'
import type { Draft, PlanBuilder } from '../templates/template-builder.ts'
import type { NftRef } from '../templates/period-template.ts'
import type { TokenKey } from '../config/tokens.ts'

export type Story = (plan: PlanBuilder, user: Role, planNumber: number) => void

export const ETHER = 10n ** 18n
/** What a customer is left with for fees, and a little more. */
export const POCKET_MONEY = ETHER / 50n

/** At least so much coin from the exchange: sums look as people choose them, so a little more. */
export function pay(plan: PlanBuilder, to: Role, value: bigint): void {
  const digits = plan.random.pick([4n, 4n, 6n, 9n])
  const scale = 10n ** (17n - digits)
  plan.transaction({
    from: ROLE.hub,
    to,
    value: value + plan.random.between(0n, 10n ** (digits - 1n) * 2n) * scale,
  })
}

/** `transfer` of a fungible token, called by its holder. */
export function send(plan: PlanBuilder, token: TokenKey, from: Role, to: Role, amount: bigint): void {
  plan.transaction({ from, to: ROLE[token], gas: 54_000, call: transferCall(to, amount) })
  plan.transfer(token, from, to, amount)
}

/** `safeTransferFrom` of an NFT, called by its holder. */
export function give(plan: PlanBuilder, nft: NftRef, from: Role, to: Role): void {
  plan.transaction({
    from,
    to: ROLE[nft.collection],
    gas: 72_000,
    call: {
      signature: 'safeTransferFrom(address from, address to, uint256 tokenId)',
      args: (names) => [names.address(from), names.address(to), names.nft(nft)],
    },
  })
  plan.moveNft(nft, from, to)
}

export const transferCall = (to: Role, amount: bigint): NonNullable<Draft['call']> => ({
  signature: 'transfer(address to, uint256 value)',
  args: (names) => [names.address(to), amount],
})
