import type { ActivityCounts } from './rpc/contract/activity.ts'
import { groupThousands } from './units.ts'

/** New activity as a phrase: `3 new transactions, 1 transfer, and more`. Empty where every count is 0. */
export function describeActivity({ transactions, transfers, internal, more }: ActivityCounts): string {
  const parts = [
    { count: transactions, noun: 'transaction' },
    { count: transfers, noun: 'transfer' },
    { count: internal, noun: 'internal transaction' },
  ]
    .filter(({ count }) => count > 0)
    .map(
      ({ count, noun }, index) =>
        `${groupThousands(String(count))} ${index === 0 ? 'new ' : ''}${noun}${count === 1 ? '' : 's'}`,
    )
  return parts.join(', ') + (more ? ', and more' : '')
}
