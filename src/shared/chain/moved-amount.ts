import type { Token } from './token.ts'

/**
 * The amount of a token that a row moves, in the token's smallest unit; 1 for an ERC-721. Undefined if the row does
 * not say it.
 */
export function movedAmount(
  token: Pick<Token, 'type'>,
  value: string | null | undefined,
): bigint | undefined {
  if (token.type === 'ERC-721') return 1n
  return value == null ? undefined : BigInt(value)
}
