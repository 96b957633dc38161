import type { ActivityCounts } from './rpc/contract/activity.ts'
import { $gettext, $ngettext } from './text/gettext.ts'
import { groupThousands } from './units.ts'

/**
 * New activity as a phrase: `3 new transactions, 1 transfer, and more`, or `1 transaction differs from your node`. Empty where
 * every count is 0.
 */
export function describeActivity({
  transactions,
  transfers,
  internal,
  more,
  differs = 0,
}: ActivityCounts & { readonly differs?: number }): string {
  const parts = [
    {
      count: transactions,
      first: $ngettext('new transaction', 'new transactions', transactions),
      other: $ngettext('transaction', 'transactions', transactions),
    },
    {
      count: transfers,
      first: $ngettext('new transfer', 'new transfers', transfers),
      other: $ngettext('transfer', 'transfers', transfers),
    },
    {
      count: internal,
      first: $ngettext('new internal transaction', 'new internal transactions', internal),
      other: $ngettext('internal transaction', 'internal transactions', internal),
    },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, first, other }, index) =>
      $gettext('%{count} %{noun}', {
        count: groupThousands(String(count)),
        noun: index === 0 ? first : other,
      }),
    )
    .join(', ')
  const activity = more ? $gettext('%{activity}, and more', { activity: parts }) : parts
  const difference =
    differs > 0
      ? $ngettext(
          '%{count} transaction differs from your node',
          '%{count} transactions differ from your node',
          differs,
          { count: groupThousands(String(differs)) },
        )
      : ''
  return [activity, difference].filter((part) => part !== '').join('; ')
}
