/** The facts in a block's header: time, validator, gas used, and rewards. */
import { $gettext } from '#shared/text/gettext.ts'
import type { Block } from '#shared/chain/block.ts'
import type { Coin } from '#shared/source.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { formatAmount, formatPercent, withSymbol } from '#shared/units.ts'
import { formatShortAmount } from '#renderer/entities/amount/short-amount.ts'
import type { PageFact } from '#renderer/entities/header/page-fact.ts'
import { blockRoute } from '#renderer/entities/routes.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

/** How full it is. */
export function blockLead(block: Block | undefined): PageFact & { readonly share?: number } {
  const { gas_used: used, gas_limit: limit } = block ?? {}
  const share = used == null || limit == null ? undefined : formatPercent(used, limit)
  if (used == null || limit == null || share === undefined)
    return { name: $gettext('Gas used'), value: used == null ? undefined : formatCount(used) }
  return {
    name: '',
    value: $gettext('%{share} % of gas', { share }),
    share: Number(used) / Number(limit),
  }
}

export function blockFacts(block: Block | undefined, coin: Coin): PageFact[] {
  return [
    { name: $gettext('Time'), time: block?.timestamp ?? undefined },
    { name: $gettext('Validator'), addresses: block?.miner ? [block.miner] : undefined },
    amount($gettext('Burnt fees'), block?.burnt_fees, coin),
    amount($gettext('Fees in all'), block?.transaction_fees, coin),
  ]
}

export function blockDetails(source: string, block: Block, coin: Coin): PageFact[] {
  const { gas_used: used, gas_limit: limit, parent_hash: parent, size } = block
  return [
    {
      name: $gettext('Gas used'),
      value:
        used == null
          ? undefined
          : limit == null
            ? formatCount(used)
            : $gettext('%{used} of %{limit}', { used: formatCount(used), limit: formatCount(limit) }),
    },
    amount($gettext('Base fee'), block.base_fee_per_gas, { symbol: 'gwei', decimals: 9 }),
    ...(block.rewards ?? []).map(({ type, reward }, _, all) =>
      amount(
        all.length > 1 && type
          ? $gettext('Reward (%{kind})', { kind: plainName(type, 40) })
          : $gettext('Reward'),
        reward,
        coin,
      ),
    ),
    {
      name: $gettext('Size'),
      value: size == null ? undefined : $gettext('%{count} bytes', { count: formatCount(size) }),
    },
    {
      name: $gettext('Parent'),
      value: parent ? shortenHash(parent) : undefined,
      exact: parent ?? undefined,
      to: parent ? blockRoute(source, parent) : undefined,
    },
  ]
}

const amount = (
  name: string,
  value: string | null | undefined,
  { symbol, decimals }: Pick<Coin, 'symbol' | 'decimals'>,
): PageFact => ({
  name,
  value: value == null ? undefined : withSymbol(formatShortAmount(value, decimals), symbol),
  exact: value == null ? undefined : withSymbol(formatAmount(value, decimals), symbol),
})
