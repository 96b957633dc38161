import type { Token } from './token.ts'

/** How much of a token a row moves, in its smallest unit: an ERC-721 is one. Undefined where the row does not say it. */
export function movedAmount(
  token: Pick<Token, 'type'>,
  value: string | null | undefined,
): bigint | undefined {
  if (token.type === 'ERC-721') return 1n
  return value == null ? undefined : BigInt(value)
}
