import { h, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { Token } from '#shared/chain/token.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { isBadReputation } from '#shared/chain/reputation.ts'
import { nameMark } from '../name-mark.ts'
import type { CellContext } from '../cell-context.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { nameParts } from '#renderer/ui/name-parts.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'
import { coinMark } from './coin-mark.ts'
import { TokenIcon } from './TokenIcon.ts'

/** What a token is called: its symbol or name, each falling back to the other, at last to its address. */
export function tokenLabel(
  token: Pick<Token, 'address_hash' | 'symbol' | 'name'>,
  prefer: 'symbol' | 'name',
): string {
  const [first, second] = prefer === 'symbol' ? [token.symbol, token.name] : [token.name, token.symbol]
  return plainName(first ?? '') || plainName(second ?? '') || shortenAddress(token.address_hash)
}

/** Icon and name of a token, linked to its link. */
export function tokenCell(
  token: Token | null | undefined,
  context: CellContext,
  prefer: 'symbol' | 'name' = 'symbol',
): VNode | null {
  if (!token) return null
  const link = context.links.token(token.address_hash)
  const label = tokenLabel(token, prefer)
  const isScam = isBadReputation(token.reputation)
  return h(
    'a',
    {
      class: 'addr token',
      href: link.href,
      tabindex: -1,
      'data-to': link.to,
      'data-address': token.address_hash.toLowerCase(),
      'data-copy': token.address_hash,
      title: [plainName(token.name ?? ''), token.address_hash].filter(Boolean).join('\n'),
    },
    [
      h(TokenIcon, {
        source: context.source,
        ...(context.images && token.icon_url ? { url: token.icon_url } : {}),
        name: label,
        address: token.address_hash,
      }),
      ...nameParts(label),
      nameMark(token.symbol, token.name),
      coinMark(context.coin, token),
      isScam
        ? h('span', { class: 'scam', title: $gettext('Marked as a scam by the source') }, [
            smallIcon('warning'),
            $gettext('scam'),
          ])
        : null,
    ],
  )
}
