import type { VNode } from 'vue'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import '#renderer/ui/grid/cells.css'

interface AmountTextProps {
  readonly amount: string | bigint | null | undefined
  readonly decimals: string | number | null | undefined
  readonly symbol?: string | undefined
  readonly signed?: boolean
  readonly digits?: number
}

/** An amount outside of a grid, in the same form as inside: strong integers, and the full amount on hover. */
export function AmountText(props: AmountTextProps): VNode | null {
  const amount = props.amount == null ? props.amount : String(props.amount)
  return amountCell(amount, props.decimals, {
    symbol: props.symbol,
    ...(props.signed === undefined ? {} : { signed: props.signed }),
    ...(props.digits === undefined ? {} : { digits: props.digits }),
  })
}
AmountText.props = {
  amount: null,
  decimals: null,
  symbol: String,
  signed: { type: Boolean, default: undefined },
  digits: Number,
}
