import type { News, NewsItem } from '#shared/rpc/contract/news.ts'
import { pluralize } from '#renderer/lib/format-number.ts'

/** `3 new transactions, 1 transfer, and more`. */
export function newsWords({ transactions, transfers, internal, more }: NewsItem): string {
  const parts = [
    { count: transactions, one: 'transaction', many: 'transactions' },
    { count: transfers, one: 'transfer', many: 'transfers' },
    { count: internal, one: 'internal transaction', many: 'internal transactions' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, ...noun }, nth) =>
      nth === 0
        ? pluralize(count, { one: `new ${noun.one}`, many: `new ${noun.many}` })
        : pluralize(count, noun),
    )
  return parts.join(', ') + (more ? ', and more' : '')
}

/** How it is looked, for a person. */
export const LOOKING_WORDS: Readonly<Record<News['looking'], string>> = {
  on: 'Watched addresses are looked at in the background, gently.',
  slow: 'Watched addresses are looked at slowly while no window is seen.',
  off: 'Background looks are switched off in the settings.',
  metered: 'Nothing is looked at on a metered connection.',
}
