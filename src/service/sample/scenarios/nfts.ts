import { ROLE } from '../config/addresses.ts'
import { SCRIPT_TEXTS } from '../config/texts.ts'
import type { NftRef } from '../templates/period-template.ts'
import { ETHER, sendNft, payFromExchange, FEE_ALLOWANCE, type Scenario } from './scenario.ts'

const portrait = (index: number, lag: number): NftRef => ({ collection: 'portraits', lag, index })
const MINT = 'mint(address to, uint256 quantity) payable'

/** Four portraits are minted: two by the customer, who sells one to the collector, one by the collector, one by the whale. */
export const minting: Scenario = (builder, user) => {
  const price = builder.random.amount(16, 18) + ETHER / 50n
  payFromExchange(builder, user, 2n * FEE_ALLOWANCE)
  builder.transaction({
    from: user,
    to: ROLE.portraits,
    value: FEE_ALLOWANCE,
    gas: 142_000,
    call: { signature: MINT, args: (period) => [period.address(user), 2n] },
  })
  builder.internalCall('call', ROLE.portraits, ROLE.deployer, { value: FEE_ALLOWANCE })
  builder.mintNft('portraits', user)
  const sold = builder.mintNft('portraits', user)
  payFromExchange(builder, ROLE.collector, price + FEE_ALLOWANCE)
  builder.transaction({
    from: ROLE.collector,
    to: ROLE.market,
    value: price,
    gas: 188_000,
    call: {
      signature:
        'fulfillOrder((address offerer, (uint8 itemType, address token, uint256 identifier, uint256 amount)[] offer, (uint256 amount, address recipient)[] consideration) order, bytes32 key) payable',
      args: (period) => [
        [
          period.address(user),
          [[2, period.address(ROLE.portraits), period.nft(sold), 1n]],
          [
            [price - price / 40n, period.address(user)],
            [price / 40n, period.address(ROLE.deployer)],
          ],
        ],
        `0x${'0'.repeat(64)}`,
      ],
    },
  })
  builder.internalCall('delegatecall', ROLE.market, ROLE.marketCode)
  builder.internalCall('call', ROLE.market, user, { value: price - price / 40n })
  builder.internalCall('call', ROLE.market, ROLE.deployer, { value: price / 40n })
  builder.internalCall('call', ROLE.market, ROLE.portraits)
  builder.moveNft(sold, user, ROLE.collector)
  for (const minter of [ROLE.collector, ROLE.whale]) {
    builder.transaction({
      from: minter,
      to: ROLE.portraits,
      value: ETHER / 500n,
      gas: 96_000,
      call: { signature: MINT, args: (period) => [period.address(minter), 1n] },
    })
    builder.internalCall('call', ROLE.portraits, ROLE.deployer, { value: ETHER / 500n })
    builder.mintNft('portraits', minter)
  }
}

/** Portraits of earlier periods are transferred: whale to exchange, exchange to collector, collector to whale. */
export const resale: Scenario = (builder, user) => {
  const price = builder.random.amount(16, 18)
  payFromExchange(builder, user, FEE_ALLOWANCE)
  builder.transaction({
    from: ROLE.hub,
    to: ROLE.market,
    value: price,
    gas: 164_000,
    call: {
      signature: 'buy(address collection, uint256 tokenId, uint256 price) payable',
      args: (period) => [period.address(ROLE.portraits), period.nft(portrait(3, 1)), price],
    },
  })
  builder.internalCall('delegatecall', ROLE.market, ROLE.marketCode)
  builder.internalCall('call', ROLE.market, ROLE.whale, { value: price })
  builder.moveNft(portrait(3, 1), ROLE.whale, ROLE.hub)
  sendNft(builder, portrait(3, 2), ROLE.hub, ROLE.collector)
  sendNft(builder, portrait(2, 3), ROLE.collector, ROLE.whale)
}

/** Names in many scripts are registered: two by the customer, who burns one of them, and one by the exchange. */
export const naming: Scenario = (builder, user, templateIndex) => {
  const labels = Object.values(SCRIPT_TEXTS)
  const label = (offset: number) =>
    `${labels[(templateIndex + offset) % labels.length] ?? ''}-${String(templateIndex)}`
  const register = 'registerMany(string[] labels, address owner, uint256 duration) payable'
  payFromExchange(builder, user, 2n * FEE_ALLOWANCE)
  builder.transaction({
    from: user,
    to: ROLE.names,
    value: FEE_ALLOWANCE,
    gas: 240_000,
    call: {
      signature: register,
      args: (period) => [[label(0), label(1)], period.address(user), 31_557_600n],
    },
  })
  builder.mintNft('names', user)
  const dropped = builder.mintNft('names', user)
  builder.transaction({
    from: ROLE.hub,
    to: ROLE.names,
    value: FEE_ALLOWANCE,
    gas: 150_000,
    call: { signature: register, args: (period) => [[label(2)], period.address(ROLE.hub), 31_557_600n] },
  })
  builder.mintNft('names', ROLE.hub)
  builder.transaction({
    from: user,
    to: ROLE.names,
    gas: 39_000,
    call: { signature: 'burn(uint256 tokenId)', args: (period) => [period.nft(dropped)] },
  })
  builder.moveNft(dropped, user, ROLE.null)
}
