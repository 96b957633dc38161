/**
 * A scenario: the transactions of one block, around one customer of the exchange. Each of the sixteen scenarios occurs
 * once per period, in changing blocks. It must not reduce any balance of the customer, so that no balance is ever negative
 * on a chain of any length, and it must have the same number of transactions in every template.
 */
import { ROLE, type Role } from '../config/addresses.ts'
import type { TransactionDraft, TemplateBuilder } from '../templates/template-builder.ts'
import type { NftRef, TemplateReturn } from '../templates/period-template.ts'
import type { TokenKey } from '../config/tokens.ts'

export type Scenario = (builder: TemplateBuilder, user: Role, templateIndex: number) => void

export const ETHER = 10n ** 18n
/** Coins that a customer gets for its fees, with a reserve. */
export const FEE_ALLOWANCE = ETHER / 50n
/** The function of the board's posts. */
export const POST = 'post(string subject, string[] lines, (string key, string value)[] tags)'

/** The exchange sends at least `value` coins, rounded up to a round amount. */
export function payFromExchange(builder: TemplateBuilder, to: Role, value: bigint): void {
  const digits = builder.random.pick([4n, 4n, 6n, 9n])
  const scale = 10n ** (17n - digits)
  builder.transaction({
    from: ROLE.hub,
    to,
    value: value + builder.random.between(0n, 10n ** (digits - 1n) * 2n) * scale,
  })
}

/** `transfer` of a fungible token, called by its holder. */
export function sendTokens(
  builder: TemplateBuilder,
  token: TokenKey,
  from: Role,
  to: Role,
  amount: bigint,
): void {
  builder.transaction({ from, to: ROLE[token], gas: 54_000, call: transferCall(to, amount) })
  builder.transfer(token, from, to, amount)
}

/** `safeTransferFrom` of an NFT, called by its holder. */
export function sendNft(builder: TemplateBuilder, nft: NftRef, from: Role, to: Role): void {
  builder.transaction({
    from,
    to: ROLE[nft.collection],
    gas: 72_000,
    call: {
      signature: 'safeTransferFrom(address from, address to, uint256 tokenId)',
      args: (period) => [period.address(from), period.address(to), period.nft(nft)],
    },
  })
  builder.moveNft(nft, from, to)
}

export const transferCall = (to: Role, amount: bigint): NonNullable<TransactionDraft['call']> => ({
  signature: 'transfer(address to, uint256 value)',
  args: (period) => [period.address(to), amount],
})

/** The return data of a token's `transfer`. */
export const TRUE: TemplateReturn = { types: 'bool', values: () => [true] }
