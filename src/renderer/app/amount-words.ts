import { shortAmount } from '#shared/units.ts'

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** An amount as short text, cut and never rounded: `1,204.3312`, `1.157 ×10⁷⁷`. The whole of it belongs in a title. */
export function amountWords(
  amount: string | bigint,
  decimals: string | number | null | undefined,
  digits = 4,
): string {
  const shown = shortAmount(amount, decimals, { digits })
  if (!shown) return String(amount)
  const power = [...String(shown.exponent)].map((digit) => RAISED[Number(digit)]).join('')
  return shown.sign + shown.whole + shown.fraction + (shown.exponent === 0 ? '' : ` ×10${power}`)
}
