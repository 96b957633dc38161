import { ROLE } from '../config/addresses.ts'
import type { TemplateBuilder } from '../templates/template-builder.ts'
import {
  ETHER,
  payFromExchange,
  FEE_ALLOWANCE,
  sendTokens,
  transferCall,
  TRUE,
  type Scenario,
} from './scenario.ts'

/** A customer withdraws coins and dollars, and deposits most of them again. */
export const customer: Scenario = (builder, user) => {
  const coin = builder.random.amount(16, 19) + ETHER / 10n
  const dollars = builder.random.amount(6, 10)
  payFromExchange(builder, user, coin + FEE_ALLOWANCE)
  sendTokens(builder, 'usd', ROLE.hub, user, dollars)
  sendTokens(builder, 'usd', user, ROLE.hub, dollars - dollars / 8n)
  builder.transaction({ from: user, to: ROLE.hub, value: coin })
}

const SWAP =
  'Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)'

/** Swaps coins for dollars and back, through a router, a pair and the wrapped coin. */
export const swap: Scenario = (builder, user) => {
  const coin = builder.random.amount(16, 18)
  const dollars = (coin * 2481n) / 10n ** 12n
  payFromExchange(builder, user, coin + FEE_ALLOWANCE)
  builder.transaction({
    from: user,
    to: ROLE.router,
    value: coin,
    gas: 168_000,
    call: {
      signature:
        'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
      args: (period) => [
        (dollars * 99n) / 100n,
        [ROLE.wrapped, ROLE.usd].map(period.address),
        period.address(user),
        2n ** 40n,
      ],
    },
  })
  builder.internalCall('call', ROLE.router, ROLE.wrapped, {
    value: coin,
    call: { signature: 'deposit()', args: () => [] },
  })
  builder.transfer('wrapped', ROLE.null, ROLE.router, coin)
  builder.internalCall('call', ROLE.router, ROLE.wrapped, {
    call: transferCall(ROLE.pool, coin),
    returned: TRUE,
  })
  builder.transfer('wrapped', ROLE.router, ROLE.pool, coin)
  builder.internalCall('call', ROLE.router, ROLE.pool, {
    call: {
      signature: 'swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)',
      args: (period) => [0n, dollars, period.address(user), '0x'],
    },
  })
  builder.internalCall('call', ROLE.pool, ROLE.usd, { call: transferCall(user, dollars), returned: TRUE })
  builder.internalCall('delegatecall', ROLE.usd, ROLE.dollarCode)
  builder.transfer('usd', ROLE.pool, user, dollars)
  builder.log(ROLE.pool, SWAP, [{ role: ROLE.router }, coin, 0n, 0n, dollars, { role: user }])
  builder.transaction({
    from: user,
    to: ROLE.usd,
    gas: 46_000,
    call: {
      signature: 'approve(address spender, uint256 value)',
      args: (period) => [period.address(ROLE.router), 2n ** 256n - 1n],
    },
  })
  builder.log(ROLE.usd, 'Approval(address indexed owner, address indexed spender, uint256 value)', [
    { role: user },
    { role: ROLE.router },
    2n ** 256n - 1n,
  ])
  swapBack(builder, coin, dollars)
}

/** The exchange swaps dollars for coins through the same pair. */
function swapBack(builder: TemplateBuilder, coin: bigint, dollars: bigint): void {
  builder.transaction({
    from: ROLE.hub,
    to: ROLE.router,
    gas: 182_000,
    call: {
      signature:
        'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
      args: (period) => [
        dollars,
        coin,
        [ROLE.usd, ROLE.wrapped].map(period.address),
        period.address(ROLE.hub),
        2n ** 40n,
      ],
    },
  })
  builder.internalCall('call', ROLE.router, ROLE.usd, {
    call: {
      signature: 'transferFrom(address from, address to, uint256 value)',
      args: (period) => [period.address(ROLE.hub), period.address(ROLE.pool), dollars],
    },
    returned: TRUE,
  })
  builder.internalCall('delegatecall', ROLE.usd, ROLE.dollarCode)
  builder.transfer('usd', ROLE.hub, ROLE.pool, dollars)
  builder.internalCall('call', ROLE.router, ROLE.pool)
  builder.internalCall('call', ROLE.pool, ROLE.wrapped, {
    call: transferCall(ROLE.router, coin),
    returned: TRUE,
  })
  builder.transfer('wrapped', ROLE.pool, ROLE.router, coin)
  builder.log(ROLE.pool, SWAP, [{ role: ROLE.router }, 0n, dollars, coin, 0n, { role: ROLE.router }])
  builder.internalCall('call', ROLE.router, ROLE.wrapped, {
    call: { signature: 'withdraw(uint256 wad)', args: () => [coin] },
  })
  builder.transfer('wrapped', ROLE.router, ROLE.null, coin)
  builder.internalCall('call', ROLE.wrapped, ROLE.router, { value: coin })
  builder.internalCall('call', ROLE.router, ROLE.hub, { value: coin, depth: 1 })
}

/** Very large amounts between whale, exchange and its cold wallet, and a token with a supply of 2^256-1. */
export const whale: Scenario = (builder, user) => {
  const sum = builder.random.amount(21, 23)
  const all = 2n ** 256n - 1n
  builder.transaction({ from: ROLE.whale, to: ROLE.hub, value: sum })
  payFromExchange(builder, ROLE.whale, sum + FEE_ALLOWANCE)
  builder.transaction({
    from: ROLE.whale,
    to: ROLE.infinity,
    gas: 58_000,
    call: transferCall(ROLE.vault, all),
  })
  builder.transfer('infinity', ROLE.whale, ROLE.vault, all)
  builder.transaction({
    from: ROLE.whale,
    to: ROLE.vault,
    gas: 96_000,
    call: {
      signature: 'release(address token, uint256 amount)',
      args: (period) => [period.address(ROLE.infinity), all],
    },
  })
  builder.internalCall('staticcall', ROLE.vault, ROLE.oracle)
  builder.internalCall('call', ROLE.vault, ROLE.infinity, {
    call: transferCall(ROLE.whale, all),
    returned: TRUE,
  })
  builder.transfer('infinity', ROLE.vault, ROLE.whale, all)
  builder.transaction({ from: ROLE.cold, to: ROLE.hub, value: sum / 10n })
  // Covers what customers keep, so that the exchange's balance stays positive.
  payFromExchange(builder, ROLE.cold, sum / 10n - (19n * ETHER) / 10n)
  payFromExchange(builder, user, FEE_ALLOWANCE)
}
