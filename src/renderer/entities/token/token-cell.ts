import { h, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { Token } from '#shared/chain/token.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { isBadReputation } from '#shared/chain/reputation.ts'
import { nameMark, nameWarning } from '../name-mark.ts'
import type { CellContext } from '../cell-context.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { nameParts, plainClass, plainNameParts } from '#renderer/ui/name-parts.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'
import { coinMark } from './coin-mark.ts'
import { letterOf, TokenIcon } from './TokenIcon.ts'

/** The symbol or name of a token, whichever is preferred and there; else its address. */
export function tokenLabel(
  token: Pick<Token, 'address_hash' | 'symbol' | 'name'>,
  prefer: 'symbol' | 'name',
): string {
  const [first, second] = prefer === 'symbol' ? [token.symbol, token.name] : [token.name, token.symbol]
  return plainName(first ?? '') || plainName(second ?? '') || shortenAddress(token.address_hash)
}

/** Icon and name of a token, with a link. */
export function tokenCell(
  token: Token | null | undefined,
  context: CellContext,
  prefer: 'symbol' | 'name' = 'symbol',
): VNode | null {
  if (!token) return null
  const link = context.links.token(token.address_hash)
  const label = tokenLabel(token, prefer)
  const isScam = isBadReputation(token.reputation)
  const url = context.images ? token.icon_url : undefined
  const mark = coinMark(context.coin, token)
  const plain =
    url || isScam || mark || nameWarning(token.symbol, token.name) ? undefined : plainNameParts(label)
  return h(
    'a',
    {
      class: `addr token${plainClass(plain, ' letter')}`,
      ...(plain && letterOf(label, token.address_hash)),
      'aria-label': typeof plain === 'object' ? label : undefined,
      href: link.href,
      tabindex: -1,
      'data-to': link.to,
      'data-address': token.address_hash.toLowerCase(),
      'data-copy': token.address_hash,
      title: [plainName(token.name ?? ''), token.address_hash].filter(Boolean).join('\n'),
    },
    plain ?? [
      h(TokenIcon, {
        source: context.source,
        ...(url ? { url } : {}),
        name: label,
        address: token.address_hash,
      }),
      ...nameParts(label),
      nameMark(token.symbol, token.name),
      mark,
      isScam
        ? h('span', { class: 'scam', title: $gettext('Marked as a scam by the source') }, [
            smallIcon('warning'),
            $gettext('scam'),
          ])
        : null,
    ],
  )
}
