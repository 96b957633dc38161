import { h, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { formatAmount, shortenAmount, writeOut, type ShownAmount } from '#shared/units.ts'
import { inDigits, RAISED, SHORTENED } from './short-amount.ts'

interface AmountFormat {
  /** Digits after the point before the amount is cut. */
  readonly digits?: number
  /**
   * Available width in px at the default text size; undefined where it is unknown. The number of digits depends on it.
   */
  readonly room?: number
  /** Whether it meets the amounts above and below it at the decimal point, where there is room for that. */
  readonly meetsAtPoint?: boolean
  /** A change: has a sign and a colour. */
  readonly signed?: boolean
  readonly symbol?: string | undefined
  /** The reason why the amount was not moved. It is struck through then. */
  readonly unmoved?: string | undefined
}

/**
 * An amount with strong integers and faint fractions. On screen it may be shortened, with a mark; hover and copies have
 * all digits.
 */
export function amountCell(
  amount: string | null | undefined,
  decimals: string | number | null | undefined,
  format: AmountFormat = {},
): VNode | null {
  if (amount == null) return null
  const fitted = fitAmount(amount, decimals, format)
  const meets = fitted !== undefined && canMeetAtPoint(fitted, format)
  const shown = meets
    ? fitAmount(amount, decimals, { ...format, room: widthOf(fitted.sign + fitted.whole) + SLOT_PX })
    : fitted
  const whole = formatAmount(amount, decimals)
  const symbol = format.symbol ? ` ${format.symbol}` : ''
  if (!shown) return h('span', { class: 'amount', 'data-copy': whole }, whole)
  const tone = format.signed && shown.sign !== '' ? (shown.sign === '+' ? 'pos' : 'neg') : undefined
  const isBare = shown.fraction === '' && shown.exact
  return h(
    'span',
    {
      class: ['amount', tone, format.unmoved !== undefined && 'unmoved', meets && (isBare ? 'bare' : 'at')],
      title: whole + symbol + (format.unmoved === undefined ? '' : `\n${format.unmoved}`),
      'data-copy': formatAmount(amount, decimals, ''),
    },
    [
      shown.sign + shown.whole,
      isBare && shown.exponent === 0 && symbol === ''
        ? null
        : h('span', { class: shown.exponent === 0 ? 'dim' : undefined }, [...restOf(shown), symbol]),
      format.unmoved === undefined ? null : h('span', { class: 'visually-hidden' }, ` ${format.unmoved}`),
    ],
  )
}

/** The part after the integer digits. */
export const restOf = ({ zeros, fraction, exact, exponent }: ShownAmount) => [
  ...countedZeros(zeros),
  fraction + (exact ? '' : SHORTENED) + (exponent === 0 ? '' : ` ×10${inDigits(exponent, RAISED)}`),
]

/** `.0₉`: the point, and the number of zeros after it. */
const countedZeros = (zeros: number) =>
  zeros === 0
    ? []
    : [
        '.0',
        h('span', { class: 'visually-hidden' }, ` ${$gettext('%{zeros} zeros, then', { zeros })} `),
        h('sub', { 'aria-hidden': 'true' }, zeros),
      ]

/** Width of the widest digit in a row, px. */
const DIGIT_PX = 8.3
/** Width of a comma or point, and of the mark of a shortened amount, px. */
const NARROW_PX = 4
const MARK_PX = 10
const widthOf = (text: string) =>
  Array.from(text).reduce((sum, one) => sum + (one === ',' || one === '.' ? NARROW_PX : DIGIT_PX), 0)

/** Width of what follows the point in a column, px (6rem in cells.css): nine digits and the mark. */
const SLOT_PX = 96
/** Room for the integer digits of most amounts, px. */
const WHOLE_PX = 44

/** In a column of little room, digits say more than points that meet. */
const canMeetAtPoint = ({ sign, whole, exponent }: ShownAmount, { room = 0, meetsAtPoint }: AmountFormat) =>
  meetsAtPoint === true && exponent === 0 && room >= SLOT_PX + Math.max(WHOLE_PX, widthOf(sign + whole))

/** Shown with all zeros and without a power of ten. */
export const isWritten = ({ exponent, zeros }: ShownAmount) => exponent === 0 && zeros === 0

function fitAmount(amount: string, decimals: string | number | null | undefined, format: AmountFormat) {
  const shown = shortenAmount(amount, decimals, format)
  const { room = 0 } = format
  if (!shown || room <= 0) return shown
  const written = isWritten(shown)
  const end = (isExact: boolean) => (isExact ? 0 : MARK_PX)
  const left = room - widthOf(shown.sign + (written ? shown.whole : '0'))
  if (left < end(written && shown.exact && shown.fraction === ''))
    return shortenAmount(amount, decimals, { ...format, wholeDigits: 1 })
  const isCut = written && widthOf(shown.fraction) + end(shown.exact) > left
  if (!isCut && shown.exact && written) return shown
  const digits = Math.max(0, Math.floor((left - MARK_PX - NARROW_PX) / DIGIT_PX))
  return isCut || digits > (format.digits ?? 0)
    ? shortenAmount(amount, decimals, { ...format, digits })
    : shown
}

/** A price with as many digits as fit; hover and copies have all of them. */
export function priceCell(price: string | null | undefined, room: number): VNode | null {
  if (price == null) return null
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(writeOut(price) ?? '') ?? []
  if (whole === '') return h('span', { class: 'mid', title: price, 'data-copy': price }, price)
  return amountCell(whole + fraction, fraction.length, { digits: 4, room })
}
