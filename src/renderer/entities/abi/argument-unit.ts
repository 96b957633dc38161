/** Units of the numbers in a call or an event. */
import type { Decoded, DecodedArgument } from '#shared/abi/decoded.ts'
import type { Token } from '#shared/chain/token.ts'
import { plainUnit } from '#shared/text/hostile-text.ts'

/** The unit of a number, by which it is shown as an amount. */
export interface ArgumentUnit {
  readonly symbol: string
  readonly decimals: string | number
  readonly token?: Token | undefined
}

/** The call or event that a number is an argument of. */
export interface ArgumentsOf extends Pick<Decoded, 'name' | 'isCertain' | 'arguments'> {
  /** The called or logging contract, in lower case. */
  readonly contract: string | undefined
}

export const argumentsOf = (
  { name, isCertain, arguments: all }: Decoded,
  contract: string | null | undefined,
): ArgumentsOf => ({ name, isCertain, arguments: all, contract: contract?.toLowerCase() })

/** Returns the unit of a number; undefined where it is not certain. */
export type UnitOf = (
  argument: Pick<DecodedArgument, 'name' | 'type'> & { readonly value: string },
  of: ArgumentsOf,
) => ArgumentUnit | undefined

/**
 * Functions, events and errors of ERC-20 with amounts of the token itself. Others may have amounts of another token.
 */
const OWN_AMOUNTS: ReadonlySet<string> = new Set([
  'transfer',
  'transferFrom',
  'approve',
  'increaseAllowance',
  'decreaseAllowance',
  'permit',
  'burn',
  'burnFrom',
  'Transfer',
  'Approval',
  'ERC20InsufficientBalance',
  'ERC20InsufficientAllowance',
])
const AMOUNT_NAME = /amount|value|wad|allowance|^balance$|^needed$/i

export const isAmount = ({ name, type, value }: Parameters<UnitOf>[0]): boolean =>
  /^u?int\d*$/.test(type) && AMOUNT_NAME.test(name ?? '') && /^\d+$/.test(value)

/** Guessed names have no unit: the selector may belong to another function. */
const isOwn = ({ name, isCertain }: Pick<Decoded, 'name' | 'isCertain'>): boolean =>
  isCertain && OWN_AMOUNTS.has(name)

/** Whether an argument is an amount of the called token itself. */
export const countsItself = (of: Pick<Decoded, 'name' | 'isCertain' | 'arguments'>): boolean =>
  isOwn(of) &&
  of.arguments.some(({ name, type, value }) => typeof value === 'string' && isAmount({ name, type, value }))

/** Units of amounts of the called token. `tokenOf`: returns a known token by its address in lower case. */
export const ownUnits =
  (tokenOf: (contract: string) => Token | undefined): UnitOf =>
  (argument, of) => {
    if (of.contract === undefined || !isOwn(of) || !isAmount(argument)) return undefined
    const token = tokenOf(of.contract)
    return token && tokenUnit(token)
  }

/** The unit of a token. Undefined for NFTs, whose numbers are ids, and where the decimals are unknown. */
export function tokenUnit(token: Token): ArgumentUnit | undefined {
  const { decimals, symbol, name, type } = token
  if (decimals == null || (type != null && type !== 'ERC-20')) return undefined
  return { symbol: plainUnit(symbol ?? '') || plainUnit(name ?? '') || 'token', decimals, token }
}
