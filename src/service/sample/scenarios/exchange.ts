import { ROLE } from '../config/addresses.ts'
import { ETHER, pay, POCKET_MONEY, send, transferCall, type Story } from './scenario.ts'

/** A customer takes out coin and dollars, and brings most of them back. */
export const customer: Story = (plan, user) => {
  const coin = plan.random.amount(16, 19) + ETHER / 10n
  const dollars = plan.random.amount(6, 10)
  pay(plan, user, coin + POCKET_MONEY)
  send(plan, 'usd', ROLE.hub, user, dollars)
  send(plan, 'usd', user, ROLE.hub, dollars - dollars / 8n)
  plan.transaction({ from: user, to: ROLE.hub, value: coin })
}

/** Coin for dollars and back again, through a router, a pair and the wrapped coin. */
export const swap: Story = (plan, user) => {
  const coin = plan.random.amount(16, 18)
  const dollars = (coin * 2481n) / 10n ** 12n
  const path = (from: 'wrapped' | 'usd', to: 'wrapped' | 'usd') => [ROLE[from], ROLE[to]]
  pay(plan, user, coin + POCKET_MONEY)
  plan.transaction({
    from: user,
    to: ROLE.router,
    value: coin,
    gas: 168_000,
    call: {
      signature:
        'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
      args: (names) => [
        (dollars * 99n) / 100n,
        path('wrapped', 'usd').map(names.address),
        names.address(user),
        2n ** 40n,
      ],
    },
  })
  plan.inner('call', ROLE.router, ROLE.wrapped, { value: coin })
  plan.transfer('wrapped', ROLE.null, ROLE.router, coin)
  plan.inner('call', ROLE.router, ROLE.wrapped)
  plan.transfer('wrapped', ROLE.router, ROLE.pool, coin)
  plan.inner('staticcall', ROLE.router, ROLE.pool)
  plan.inner('call', ROLE.pool, ROLE.usd)
  plan.inner('delegatecall', ROLE.usd, ROLE.dollarCode)
  plan.transfer('usd', ROLE.pool, user, dollars)
  plan.transaction({
    from: user,
    to: ROLE.usd,
    gas: 46_000,
    call: {
      signature: 'approve(address spender, uint256 value)',
      args: (names) => [names.address(ROLE.router), 2n ** 256n - 1n],
    },
  })
  plan.transaction({
    from: ROLE.hub,
    to: ROLE.router,
    gas: 182_000,
    call: {
      signature:
        'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
      args: (names) => [
        dollars,
        coin,
        path('usd', 'wrapped').map(names.address),
        names.address(ROLE.hub),
        2n ** 40n,
      ],
    },
  })
  plan.transfer('usd', ROLE.hub, ROLE.pool, dollars)
  plan.inner('call', ROLE.pool, ROLE.wrapped)
  plan.transfer('wrapped', ROLE.pool, ROLE.router, coin)
  plan.inner('call', ROLE.router, ROLE.wrapped)
  plan.transfer('wrapped', ROLE.router, ROLE.null, coin)
  plan.inner('call', ROLE.wrapped, ROLE.router, { value: coin })
  plan.inner('call', ROLE.router, ROLE.hub, { value: coin })
}

/** Very large sums between the whale and the exchange, its cold wallet, and a token with as much as fits in 256 bits. */
export const whale: Story = (plan, user) => {
  const sum = plan.random.amount(21, 23)
  const all = 2n ** 256n - 1n
  plan.transaction({ from: ROLE.whale, to: ROLE.hub, value: sum })
  pay(plan, ROLE.whale, sum + POCKET_MONEY)
  plan.transaction({ from: ROLE.whale, to: ROLE.infinity, gas: 58_000, call: transferCall(ROLE.vault, all) })
  plan.transfer('infinity', ROLE.whale, ROLE.vault, all)
  plan.transaction({
    from: ROLE.whale,
    to: ROLE.vault,
    gas: 96_000,
    call: {
      signature: 'release(address token, uint256 amount)',
      args: (names) => [names.address(ROLE.infinity), all],
    },
  })
  plan.inner('staticcall', ROLE.vault, ROLE.oracle)
  plan.inner('call', ROLE.vault, ROLE.infinity)
  plan.transfer('infinity', ROLE.vault, ROLE.whale, all)
  plan.transaction({ from: ROLE.cold, to: ROLE.hub, value: sum / 10n })
  // What customers keep comes from here: so the hot wallet never runs dry.
  pay(plan, ROLE.cold, sum / 10n - (19n * ETHER) / 10n)
  pay(plan, user, POCKET_MONEY)
}
