/** Formats balances before and after a change, with enough digits to show their difference. */
import { groupThousands, shortenAmount, splitAmount, type ShownAmount } from '#shared/units.ts'
import { SHORTENED } from '#renderer/entities/amount/short-amount.ts'
import type { BalanceChange } from '../state-change-groups.ts'

/** The two balances. If only late digits differ, these follow an ellipsis: `41,022.11…001` and `41,022.11…004`. */
export function shownBalances(
  { before, after, asset: { decimals } }: BalanceChange,
  digits: number,
): readonly [ShownAmount | undefined, ShownAmount | undefined] {
  const shown = [before, after].map((one) =>
    one === undefined ? undefined : shortenAmount(one, decimals, { digits }),
  )
  const [one, other] = shown
  if (before === undefined || after === undefined || before === after || !one || !other) return [one, other]
  if (textOf(one) !== textOf(other)) return [one, other]
  const from = splitAmount(before, decimals)
  const to = splitAmount(after, decimals)
  if (!from || !to) return [one, other]
  const length = Math.max(from.fraction.length, to.fraction.length)
  const [start, end] = [from, to].map(({ whole, fraction }) => whole + fraction.padEnd(length, '0'))
  return [marked(one, start ?? '', end ?? '', length), marked(other, end ?? '', start ?? '', length)]
}

/** Number of digits shown up to the first that differs. */
const TELLING = 3
/** Number of equal digits shown after the decimal point and its zeros. */
const ALIKE = 2

/**
 * Formats a balance with its first differing digits. `digits`: all digits, `places` of them decimals; `others`:
 * the digits of the other balance.
 */
function marked(shown: ShownAmount, digits: string, others: string, places: number): ShownAmount {
  const first = Array.from(digits).findIndex((digit, at) => digit !== others[at])
  const point = digits.length - places
  const from = Math.max(first - TELLING + 1, shown.exponent === 0 ? point : 1)
  const telling = digits.slice(from, first + 1)
  const rest = /[1-9]/.test(digits.slice(first + 1)) ? SHORTENED : ''
  const common = { sign: shown.sign, exponent: shown.exponent, exact: true }
  if (shown.exponent > 0)
    return {
      ...common,
      whole: digits.slice(0, 1),
      zeros: 0,
      fraction: `.${digits.slice(1, Math.min(1 + ALIKE, from))}${SHORTENED}${telling}${rest}`,
    }
  const whole = groupThousands(digits.slice(0, point))
  const zeros = /^0*/.exec(digits.slice(point, from))?.[0].length ?? 0
  return whole === '0' && zeros > TELLING
    ? { ...common, whole, zeros, fraction: `${SHORTENED}${telling}${rest}` }
    : {
        ...common,
        whole,
        zeros: 0,
        fraction: `.${digits.slice(point, Math.min(point + (whole === '0' ? zeros : 0) + ALIKE, from))}${SHORTENED}${telling}${rest}`,
      }
}

const textOf = ({ whole, fraction, zeros, exponent }: ShownAmount) =>
  [whole, fraction, zeros, exponent].join(' ')
