/** Balances before and after, so short that their difference is still seen. */
import { groupThousands, shortenAmount, splitAmount, type ShownAmount } from '#shared/units.ts'
import { SHORTENED } from '#renderer/entities/amount/short-amount.ts'
import type { BalanceChange } from './state-change-groups.ts'

/** Where only later digits differ, the first of them follow a mark: `41,022.11…001` and `41,022.11…004`. */
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

/** As many of the digits that differ, up to the first one. */
const TELLING = 3
/** Of those that do not, behind the point and the zeros of what is less than one. */
const ALIKE = 2

/** `digits` are all of them, of which `places` are behind the point; `others` are those to tell them from. */
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
