/** Amounts and counts of a transaction's summary, as texts. */
import { $gettext } from '#shared/text/gettext.ts'
import { paidFee } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { formatAmount, formatPercent } from '#shared/units.ts'
import { formatShortAmount, formatWorths } from '#renderer/entities/amount/short-amount.ts'
import { blockRoute } from '#renderer/entities/routes.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import type { PageFact } from '#renderer/ui/page-fact.ts'
import type { Coin } from '#shared/source.ts'
import { coinAsset, tokenAsset } from './assets/asset.ts'

/** Block and fee, for the page header. */
export function headerFacts(source: string, transaction: Transaction | undefined, coin: Coin): PageFact[] {
  const facts: PageFact[] = []
  if (transaction?.block_number != null)
    facts.push({
      name: $gettext('Block'),
      value: formatCount(transaction.block_number),
      exact: String(transaction.block_number),
      to: blockRoute(source, String(transaction.block_number)),
    })
  const paid = transaction && paidFee(transaction)
  if (paid) {
    const { amount: fee, token } = paid
    const asset = token ? tokenAsset(token) : coinAsset(coin)
    // The prices of a transaction are the coin's.
    const worth = token ? undefined : formatWorths(fee, coin.decimals, transaction)
    facts.push({
      name: [$gettext('Fee'), ...(worth === undefined ? [] : [worth])].join(' · '),
      value: `${formatShortAmount(fee, asset.decimals, 6)} ${asset.name}`,
      exact: `${formatAmount(fee, asset.decimals)} ${asset.name}`,
    })
  }
  return facts
}

/** `21,000 of 50,000 · 42 %`, with what is known of it. Undefined without used gas and limit. */
export function formatGas({ gas_used: used, gas_limit: limit }: Partial<Transaction>): string | undefined {
  if (used == null)
    return limit == null ? undefined : $gettext('limit %{limit}', { limit: formatCount(limit) })
  if (limit == null) return formatCount(used)
  const share = formatPercent(used, limit)
  const gas = $gettext('%{used} of %{limit}', { used: formatCount(used), limit: formatCount(limit) })
  return share === undefined ? gas : `${gas} · ${share} %`
}
