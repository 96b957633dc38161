/** The facts in a transaction's summary, as texts. */
import { $gettext } from '#shared/text/gettext.ts'
import { paidFee } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { formatAmount, formatPercent } from '#shared/units.ts'
import { formatShortAmount, formatWorths } from '#renderer/entities/amount/short-amount.ts'
import { blockRoute } from '#renderer/entities/routes.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import type { PageFact } from '#renderer/entities/header/page-fact.ts'
import type { Coin } from '#shared/source.ts'
import { coinAsset, tokenAsset } from './assets/asset.ts'
import { formatType } from './transaction-labels.ts'

/** The facts of the header: parties, time, block and fee. */
export function headerFacts(source: string, transaction: Transaction | undefined, coin: Coin): PageFact[] {
  const {
    from,
    to,
    created_contract: created,
    timestamp,
    block_number: block,
    confirmations,
  } = transaction ?? {}
  const parties = [from, to ?? created].flatMap((party) => party ?? [])
  return [
    {
      name: $gettext('From and to'),
      addresses: parties.length > 0 ? parties : undefined,
      isPath: true,
      isBare: true,
    },
    { name: $gettext('Time'), time: timestamp ?? undefined, isBare: true },
    {
      name: $gettext('Block'),
      ...(block == null
        ? {}
        : {
            value: formatCount(block),
            exact: String(block),
            to: blockRoute(source, String(block)),
            note:
              confirmations == null
                ? undefined
                : $gettext('%{count} on top', { count: formatCount(confirmations) }),
          }),
    },
    feeFact(transaction, coin),
  ]
}

function feeFact(transaction: Transaction | undefined, coin: Coin): PageFact {
  const name = $gettext('Fee')
  const paid = transaction && paidFee(transaction)
  if (!paid) return { name }
  const { amount: fee, token } = paid
  const asset = token ? tokenAsset(token) : coinAsset(coin)
  return {
    name,
    value: `${formatShortAmount(fee, asset.decimals, 6)} ${asset.name}`,
    exact: `${formatAmount(fee, asset.decimals)} ${asset.name}`,
    // The prices in a transaction's data are those of the coin.
    note: token ? undefined : formatWorths(fee, coin.decimals, transaction),
  }
}

/** Further facts: gas, nonce, type and confirmations. */
export function detailFacts(transaction: Transaction | undefined): PageFact[] {
  if (!transaction) return []
  const { gas_price: price, nonce, type, confirmations } = transaction
  return [
    {
      name: $gettext('Confirmations'),
      value: confirmations == null ? undefined : formatCount(confirmations),
    },
    { name: $gettext('Gas'), value: formatGas(transaction) },
    {
      name: $gettext('Gas price'),
      value: price == null ? undefined : `${formatShortAmount(price, 9)} gwei`,
      exact: price == null ? undefined : `${formatAmount(price, 9)} gwei`,
    },
    { name: $gettext('Nonce'), value: nonce == null ? undefined : formatCount(nonce) },
    { name: $gettext('Type'), value: type == null ? undefined : formatType(type) },
  ]
}

/** Used and allowed gas, for example `21,000 of 50,000 · 42 %`, or the known part of it. Undefined if both are missing. */
function formatGas({ gas_used: used, gas_limit: limit }: Partial<Transaction>): string | undefined {
  if (used == null)
    return limit == null ? undefined : $gettext('limit %{limit}', { limit: formatCount(limit) })
  if (limit == null) return formatCount(used)
  const share = formatPercent(used, limit)
  const gas = $gettext('%{used} of %{limit}', { used: formatCount(used), limit: formatCount(limit) })
  return share === undefined ? gas : `${gas} · ${share} %`
}
