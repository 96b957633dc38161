import { ROLE } from '../config/addresses.ts'
import { SCRIPTS } from '../config/texts.ts'
import type { NftRef } from '../templates/period-template.ts'
import { ETHER, give, pay, POCKET_MONEY, type Story } from './scenario.ts'

const portrait = (nth: number, lag: number): NftRef => ({ collection: 'portraits', lag, nth })
const MINT = 'mint(address to, uint256 quantity) payable'

/** Four portraits are minted: two by the customer, who sells one to the collector; one each by collector and whale. */
export const minting: Story = (plan, user) => {
  const price = plan.random.amount(16, 18) + ETHER / 50n
  pay(plan, user, 2n * POCKET_MONEY)
  plan.transaction({
    from: user,
    to: ROLE.portraits,
    value: POCKET_MONEY,
    gas: 142_000,
    call: { signature: MINT, args: (names) => [names.address(user), 2n] },
  })
  plan.inner('call', ROLE.portraits, ROLE.deployer, { value: POCKET_MONEY })
  plan.mintNft('portraits', user)
  const sold = plan.mintNft('portraits', user)
  pay(plan, ROLE.collector, price + POCKET_MONEY)
  plan.transaction({
    from: ROLE.collector,
    to: ROLE.market,
    value: price,
    gas: 188_000,
    call: {
      signature:
        'fulfillOrder((address offerer, (uint8 itemType, address token, uint256 identifier, uint256 amount)[] offer, (uint256 amount, address recipient)[] consideration) order, bytes32 key) payable',
      args: (names) => [
        [
          names.address(user),
          [[2, names.address(ROLE.portraits), names.nft(sold), 1n]],
          [
            [price - price / 40n, names.address(user)],
            [price / 40n, names.address(ROLE.deployer)],
          ],
        ],
        `0x${'0'.repeat(64)}`,
      ],
    },
  })
  plan.inner('delegatecall', ROLE.market, ROLE.marketCode)
  plan.inner('call', ROLE.market, user, { value: price - price / 40n })
  plan.inner('call', ROLE.market, ROLE.deployer, { value: price / 40n })
  plan.inner('call', ROLE.market, ROLE.portraits)
  plan.moveNft(sold, user, ROLE.collector)
  for (const minter of [ROLE.collector, ROLE.whale]) {
    plan.transaction({
      from: minter,
      to: ROLE.portraits,
      value: ETHER / 500n,
      gas: 96_000,
      call: { signature: MINT, args: (names) => [names.address(minter), 1n] },
    })
    plan.inner('call', ROLE.portraits, ROLE.deployer, { value: ETHER / 500n })
    plan.mintNft('portraits', minter)
  }
}

/** Portraits of earlier periods change hands: whale to exchange, exchange to collector, collector to whale. */
export const resale: Story = (plan, user) => {
  const price = plan.random.amount(16, 18)
  pay(plan, user, POCKET_MONEY)
  plan.transaction({
    from: ROLE.hub,
    to: ROLE.market,
    value: price,
    gas: 164_000,
    call: {
      signature: 'buy(address collection, uint256 tokenId, uint256 price) payable',
      args: (names) => [names.address(ROLE.portraits), names.nft(portrait(3, 1)), price],
    },
  })
  plan.inner('delegatecall', ROLE.market, ROLE.marketCode)
  plan.inner('call', ROLE.market, ROLE.whale, { value: price })
  plan.moveNft(portrait(3, 1), ROLE.whale, ROLE.hub)
  give(plan, portrait(3, 2), ROLE.hub, ROLE.collector)
  give(plan, portrait(2, 3), ROLE.collector, ROLE.whale)
}

/** Names in every script are registered: the customer's own, one it lets go again, and one the exchange keeps. */
export const naming: Story = (plan, user, planNumber) => {
  const labels = Object.values(SCRIPTS)
  const label = (offset: number) =>
    `${labels[(planNumber + offset) % labels.length] ?? ''}-${String(planNumber)}`
  const register = 'registerMany(string[] labels, address owner, uint256 duration) payable'
  pay(plan, user, 2n * POCKET_MONEY)
  plan.transaction({
    from: user,
    to: ROLE.names,
    value: POCKET_MONEY,
    gas: 240_000,
    call: { signature: register, args: (names) => [[label(0), label(1)], names.address(user), 31_557_600n] },
  })
  plan.mintNft('names', user)
  const dropped = plan.mintNft('names', user)
  plan.transaction({
    from: ROLE.hub,
    to: ROLE.names,
    value: POCKET_MONEY,
    gas: 150_000,
    call: { signature: register, args: (names) => [[label(2)], names.address(ROLE.hub), 31_557_600n] },
  })
  plan.mintNft('names', ROLE.hub)
  plan.transaction({
    from: user,
    to: ROLE.names,
    gas: 39_000,
    call: { signature: 'burn(uint256 tokenId)', args: (names) => [names.nft(dropped)] },
  })
  plan.moveNft(dropped, user, ROLE.null)
}
