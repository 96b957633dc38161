import { h, type VNode } from 'vue'
import { formatAmount, shortenAmount } from '#shared/units.ts'
import { SHORTENED } from './short-amount.ts'

interface AmountFormat {
  /** Digits after the point before it is cut. */
  readonly digits?: number
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
  const shown = shortenAmount(amount, decimals, format)
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
        : h('span', { class: 'dim' }, shown.fraction + (shown.exact ? '' : SHORTENED)),
      shown.exponent === 0
        ? null
        : [' ×10', h('span', { class: 'visually-hidden' }, '^'), h('sup', shown.exponent)],
      symbol === '' ? null : h('span', { class: 'dim' }, symbol),
      format.unmoved === undefined ? null : h('span', { class: 'visually-hidden' }, ` ${format.unmoved}`),
    ],
  )
}
