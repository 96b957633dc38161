const WHOLE = /^-?\d+$/

/** A decimal string as what it sorts by; undefined where it is not known. */
export const amountSort = (amount: string | null | undefined): bigint | undefined =>
  amount != null && WHOLE.test(amount) ? BigInt(amount) : undefined

/**
 * Amounts of different tokens side by side: in thousandths of a millionth of a unit, so that 5 of one with 6 decimals
 * sort below 6 of one with 18.
 */
export function unitSort(
  amount: string | null | undefined,
  decimals: string | null | undefined,
): bigint | undefined {
  const whole = amountSort(amount)
  const places = decimals == null ? 0 : Number(decimals)
  if (whole === undefined || !Number.isInteger(places) || places < 0 || places > 255) return undefined
  return (whole * 10n ** 9n) / 10n ** BigInt(places)
}
