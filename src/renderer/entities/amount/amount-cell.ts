import { h, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { formatAmount, shortenAmount, writeOut, type ShownAmount } from '#shared/units.ts'
import { SHORTENED } from './short-amount.ts'

type AmountDecimals = string | number | null | undefined

interface AmountFormat {
  /** Digits after the point before it is cut. */
  readonly digits?: number
  /** The room there is for it, px at the usual text size, if it is known: there are as many digits as it takes. */
  readonly room?: number
  /** A change: shown with its sign and colour. */
  readonly signed?: boolean
  readonly symbol?: string | undefined
  /** Why it was not moved, though it stands there: struck through. */
  readonly unmoved?: string | undefined
}

/** An amount: integers strong, fractions quiet; shortened on screen with a mark, whole on hover and in what is copied. */
export function amountCell(
  amount: string | null | undefined,
  decimals: string | number | null | undefined,
  format: AmountFormat = {},
): VNode | null {
  if (amount == null) return null
  const shown = fitAmount(amount, decimals, format)
  const whole = formatAmount(amount, decimals)
  const symbol = format.symbol ? ` ${format.symbol}` : ''
  if (!shown) return h('span', { class: 'amount', 'data-copy': whole }, whole)
  const tone = format.signed && shown.sign !== '' ? (shown.sign === '+' ? 'pos' : 'neg') : undefined
  return h(
    'span',
    {
      class: ['amount', tone, format.unmoved !== undefined && 'unmoved'],
      title: whole + symbol + (format.unmoved === undefined ? '' : `\n${format.unmoved}`),
      'data-copy': formatAmount(amount, decimals, ''),
    },
    [
      shown.sign + shown.whole,
      shown.fraction === '' && shown.exact
        ? null
        : h('span', { class: 'dim' }, [
            ...countedZeros(shown.zeros),
            shown.fraction + (shown.exact ? '' : SHORTENED),
          ]),
      shown.exponent === 0
        ? null
        : [' ×10', h('span', { class: 'visually-hidden' }, '^'), h('sup', shown.exponent)],
      symbol === '' ? null : h('span', { class: 'dim' }, symbol),
      format.unmoved === undefined ? null : h('span', { class: 'visually-hidden' }, ` ${format.unmoved}`),
    ],
  )
}

/**
 * The same in two cells that meet at the point: those of a column stand below one another. What is left out is whole on
 * hover, in what is copied, and for a screen reader.
 */
export function amountAtPoint(amount: bigint, decimals: AmountDecimals, shown: ShownAmount, kind: string) {
  const tone = kind !== 'change' ? undefined : shown.sign === '+' ? 'pos' : shown.sign === '' ? '' : 'neg'
  const size = amount < 0n ? -amount : amount
  const whole = shown.sign + formatAmount(size, decimals)
  const isWhole = isWritten(shown) && whole === shown.sign + shown.whole + shown.fraction
  return h(
    'span',
    {
      class: ['amount at-point', kind, tone],
      title: whole,
      'data-copy': formatAmount(amount, decimals, ''),
    },
    [
      isWhole ? null : h('span', { class: 'visually-hidden' }, whole),
      h('span', { class: 'whole', 'aria-hidden': !isWhole }, shown.sign + shown.whole),
      h('span', { class: 'fraction', 'aria-hidden': !isWhole }, restOf(shown)),
    ],
  )
}

/** All behind the whole digits. */
export const restOf = (shown: ShownAmount) => [
  ...countedZeros(shown.zeros),
  shown.fraction + (shown.exact ? '' : SHORTENED),
  ...(shown.exponent === 0
    ? []
    : [' ×10', h('span', { class: 'visually-hidden' }, '^'), h('sup', shown.exponent)]),
]

/** `.0₉`: the point and the zeros behind it, counted. */
const countedZeros = (zeros: number) =>
  zeros === 0
    ? []
    : [
        '.0',
        h('span', { class: 'visually-hidden' }, ` ${$gettext('%{zeros} zeros, then', { zeros })} `),
        h('sub', { 'aria-hidden': 'true' }, zeros),
      ]

/** The widest digit of a row's text, px. */
const DIGIT_PX = 8.3
/** A comma or point, and the mark of a shortened one. */
const NARROW_PX = 4
const MARK_PX = 10
const widthOf = (text: string) =>
  Array.from(text).reduce((sum, one) => sum + (one === ',' || one === '.' ? NARROW_PX : DIGIT_PX), 0)

/** With all its zeros, and without a power of ten. */
const isWritten = ({ exponent, zeros }: ShownAmount) => exponent === 0 && zeros === 0

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

/** A price as it is, or as many of its digits as there is room for: whole on hover and in what is copied. */
export function priceCell(price: string | null | undefined, room: number): VNode | null {
  if (price == null) return null
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(writeOut(price) ?? '') ?? []
  if (whole === '') return h('span', { class: 'mid', title: price, 'data-copy': price }, price)
  return amountCell(whole + fraction, fraction.length, { digits: 4, room })
}
