/** Commands of Uniswap's Universal Router and actions of Uniswap v4: one byte each, with separately encoded inputs. */
import { parseSignatures, type AbiItem } from './abi-item.ts'

const DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const POOL_KEY = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'
const PATH =
  '(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path'

/** Signatures by command byte. If a command has several, those of newer routers come later. */
const ROUTER: Readonly<Record<number, string>> = {
  0x00: `V3_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser)
V3_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser, uint256[] minHopPriceX36)`,
  0x01: `V3_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, bytes path, bool payerIsUser)
V3_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, bytes path, bool payerIsUser, uint256[] minHopPriceX36)`,
  0x02: 'PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)',
  0x03: `PERMIT2_PERMIT_BATCH((${DETAILS}[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)`,
  0x04: 'SWEEP(address token, address recipient, uint256 amountMin)',
  0x05: 'TRANSFER(address token, address recipient, uint256 value)',
  0x06: 'PAY_PORTION(address token, address recipient, uint256 bips)',
  0x08: `V2_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, bool payerIsUser)
V2_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, bool payerIsUser, uint256[] minHopPriceX36)`,
  0x09: `V2_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, address[] path, bool payerIsUser)
V2_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, address[] path, bool payerIsUser, uint256[] minHopPriceX36)`,
  0x0a: `PERMIT2_PERMIT((${DETAILS} details, address spender, uint256 sigDeadline) permitSingle, bytes signature)`,
  0x0b: 'WRAP_ETH(address recipient, uint256 amount)',
  0x0c: 'UNWRAP_WETH(address recipient, uint256 amountMin)',
  0x0d: 'PERMIT2_TRANSFER_FROM_BATCH((address from, address to, uint160 amount, address token)[] transfers)',
  0x0e: 'BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)',
  0x10: 'V4_SWAP(bytes actions, bytes[] params)',
  0x13: `V4_INITIALIZE_POOL(${POOL_KEY} poolKey, uint160 sqrtPriceX96)`,
  0x21: 'EXECUTE_SUB_PLAN(bytes commands, bytes[] inputs)',
}

const ACTIONS: Readonly<Record<number, string>> = {
  0x00: 'INCREASE_LIQUIDITY(uint256 tokenId, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, bytes hookData)',
  0x01: 'DECREASE_LIQUIDITY(uint256 tokenId, uint256 liquidity, uint128 amount0Min, uint128 amount1Min, bytes hookData)',
  0x02: `MINT_POSITION(${POOL_KEY} poolKey, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
  0x03: 'BURN_POSITION(uint256 tokenId, uint128 amount0Min, uint128 amount1Min, bytes hookData)',
  0x04: 'INCREASE_LIQUIDITY_FROM_DELTAS(uint256 tokenId, uint128 amount0Max, uint128 amount1Max, bytes hookData)',
  0x05: `MINT_POSITION_FROM_DELTAS(${POOL_KEY} poolKey, int24 tickLower, int24 tickUpper, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
  0x06: `SWAP_EXACT_IN_SINGLE((${POOL_KEY} poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) params)
SWAP_EXACT_IN_SINGLE((${POOL_KEY} poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, uint256 minHopPriceX36, bytes hookData) params)`,
  0x07: `SWAP_EXACT_IN((address currencyIn, ${PATH}, uint128 amountIn, uint128 amountOutMinimum) params)
SWAP_EXACT_IN((address currencyIn, ${PATH}, uint256[] minHopPriceX36, uint128 amountIn, uint128 amountOutMinimum) params)`,
  0x08: `SWAP_EXACT_OUT_SINGLE((${POOL_KEY} poolKey, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) params)
SWAP_EXACT_OUT_SINGLE((${POOL_KEY} poolKey, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, uint256 minHopPriceX36, bytes hookData) params)`,
  0x09: `SWAP_EXACT_OUT((address currencyOut, ${PATH}, uint128 amountOut, uint128 amountInMaximum) params)
SWAP_EXACT_OUT((address currencyOut, ${PATH}, uint256[] minHopPriceX36, uint128 amountOut, uint128 amountInMaximum) params)`,
  0x0a: `DONATE(${POOL_KEY} poolKey, uint256 amount0, uint256 amount1, bytes hookData)`,
  0x0b: 'SETTLE(address currency, uint256 amount, bool payerIsUser)',
  0x0c: 'SETTLE_ALL(address currency, uint256 maxAmount)',
  0x0d: 'SETTLE_PAIR(address currency0, address currency1)',
  0x0e: 'TAKE(address currency, address recipient, uint256 amount)',
  0x0f: 'TAKE_ALL(address currency, uint256 minAmount)',
  0x10: 'TAKE_PORTION(address currency, address recipient, uint256 bips)',
  0x11: 'TAKE_PAIR(address currency0, address currency1, address recipient)',
  0x12: 'CLOSE_CURRENCY(address currency)',
  0x13: 'CLEAR_OR_TAKE(address currency, uint256 amountMax)',
  0x14: 'SWEEP(address currency, address to)',
  0x15: 'WRAP(uint256 amount)',
  0x16: 'UNWRAP(uint256 amount)',
}

const TABLES = { router: ROUTER, actions: ACTIONS } as const
export type CommandSet = keyof typeof TABLES

/** The highest bit of a router's command byte allows it to fail; the other bits are the command. */
const COMMAND_MASK = 0x7f

const parsed = new Map<string, readonly AbiItem[]>()

/** The signatures of a command; empty for an unknown byte. */
export function commandForms(set: CommandSet, byte: number): readonly AbiItem[] {
  const code = set === 'router' ? byte & COMMAND_MASK : byte
  const key = `${set}:${String(code)}`
  const known = parsed.get(key)
  if (known) return known
  const forms = parseSignatures(TABLES[set][code] ?? '')
  parsed.set(key, forms)
  return forms
}
