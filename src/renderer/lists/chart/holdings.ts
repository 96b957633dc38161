/** Sums the tokens of an address by value, in exact cents. */
import { $ngettext } from '#shared/text/gettext.ts'
import type { TokenBalance } from '#shared/chain/token.ts'
import { isCoin, type Coin } from '#shared/source.ts'
import { multiplyByPrice } from '#shared/units.ts'
import { tokenLabel } from '#renderer/entities/token/token-cell.ts'

/** The value of one token. */
export interface Holding {
  readonly name: string
  readonly cents: bigint
  /** Share of the total of all tokens with a price, from 0 to 1. */
  readonly share: number
}
interface Holdings {
  readonly total: bigint
  readonly parts: readonly Holding[]
  /** Tokens without a price. The total leaves them out. */
  readonly unpriced: number
}

interface HoldingsCounter {
  readonly add: (item: object) => void
  readonly figures: () => Holdings
}

/** Counts holdings by value: the `max` largest, and the sum of the others. Skips the coin's own token contract. */
export function countHoldings(coin: Coin, max = 8): HoldingsCounter {
  const byToken = new Map<string, { name: string; cents: bigint }>()
  const unpriced = new Set<string>()
  return {
    add(item) {
      const { token, value } = item as TokenBalance
      if (isCoin(coin, token)) return
      const key = token.address_hash.toLowerCase()
      const cents = multiplyByPrice(value, token.decimals, token.exchange_rate)
      if (cents === undefined) unpriced.add(key)
      else
        byToken.set(key, {
          name: tokenLabel(token, 'symbol'),
          cents: cents + (byToken.get(key)?.cents ?? 0n),
        })
    },
    figures: () => ({ ...divide(byToken, max), unpriced: unpriced.size }),
  }
}

function divide(
  byToken: ReadonlyMap<string, { readonly name: string; readonly cents: bigint }>,
  max: number,
): Omit<Holdings, 'unpriced'> {
  const all = [...byToken.values()].sort((a, b) => (a.cents === b.cents ? 0 : a.cents > b.cents ? -1 : 1))
  const total = sum(all)
  const rest = all.slice(max)
  const others =
    rest.length === 0
      ? []
      : [
          {
            name: $ngettext('%{count} other', '%{count} others', rest.length, { count: rest.length }),
            cents: sum(rest),
          },
        ]
  const shareOf = (cents: bigint) => (total === 0n ? 0 : Number((cents * 10_000n) / total) / 10_000)
  return {
    total,
    parts: [...all.slice(0, max), ...others].map((one) => ({ ...one, share: shareOf(one.cents) })),
  }
}

const sum = (parts: readonly { readonly cents: bigint }[]) =>
  parts.reduce((all, { cents }) => all + cents, 0n)
