import type { DecodedArgument } from '#shared/abi/decoded.ts'
import type { Token } from '#shared/chain/token.ts'

/** What a number counts, so that it can be shown as an amount. */
export interface ArgumentUnit {
  readonly symbol: string
  readonly decimals: string | number
  readonly token?: Token | undefined
}

/**
 * What a number among decoded arguments counts, as far as the page knows. `all` are the arguments of the same call,
 * `callee` is the contract that is called with them, in lower case.
 */
export type UnitOf = (
  argument: DecodedArgument & { readonly value: string },
  all: readonly DecodedArgument[],
  callee: string | undefined,
) => ArgumentUnit | undefined
