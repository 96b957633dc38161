/** What the numbers of a call or an event count. */
import type { Decoded, DecodedArgument } from '#shared/abi/decoded.ts'
import type { Token } from '#shared/chain/token.ts'
import { plainUnit } from '#shared/text/hostile-text.ts'

/** What a number counts, so that it can be shown as an amount. */
export interface ArgumentUnit {
  readonly symbol: string
  readonly decimals: string | number
  readonly token?: Token | undefined
}

/** The call or event that a number is an argument of. */
export interface ArgumentsOf extends Pick<Decoded, 'name' | 'isCertain' | 'arguments'> {
  /** The contract that is called, or that logged, in lower case. */
  readonly contract: string | undefined
}

export const argumentsOf = (
  { name, isCertain, arguments: all }: Decoded,
  contract: string | null | undefined,
): ArgumentsOf => ({ name, isCertain, arguments: all, contract: contract?.toLowerCase() })

/** What a number counts, as far as the page knows; undefined where that is not certain. */
export type UnitOf = (
  argument: Pick<DecodedArgument, 'name' | 'type'> & { readonly value: string },
  of: ArgumentsOf,
) => ArgumentUnit | undefined

/** Functions, events and errors of ERC-20 that count the token itself: others may count what they exchange it for. */
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

/** A guessed name counts nothing: it may be another function of the same four bytes. */
const isOwn = ({ name, isCertain }: Pick<Decoded, 'name' | 'isCertain'>): boolean =>
  isCertain && OWN_AMOUNTS.has(name)

/** Whether a token counts its own units in any argument. */
export const countsItself = (of: Pick<Decoded, 'name' | 'isCertain' | 'arguments'>): boolean =>
  isOwn(of) &&
  of.arguments.some(({ name, type, value }) => typeof value === 'string' && isAmount({ name, type, value }))

/** Of an amount that a token counts in itself. `tokenOf`: a token by its address in lower case, where it is known. */
export const ownUnits =
  (tokenOf: (contract: string) => Token | undefined): UnitOf =>
  (argument, of) => {
    if (of.contract === undefined || !isOwn(of) || !isAmount(argument)) return undefined
    const token = tokenOf(of.contract)
    return token && tokenUnit(token)
  }

/** Undefined of NFTs, whose numbers are ids, and where the decimals are not known. */
export function tokenUnit(token: Token): ArgumentUnit | undefined {
  const { decimals, symbol, name, type } = token
  if (decimals == null || (type != null && type !== 'ERC-20')) return undefined
  return { symbol: plainUnit(symbol ?? '') || plainUnit(name ?? '') || 'token', decimals, token }
}
